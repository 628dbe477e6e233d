import { hasScope } from '../../core/accounts/scope.js';
import { csvLine, csvText } from '../../core/csv.js';
import type { AnswerRecord } from '../../core/records/answer-record.js';
import { decisionCell } from './decision.response.js';
import type { Seer } from '../verification/jobs.response.js';
import { recordAnswer } from './records.response.js';

export const RECORD_FORMATS = ['csv', 'ndjson'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

export const RECORD_TYPES: Readonly<Record<RecordFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export const RECORD_COLUMNS = [
  'record_id',
  'at',
  'via',
  'reference',
  'entity_name',
  'jurisdiction',
  'tier',
  'outcome',
  'entity_id',
  'official_name',
  'jurisdiction_id',
  'status',
  'good_standing',
  'confidence',
  'credits_charged',
  'credits_refunded',
  'evidence_id',
  'decision',
  'decided_by',
  'decided_at',
  'note',
] as const;

/** The beginning of a line of NDJSON. */
export const LINE_EXAMPLE =
  '{"record_id":"rec_01jzx3s2v7e4k9c0q8d5w6y7ab","at":"2026-01-31T12:00:00.000Z","via":"rest","outcome":"absent"}\n';

/** Streams a line for each record: in NDJSON the record as it is read by itself. */
export async function* recordsFile(
  pages: AsyncIterable<readonly AnswerRecord[]>,
  format: RecordFormat,
  seer: Seer,
): AsyncGenerator<Buffer> {
  if (format === 'csv') yield Buffer.from(csvLine(RECORD_COLUMNS));
  for await (const records of pages) {
    const lines = records.map((record) => (format === 'csv' ? toCsv(record, seer) : toJsonLine(record, seer)));
    yield Buffer.from(lines.join(''));
  }
}

function toJsonLine(record: AnswerRecord, seer: Seer): string {
  return `${JSON.stringify(recordAnswer(record, seer))}\n`;
}

function toCsv(record: AnswerRecord, { scopes }: Seer): string {
  const { question, business, decisions } = record;
  const decision = decisions.at(-1);
  const cells: Record<(typeof RECORD_COLUMNS)[number], string | number | boolean | null | undefined> = {
    record_id: record.id,
    at: record.at.toISOString(),
    via: record.via,
    reference: record.reference,
    entity_name: question.entityName,
    jurisdiction: question.jurisdiction,
    tier: question.tier,
    outcome: record.outcome,
    entity_id: business?.entityId,
    official_name: business?.officialName,
    jurisdiction_id: business?.recordNumber,
    status: business?.status,
    good_standing: business?.goodStanding,
    confidence: business?.confidence,
    credits_charged: record.creditsCharged,
    credits_refunded: record.creditsRefunded,
    evidence_id: record.evidenceId,
    decision: decision && decisionCell(decision),
    decided_by: hasScope(scopes, 'account:read') ? decision?.decidedBy : undefined,
    decided_at: decision?.recordedAt.toISOString(),
    note: decision?.note,
  };
  return csvLine(RECORD_COLUMNS.map((column) => csvText(column, String(cells[column] ?? ''))));
}
