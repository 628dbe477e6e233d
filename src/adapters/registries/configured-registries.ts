import type { RegisterWords } from '../../core/registries/register-words.js';
import type { RegisterRecord } from '../../core/registries/record.js';
import type { Log } from '../../core/ports.js';
import { findJurisdiction, jurisdictionNamed } from '../../core/registries/jurisdictions.js';
import {
  Registries,
  Registry,
  type Candidates,
  type NameQuery,
  type Offer,
  type SourceStatus,
  type TypedSoFar,
} from '../../core/registries/ports.js';
import type { Witness } from '../../core/registries/witness.js';
import type { ObserveCall } from './http/call.js';
import type { Exchange } from './http/exchange.js';
import { QuestionClient, RegisterClient, type Topic } from './http/client.js';
import type { OnRowSkippedAt } from './http/rows.js';
import type { Mirrors } from './bulk/mirrors/mirrors.js';
import type { RegisterTable } from './register-table.js';
import type { Credentials, Register } from './register.js';
import { InProcessThrottle, type SourceThrottle, type PaceLimits } from './http/throttle/throttle.js';

export interface RegistriesOptions {
  /** Those in force. */
  registers: RegisterTable;
  mode: 'live' | 'sandbox';
  /** Address of the sandbox. Required in sandbox mode. */
  sandboxOrigin?: string;
  /** Connection to the sandbox. Default: HTTP. */
  sandboxExchange?: Exchange;
  /**
   * Replacement origins by jurisdiction code, for everything that the register's adapter calls. A
   * path in an origin is a prefix.
   */
  urls: Readonly<Record<string, string | undefined>>;
  credentials: Credentials;
  /** One pace for all registers, for servers that need no care. Default: each register's own. */
  pace?: PaceLimits;
  /** Keeps the sources' paces. Default: each process by itself. */
  throttle?: SourceThrottle | undefined;
  /** Limit for one request to a register, including its body. */
  timeoutMs: number;
  mirrors?: Mirrors | undefined;
  /**
   * In sandbox mode: whether the sandbox has the register with this code. Default: every register.
   */
  plays?: (code: string) => boolean;
  /** In sandbox mode: three names that the register with this code knows. */
  sampleNames?: (code: string) => string[] | undefined;
  /**
   * Recognises a request that was meant to fail, so that its failure does not count against a
   * register.
   */
  exempt?: (requestText: string) => boolean;
  log: Pick<Log, 'warn'>;
  observe?: ObserveCall;
  /** Called with each response body of a register. Its result is passed to the adapter instead. */
  inspect?: (body: unknown, url: string) => unknown;
  onUnknownStatus?: (unknown: { source: string; status: string }) => void;
  onRowSkipped?: OnRowSkippedAt;
  now?: () => number;
  /** The time according to a sandbox's registers. Default: the process's clock. */
  sandboxTime?: (() => Promise<Date>) | undefined;
  /** Headers that ask the sandbox about a moment of its clock. */
  sandboxHeadersAt?: (moment: Date) => Readonly<Record<string, string>>;
}

/** For a register that is not connected. */
const FIRST_READING = 1;

/**
 * The registers of this process: the official ones, or the sandbox that speaks their protocols.
 * Each has its own client and circuit breaker.
 */
export class ConfiguredRegistries extends Registries {
  readonly codes: readonly string[];
  private readonly connections = new Map<string, { registry: Registry; client: RegisterClient }>();
  private readonly throttle: SourceThrottle;
  private readonly registers: Readonly<Record<string, Register>>;

  constructor(private readonly options: RegistriesOptions) {
    super();
    this.throttle = options.throttle ?? new InProcessThrottle();
    const { registers, credentials, mode } = options;
    this.codes = registers.facts.map(({ code }) => code);
    const sandbox = mode === 'sandbox';
    this.registers = Object.fromEntries(
      [...registers.connections].map(([code, connect]) => [code, connect({ code, credentials, sandbox })]),
    );
    for (const [code, register] of Object.entries(this.registers)) {
      if (register.missing === undefined && this.canAnswer(code))
        this.connections.set(code, this.connect(code, register));
    }
  }

  of(code: string): Registry {
    const reachable = this.unavailableReason(code) === undefined ? this.options.mirrors?.of(code) : undefined;
    if (reachable) return reachable;
    const connection = this.connections.get(code);
    if (!connection) throw new Error(`${code}: ${this.unavailableReason(code) ?? 'no register'}`);
    return connection.registry;
  }

  unavailableReason(code: string): string | undefined {
    if (this.connections.has(code)) return undefined;
    const jurisdiction = this.codes.includes(code) ? findJurisdiction(code) : undefined;
    if (!jurisdiction) return `${code} is not a jurisdiction of this service.`;
    const missing = this.registers[code]?.missing;
    if (missing !== undefined)
      return `The register of ${jurisdiction.name} needs credentials that this service has not been given (${missing}).`;
    if (jurisdiction.barred !== undefined) return jurisdiction.barred;
    const { mirrors } = this.options;
    if (mirrors?.of(code)) return mirrors.unavailableReason(code);
    return `The register of ${jurisdiction.name} is not connected to this service.`;
  }

  override lacks(code: string): 'needs_credentials' | 'no_edition' | undefined {
    return this.registers[code]?.missing === undefined ? super.lacks(code) : 'needs_credentials';
  }

  offer(code: string): Offer {
    const { tiers, coverage } = jurisdictionNamed(code);
    return { tiers, coverage, ...this.registers[code]?.offer };
  }

  status(code: string): SourceStatus {
    if (isBarred(code)) return 'down';
    return this.connections.get(code)?.client.status() ?? this.options.mirrors?.status(code) ?? 'down';
  }

  override async suggest(code: string, typed: TypedSoFar, limit: number): Promise<RegisterRecord[]> {
    return (await this.options.mirrors?.suggest(code, typed, limit)) ?? [];
  }

  override awaitsProbe(code: string): boolean {
    return this.connections.get(code)?.client.awaitsProbe ?? false;
  }

  parserVersion(code: string): number {
    return (this.connections.get(code)?.registry ?? this.options.mirrors?.of(code))?.parserVersion ?? FIRST_READING;
  }

  override asOf(code: string): string | undefined {
    return isBarred(code) ? undefined : this.options.mirrors?.asOf(code);
  }

  override editionSince(code: string): Date | undefined {
    return isBarred(code) ? undefined : this.options.mirrors?.editionSince(code);
  }

  override words(code: string): RegisterWords | undefined {
    return this.options.mirrors?.words(code);
  }

  sampleNames(code: string): string[] | undefined {
    if (this.options.mode === 'live' || isBarred(code)) return undefined;
    const mirrored = this.options.mirrors?.sampleNames(code);
    if (mirrored) return mirrored;
    return this.isSandbox(code) && this.connections.has(code) ? this.options.sampleNames?.(code) : undefined;
  }

  isSandbox(code: string): boolean {
    const { mode, urls, mirrors } = this.options;
    return mode === 'sandbox' && urls[code] === undefined && mirrors?.isImported(code) !== true;
  }

  /** Closes kept connections. Call it once no more requests will be made. */
  async close(): Promise<void> {
    this.options.throttle?.close?.();
    await Promise.all([...this.connections.values()].map(({ client }) => client.close()));
    await this.options.mirrors?.close();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private connect(code: string, register: Register): { registry: Registry; client: RegisterClient } {
    const { timeoutMs, pace, exempt, log, observe, inspect, onRowSkipped, onUnknownStatus, now } = this.options;
    const { sandboxHeadersAt: headersAt, sandboxExchange: exchange } = this.isSandbox(code) ? this.options : {};
    const client = new RegisterClient({
      source: code,
      timeoutMs,
      // The sandbox is our own and needs no throttling.
      pace: this.isSandbox(code) ? {} : (pace ?? register.pace),
      throttle: this.throttle,
      ...(register.headers && { headers: register.headers }),
      ...(exempt && this.isSandbox(code) && { exempt }),
      ...(headersAt && { headersAt }),
      ...(exchange && { exchange }),
      log,
      ...(observe && { observe }),
      ...(inspect && { inspect }),
      ...(onRowSkipped && { onRowSkipped }),
      ...(onUnknownStatus && { onUnknownStatus }),
      ...(now && { now }),
    });
    const serviceUrl = (origin: string) => this.urlOf(code, origin);
    const baseUrl = serviceUrl(register.origin);
    const adapterFor = (topic: Topic) =>
      register.adapter({
        baseUrl,
        serviceUrl,
        client: new QuestionClient(client, topic),
        today: async () => dayOf(topic.at ?? (await this.present(code))),
      });
    return { registry: new ConnectedRegistry(adapterFor, headersAt !== undefined), client };
  }

  /** The sandbox can only replace registers that it plays. */
  private canAnswer(code: string): boolean {
    return !this.isSandbox(code) || (this.options.plays?.(code) ?? true);
  }

  private async present(code: string): Promise<Date> {
    const { now = Date.now, sandboxTime } = this.options;
    return sandboxTime && this.isSandbox(code) ? sandboxTime() : new Date(now());
  }

  private urlOf(code: string, origin: string): string {
    const override = this.options.urls[code];
    if (override !== undefined) return override.replace(/\/+$/, '');
    if (this.options.mode === 'live') return origin;
    if (this.options.sandboxOrigin === undefined) throw new Error('Sandbox mode needs the address of the sandbox.');
    return `${this.options.sandboxOrigin}/${code}`;
  }
}

function isBarred(code: string): boolean {
  return findJurisdiction(code)?.barred !== undefined;
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/**
 * Gives each question its own adapter, whose calls carry the question's subject (failures on one
 * name count once against a register) and, in a sandbox, the moment.
 */
class ConnectedRegistry extends Registry {
  readonly parserVersion: number;

  constructor(
    private readonly adapterFor: (topic: Topic) => Registry,
    private readonly hasMoments: boolean,
    private readonly moment?: Date,
    private readonly witness?: Witness,
  ) {
    super();
    this.parserVersion = adapterFor({}).parserVersion;
  }

  override at(moment: Date): Registry {
    return this.hasMoments ? new ConnectedRegistry(this.adapterFor, true, moment, this.witness) : this;
  }

  override heardBy(witness: Witness): Registry {
    return new ConnectedRegistry(this.adapterFor, this.hasMoments, this.moment, witness);
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return this.about(query.words.join(' ') || query.typed).search(query, signal);
  }

  fetch(id: string, signal: AbortSignal, listed?: RegisterRecord): ReturnType<Registry['fetch']> {
    return this.about(id).fetch(id, signal, listed);
  }

  findByNumber(...[number, ...asked]: Parameters<Registry['findByNumber']>): ReturnType<Registry['findByNumber']> {
    return this.about(number).findByNumber(number, ...asked);
  }

  private about(subject: string): Registry {
    return this.adapterFor({ subject, at: this.moment, witness: this.witness });
  }
}
