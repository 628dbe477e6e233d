import { ADMINISTRATION, type Admin, AuditTrail, AdminJobs } from './ports.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { Transaction } from '../ports.js';
import { Tasks } from '../tasks/ports.js';
import { JobRefund } from './job-refund.js';
import { Injectable } from '../injectable.js';

export interface RefundedJob {
  jobId: Id<'job'>;
  creditsRefunded: number;
  balance: number;
}

/**
 * Lets an administrator refund the credits of a job, once. Refuses jobs already refunded, manually
 * or because the register never answered. Ends a running job: a later answer of the register is not
 * reported.
 */
@Injectable()
export class RefundJob {
  constructor(
    private readonly adminJobs: AdminJobs,
    private readonly refund: JobRefund,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
  ) {}

  async run(admin: Admin, jobId: Id<'job'> | undefined, reason: string): Promise<RefundedJob> {
    const done = await this.transaction.interactive(async (tx) => {
      const job = jobId && (await this.adminJobs.lock(tx, jobId));
      if (!job) throw new AppError('JOB_NOT_FOUND');
      const { amountCredits: creditsRefunded, balance } = await this.refund.credits(tx, job.id);
      const end = await this.adminJobs.markRefunded(tx, job.id);
      const due = await this.refund.consequences(tx, job, end);
      const details = { credits_refunded: creditsRefunded, status_before: job.status };
      await this.audit.record(tx, { admin, action: 'refund job', subject: job.id, reason, details });
      return { refunded: { jobId: job.id, creditsRefunded, balance }, due };
    }, ADMINISTRATION);
    if (done.due) await this.tasks.enqueue({ kind: 'delivery', ...done.due });
    return done.refunded;
  }
}
