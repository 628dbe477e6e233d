import { SUPPORT, type Admin, type AuditTrail, type Support } from './ports.js';
import type { Entities } from '../entities/ports.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Jobs, Transaction } from '../ports.js';
import type { Events } from '../webhooks/ports.js';
import type { Ledger } from '../billing/ports.js';

export interface RefundedJob {
  jobId: Id<'job'>;
  creditsRefunded: number;
  balance: number;
}

/**
 * An administrator gives the credits of a job back, once: a job that was refunded before, by hand
 * or because its register never answered, is refused. A job that still runs ends here; the
 * register's later answer is not reported.
 */
export class RefundJob {
  constructor(
    private readonly support: Support,
    private readonly ledger: Ledger,
    private readonly entities: Entities,
    private readonly events: Events,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
    private readonly jobs: Jobs,
  ) {}

  async run(admin: Admin, jobId: Id<'job'> | undefined, reason: string): Promise<RefundedJob> {
    const done = await this.transaction.interactive(async (tx) => {
      const job = jobId && (await this.support.lockJob(tx, jobId));
      if (!job) throw new AppError('JOB_NOT_FOUND');
      const given = this.ledger.refund(job.id, 'Refund by support');
      const refund = (await tx.write([given])).resultOf(given);
      if (!refund) throw new AppError('ALREADY_REFUNDED');
      const { completedAt, deep } = await this.support.markJobRefunded(tx, job.id);
      if (deep) await this.entities.lowerPaidTier(tx, deep.accountId, deep.entityId);
      const event = this.events.record({
        event: 'verification.refunded',
        jobId: job.id,
        jurisdiction: job.jurisdiction,
        entityName: job.entityName,
        entityId: job.entityId,
        creditsCharged: job.amountCredits,
        creditsRefunded: true,
        completedAt,
      });
      const due = (await tx.write([event])).resultOf(event);
      const details = { credits_refunded: refund.amountCredits, status_before: job.status };
      await this.audit.record(tx, { admin, action: 'refund job', subject: job.id, reason, details });
      return { refunded: { jobId: job.id, creditsRefunded: refund.amountCredits, balance: refund.balance }, due };
    }, SUPPORT);
    if (done.due) await this.jobs.enqueue({ kind: 'delivery', ...done.due });
    return done.refunded;
  }
}
