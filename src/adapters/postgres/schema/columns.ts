import type { BudgetPeriod, BudgetStanding } from '../../../core/billing/budget.js';

/** Row type of an SQL column list (`id, k.label`), with the column types of `Table`. */
export type Columns<Table, List extends string> = {
  [Column in NamesOf<List>]: Column extends keyof Table ? Table[Column] : unknown;
};

type NamesOf<List extends string> = List extends `${infer First},${infer Rest}`
  ? NamesOf<First> | NamesOf<Rest>
  : List extends `${' ' | '\n'}${infer Name}`
    ? NamesOf<Name>
    : List extends `${string}.${infer Name}`
      ? Name
      : List;

/** Columns of a budget `b` and its state `s`. All null if there is no budget. */
export const BUDGET_COLUMNS =
  'b.credits as budget_credits, b.every as budget_every, s.spent as budget_spent, s.resets_at as budget_resets_at';

export interface BudgetColumns {
  budget_credits: number | null;
  budget_every: BudgetPeriod | null;
  budget_spent: number | null;
  budget_resets_at: Date | null;
}

export function toBudgetStanding(row: BudgetColumns): BudgetStanding | undefined {
  const { budget_credits: credits, budget_every: every, budget_spent: spent, budget_resets_at: resetsAt } = row;
  if (credits === null || every === null) return undefined;
  return { credits, every, spent: spent ?? 0, resetsAt: resetsAt ?? undefined };
}
