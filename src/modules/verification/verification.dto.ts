import type { Idempotency } from '../../core/idempotency/run-idempotently.js';
import type { VerificationRequest } from '../../core/verification/verify-business.js';
import { fingerprint } from '../http/request.js';
import { AddressField, NameField, OfficerField, evidenceIn } from '../http/input/business-fields.js';
import { ReferenceField } from '../http/input/reference-field.js';
import { BooleanField, IntegerField, OneOf, Optional, StringField, ComparedText } from '../http/input/fields.js';
import { inCredits, PRICES } from '../../core/billing/pricing.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../core/registries/record-numbers.js';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../core/webhooks/public-address.js';

export class VerifyBody {
  @NameField('The name, as you know it.', 'Imaginary Lanterns LLC')
  entity_name!: string;

  @StringField({
    description: 'The jurisdiction; GET /v1/jurisdictions lists the codes.',
    forTools: 'The jurisdiction; list_jurisdictions lists the codes.',
    example: 'us-co',
  })
  jurisdiction!: string;

  @Optional()
  @ComparedText(
    1,
    MAX_RECORD_NUMBER_LENGTH,
    'Number of the business in the register; name and number must agree.',
    '20019000001',
  )
  jurisdiction_id?: string;

  @Optional()
  @OneOf(TIERS, {
    description: `quick (${inCredits(PRICES.quick)}) or deep (${inCredits(PRICES.deep)}).`,
    example: 'quick',
  })
  tier: Tier = 'quick';

  @Optional()
  @BooleanField({
    description: `Ask the register even if the answer is cached; deep only (${inCredits(PRICES.deepForceRefresh)}).`,
  })
  force_refresh: boolean = false;

  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Maximum price; a request that could cost more is refused, free of charge.',
    forTools: 'The most credits it may cost.',
    example: PRICES.deepForceRefresh,
  })
  max_credits?: number;

  @Optional()
  @StringField({
    maxLength: MAX_WEBHOOK_URL_LENGTH,
    printable: true,
    description: 'The public https address that receives the result of the job.',
    example: 'https://hooks.example.com/standing',
  })
  webhook_url?: string;

  @AddressField()
  address?: unknown;

  @OfficerField()
  officer?: string;

  @ReferenceField()
  reference?: string;
}

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
    reference: body.reference,
    tier: body.tier,
    forceRefresh: body.force_refresh,
    maxCredits: body.max_credits,
    waitMs: waitSeconds * 1000,
    webhookUrl: body.webhook_url,
  };
  return [request, { key, fingerprint: () => fingerprint('POST /v1/verify', body) }];
}
