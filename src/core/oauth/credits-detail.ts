import { BUDGET_PERIODS, MAX_BUDGET_CREDITS, type Budget } from '../billing/budget.js';

/**
 * The `authorization_details` type (RFC 9396) of a budget: `{ type: "credits", credits, every }`.
 */
export const CREDITS_DETAIL = 'credits';

const FIELDS = ['credits', 'every', 'type'];

/** `undefined` if the detail is not a valid budget. */
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
 * Parses a spending limit typed by a person. Returns `undefined` for an empty text, which means no
 * limit, and `nonsense` for anything but a whole number of credits within the limits of a budget.
 */
export function readTypedCredits(typed: string): number | undefined | 'nonsense' {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^\d+$/.test(text) && isBudgetAmount(Number(text)) ? Number(text) : 'nonsense';
}

function isBudgetAmount(credits: number): boolean {
  return Number.isInteger(credits) && credits >= 0 && credits <= MAX_BUDGET_CREDITS;
}
