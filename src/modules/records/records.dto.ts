import { parseId, type Id } from '../../core/ids.js';
import { invalid, invalidAny } from '../../core/invalid-request.js';
import { MAX_LABEL_LENGTH, MAX_REFERENCE_LENGTH } from '../../core/limits.js';
import type { RecordFilter, RecordsWanted } from '../../core/records/ports.js';
import { RECORD_OUTCOMES, type RecordOutcome } from '../../core/answers/record.js';
import { CursorQuery, cursorIn } from '../http/answers/paging.js';
import { BooleanField, ComparedText, OneOf, Optional, StringField } from '../http/input/fields.js';
import { firstMoment, lastMoment } from '../http/input/moments.js';
import { RECORD_FORMATS, type RecordFormat } from './records-file.js';

const MOMENT_MS = 1;

/** The filters of a list of records, also for administrators. */
export class RecordsPageQuery extends CursorQuery {
  @Optional()
  @StringField({
    description: 'Only records from this day (UTC) or moment on.',
    example: '2026-01-01',
    maxLength: 40,
  })
  from?: string;

  @Optional()
  @StringField({
    description: 'Only records up to this day (UTC, included) or moment.',
    example: '2026-01-31T12:00:00Z',
    maxLength: 40,
  })
  to?: string;

  @Optional()
  @StringField({
    minLength: 1,
    maxLength: MAX_REFERENCE_LENGTH,
    description: 'Only records with exactly this reference.',
    example: 'case-4711',
  })
  reference?: string;

  @Optional()
  @ComparedText(1, MAX_LABEL_LENGTH, 'Only records of this jurisdiction.', 'us-co')
  jurisdiction?: string;

  @Optional()
  @OneOf(RECORD_OUTCOMES, { description: 'Only records with this outcome.', example: 'absent' })
  outcome?: RecordOutcome;

  @Optional()
  @BooleanField({ description: 'Only records with a decision, or only those without.' })
  decided?: boolean;

  @Optional()
  @StringField({
    description: 'Only records whose answer was this business.',
    example: 'ent_01jzx3s2v7e4k9c0q8d5w6y7ab',
  })
  entity_id?: string;
}

export class RecordsQuery extends RecordsPageQuery {
  @Optional()
  @OneOf(['json', ...RECORD_FORMATS], {
    description:
      'csv and ndjson stream every record that fits, without limit and cursor; by default the Accept header decides, otherwise json.',
    example: 'json',
  })
  format?: 'json' | RecordFormat;
}

export class AdminRecordsQuery extends RecordsPageQuery {
  @StringField({ description: 'The account, also a deleted one.', example: 'acc_01jzx3s2v7e4k9c0q8d5w6y7ab' })
  account_id!: string;
}

/** Throws `VALIDATION_ERROR` for a text that is no moment, id or cursor. */
export function recordsRequest({ cursor, limit, ...filter }: RecordsPageQuery): RecordsWanted {
  return { ...recordFilter(filter), after: cursorIn('rec', cursor), limit };
}

export function recordFilter(query: Omit<RecordsPageQuery, 'cursor' | 'limit'>): RecordFilter {
  const { reference, jurisdiction, outcome, decided } = query;
  const from = query.from === undefined ? undefined : firstMoment('from', query.from);
  const last = query.to === undefined ? undefined : lastMoment('to', query.to);
  if (from && last && from > last) {
    throw invalidAny(['from', 'to'], (nameOf) => `${nameOf('from')} must not be after ${nameOf('to')}.`);
  }
  // Records are written to the microsecond, and shown to the millisecond.
  const until = last && new Date(last.getTime() + MOMENT_MS);
  // No record has it, and Postgres does not take it.
  if (reference?.includes('\0')) throw invalid('reference', 'must not contain NUL');
  return { from, until, reference, jurisdiction, outcome, decided, entityId: entityIn(query.entity_id) };
}

function entityIn(text: string | undefined): Id<'ent'> | undefined {
  const id = text === undefined ? undefined : parseId('ent', text);
  if (text !== undefined && !id) throw invalid('entity_id', 'must be the id of a business');
  return id;
}
