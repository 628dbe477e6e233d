import { MAX_REGISTERS, MAX_COUNTRY_LENGTH } from '../../core/limits.js';
import { AddressField, NameField, OfficerField } from '../http/input/business-fields.js';
import { ReferenceField } from '../http/input/reference-field.js';
import {
  BooleanField,
  IntegerField,
  OneOf,
  Optional,
  SetOf,
  StringField,
  StringList,
  ComparedText,
} from '../http/input/fields.js';
import { MAX_BUDGET_CREDITS } from '../../core/billing/budget.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../core/registries/record-numbers.js';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import { CHANGE_CODES, type ChangeCode } from '../../core/watches/comparison/compare.js';
import { PERIODS, type Period } from '../../core/watches/watch.js';
import { PageQuery } from '../http/answers/paging.js';

/** The body of POST /v1/verify, /v1/search or /v1/watches, whichever request is to be priced. */
export class QuoteBody extends PageQuery {
  @Optional()
  @NameField('For a verification or a search: the name of the business.', 'Imaginary Lanterns LLC')
  entity_name?: string;

  @Optional()
  @StringField({ description: 'For a verification: the jurisdiction.', example: 'us-co', shown: true })
  jurisdiction?: string;

  @Optional()
  @ComparedText(
    1,
    MAX_RECORD_NUMBER_LENGTH,
    'For a verification: number of the business in the register.',
    '20019000001',
  )
  jurisdiction_id?: string;

  @Optional()
  @StringList({ description: 'For a search, instead of jurisdiction: the jurisdictions.' })
  jurisdictions?: string[];

  @Optional()
  @StringList({
    description: 'For a search, instead of jurisdictions.',
    maxItems: MAX_REGISTERS,
    maxLength: MAX_COUNTRY_LENGTH,
  })
  countries?: string[];

  @Optional()
  @StringField({ description: 'For a watch, instead of both: the business.' })
  entity_id?: string;

  @Optional()
  @OneOf(PERIODS, { description: 'For a watch: the interval between checks.' })
  every?: Period;

  @Optional()
  @SetOf(CHANGE_CODES, {
    description: 'As in POST /v1/watches; does not change the price.',
    maxItems: CHANGE_CODES.length,
  })
  on?: ChangeCode[];

  @Optional()
  @IntegerField({
    minimum: 1,
    maximum: MAX_BUDGET_CREDITS,
    description: 'As in POST /v1/watches; caps the price of a month.',
  })
  max_credits_per_month?: number;

  @Optional()
  @OneOf(TIERS, { description: 'As in POST /v1/verify.', example: 'quick' })
  tier: Tier = 'quick';

  @Optional()
  @BooleanField({ description: 'As in POST /v1/verify.' })
  force_refresh: boolean = false;

  @Optional()
  @StringField({ printable: true, description: 'As in POST /v1/verify; does not change the price.' })
  webhook_url?: string;

  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'As in the quoted request; does not change the price.',
  })
  max_credits?: number;

  @ReferenceField({ description: 'As in the quoted request; does not change the price.' })
  reference?: string;

  @AddressField()
  address?: unknown;

  @OfficerField()
  officer?: string;
}
