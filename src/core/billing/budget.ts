import { AppError } from '../errors.js';
import { inCredits } from './pricing.js';

/** UTC, by the database's clock. A week begins on Monday; `once` never resets. */
export const BUDGET_PERIODS = ['day', 'week', 'month', 'once'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

export interface Budget {
  credits: number;
  every: BudgetPeriod;
}

export const MAX_BUDGET_CREDITS = 1_000_000_000;

export interface BudgetStanding extends Budget {
  /** Charges of the current period, less refunds. Exceeds `credits` if they were lowered since. */
  spent: number;
  /** `undefined` when it never resets. */
  resetsAt: Date | undefined;
}

const LIMITED_BY = ['balance', 'key_budget', 'grant_budget'] as const;

export interface ChargeLimit {
  limitedBy: (typeof LIMITED_BY)[number];
  /** Credits, never negative. */
  available: number;
  /** Reset time; `undefined` for the balance, and for a budget that never resets. */
  resetsAt?: Date | undefined;
}

/** The limit that refused a charge, which may be the monthly cap of a watch. */
export interface Shortage extends Omit<ChargeLimit, 'limitedBy'> {
  limitedBy: ChargeLimit['limitedBy'] | 'max_credits_per_month';
}

/**
 * Returns `undefined` if every limit covers the charge. Otherwise returns the limit to report: the
 * smallest; on a tie the balance before a budget, and a key's budget before its application's.
 */
export function limitThatRefuses<Limit extends Shortage>(
  required: number,
  limits: readonly Limit[],
): Limit | undefined {
  const tooSmall = limits.filter(({ available }) => available < required);
  return tooSmall.toSorted((a, b) => a.available - b.available || rank(a) - rank(b))[0];
}

/** Returns the smallest remaining budget, or `undefined` when no limit is a budget. */
export function budgetRemaining(limits: readonly ChargeLimit[]): number | undefined {
  const left = limits.flatMap(({ limitedBy, available }) => (limitedBy === 'balance' ? [] : [available]));
  return left.length === 0 ? undefined : Math.min(...left);
}

/** `INSUFFICIENT_CREDITS` (details: required, available, limited_by, resets_at). */
export function insufficientCredits(required: number, limit: Shortage, cause?: unknown): AppError {
  const { limitedBy, available, resetsAt } = limit;
  return new AppError('INSUFFICIENT_CREDITS', {
    message: `This request costs ${inCredits(required)}; ${LEFT[limitedBy]} ${inCredits(available)}${limitedBy === 'balance' ? '' : ' left'}.`,
    details: {
      required,
      available,
      limited_by: limitedBy,
      ...(resetsAt ? { resets_at: resetsAt.toISOString() } : {}),
    },
    ...(limitedBy !== 'balance' && { nextStep: 'raise_budget' }),
    cause,
  });
}

const LEFT = {
  balance: 'the balance is',
  key_budget: 'the budget of this key has',
  grant_budget: 'the budget of this application has',
  max_credits_per_month: 'the monthly cap of this watch has',
} as const satisfies Record<Shortage['limitedBy'], string>;

function rank({ limitedBy }: Shortage): number {
  return limitedBy === 'max_credits_per_month' ? LIMITED_BY.length : LIMITED_BY.indexOf(limitedBy);
}
