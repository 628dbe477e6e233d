import type { Id } from '../ids.js';
import type { Jobs } from '../ports.js';
import type { Deliveries } from './ports.js';
import { deliveryNotFound } from './read-delivery.js';

/** Sends an event again, whatever became of it before: a new delivery of four attempts, with the same bytes under the same webhook-id. */
export class Redeliver {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly jobs: Jobs,
  ) {}

  async run(accountId: Id<'acc'>, id: Id<'dlv'> | undefined): Promise<Id<'dlv'>> {
    const again = id && (await this.deliveries.redeliver(accountId, id));
    if (!again) throw deliveryNotFound();
    await this.jobs.enqueue({ kind: 'delivery', ...again });
    return again.id;
  }
}
