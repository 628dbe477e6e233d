import { applyDecorators } from '@nestjs/common';
import { BUDGET_PERIODS, MAX_BUDGET_CREDITS, type Budget, type BudgetPeriod } from '../../../core/billing/budget.js';
import { IntegerField, ObjectField, OneOf, Optional } from './fields.js';

const PERIODS = BUDGET_PERIODS.map((every) => JSON.stringify(every)).join(' | ');
const EXPECTED = `{ "credits": 0 to ${MAX_BUDGET_CREDITS}, "every": ${PERIODS} }`;

class BudgetBody implements Budget {
  @IntegerField({ minimum: 0, maximum: MAX_BUDGET_CREDITS, description: 'Maximum credits in a period.' })
  credits!: number;

  @OneOf(BUDGET_PERIODS, {
    description: 'The period, in UTC: a day, a week from Monday, a month, or all time (once).',
  })
  every!: BudgetPeriod;
}

/** An optional budget; `null` removes it if `nullable`. */
export function BudgetField(description: string, { nullable }: { nullable: boolean }): PropertyDecorator {
  const example = { credits: 500, every: 'month' };
  const field = ObjectField(() => BudgetBody, { description, nullable, example, expected: EXPECTED });
  return applyDecorators(field, Optional());
}
