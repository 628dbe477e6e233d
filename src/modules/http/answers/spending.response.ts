import { z } from 'zod';
import { BUDGET_PERIODS, type BudgetStanding } from '../../../core/billing/budget.js';
import { moment, named, oneOf, whole } from './answer-fields.js';

export const BudgetShape = named(
  'Budget',
  'Maximum credits in a period.',
  z.object({
    credits: whole('Maximum credits in a period.'),
    every: oneOf(BUDGET_PERIODS, 'The period, in UTC: a day, a week from Monday, a month, or all time (once).'),
    spent: whole('Credits spent in this period, less refunds.'),
    resets_at: moment('Start of the next period; absent for once.').optional(),
  }),
);

export function budgetAnswer({ credits, every, spent, resetsAt }: BudgetStanding): z.infer<typeof BudgetShape> {
  return { credits, every, spent, ...(resetsAt ? { resets_at: resetsAt.toISOString() } : {}) };
}

export const ConfirmAboveShape = named(
  'ConfirmAbove',
  'The price above which calls must be confirmed.',
  z.object({ credits: whole('A call that can cost more credits than this must be confirmed.') }),
);
