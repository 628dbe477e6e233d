import { BooleanField, IntegerField, Optional, StringField, Text } from '../http/input/fields.js';
import { PRICES } from '../../core/billing/pricing.js';
import { invalid } from '../../core/invalid-request.js';
import { MAX_ENTITY_NAME_LENGTH, MAX_LABEL_LENGTH } from '../../core/limits.js';
import { CursorQuery, PageQuery } from '../http/answers/paging.js';

const AS_OF = {
  description: 'Answer as it was known then: a date (to the end of that day, UTC) or a timestamp with its offset.',
  example: '2026-01-31',
};

export class EntitiesQuery extends CursorQuery {
  @Optional()
  @Text(1, MAX_ENTITY_NAME_LENGTH, 'Only businesses whose name holds this.', 'lanterns')
  text?: string;

  @Optional()
  @Text(1, MAX_LABEL_LENGTH, 'Only businesses of this jurisdiction.', 'us-co')
  jurisdiction?: string;

  @Optional()
  @BooleanField({ description: 'Only businesses that are watched, or that are not.' })
  watched?: boolean;
}

export class EntityQuery {
  @Optional()
  @StringField({ ...AS_OF })
  as_of?: string;
}

export class HistoryQuery extends PageQuery {
  @Optional()
  @StringField({ ...AS_OF })
  as_of?: string;

  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The most credits it may cost; it is refused, free of charge, when it could cost more.',
    example: PRICES.history,
  })
  max_credits?: number;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
const DAY_MS = 86_400_000;

/**
 * The moment that `as_of` means; throws `VALIDATION_ERROR` for what is no day of the calendar or no
 * time.
 */
export function momentOf(asOf: string | undefined): Date | undefined {
  if (asOf === undefined) return undefined;
  if (isDay(asOf)) return new Date(Date.parse(asOf) + DAY_MS - 1);
  // The plus of an offset means a blank in a query string, and is easily forgotten there.
  const text = asOf.replace(' ', '+').toUpperCase();
  const [, day] = TIMESTAMP.exec(text) ?? [];
  const moment = new Date(text);
  if (day !== undefined && isDay(day) && !Number.isNaN(moment.getTime())) return moment;
  throw invalid('query', 'as_of', 'must be a date such as 2026-01-31 or a timestamp such as 2026-01-31T12:00:00Z');
}

/** 30 February is none. */
function isDay(text: string): boolean {
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
