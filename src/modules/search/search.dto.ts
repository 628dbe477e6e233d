import { AddressField, NameField, OfficerField } from '../http/input/business-fields.js';
import { IntegerField, Optional, StringList } from '../http/input/fields.js';
import { inCredits, PRICES } from '../../core/billing/pricing.js';
import { PageQuery } from '../http/answers/paging.js';
import { MAX_JURISDICTIONS } from '../../core/limits.js';
import { MAX_COUNTRIES } from '../../core/registries/jurisdictions.js';

export class SearchBody extends PageQuery {
  @NameField('The name, or the part of it that you know.', 'Imaginary Lanterns')
  entity_name!: string;

  @Optional()
  @StringList({
    description: `Where to look: up to ${MAX_JURISDICTIONS} codes, none twice; GET /v1/jurisdictions lists them. ${inCredits(PRICES.searchPerJurisdiction)} each. Without it and countries: everywhere.`,
    example: ['us-co', 'us-ny'],
    shown: true,
  })
  jurisdictions?: string[];

  @Optional()
  @StringList({
    description: 'Instead of jurisdictions: every register of these countries.',
    maxItems: MAX_COUNTRIES,
    maxLength: 2,
    example: ['us', 'gb'],
  })
  countries?: string[];

  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The most credits it may cost; refused, free of charge, beyond that.',
    example: MAX_JURISDICTIONS * PRICES.searchPerJurisdiction,
  })
  max_credits?: number;

  @AddressField()
  address?: unknown;

  @OfficerField()
  officer?: string;
}
