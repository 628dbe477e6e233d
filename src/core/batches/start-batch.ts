import type { Caller } from '../accounts/account.js';
import { refused } from '../invalid-request.js';
import { requireAllowed, requireConfirmed, requireOwn } from '../accounts/caller-limits.js';
import { Ledger } from '../billing/ports.js';
import { requireWithin } from '../billing/pricing.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { Transaction } from '../ports.js';
import { Tasks } from '../tasks/ports.js';
import { hasEnded, type Batch, batchNotFound } from './batch.js';
import { Batches } from './ports.js';
import { requirePayable } from './upload-batch.js';
import { Injectable } from '../injectable.js';

/**
 * Starts a batch or resumes a paused one on behalf of the caller; a running batch is left alone.
 */
@Injectable()
export class StartBatch {
  constructor(
    private readonly batches: Batches,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
  ) {}

  async run(caller: Caller, id: Id<'bat'> | undefined, maxCredits?: number): Promise<Batch> {
    const batch = id && (await this.batches.find(caller.accountId, id));
    if (!batch) throw batchNotFound();
    requireOwn(caller, batch);
    if (hasEnded(batch)) {
      throw refused('id', `This batch is ${batch.status} and cannot be started.`, {
        details: { status: batch.status },
      });
    }
    if (batch.status === 'running') return batch;
    if (!caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    for (const { jurisdiction, tier } of await this.batches.stillAsked(batch.id)) {
      requireAllowed(caller.limits, [jurisdiction], tier);
    }
    const stillToPay = batch.maxCredits - batch.creditsCharged;
    requireWithin(maxCredits, stillToPay);
    requireConfirmed(caller.limits, stillToPay, maxCredits);
    requirePayable(await this.batches.nextPrice(batch.id), await this.ledger.limits(caller));
    await this.transaction.interactive((tx) => this.batches.start(tx, batch.id, caller));
    await this.tasks.enqueue({ kind: 'batch', id: batch.id, claimNumber: 0 });
    return (await this.batches.find(caller.accountId, batch.id)) ?? batch;
  }
}
