import { OrphanedChecks } from '../../accounts/ports.js';
import { Ledger } from '../../billing/ports.js';
import type { Id } from '../../ids.js';
import { Injectable } from '../../injectable.js';
import type { PendingWrite } from '../../ports.js';
import { endedByUs } from '../../verification/job.js';
import { Retrievals } from '../../verification/ports.js';

/** Refunds a check whose watch was deleted, since its answer is not reported. */
@Injectable()
export class RefundOrphanedChecks extends OrphanedChecks {
  constructor(
    private readonly retrievals: Retrievals,
    private readonly ledger: Ledger,
  ) {
    super();
  }

  end(jobId: Id<'job'>): PendingWrite[] {
    return [
      this.retrievals.settle(jobId, endedByUs('The watch was deleted while it was checked.')),
      this.ledger.refund(jobId, 'Refund: the watch was deleted'),
    ];
  }
}
