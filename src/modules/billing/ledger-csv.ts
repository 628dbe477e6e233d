import { csvLine, csvText, inertText } from '../../core/csv.js';
import type { LedgerEntry } from '../../core/billing/ledger-entry.js';

export const LEDGER_COLUMNS = [
  'transaction_id',
  'created_at',
  'type',
  'amount',
  'balance_after',
  'description',
  'entity_name',
  'jurisdiction',
  'job_id',
  'entity_id',
  'search_id',
  'package_id',
  'watch_id',
  'batch_id',
  'line',
  'record_id',
  'reference',
];

export async function* ledgerCsv(entries: AsyncIterable<LedgerEntry>): AsyncGenerator<string> {
  yield csvLine(LEDGER_COLUMNS);
  for await (const entry of entries) {
    yield csvLine([
      entry.id,
      entry.createdAt.toISOString(),
      entry.type,
      entry.amountCredits,
      entry.balanceAfter,
      inertText(entry.description),
      inertText(entry.entityName ?? ''),
      entry.jurisdiction ?? '',
      entry.jobId ?? '',
      entry.entityId ?? '',
      entry.searchId ?? '',
      entry.packageId ?? '',
      entry.watchId ?? '',
      entry.batchRow?.batchId ?? '',
      entry.batchRow?.line ?? '',
      entry.recordId ?? '',
      csvText('reference', entry.reference ?? ''),
    ]);
  }
}
