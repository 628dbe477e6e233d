import type { UnansweredRow } from '../../../core/batches/ports.js';
import type { OpenRowColumns } from './batch-work-row.js';

export const UNANSWERED = 'line, custom_id, entity_name, jurisdiction, tier, record_number, evidence';

export type UnansweredColumns = Omit<OpenRowColumns, 'name_key' | 'price'>;

export function toUnanswered(row: UnansweredColumns): UnansweredRow {
  return {
    line: row.line,
    customId: row.custom_id ?? undefined,
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    tier: row.tier,
    recordNumber: row.record_number ?? undefined,
    evidence: row.evidence ?? undefined,
  };
}
