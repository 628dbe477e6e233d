import type { Budget } from '../../core/billing/budget.js';
import type { ConfirmationThreshold } from '../../core/confirmations/threshold.js';
import { BudgetField } from '../http/input/budget-fields.js';
import { ConfirmationField } from '../http/input/confirmation-fields.js';

export class UpdateGrantBody {
  @BudgetField('The most that the application may spend in a period; null lifts it.', { nullable: true })
  budget?: Budget | null;

  @ConfirmationField('Above which price its calls have to be confirmed; null lifts it.', { nullable: true })
  confirm_above?: ConfirmationThreshold | null;
}
