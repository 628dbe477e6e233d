import { BUDGET_PERIODS, type Budget, type BudgetPeriod, type BudgetStanding } from '../../core/billing/budget.js';
import { inCredits } from '../../core/billing/pricing.js';
import type { ConfirmationThreshold } from '../../core/confirmations/threshold.js';
import { Field } from './form.js';
import { Choice, counted, Moment } from './parts.js';

const PERIOD_WORDS: Readonly<Record<BudgetPeriod, string>> = {
  day: 'per day',
  week: 'per week',
  month: 'per month',
  once: 'in total',
};

/** See `budgetIn`. */
export function BudgetFields({ budget }: { budget?: Budget | undefined }) {
  return (
    <>
      <Field
        name="budget_credits"
        label="Budget in credits (optional)"
        value={budget && String(budget.credits)}
        input={{ inputMode: 'numeric', maxLength: 10 }}
      />
      <Choice
        name="budget_every"
        label="Period"
        chosen={budget?.every ?? 'month'}
        values={BUDGET_PERIODS.map((every) => [every, PERIOD_WORDS[every]] as const)}
      />
    </>
  );
}

/** See `thresholdIn`. */
export function ThresholdField({ threshold }: { threshold?: ConfirmationThreshold | undefined }) {
  return (
    <Field
      name="confirm_above"
      label="Require confirmation above this many credits (optional)"
      value={threshold && String(threshold.credits)}
      input={{ inputMode: 'numeric', maxLength: 10 }}
    />
  );
}

export function ThresholdWords({ threshold }: { threshold: ConfirmationThreshold | undefined }) {
  return threshold ? <>above {inCredits(threshold.credits)}</> : <>never</>;
}

/** A budget and its remainder. */
export function BudgetWords({ budget }: { budget: BudgetStanding | undefined }) {
  if (!budget) return <>no limit</>;
  const { credits, every, spent, resetsAt } = budget;
  return (
    <>
      {counted(spent)} of {counted(credits)} credits {PERIOD_WORDS[every]}
      {resetsAt ? (
        <>
          , resets <Moment at={resetsAt} />
        </>
      ) : null}
    </>
  );
}
