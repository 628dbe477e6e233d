import { setTimeout as delay } from 'node:timers/promises';
import { Registry, SourceError, type Candidates, type NameQuery } from '../../../../core/registries/ports.js';
import type { RegisterRecord } from '../../../../core/registries/record.js';
import type { Witness } from '../../../../core/registries/witness.js';

/**
 * Returns the outcome that a name forces on a sandbox register, this time. `undefined` for an
 * ordinary answer.
 */
export type OutcomeOf = (
  code: string,
  name: string,
) => { fails: 'timeout' | 'unavailable' | 'garbage' } | { delayMs: number } | undefined;

export type SilentAbout = (name: string) => Promise<boolean>;

const MESSAGES = { unavailable: 'answered HTTP 503', garbage: 'answered JSON that cannot be parsed' };

/**
 * A mirror has no server that could fail on demand. In sandbox mode this wraps it, so that it fails
 * like other registers.
 */
export class ForcedOutcomes extends Registry {
  readonly parserVersion: number;

  constructor(
    private readonly code: string,
    private readonly registry: Registry,
    private readonly outcomeOf: OutcomeOf,
    private readonly timeoutMs: number,
    /** Returns whether the register is currently silent about this business. */
    private readonly silentAbout: SilentAbout = async () => false,
  ) {
    super();
    this.parserVersion = registry.parserVersion;
  }

  override together(): Registry {
    const { code, registry, outcomeOf, timeoutMs, silentAbout } = this;
    return new ForcedOutcomes(code, registry.together(), outcomeOf, timeoutMs, silentAbout);
  }

  override heardBy(witness: Witness): Registry {
    const { code, registry, outcomeOf, timeoutMs, silentAbout } = this;
    return new ForcedOutcomes(code, registry.heardBy(witness), outcomeOf, timeoutMs, silentAbout);
  }

  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const outcome = this.outcomeOf(this.code, query.typed);
    if (outcome && 'delayMs' in outcome) await this.pause(outcome.delayMs, signal);
    else if (outcome?.fails === 'timeout') {
      await this.pause(this.timeoutMs, signal);
      throw new SourceError('timeout', `${this.code}: no complete answer within ${this.timeoutMs} ms`);
    } else if (outcome) throw new SourceError('unavailable', `${this.code}: ${MESSAGES[outcome.fails]}`);
    if (await this.silentAbout(query.typed)) throw this.silence();
    return this.registry.search(query, signal);
  }

  async findByNumber(number: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    const record = await this.registry.findByNumber(number, signal);
    if (await this.isSilent(record)) throw this.silence();
    return record;
  }

  async fetch(id: string, signal: AbortSignal, listed?: RegisterRecord): ReturnType<Registry['fetch']> {
    const record = await this.registry.fetch(id, signal, listed);
    if (await this.isSilent(record)) throw this.silence();
    return record;
  }

  private async isSilent(record: Awaited<ReturnType<Registry['findByNumber']>>): Promise<boolean> {
    return record !== undefined && 'name' in record && this.silentAbout(record.name);
  }

  private silence(): SourceError {
    return new SourceError('unavailable', `${this.code}: ${MESSAGES.unavailable}`);
  }

  private async pause(durationMs: number, signal: AbortSignal): Promise<void> {
    try {
      await delay(durationMs, undefined, { signal });
    } catch (cause) {
      throw new SourceError('timeout', `${this.code}: the caller gave up`, { cause });
    }
  }
}
