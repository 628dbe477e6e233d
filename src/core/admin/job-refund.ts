import { Ledger, type Refund } from '../billing/ports.js';
import { Entities } from '../entities/ports.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Tx } from '../ports.js';
import { type DueDelivery, Events } from '../webhooks/ports.js';
import type { RefundedEnd, AdminJob } from './ports.js';
import { Injectable } from '../injectable.js';

/** Side effects of a job's refund: credits, the paid tier, and an event. */
@Injectable()
export class JobRefund {
  constructor(
    private readonly ledger: Ledger,
    private readonly entities: Entities,
    private readonly events: Events,
  ) {}

  /** Throws `ALREADY_REFUNDED` if nothing is left to refund. */
  async credits(tx: Tx, jobId: Id<'job'>): Promise<Refund> {
    const written = this.ledger.refund(jobId, 'Refund by support');
    const refund = (await tx.write([written])).resultOf(written);
    if (!refund) throw new AppError('ALREADY_REFUNDED');
    return refund;
  }

  /**
   * Lowers the tier the job had paid for and records the event. Returns the delivery that is due.
   */
  async consequences(tx: Tx, job: AdminJob, { completedAt, deep }: RefundedEnd): Promise<DueDelivery | undefined> {
    if (deep) await this.entities.lowerPaidTier(tx, deep.accountId, deep.entityId);
    const event = this.events.record({
      event: 'verification.refunded',
      jobId: job.id,
      jurisdiction: job.jurisdiction,
      entityName: job.entityName,
      reference: job.reference,
      entityId: job.entityId,
      creditsCharged: job.amountCredits,
      creditsRefunded: true,
      completedAt,
    });
    return (await tx.write([event])).resultOf(event);
  }
}
