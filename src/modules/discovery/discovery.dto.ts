import { OneOf, Optional, StringField, ComparedText } from '../http/input/fields.js';
import { MAX_LABEL_LENGTH } from '../../core/limits.js';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import type { JurisdictionFilter } from '../../core/registries/jurisdictions.js';

export class JurisdictionsQuery implements JurisdictionFilter {
  @Optional()
  @StringField({ pattern: /^[a-z]{2}$/, description: 'Only jurisdictions of this country.', example: 'us' })
  country?: string;

  @Optional()
  @OneOf(TIERS, { description: 'Only jurisdictions that offer this tier now.' })
  tier?: Tier;

  @Optional()
  @ComparedText(1, MAX_LABEL_LENGTH, 'Part of the name or code.', 'colorado')
  name?: string;
}
