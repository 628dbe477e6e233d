import { BooleanField, IntegerField, Optional, StringField, ComparedText } from '../http/input/fields.js';
import { PRICES } from '../../core/billing/pricing.js';
import { MAX_ENTITY_NAME_LENGTH, MAX_LABEL_LENGTH } from '../../core/limits.js';
import { CursorQuery, PageQuery } from '../http/answers/paging.js';
import { lastMoment } from '../http/input/moments.js';
import type { HistoryRequest } from '../../core/entities/read-history.js';
import type { Idempotency } from '../../core/idempotency/run-idempotently.js';
import { parseId } from '../../core/ids.js';
import { fingerprint } from '../http/request.js';

const AS_OF = {
  description: 'The state known at that time: a date (until the end of that day, UTC) or a timestamp with its offset.',
  example: '2026-01-31',
};

export class EntitiesQuery extends CursorQuery {
  @Optional()
  @ComparedText(1, MAX_ENTITY_NAME_LENGTH, 'Only businesses whose name contains this text.', 'lanterns')
  text?: string;

  @Optional()
  @ComparedText(1, MAX_LABEL_LENGTH, 'Only businesses of this jurisdiction.', 'us-co')
  jurisdiction?: string;

  @Optional()
  @BooleanField({ description: 'Only watched businesses, or only unwatched ones.' })
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
    description: 'Maximum price; a request that could cost more is refused, free of charge.',
    example: PRICES.history,
  })
  max_credits?: number;
}

/** Parses `as_of`. Throws `VALIDATION_ERROR` for an invalid date or time. */
export function momentOf(asOf: string | undefined): Date | undefined {
  return asOf === undefined ? undefined : lastMoment('as_of', asOf);
}

/**
 * Converts a page's query to the use case's arguments, the same for REST and tools, so that a key
 * never stands for two requests.
 */
export function historyRequest(
  id: string,
  { as_of, max_credits: maxCredits, limit, offset }: HistoryQuery,
  key: string | undefined,
): [HistoryRequest, Idempotency] {
  const request = { entityId: parseId('ent', id), asOf: momentOf(as_of), page: { limit, offset }, maxCredits };
  return [request, { key, fingerprint: () => fingerprint('GET /v1/entity/history', { id, as_of, limit, offset }) }];
}
