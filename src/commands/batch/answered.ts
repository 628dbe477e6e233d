import type { AnswerOf } from '@standing/client';
import { inCredits } from '../../core/billing/pricing.js';
import { duration, type ProgressLine } from '../cli/progress-display.js';

export type BatchState = AnswerOf<'getBatch'>;

export function batchLine({ status, accepted, counts, credits_charged, expected_seconds }: BatchState): ProgressLine {
  const answered = accepted - counts.pending;
  const left = expected_seconds === undefined ? '' : `  ${duration(expected_seconds)} left`;
  return {
    phase: status,
    share: accepted === 0 ? 1 : answered / accepted,
    text: `${inWords(answered)} of ${inWords(accepted)} rows  ${inCredits(credits_charged)}${left}`,
  };
}

export function countsInWords({ counts, rejected }: Pick<BatchState, 'counts' | 'rejected'>): string {
  const words = Object.entries({ ...counts, rejected }).filter(([, count]) => count > 0);
  return words.map(([outcome, count]) => `${inWords(count)} ${outcome.replace('_', ' ')}`).join(', ') || 'no row';
}

export function pauseInWords({ reason, resets_at }: NonNullable<BatchState['paused']>): string {
  const again = resets_at === undefined ? '' : ` It resets at ${resets_at}.`;
  switch (reason) {
    case 'balance':
      return 'The balance does not cover the next row. Once the account has more credits, resume it:';
    case 'key_budget':
      return `The budget of the key does not cover the next row.${again} Wait for that or raise it, then resume it:`;
    case 'grant_budget':
      return `The budget of the application that started it does not cover the next row.${again} Resume it with a key:`;
    case 'key_limits':
      return 'The key that started it may no longer ask the next row. Allow it again, or resume it with another key:';
    case 'key_revoked':
      return 'The key that started it is revoked. Resume it with another one:';
  }
}

export function inWords(count: number): string {
  return count.toLocaleString('en-US');
}
