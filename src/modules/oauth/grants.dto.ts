import type { Budget } from '../../core/billing/budget.js';
import { BudgetField } from '../http/input/budget-fields.js';

export class UpdateGrantBody {
  @BudgetField('The most that the application may spend in a period; null lifts it.', { nullable: true })
  budget?: Budget | null;
}
