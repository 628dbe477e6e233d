import { insufficientCredits, limitThatRefuses, type Shortage } from '../../../core/billing/budget.js';
import { AppError } from '../../../core/errors.js';
import { WriteConflict } from '../../../core/ports.js';
import type { QueuedWrite, WriteSet } from './pending-writes.js';

/**
 * The reason a write set was left out of its write batch. `limits` are the insufficient ones if it
 * is `unpaid`.
 */
export interface Refusal {
  place: number;
  reason: 'moved' | 'crowded' | 'unpaid';
  limits: { limited_by: Shortage['limitedBy']; available: number; resets_at: string | null }[] | null;
}

/** Each worker ends some hundreds of jobs a minute, so there is room again soon. */
const ROOM_AFTER_SECONDS = 30;

export function refusedWrite({ reason, limits }: Refusal, writes: WriteSet): Error {
  if (reason === 'moved') return new WriteConflict('what this was decided on has changed meanwhile');
  if (reason === 'unpaid') return unpaid(creditsOf(writes), limits ?? []);
  const most = writes.find((write): write is Extract<QueuedWrite, { kind: 'jobs.join' }> => write.kind === 'jobs.join')
    ?.row.most;
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `This account has ${most} unfinished jobs, the maximum. Nothing was charged.`,
    details: { retry_after_seconds: ROOM_AFTER_SECONDS, unfinished_jobs: most },
    suggestion: 'Wait until some of them have ended.',
  });
}

function unpaid(required: number, rows: NonNullable<Refusal['limits']>): AppError {
  const limits = rows.map(({ limited_by: limitedBy, available, resets_at: resetsAt }) => {
    return { limitedBy, available, resetsAt: resetsAt === null ? undefined : new Date(resetsAt) };
  });
  return insufficientCredits(required, limitThatRefuses(required, limits) ?? { limitedBy: 'balance', available: 0 });
}

function creditsOf(writes: WriteSet): number {
  return writes.reduce((sum, write) => sum + (write.kind === 'charges.insert' ? write.row.amount : 0), 0);
}
