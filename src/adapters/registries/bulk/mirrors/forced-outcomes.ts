import { setTimeout as delay } from 'node:timers/promises';
import { Registry, SourceError, type Candidates, type NameQuery } from '../../../../core/registries/ports.js';
import type { MirrorRegistry } from './mirror-registry.js';

/** What the name in a question makes a sandbox register do, this time; `undefined` for an ordinary answer. */
export type OutcomeOf = (
  code: string,
  name: string,
) => { fails: 'timeout' | 'unavailable' | 'garbage' } | { delayMs: number } | undefined;

const MESSAGES = { unavailable: 'answered HTTP 503', garbage: 'answered JSON that cannot be parsed' };

/** A mirror has no server that could fail on demand; in sandbox mode this stands before it, so that it fails like the others. */
export class ForcedOutcomes extends Registry {
  readonly reading: number;

  constructor(
    private readonly code: string,
    private readonly registry: MirrorRegistry,
    private readonly outcomeOf: OutcomeOf,
    private readonly timeoutMs: number,
  ) {
    super();
    this.reading = registry.reading;
  }

  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const outcome = this.outcomeOf(this.code, query.typed);
    if (outcome && 'delayMs' in outcome) await this.pause(outcome.delayMs, signal);
    else if (outcome?.fails === 'timeout') {
      await this.pause(this.timeoutMs, signal);
      throw new SourceError('timeout', `${this.code}: no complete answer within ${this.timeoutMs} ms`);
    } else if (outcome) throw new SourceError('unavailable', `${this.code}: ${MESSAGES[outcome.fails]}`);
    return this.registry.search(query, signal);
  }

  findByNumber(number: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    return this.registry.findByNumber(number, signal);
  }

  fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    return this.registry.fetch(id, signal);
  }

  private async pause(durationMs: number, signal: AbortSignal): Promise<void> {
    try {
      await delay(durationMs, undefined, { signal });
    } catch (cause) {
      throw new SourceError('timeout', `${this.code}: the caller gave up`, { cause });
    }
  }
}
