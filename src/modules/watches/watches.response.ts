import { z } from 'zod';
import type { Id } from '../../core/ids.js';
import { pageOf } from '../../core/page.js';
import { MAX_LISTED } from '../../core/limits.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { CHANGE_CODES } from '../../core/watches/comparison/compare.js';
import type { SandboxTime } from '../../core/watches/ports.js';
import { PAUSE_REASONS, PERIODS, WATCH_STATUSES, type Watch } from '../../core/watches/watch.js';
import {
  idOf,
  jurisdictionCode,
  listOf,
  moment,
  named,
  oneOf,
  publicUrl,
  whole,
} from '../http/answers/answer-fields.js';
import { referenceAnswer, referenceField } from '../http/answers/record-fields.js';
import { cursorPage } from '../http/answers/paging.js';

export const WatchShape = named(
  'Watch',
  'A subscription to changes of a business. In the sandbox its times are those of the sandbox clock.',
  z.object({
    watch_id: idOf('wch', 'Id for GET /v1/watches/{id}.'),
    entity_id: idOf('ent', 'The watched business.'),
    jurisdiction: jurisdictionCode('The jurisdiction of that business.'),
    status: oneOf(WATCH_STATUSES, 'paused: the register is not asked for now. ended: it was paused for too long.'),
    reason: oneOf(PAUSE_REASONS, 'The reason for the pause, also of one that ended the watch.').optional(),
    every: oneOf(PERIODS, 'The interval between checks.'),
    tier: oneOf(TIERS, 'The tier of the checks.'),
    on: listOf(oneOf(CHANGE_CODES, 'A change to notify about.'), 'The changes to report.', CHANGE_CODES.length),
    webhook_url: publicUrl('Receives events, in addition to the feed.').optional(),
    max_credits_per_month: whole('Maximum credits in a calendar month.', { least: 1 }).optional(),
    reference: referenceField(),
    created_at: moment('Time of creation.'),
    next_check_at: moment(
      'Time of the next check; absent while paused, and for mirrored registers, which are checked with every new edition.',
    ).optional(),
    last_checked_at: moment('Time of the last answered check.').optional(),
    blind_since: moment('Time of the first of at least two checks in a row without an answer.').optional(),
    ended_at: moment('Time of the end.').optional(),
  }),
);

export const WatchesShape = cursorPage('wch', 'Watches', 'A page of watches.', {
  watches: listOf(WatchShape, 'Oldest first.', MAX_LISTED),
});

export const CheckShape = named(
  'WatchCheck',
  'The check is in progress.',
  z.object({
    status: z.literal('pending').meta({ description: 'The register is being queried.' }),
    job_id: idOf('job', 'Id for GET /v1/verify/status/{jobId}.'),
  }),
);

export const ClockShape = named(
  'SandboxClock',
  'The clock of the sandbox.',
  z.object({
    sandbox_time: moment('The time it shows. It moves only by advances.'),
    began_at: moment('The time at which it started.'),
    advancing_to: moment('The target of the current advance; absent when it is reached.').optional(),
  }),
);

export function watchAnswer(watch: Watch): z.infer<typeof WatchShape> {
  const { id, entityId, jurisdiction, status, pauseReason, every, tier, on, webhookUrl, maxCreditsPerMonth } = watch;
  const { createdAt, nextCheckAt, lastCheckedAt, blindSince, endedAt } = watch;
  return {
    watch_id: id,
    entity_id: entityId,
    jurisdiction,
    status,
    ...(pauseReason && { reason: pauseReason }),
    every,
    tier,
    on: [...(on ?? CHANGE_CODES)],
    ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
    ...(maxCreditsPerMonth !== undefined && { max_credits_per_month: maxCreditsPerMonth }),
    ...referenceAnswer(watch),
    created_at: createdAt.toISOString(),
    ...(nextCheckAt && { next_check_at: nextCheckAt.toISOString() }),
    ...(lastCheckedAt && { last_checked_at: lastCheckedAt.toISOString() }),
    ...(blindSince && { blind_since: blindSince.toISOString() }),
    ...(endedAt && { ended_at: endedAt.toISOString() }),
  };
}

export function watchesAnswer(found: readonly Watch[], limit: number): z.infer<typeof WatchesShape> {
  const { items, next } = pageOf(found, limit);
  return { watches: items.map(watchAnswer), ...(next && { next_cursor: next }) };
}

export function checkAnswer(jobId: Id<'job'>): z.infer<typeof CheckShape> {
  return { status: 'pending', job_id: jobId };
}

export function clockAnswer({ sandboxTime, beganAt, advancingTo }: SandboxTime): z.infer<typeof ClockShape> {
  return {
    sandbox_time: sandboxTime.toISOString(),
    began_at: beganAt.toISOString(),
    ...(advancingTo && { advancing_to: advancingTo.toISOString() }),
  };
}
