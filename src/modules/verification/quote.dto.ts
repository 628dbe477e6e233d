import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { MOST_BUDGET_CREDITS } from '../../core/billing/budget.js';
import { LONGEST_RECORD_NUMBER } from '../../core/registries/record-numbers.js';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import { CHANGE_CODES, type ChangeCode } from '../../core/watches/compare.js';
import { PERIODS, type Period } from '../../core/watches/watch.js';
import { Text } from '../http/input/request-schema.js';
import { PageQuery } from '../http/answers/paging.js';
import { LONGEST_ENTITY_NAME } from '../../core/limits.js';

/** The body of POST /v1/verify, of POST /v1/search or of POST /v1/watches: whichever request is to be priced. */
export class QuoteBody extends PageQuery {
  @IsOptional()
  @Text(1, LONGEST_ENTITY_NAME, 'For a verification or a search: the name of the business.', 'Imaginary Lanterns LLC')
  entity_name?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ description: 'For a verification: where it should be registered.', example: 'us-co', 'x-shown': true })
  jurisdiction?: string;

  @IsOptional()
  @Text(1, LONGEST_RECORD_NUMBER, 'For a verification: the number of the business in the register.', '20019000001')
  jurisdiction_id?: string;

  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @IsString({ each: true })
  @JSONSchema({ description: 'For a search, instead of jurisdiction: where to look.' })
  jurisdictions?: string[];

  @IsOptional()
  @IsString()
  @JSONSchema({ description: 'For a watch, instead of both: the business to be watched.' })
  entity_id?: string;

  @IsOptional()
  @IsIn([...PERIODS])
  @JSONSchema({ type: 'string', description: 'For a watch: how often the register is asked.' })
  every?: Period;

  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn([...CHANGE_CODES], { each: true })
  @JSONSchema({ description: 'As in POST /v1/watches; does not change the price.', maxItems: CHANGE_CODES.length })
  on?: ChangeCode[];

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST_BUDGET_CREDITS)
  @JSONSchema({ description: 'As in POST /v1/watches; a month costs no more.' })
  max_credits_per_month?: number;

  @IsOptional()
  @IsIn([...TIERS])
  @JSONSchema({ type: 'string', description: 'As in POST /v1/verify.', example: 'quick', default: 'quick' })
  tier: Tier = 'quick';

  @IsOptional()
  @IsBoolean()
  @JSONSchema({ description: 'As in POST /v1/verify.', default: false })
  force_refresh: boolean = false;

  @IsOptional()
  @IsString()
  @JSONSchema({ description: 'As in POST /v1/verify; does not change the price.' })
  webhook_url?: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  @JSONSchema({ description: 'As in the request to be priced; does not change the price.' })
  max_credits?: number;
}
