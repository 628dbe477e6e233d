import type { HistoryRequest } from '../../core/entities/read-history.js';
import type { Idempotency } from '../../core/idempotency/run-idempotently.js';
import { parseId } from '../../core/ids.js';
import { fingerprint } from '../http/request.js';
import { momentOf, type HistoryQuery } from './entities.dto.js';

/**
 * The use case's arguments for a page, the same for REST and tools: one key never means two
 * requests.
 */
export function historyRequest(
  id: string,
  { as_of, max_credits: maxCredits, limit, offset }: HistoryQuery,
  key: string | undefined,
): [HistoryRequest, Idempotency] {
  const request = { entityId: parseId('ent', id), asOf: momentOf(as_of), page: { limit, offset }, maxCredits };
  return [request, { key, fingerprint: () => fingerprint('GET /v1/entity/history', { id, as_of, limit, offset }) }];
}
