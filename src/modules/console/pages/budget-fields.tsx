import { BUDGET_PERIODS, type Budget, type BudgetPeriod, type BudgetStanding } from '../../../core/billing/budget.js';
import { inCredits } from '../../../core/billing/pricing.js';
import type { ConfirmationThreshold } from '../../../core/confirmations/threshold.js';
import { Choice, counted, Moment } from './parts.js';

const PERIOD_WORDS: Readonly<Record<BudgetPeriod, string>> = {
  day: 'a day',
  week: 'a week',
  month: 'a month',
  once: 'in all',
};

/** The most that may be spent; see `budgetIn`. */
export function BudgetFields({ budget }: { budget?: Budget | undefined }) {
  return (
    <>
      <label>
        Budget in credits (optional)
        <input name="budget_credits" inputMode="numeric" maxLength={10} value={budget ? String(budget.credits) : ''} />
      </label>
      <Choice
        name="budget_every"
        label="Period"
        chosen={budget?.every ?? 'month'}
        values={BUDGET_PERIODS.map((every) => [every, PERIOD_WORDS[every]] as const)}
      />
    </>
  );
}

/** Above which price a call has to be confirmed; see `thresholdIn`. */
export function ThresholdField({ threshold }: { threshold?: ConfirmationThreshold | undefined }) {
  return (
    <label>
      Confirm calls that can cost more credits than (optional)
      <input
        name="confirm_above"
        inputMode="numeric"
        maxLength={10}
        value={threshold ? String(threshold.credits) : ''}
      />
    </label>
  );
}

/** A threshold in words. */
export function ThresholdWords({ threshold }: { threshold: ConfirmationThreshold | undefined }) {
  return threshold ? <>above {inCredits(threshold.credits)}</> : <>never</>;
}

/** A budget and what is left of it. */
export function BudgetWords({ budget }: { budget: BudgetStanding | undefined }) {
  if (!budget) return <>no limit</>;
  const { credits, every, spent, resetsAt } = budget;
  return (
    <>
      {counted(spent)} of {counted(credits)} credits {PERIOD_WORDS[every]}
      {resetsAt ? (
        <>
          , anew <Moment at={resetsAt} />
        </>
      ) : null}
    </>
  );
}
