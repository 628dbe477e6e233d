import type { Caller } from '../accounts/account.js';
import { requireOwn, type LimitedCaller } from '../accounts/caller-limits.js';
import type { Id } from '../ids.js';
import { refused } from '../invalid-request.js';
import { type Batch, batchNotFound } from './batch.js';
import { Batches } from './ports.js';
import { Injectable } from '../injectable.js';

/** Cancels a batch: answered rows stay answered and charged, and no further rows are asked. */
@Injectable()
export class CancelBatch {
  constructor(private readonly batches: Batches) {}

  async run(caller: LimitedCaller & Pick<Caller, 'accountId'>, id: Id<'bat'> | undefined): Promise<Batch> {
    const { accountId } = caller;
    const known = id && (await this.batches.find(accountId, id));
    if (!known) throw batchNotFound();
    requireOwn(caller, known);
    await this.batches.cancel(accountId, known.id);
    const batch = await this.batches.find(accountId, known.id);
    if (!batch) throw batchNotFound();
    if (batch.status !== 'completed') return batch;
    throw refused('id', 'This batch is completed and cannot be cancelled.', {
      details: { status: batch.status },
    });
  }
}
