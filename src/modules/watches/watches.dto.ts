import { ReferenceField } from '../http/input/reference-field.js';
import { IntegerField, OneOf, Optional, SetOf, StringField, ComparedText } from '../http/input/fields.js';
import { MAX_BUDGET_CREDITS } from '../../core/billing/budget.js';
import { inCredits, PRICES } from '../../core/billing/pricing.js';
import { MAX_LABEL_LENGTH } from '../../core/limits.js';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import { CHANGE_CODES, type ChangeCode } from '../../core/watches/comparison/compare.js';
import { PERIODS, WATCH_STATUSES, type Period, type WatchStatus } from '../../core/watches/watch.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../core/webhooks/public-address.js';
import type { Idempotency } from '../../core/idempotency/run-idempotently.js';
import { parseId } from '../../core/ids.js';
import type { WatchRequest } from '../../core/watches/create-watch.js';
import type { WatchUpdate } from '../../core/watches/update-watch.js';
import { fingerprint } from '../http/request.js';
import { CursorQuery } from '../http/answers/paging.js';

const COST_OF_CHECKS = `an answered check costs ${inCredits(PRICES.quick)} (quick) or ${inCredits(PRICES.deep)} (deep)`;
const TIER = {
  description: `Tier of the checks; ${COST_OF_CHECKS}. Deep falls back to quick if the register offers no more.`,
  example: 'quick',
};
const ON = {
  description: 'The changes to report; all by default. Events about the watch itself are always reported.',
  example: ['DISSOLVED', 'GOOD_STANDING_LOST'],
  maxItems: CHANGE_CODES.length,
};
const WEBHOOK_URL = {
  description:
    'An https address that receives events; it must resolve to public addresses. The feed has every event in any case.',
  example: 'https://hooks.example.com/standing',
};
const CAP = {
  description: 'Maximum credits in a calendar month (UTC); then the watch pauses until the next month.',
  example: 31,
};
const EVERY = { description: 'The interval between checks.', example: '7d' };

export class CreateWatchBody {
  @StringField({
    description: 'The business to watch: the entity_id of an answer.',
    example: 'ent_01jw3v2r000000000000000000',
  })
  entity_id!: string;

  @OneOf(PERIODS, EVERY)
  every!: Period;

  @Optional()
  @OneOf(TIERS, TIER)
  tier: Tier = 'quick';

  @Optional()
  @SetOf(CHANGE_CODES, ON)
  on?: ChangeCode[];

  @Optional()
  @StringField({ maxLength: MAX_WEBHOOK_URL_LENGTH, printable: true, ...WEBHOOK_URL })
  webhook_url?: string;

  @Optional()
  @IntegerField({ minimum: 1, maximum: MAX_BUDGET_CREDITS, ...CAP })
  max_credits_per_month?: number;

  @ReferenceField()
  reference?: string;
}

/** Converts a body to the use case's arguments, the same for the API and the console. */
export function watchRequest(body: CreateWatchBody, key: string | undefined): [WatchRequest, Idempotency] {
  const { entity_id: entityId, every, tier, on, webhook_url: webhookUrl, reference } = body;
  const maxCreditsPerMonth = body.max_credits_per_month;
  return [
    { entityId: parseId('ent', entityId), every, tier, on, webhookUrl, maxCreditsPerMonth, reference },
    { key, fingerprint: () => fingerprint('POST /v1/watches', body) },
  ];
}

export class UpdateWatchBody {
  @Optional()
  @OneOf(PERIODS, { ...EVERY, shown: true })
  every?: Period;

  @Optional()
  @OneOf(TIERS, TIER)
  tier?: Tier;

  @Optional()
  @SetOf(CHANGE_CODES, ON)
  on?: ChangeCode[];

  @Optional()
  @StringField({
    maxLength: MAX_WEBHOOK_URL_LENGTH,
    printable: true,
    description: WEBHOOK_URL.description,
    nullable: true,
  })
  webhook_url?: string | null;

  @Optional()
  @IntegerField({ minimum: 1, maximum: MAX_BUDGET_CREDITS, ...CAP, nullable: true })
  max_credits_per_month?: number | null;

  @ReferenceField({ nullable: true })
  reference?: string | null;
}

export function watchUpdate(body: UpdateWatchBody): WatchUpdate {
  const { every, tier, on, webhook_url: webhookUrl, max_credits_per_month: maxCreditsPerMonth, reference } = body;
  return { every, tier, on, webhookUrl, maxCreditsPerMonth, reference };
}

export class CheckBody {
  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Maximum price of the check; a check that costs more is refused, free of charge.',
    example: 1,
  })
  max_credits?: number;
}

/** For a request without a body. */
export class CheckQuery extends CheckBody {}

export class WatchesQuery extends CursorQuery {
  @Optional()
  @OneOf(WATCH_STATUSES, { description: 'Only watches with this status. Ended ones are listed only by it.' })
  status?: WatchStatus;

  @Optional()
  @ComparedText(1, MAX_LABEL_LENGTH, 'Only watches in this jurisdiction.', 'us-co')
  jurisdiction?: string;
}

export class AdvanceBody {
  @StringField({ description: 'The distance: a whole number and s, m, h or d; ten years at most.', example: '30d' })
  by!: string;
}
