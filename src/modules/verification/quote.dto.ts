import { ArrayNotEmpty, IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import { Text } from '../http/fields.js';
import { PageQuery } from '../http/paging.js';

/** The body of POST /v1/verify, or that of POST /v1/search: whichever request is to be priced. */
export class QuoteBody extends PageQuery {
  @Text(1, 300, 'The name of the business.', 'Aspen Meridian Outfitters LLC')
  entity_name!: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ description: 'For a verification: where it should be registered.', example: 'us-co' })
  jurisdiction?: string;

  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @IsString({ each: true })
  @JSONSchema({ description: 'For a search, instead of jurisdiction: where to look.' })
  jurisdictions?: string[];

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
