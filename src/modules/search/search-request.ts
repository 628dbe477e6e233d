import type { Idempotency } from '../../core/idempotency/run-idempotently.js';
import type { SearchRequest } from '../../core/search/search-entities.js';
import { evidenceIn } from '../http/input/business-fields.js';
import { fingerprint } from '../http/request.js';
import type { SearchBody } from './search.dto.js';

/**
 * Converts a body to the use case's arguments, the same for REST and tools, so that a key never
 * stands for two requests.
 */
export function searchRequest(
  body: SearchBody,
  { key, waitSeconds }: { key: string | undefined; waitSeconds: number | undefined },
): [SearchRequest, Idempotency] {
  const request = {
    entityName: body.entity_name,
    where: { jurisdictions: body.jurisdictions, countries: body.countries },
    evidence: evidenceIn(body),
    page: { limit: body.limit, offset: body.offset },
    maxCredits: body.max_credits,
    waitMs: waitSeconds === undefined ? undefined : waitSeconds * 1000,
  };
  return [request, { key, fingerprint: () => fingerprint('POST /v1/search', body) }];
}
