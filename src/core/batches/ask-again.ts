import type { Caller } from '../accounts/account.js';
import { requireOwn } from '../accounts/caller-limits.js';
import type { Id } from '../ids.js';
import { refused } from '../invalid-request.js';
import { addressCell } from '../matching/addresses/given-address.js';
import { batchNotFound, hasEnded, isUnanswered } from './batch.js';
import { Batches, type UnansweredRow } from './ports.js';
import type { GivenRow } from './read-row.js';
import { type Upload, UploadBatch, type UploadOutcome } from './upload-batch.js';
import { Injectable } from '../injectable.js';

export type AgainRequest = Pick<Upload, 'fingerprint' | 'idempotencyKey' | 'maxCredits' | 'start'>;

/**
 * Makes a batch of the rows of an ended one that no register answered or was asked, under their
 * lines and custom ids. A batch is asked again once, its retry once more, as often as registers
 * stay silent.
 */
@Injectable()
export class AskAgain {
  constructor(
    private readonly batches: Batches,
    private readonly uploadBatch: UploadBatch,
  ) {}

  async run(caller: Caller, id: Id<'bat'> | undefined, request: AgainRequest): Promise<UploadOutcome> {
    const batch = id && (await this.batches.find(caller.accountId, id));
    if (!batch) throw batchNotFound();
    requireOwn(caller, batch);
    if (!hasEnded(batch) || !isUnanswered(batch)) {
      const message = hasEnded(batch) ? 'Every row of this batch was answered.' : 'This batch has not ended yet.';
      throw refused('id', message, { details: { status: batch.status } });
    }
    const rows = givenRows(this.batches.unanswered(batch.id));
    const { fileName, webhookUrl } = batch;
    return this.uploadBatch.run(caller, { ...request, rows, fileName, webhookUrl, retryOf: batch.id });
  }
}

async function* givenRows(pages: AsyncIterable<readonly UnansweredRow[]>): AsyncGenerator<GivenRow> {
  for await (const rows of pages) yield* rows.map(givenRow);
}

/** The cells that would be read as this row. */
function givenRow({ line, evidence, ...row }: UnansweredRow): GivenRow {
  const cells = {
    entity_name: row.entityName,
    jurisdiction: row.jurisdiction,
    custom_id: row.customId,
    tier: row.tier,
    jurisdiction_id: row.recordNumber,
    address: evidence?.address && addressCell(evidence.address),
    officer: evidence?.officer,
  };
  return { line, cells };
}
