import { createHash } from 'node:crypto';
import type { Period } from '../watch.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const PERIOD_MINUTES: Readonly<Record<Period, number>> = {
  '1d': DAY_MINUTES,
  '7d': 7 * DAY_MINUTES,
  '30d': 30 * DAY_MINUTES,
};
const HASH_BYTES = 6;
const MAX_MONTH_MINUTES = 31 * DAY_MINUTES;

/**
 * Returns the first scheduled check after `after`: the same minutes for every account, so that
 * equal watches query once, and spread over the period by a hash of the record, so that the
 * register is queried evenly. Counted from the origin of the clock, without drift.
 */
export function nextCheck(
  record: { jurisdiction: string; recordId: string },
  every: Period,
  { beganAt, after }: { beganAt: Date; after: Date },
): Date {
  const period = PERIOD_MINUTES[every];
  const phase = hashOf(`${record.jurisdiction}/${record.recordId}`) % period;
  const passed = Math.floor((after.getTime() - beganAt.getTime()) / MINUTE_MS);
  const periods = Math.floor((passed - phase) / period) + 1;
  return new Date(beganAt.getTime() + (phase + periods * period) * MINUTE_MS);
}

export function mostChecksInMonth(every: Period): number {
  return Math.ceil(MAX_MONTH_MINUTES / PERIOD_MINUTES[every]);
}

export function periodMs(every: Period): number {
  return PERIOD_MINUTES[every] * MINUTE_MS;
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, HASH_BYTES);
}
