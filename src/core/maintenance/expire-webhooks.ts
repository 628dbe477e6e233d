import { EVENTS_KEPT_MS } from '../webhooks/event.js';
import type { Deliveries, Events } from '../webhooks/ports.js';

/** A destination that has been silent for this long will not answer any more; the feed still has the event. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** What is too old to be kept or delivered goes. */
export class ExpireWebhooks {
  constructor(
    private readonly events: Events,
    private readonly deliveries: Deliveries,
  ) {}

  async run(stopping: AbortSignal): Promise<void> {
    await this.deliveries.expireAfter(LONGEST_WAIT_MS);
    while (!stopping.aborted && (await this.events.purgeOlderThan(EVENTS_KEPT_MS)) > 0);
  }
}
