import { isAnswered, type Batch } from '../../core/batches/batch.js';
import type { ResultRow, RowsWanted } from '../../core/batches/ports.js';
import { csvLine, csvText } from '../../core/csv.js';
import { fingerprint } from '../http/request.js';
import { decisionCell } from '../records/decision.response.js';

export const RESULT_FORMATS = ['csv', 'ndjson'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

export const RESULT_TYPES: Readonly<Record<ResultFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/**
 * Increase this with every change to the bytes below, so that clients restart partial downloads.
 */
const WRITTEN_AS = 7;

const RESULT_COLUMNS = [
  'line',
  'custom_id',
  'entity_name',
  'jurisdiction',
  'tier',
  'outcome',
  'entity_id',
  'official_name',
  'status',
  'good_standing',
  'jurisdiction_id',
  'confidence',
  'credits_charged',
  'error',
  'registration',
  'home_jurisdiction',
  'home_name',
  'closest',
  'evidence',
  'answer',
  'duplicate_of',
  'standing',
  'evidence_path',
  'record_id',
  'decision',
  'decided_by',
  'decided_at',
  'note',
] as const;

type Cells = Record<(typeof RESULT_COLUMNS)[number], string | number | boolean | readonly string[] | undefined>;

/** Separates several names in one CSV cell. NDJSON has an array instead. */
const BETWEEN_NAMES = ' | ';

export interface Shown {
  wanted: RowsWanted;
  /** The number of decisions about its rows. */
  decisions: number;
  /** Whether the reader may see who decided. */
  withPersons: boolean;
}

/** A strong tag: the rows of an ended batch change only by decisions, and their format never. */
export function entityTag({ id }: Batch, format: ResultFormat, { wanted, decisions, withPersons }: Shown): string {
  const isWhole = Object.values(wanted).every((each) => each === undefined);
  const chosen = isWhole ? [] : [fingerprint('results', wanted).slice(0, 16)];
  return `"${[id, format, WRITTEN_AS, decisions, ...(withPersons ? [] : ['n']), ...chosen].join('-')}"`;
}

/** Streams the results as bytes, in the file's order. */
export async function* resultsFile(
  { id }: Pick<Batch, 'id'>,
  rows: AsyncIterable<ResultRow[]>,
  format: ResultFormat,
  withPersons = true,
): AsyncGenerator<Buffer> {
  if (format === 'csv') yield Buffer.from(csvLine(RESULT_COLUMNS));
  for await (const some of rows) {
    const lines = some.map((row) => cellsOf(id, row, withPersons)).map(format === 'csv' ? toCsv : toJsonLine);
    yield Buffer.from(lines.join(''));
  }
}

function cellsOf(id: Batch['id'], row: ResultRow, withPersons: boolean): Cells {
  const { decision } = row;
  return {
    line: row.line,
    custom_id: row.customId,
    entity_name: row.entityName,
    jurisdiction: row.jurisdiction,
    tier: row.tier,
    outcome: row.outcome,
    entity_id: row.entityId,
    official_name: row.officialName,
    status: row.status,
    good_standing: row.goodStanding,
    jurisdiction_id: row.jurisdictionId,
    confidence: row.confidence,
    credits_charged: row.creditsCharged,
    error: row.error,
    registration: row.registration?.kind ?? undefined,
    home_jurisdiction: row.registration?.home?.jurisdiction,
    home_name: row.registration?.home?.name,
    closest: row.closest,
    evidence: findingsInWords(row),
    answer: row.answer,
    duplicate_of: row.duplicateOf,
    standing: row.standing,
    evidence_path: isAnswered(row.answer) ? `/v1/batches/${id}/rows/${row.line}/evidence` : undefined,
    record_id: row.recordId,
    decision: decision && decisionCell(decision),
    decided_by: withPersons ? decision?.decidedBy : undefined,
    decided_at: decision?.recordedAt.toISOString(),
    note: decision?.note,
  };
}

/** `address: another town; officer: the register names this person`. */
export function findingsInWords({ findings }: Pick<ResultRow, 'findings'>): string | undefined {
  return findings.length === 0 ? undefined : findings.map(({ kind, detail }) => `${kind}: ${detail}`).join('; ');
}

function toCsv(cells: Cells): string {
  return csvLine(
    RESULT_COLUMNS.map((column) => {
      const value = cells[column] ?? '';
      return csvText(column, typeof value === 'object' ? value.join(BETWEEN_NAMES) : String(value));
    }),
  );
}

/** Every line has every field; unknown values are null. */
function toJsonLine(cells: Cells): string {
  return `${JSON.stringify(Object.fromEntries(RESULT_COLUMNS.map((column) => [column, cells[column] ?? null])))}\n`;
}
