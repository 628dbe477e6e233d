import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { MOST_BUDGET_CREDITS } from '../../core/billing/budget.js';
import { inCredits } from '../../core/billing/pricing.js';
import { LONGEST_LABEL } from '../../core/limits.js';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import { CHANGE_CODES, type ChangeCode } from '../../core/watches/compare.js';
import { PERIODS, priceOfCheck, WATCH_STATUSES, type Period, type WatchStatus } from '../../core/watches/watch.js';
import { LONGEST_WEBHOOK_URL } from '../../core/webhooks/public-address.js';
import { CursorQuery } from '../http/answers/paging.js';
import { Text } from '../http/input/request-schema.js';

const COST_OF_CHECKS = `an answered check costs ${inCredits(priceOfCheck('quick'))} (quick) or ${inCredits(priceOfCheck('deep'))} (deep)`;
const TIER = {
  type: 'string' as const,
  description: `How much is asked for; ${COST_OF_CHECKS}. Deep falls back to quick where the register offers no more.`,
  example: 'quick',
};
const ON = {
  description: 'Of which changes to be told; all when left out. What happens to the watch itself is always told.',
  example: ['DISSOLVED', 'GOOD_STANDING_LOST'],
  maxItems: CHANGE_CODES.length,
};
const WEBHOOK_URL = {
  description:
    'An https address that is told; it must resolve to publicly reachable addresses. The feed has every event anyway.',
  example: 'https://hooks.example.com/standing',
};
const CAP = {
  description: 'The most credits it may cost in a calendar month (UTC); then it pauses until the next.',
  example: 31,
};
const EVERY = { type: 'string' as const, description: 'How often the register is asked.', example: '7d' };

export class CreateWatchBody {
  @IsString()
  @JSONSchema({
    description: 'The business to watch: the entity_id of an answer.',
    example: 'ent_01jw3v2r000000000000000000',
  })
  entity_id!: string;

  @IsIn([...PERIODS])
  @JSONSchema(EVERY)
  every!: Period;

  @IsOptional()
  @IsIn([...TIERS])
  @JSONSchema({ ...TIER, default: 'quick' })
  tier: Tier = 'quick';

  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn([...CHANGE_CODES], { each: true })
  @JSONSchema(ON)
  on?: ChangeCode[];

  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_WEBHOOK_URL)
  @JSONSchema(WEBHOOK_URL)
  webhook_url?: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST_BUDGET_CREDITS)
  @JSONSchema(CAP)
  max_credits_per_month?: number;
}

export class UpdateWatchBody {
  @IsOptional()
  @IsIn([...PERIODS])
  @JSONSchema({ ...EVERY, 'x-shown': true })
  every?: Period;

  @IsOptional()
  @IsIn([...TIERS])
  @JSONSchema(TIER)
  tier?: Tier;

  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn([...CHANGE_CODES], { each: true })
  @JSONSchema(ON)
  on?: ChangeCode[];

  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_WEBHOOK_URL)
  @JSONSchema({ description: WEBHOOK_URL.description, type: ['string', 'null'] })
  webhook_url?: string | null;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST_BUDGET_CREDITS)
  @JSONSchema({ ...CAP, type: ['integer', 'null'] })
  max_credits_per_month?: number | null;
}

export class WatchesQuery extends CursorQuery {
  @IsOptional()
  @IsIn([...WATCH_STATUSES])
  @JSONSchema({ type: 'string', description: 'Only watches that stand like this.' })
  status?: WatchStatus;

  @IsOptional()
  @Text(1, LONGEST_LABEL, 'Only watches in this jurisdiction.', 'us-co')
  jurisdiction?: string;
}

export class AdvanceBody {
  @IsString()
  @JSONSchema({ description: 'By how much: a whole number and s, m, h or d; ten years at most.', example: '30d' })
  by!: string;
}
