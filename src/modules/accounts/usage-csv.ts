import { csvLine, inertText } from '../../core/csv.js';
import type { LabelledUsage } from '../../core/accounts/read-usage.js';

export const USAGE_COLUMNS = [
  'date',
  'operation',
  'key_id',
  'label',
  'requests',
  'credits_charged',
  'credits_refunded',
  'grant_id',
];

/** Yields one line per day, operation, key and grant. */
export function* usageCsv({ rows, labels }: LabelledUsage): Generator<string> {
  yield csvLine(USAGE_COLUMNS);
  for (const { date, operation, keyId, grantId, requests, creditsCharged, creditsRefunded } of rows) {
    const label = inertText((keyId && labels.get(keyId)) ?? '');
    yield csvLine([date, operation, keyId ?? '', label, requests, creditsCharged, creditsRefunded, grantId ?? '']);
  }
}
