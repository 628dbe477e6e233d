import type { Clock } from '../ports.js';
import { EVENTS_KEPT_MS } from './event.js';
import type { Deliveries, Events } from './ports.js';

/** A destination that has been silent for this long will not answer any more; the feed still has the event. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** What is too old to be kept or delivered goes. */
export class TidyWebhooks {
  constructor(
    private readonly events: Events,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.deliveries.giveUpBefore(new Date(now - LONGEST_WAIT_MS));
    await this.events.forgetBefore(new Date(now - EVENTS_KEPT_MS));
  }
}
