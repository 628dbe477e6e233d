import { setTimeout as delay } from 'node:timers/promises';
import { Registry, SourceError, type Candidates, type NameQuery } from '../../../../core/registries/ports.js';
import type { DetailedRecord, RegisterRecord } from '../../../../core/registries/record.js';
import type { MirrorRegistry } from './mirror-registry.js';

/**
 * What the name in a question makes a sandbox register do, this time; `undefined` for an ordinary
 * answer.
 */
export type OutcomeOf = (
  code: string,
  name: string,
) => { fails: 'timeout' | 'unavailable' | 'garbage' } | { delayMs: number } | undefined;

export type SilentAbout = (name: string) => Promise<boolean>;

const MESSAGES = { unavailable: 'answered HTTP 503', garbage: 'answered JSON that cannot be parsed' };

/**
 * A mirror has no server that could fail on demand; in sandbox mode this stands before it, so that
 * it fails like the others.
 */
export class ForcedOutcomes extends Registry {
  readonly parserVersion: number;

  constructor(
    private readonly code: string,
    private readonly registry: MirrorRegistry,
    private readonly outcomeOf: OutcomeOf,
    private readonly timeoutMs: number,
    /** Whether the register gives no answer about this business now. */
    private readonly silentAbout: SilentAbout = async () => false,
  ) {
    super();
    this.parserVersion = registry.parserVersion;
  }

  override together(): Registry {
    const { code, registry, outcomeOf, timeoutMs, silentAbout } = this;
    return new ForcedOutcomes(code, registry.together(), outcomeOf, timeoutMs, silentAbout);
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

  async findByNumber(number: string, signal: AbortSignal): Promise<RegisterRecord | undefined> {
    const record = await this.registry.findByNumber(number, signal);
    if (record && (await this.silentAbout(record.name))) throw this.silence();
    return record;
  }

  async fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    const record = await this.registry.fetch(id, signal);
    if (record && (await this.silentAbout(record.name))) throw this.silence();
    return record;
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
