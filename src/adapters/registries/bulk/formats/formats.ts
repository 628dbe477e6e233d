import type { BulkFormat } from './bulk-format.js';
import { US_AK } from './us-ak.js';
import { US_FL } from './us-fl.js';
import { US_IA } from './us-ia.js';
import { US_IL } from './us-il.js';
import { US_VA } from './us-va.js';

/** Every register that can be imported: a new one is a line here. */
export const BULK_FORMATS: readonly BulkFormat[] = [US_FL, US_IA, US_VA, US_AK, US_IL];

export function bulkFormat(code: string): BulkFormat | undefined {
  return BULK_FORMATS.find((format) => format.code === code);
}
