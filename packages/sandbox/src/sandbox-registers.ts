import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Dialect } from './dialect.js';
import { BUNDLED_EXTRACTS } from './extracts.js';
import { FlakyCounter, forcedOutcome, SILENT_REGISTER, SLOW_MS } from './forced-outcomes.js';
import { Quotas } from './quotas.js';
import { PUBLISHED_FILES, REGISTERS } from './registers.js';
import { BEGAN_AT, sceneAt } from './script.js';
import { Stage } from './stage.js';

export interface SandboxRegistersOptions {
  /** Folder of extracts; the bundled ones by default. */
  extractsDir?: string;
  /** Delay before every response, in milliseconds. */
  latencyMs?: number;
  /** Share of requests answered with 503, from 0 to 1, evenly spread. */
  faultShare?: number;
  enforceQuotas?: boolean;
  /**
   * The sandbox time, which decides the state of the scripted companies; the start of the sandbox
   * clock by default.
   */
  now?: () => Date | Promise<Date>;
  log?: (line: string) => void;
}

export interface SandboxRequest {
  method: string;
  /** Begins with the register's code: `/us-co/resource/…?…`. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

export interface SandboxAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

/** The sandbox time a request asks about; the present by default. */
const MOMENT_HEADER = 'x-sandbox-time';

export function headersAt(moment: Date): Record<string, string> {
  return { [MOMENT_HEADER]: moment.toISOString() };
}

const TOO_MANY = { erreur: 'Too many requests' };
const UNAVAILABLE = { error: true, message: 'Service unavailable' };

/**
 * Simulates the registers, each in its own protocol over its extract, with the names that force an
 * outcome.
 */
export class SandboxRegisters {
  /** Loaded on first use; `undefined` if the folder has no extract of the register. */
  private readonly stages = new Map<string, Stage | undefined>();
  private readonly folder: string;
  private readonly publishers: ReadonlyMap<string, Dialect | undefined>;
  private readonly flaky = new FlakyCounter();
  private readonly quotas: Quotas | undefined;
  private readonly faults: EvenFaults;

  constructor(private readonly options: SandboxRegistersOptions = {}) {
    this.folder = options.extractsDir ?? BUNDLED_EXTRACTS;
    if (!fs.existsSync(this.folder)) throw new Error(`The folder of sandbox extracts does not exist: ${this.folder}`);
    this.publishers = new Map(PUBLISHED_FILES.map((file) => [file.code, file.offer?.(this.folder)]));
    this.quotas = options.enforceQuotas === true ? new Quotas() : undefined;
    this.faults = new EvenFaults(options.faultShare ?? 0);
  }

  /** Codes of the registers with a query API, without those that only offer a file. */
  get codes(): readonly string[] {
    return REGISTERS.map(({ code }) => code).filter((code) => this.stageOf(code) !== undefined);
  }

  /** Returns whether the sandbox can simulate this register, with or without an extract. */
  plays(code: string): boolean {
    return REGISTERS.some((register) => register.code === code);
  }

  /** Never throws. For a forced timeout it never resolves. */
  async answer(request: SandboxRequest): Promise<SandboxAnswer> {
    try {
      if (this.options.latencyMs) await delay(this.options.latencyMs);
      if (this.faults.next()) return json(503, UNAVAILABLE);
      if (this.quotas?.refuses(request.path) === true) return json(429, TOO_MANY, { 'retry-after': '1' });
      return await this.play(request);
    } catch (error) {
      this.options.log?.(`The sandbox failed to answer ${request.path}: ${String(error)}`);
      return json(500, { error: true, message: 'Internal error' });
    }
  }

  /** Returns three names the register knows, or `undefined` if there is no extract of it. */
  sampleNames(code: string): string[] | undefined {
    return this.stageOf(code)?.sampleNames();
  }

  /**
   * Loaded lazily: a process uses few registers, and reading all extracts takes a tenth of the
   * start.
   */
  private stageOf(code: string): Stage | undefined {
    if (!this.stages.has(code)) {
      const register = REGISTERS.find((each) => each.code === code);
      this.stages.set(code, register && Stage.of(register, this.folder));
    }
    return this.stages.get(code);
  }

  private async play({ method, path: asked, headers, body }: SandboxRequest): Promise<SandboxAnswer> {
    const url = new URL(asked, 'http://sandbox');
    const [, code = '', path = '/'] = /^\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
    const dialect = await this.dialectFor(code, headers[MOMENT_HEADER]);
    if (!dialect) return json(404, { error: true, message: 'No such register' });

    const outcome = forcedOutcome(`${url.search}\n${body}`);
    if (outcome === 'timeout') return new Promise(() => undefined);
    const isFailing = outcome === 'flaky' && this.flaky.fails(`${asked}\n${body}`);
    if (outcome === 'unavailable' || isFailing) return json(503, UNAVAILABLE);
    if (outcome === 'somewhere' && SILENT_REGISTER.has(code)) return json(503, UNAVAILABLE);
    if (outcome === 'garbage') return { ...json(200, undefined), body: '[{"name":"SANDBOX GARBAGE LL' };
    if (outcome === 'slow') await delay(SLOW_MS);
    const answer = dialect.answer({ method, path: decodeURIComponent(path), query: url.searchParams, headers, body });
    if (answer.takesMs !== undefined) await delay(answer.takesMs, undefined, { ref: false });
    return json(answer.status, answer.body, answer.headers);
  }

  private async dialectFor(code: string, asked: string | string[] | undefined): Promise<Dialect | undefined> {
    const publisher = this.publishers.get(code);
    if (publisher) return publisher;
    const { now } = this.options;
    const moment = typeof asked === 'string' ? new Date(asked) : ((await now?.()) ?? BEGAN_AT);
    return this.stageOf(code)?.at(sceneAt(moment));
  }
}

function json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): SandboxAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
    body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
  };
}

class EvenFaults {
  private due = 0;

  constructor(private readonly share: number) {}

  next(): boolean {
    this.due += this.share;
    if (this.due < 1) return false;
    this.due -= 1;
    return true;
  }
}
