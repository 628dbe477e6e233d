import type { Idempotency } from '../../core/idempotency/run-idempotently.js';
import type { VerificationRequest } from '../../core/verification/verify-business.js';
import { evidenceIn } from '../http/input/business-fields.js';
import { fingerprint } from '../http/request.js';
import type { VerifyBody } from './verification.dto.js';

/**
 * Converts a body to the use case's arguments, the same for REST and tools, so that a key never
 * stands for two requests.
 */
export function verifyRequest(
  body: VerifyBody,
  { key, waitSeconds }: { key: string | undefined; waitSeconds: number },
): [VerificationRequest, Idempotency] {
  const request = {
    entityName: body.entity_name,
    jurisdiction: body.jurisdiction,
    jurisdictionId: body.jurisdiction_id,
    evidence: evidenceIn(body),
    tier: body.tier,
    forceRefresh: body.force_refresh,
    maxCredits: body.max_credits,
    waitMs: waitSeconds * 1000,
    webhookUrl: body.webhook_url,
  };
  return [request, { key, fingerprint: () => fingerprint('POST /v1/verify', body) }];
}
