import type { Idempotency } from '../../core/idempotency/run-idempotently.js';
import type { SearchRequest } from '../../core/search/search-entities.js';
import { fingerprint } from '../http/request.js';
import { AddressField, NameField, OfficerField, evidenceIn } from '../http/input/business-fields.js';
import { ReferenceField } from '../http/input/reference-field.js';
import { IntegerField, Optional, StringList } from '../http/input/fields.js';
import { inCredits, PRICES } from '../../core/billing/pricing.js';
import { PageQuery } from '../http/answers/paging.js';
import { MAX_COUNTRY_LENGTH, MAX_JURISDICTIONS, MAX_REGISTERS } from '../../core/limits.js';

const codesListedBy = (list: string) =>
  `Up to ${MAX_JURISDICTIONS} different codes; ${list} lists them. ${inCredits(PRICES.searchPerJurisdiction)} each. Without jurisdictions and countries: everywhere.`;

export class SearchBody extends PageQuery {
  @NameField('The name, or a part of it.', 'Imaginary Lanterns')
  entity_name!: string;

  @Optional()
  @StringList({
    description: codesListedBy('GET /v1/jurisdictions'),
    forTools: codesListedBy('list_jurisdictions'),
    example: ['us-co', 'us-ny'],
    shown: true,
  })
  jurisdictions?: string[];

  @Optional()
  @StringList({
    description: 'Instead of jurisdictions: all registers of these countries.',
    maxItems: MAX_REGISTERS,
    maxLength: MAX_COUNTRY_LENGTH,
    example: ['us', 'gb'],
  })
  countries?: string[];

  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Maximum price; a request that could cost more is refused, free of charge.',
    forTools: 'The most credits it may cost.',
    example: MAX_JURISDICTIONS * PRICES.searchPerJurisdiction,
  })
  max_credits?: number;

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
export function searchRequest(
  body: SearchBody,
  { key, waitSeconds }: { key: string | undefined; waitSeconds: number | undefined },
): [SearchRequest, Idempotency] {
  const request = {
    entityName: body.entity_name,
    where: { jurisdictions: body.jurisdictions, countries: body.countries },
    evidence: evidenceIn(body),
    reference: body.reference,
    page: { limit: body.limit, offset: body.offset },
    maxCredits: body.max_credits,
    waitMs: waitSeconds === undefined ? undefined : waitSeconds * 1000,
  };
  return [request, { key, fingerprint: () => fingerprint('POST /v1/search', body) }];
}
