import { IsIn, IsOptional, Matches } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { LONGEST_LABEL } from '../../core/limits.js';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import type { JurisdictionFilter } from '../../core/registries/jurisdictions.js';
import { Text } from '../http/input/request-schema.js';

export class JurisdictionsQuery implements JurisdictionFilter {
  @IsOptional()
  @Matches(/^[a-z]{2}$/)
  @JSONSchema({ description: 'Only of this country.', example: 'us' })
  country?: string;

  @IsOptional()
  @IsIn([...TIERS])
  @JSONSchema({ type: 'string', description: 'Only those that offer it now.' })
  tier?: Tier;

  @IsOptional()
  @Text(1, LONGEST_LABEL, 'Part of the name or code.', 'colorado')
  name?: string;
}
