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

export const WatchShape = named(
  'Watch',
  'An order to look at a business from time to time. Its times are those of the sandbox clock in a sandbox.',
  z.object({
    watch_id: idOf('wch', 'For GET /v1/watches/{id}.'),
    entity_id: idOf('ent', 'What it watches.'),
    jurisdiction: jurisdictionCode('Where that is registered.'),
    status: oneOf(WATCH_STATUSES, 'paused: nothing is asked for now.'),
    reason: oneOf(PAUSE_REASONS, 'Why it is paused.').optional(),
    every: oneOf(PERIODS, 'How often the register is asked.'),
    tier: oneOf(TIERS, 'How much is asked for.'),
    on: listOf(oneOf(CHANGE_CODES, 'A change to notify about.'), 'The changes it notifies about.', CHANGE_CODES.length),
    webhook_url: publicUrl('Where it tells them, beside the feed.').optional(),
    max_credits_per_month: whole('The most it may cost in a calendar month.', { least: 1 }).optional(),
    created_at: moment('When it was made.'),
    next_check_at: moment(
      'When the register is asked next; absent while paused, and in a register that is mirrored, which is looked at whenever a new edition comes in.',
    ).optional(),
    last_checked_at: moment('The last check that was answered.').optional(),
    blind_since: moment('Since when at least two checks in a row had no answer.').optional(),
  }),
);

export const WatchesShape = named(
  'Watches',
  'A page of watches.',
  z.object({
    watches: listOf(WatchShape, 'Oldest first.', MAX_LISTED),
    next_cursor: idOf('wch', 'Send it as cursor for the next page; absent on the last.').optional(),
  }),
);

export const CheckShape = named(
  'WatchCheck',
  'The check is being made.',
  z.object({
    status: z.literal('pending').meta({ description: 'The register is being asked.' }),
    job_id: idOf('job', 'For GET /v1/verify/status/{jobId}.'),
  }),
);

export const ClockShape = named(
  'SandboxClock',
  'The clock of the sandbox.',
  z.object({
    sandbox_time: moment('What it shows. It stands still between advances.'),
    began_at: moment('Where it began.'),
    advancing_to: moment('Where it is going; absent when it is there.').optional(),
  }),
);

export function watchAnswer(watch: Watch): z.infer<typeof WatchShape> {
  const { id, entityId, jurisdiction, status, pauseReason, every, tier, on, webhookUrl, maxCreditsPerMonth } = watch;
  const { createdAt, nextCheckAt, lastCheckedAt, blindSince } = watch;
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
    created_at: createdAt.toISOString(),
    ...(nextCheckAt && { next_check_at: nextCheckAt.toISOString() }),
    ...(lastCheckedAt && { last_checked_at: lastCheckedAt.toISOString() }),
    ...(blindSince && { blind_since: blindSince.toISOString() }),
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
