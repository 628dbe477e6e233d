import { IsObject, IsOptional } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { BUDGET_PERIODS, MOST_BUDGET_CREDITS } from '../../../core/billing/budget.js';

const PERIODS = BUDGET_PERIODS.map((every) => JSON.stringify(every)).join(' | ');
const EXPECTED = `{ "credits": 0 to ${MOST_BUDGET_CREDITS}, "every": ${PERIODS} }`;

/** A field that holds a budget, or `null` to lift it where that is said. */
export function BudgetField(description: string, { nullable }: { nullable: boolean }) {
  return (target: object, property: string) => {
    IsOptional()(target, property);
    IsObject()(target, property);
    JSONSchema({
      description,
      // The types of the schema know of one type only; the standard allows a list.
      type: (nullable ? ['object', 'null'] : 'object') as 'object',
      properties: {
        credits: {
          type: 'integer',
          minimum: 0,
          maximum: MOST_BUDGET_CREDITS,
          description: 'The most that may be spent in a period.',
        },
        every: {
          type: 'string',
          enum: [...BUDGET_PERIODS],
          description: 'The period, in UTC: a day, a week from Monday, a month, or all time (once).',
        },
      },
      required: ['credits', 'every'],
      additionalProperties: false,
      example: { credits: 500, every: 'month' },
      'x-expected': EXPECTED,
    })(target, property);
  };
}
