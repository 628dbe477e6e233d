import type { AdminRow } from './batches.page.js';

export const ROW_COLUMNS = [
  'line',
  'custom_id',
  'entity_name',
  'jurisdiction',
  'tier',
  'outcome',
  'entity_id',
  'official_name',
  'credits_charged',
  'credits_refunded',
  'error',
];

export function rowCells(row: AdminRow) {
  const { line, customId, entityName, jurisdiction, tier, outcome, entityId, officialName } = row;
  const asked = [line, customId, entityName, jurisdiction, tier, outcome, entityId, officialName];
  return [...asked, row.creditsCharged, row.refunded, row.error];
}
