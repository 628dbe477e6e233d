import type { Id } from '../ids.js';
import { Events, type StoredEvent } from './ports.js';
import { Injectable } from '../injectable.js';

/**
 * The feed for receivers that were offline: all events they should have received, in an order that
 * never changes.
 */
@Injectable()
export class CatchUp {
  constructor(private readonly events: Events) {}

  async run(
    accountId: Id<'acc'>,
    after: Id<'evt'> | undefined,
    limit: number,
  ): Promise<{ events: StoredEvent[]; hasMore: boolean }> {
    const events = await this.events.after(accountId, after, limit + 1);
    return { events: events.slice(0, limit), hasMore: events.length > limit };
  }
}
