import { BUDGET_PERIODS, MAX_BUDGET_CREDITS, type Budget } from '../billing/budget.js';

/**
 * What a client asks for by `authorization_details` (RFC 9396): a budget,
 * `{ type: "credits", credits, every }`.
 */
export const CREDITS_DETAIL = 'credits';

const FIELDS = ['credits', 'every', 'type'];

/** The budget that a detail asks for; `undefined` when it is none. */
export function readCreditsDetail(detail: Readonly<Record<string, unknown>>): Budget | undefined {
  const { type, credits, every: period } = detail;
  const every = BUDGET_PERIODS.find((known) => known === period);
  const known = Object.keys(detail).toSorted().join() === FIELDS.join();
  if (!known || type !== CREDITS_DETAIL || typeof credits !== 'number' || every === undefined) return undefined;
  return isBudgetAmount(credits) ? { credits, every } : undefined;
}

export function creditsDetail({ credits, every }: Budget): Record<string, unknown> & { type: string } {
  return { type: CREDITS_DETAIL, credits, every };
}

/**
 * What a person typed as the most an application may spend: `undefined` for nothing, which is no
 * limit, and `nonsense` for anything but a whole number of credits that a budget can have.
 */
export function readTypedCredits(typed: string): number | undefined | 'nonsense' {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^\d+$/.test(text) && isBudgetAmount(Number(text)) ? Number(text) : 'nonsense';
}

function isBudgetAmount(credits: number): boolean {
  return Number.isInteger(credits) && credits >= 0 && credits <= MAX_BUDGET_CREDITS;
}
