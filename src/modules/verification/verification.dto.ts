import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { inCredits, PRICES } from '../../core/billing/pricing.js';
import { JSONSchema } from 'class-validator-jsonschema';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import { Text } from '../http/fields.js';

export class VerifyBody {
  @Text(1, 300, 'The name of the business, as you know it.', 'Aspen Meridian Outfitters LLC')
  entity_name!: string;

  @IsString()
  @JSONSchema({
    description: 'Where it should be registered; GET /v1/jurisdictions lists the codes.',
    example: 'us-co',
  })
  jurisdiction!: string;

  @IsOptional()
  @IsIn([...TIERS])
  @JSONSchema({
    type: 'string',
    description: `How much is asked for: quick (${inCredits(PRICES.quick)}) or deep (${inCredits(PRICES.deep)}).`,
    example: 'quick',
    default: 'quick',
  })
  tier: Tier = 'quick';

  @IsOptional()
  @IsBoolean()
  @JSONSchema({
    description: `Ask the register even when a recent answer is known; deep only (${inCredits(PRICES.deepForceRefresh)}).`,
    default: false,
  })
  force_refresh: boolean = false;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  @JSONSchema({
    description: 'The most credits it may cost; when it could cost more it is refused and nothing is charged.',
    example: PRICES.deepForceRefresh,
  })
  max_credits?: number;

  @IsOptional()
  @IsString()
  @JSONSchema({
    description: 'An https address that is told how the job ended; it must resolve to publicly reachable addresses.',
    example: 'https://hooks.example.com/standing',
  })
  webhook_url?: string;
}
