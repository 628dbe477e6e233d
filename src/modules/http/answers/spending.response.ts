import { z } from 'zod';
import { BUDGET_PERIODS, type BudgetStanding } from '../../../core/billing/budget.js';
import { moment, named, oneOf, whole } from './answer-fields.js';

export const BudgetShape = named(
  'Budget',
  'The most that may be spent in a period.',
  z.object({
    credits: whole('The most that may be spent in a period.'),
    every: oneOf(BUDGET_PERIODS, 'The period, in UTC: a day, a week from Monday, a month, or all time (once).'),
    spent: whole('What was spent in this period, less refunds.'),
    resets_at: moment('When the next period begins; left out for once.').optional(),
  }),
);

export function budgetAnswer({ credits, every, spent, resetsAt }: BudgetStanding): z.infer<typeof BudgetShape> {
  return { credits, every, spent, ...(resetsAt ? { resets_at: resetsAt.toISOString() } : {}) };
}

export const ConfirmAboveShape = named(
  'ConfirmAbove',
  'Above which price calls have to be confirmed.',
  z.object({ credits: whole('A call that can cost more than this has to be confirmed.') }),
);
