import { REGISTERS } from '../../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../../src/adapters/registries/configured-registries.js';
import type { Registry } from '../../../src/core/registries/ports.js';
import { nameQuery } from '../../../src/core/verification/name-query.js';
import type { PlayedRegister } from '@standing/sandbox/dialect';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import { fictionalCompanies } from '@standing/sandbox/companies/fictional-companies';
import { type Sandbox, startSandbox } from '@standing/sandbox';

/**
 * Checks that the sandbox has a quirk, by register and by the quirk's words in
 * docs/internals/registers.md.
 */
export type Quirks = Readonly<Record<string, Readonly<Record<string, (playing: Playing) => void | Promise<void>>>>>;

export type Json = Record<string, unknown>;

/** The sandbox, queried in the registers' own protocols and through the adapters. */
export class Playing {
  private constructor(
    readonly sandbox: Sandbox,
    readonly registries: ConfiguredRegistries,
    readonly skipped: readonly string[],
  ) {}

  static async start(): Promise<Playing> {
    const sandbox = await startSandbox();
    const skipped: string[] = [];
    const registries = new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'sandbox',
      sandboxOrigin: sandbox.origin,
      sampleNames: (code) => sandbox.sampleNames(code),
      urls: {},
      credentials: {},
      timeoutMs: 15_000,
      log: { warn: () => undefined },
      onRowSkipped: ({ source, reason }) => skipped.push(`${source}: ${reason}`),
    });
    return new Playing(sandbox, registries, skipped);
  }

  async close(): Promise<void> {
    await this.registries.close();
    await this.sandbox.close();
  }

  of(code: string): Registry {
    return this.registries.of(code);
  }

  search(code: string, name: string) {
    return this.of(code).search(nameQuery(name, code), this.signal());
  }

  numbered(code: string, id: string) {
    return this.of(code).findByNumber(id, this.signal());
  }

  fetched(code: string, id: string) {
    return this.of(code).fetch(id, this.signal());
  }

  async idOf(code: string, name: string): Promise<string> {
    const { records } = await this.search(code, name);
    const found = records.find((record) => record.name.toLowerCase() === name.toLowerCase());
    if (!found) throw new Error(`${code} has no ${name} among ${records.map((record) => record.name).join('; ')}`);
    return found.id;
  }

  /** Returns a response in the register's own format. A body makes the request a POST. */
  ask(path: string, body?: object): Promise<Response> {
    const sent = body instanceof URLSearchParams ? body : JSON.stringify(body);
    return fetch(`${this.sandbox.origin}${path}`, body && { method: 'POST', body: sent });
  }

  async read(path: string, body?: object): Promise<Json> {
    return (await (await this.ask(path, body)).json()) as Json;
  }

  async rows(code: string, dataset: string, parameters: Record<string, string> = {}): Promise<Json[]> {
    const query = new URLSearchParams({ $limit: '5000', ...parameters }).toString();
    return (await this.read(`/${code}/resource/${dataset}.json?${query}`)) as unknown as Json[];
  }

  private signal(): AbortSignal {
    return AbortSignal.timeout(60_000);
  }
}

/** Returns the response of a register with this many additional companies that share one word. */
export function crowded(register: PlayedRegister, count: number, path: string, body: object) {
  const [company] = fictionalCompanies(register.vocabulary);
  const many = Array.from({ length: count }, (_, at) => ({
    ...company!,
    serial: 10_000 + at,
    name: `Gedränge ${at} AG`,
  }));
  const dialect = register.open(BUNDLED_EXTRACTS, many)!;
  return dialect.answer({
    method: 'POST',
    path,
    query: new URLSearchParams(),
    headers: {},
    body: JSON.stringify(body),
  });
}
