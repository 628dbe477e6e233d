import type { Budget } from '../../core/billing/budget.js';
import type { ConfirmationThreshold } from '../../core/confirmations/threshold.js';
import { BudgetField } from '../http/input/budget-fields.js';
import { ConfirmationField } from '../http/input/confirmation-fields.js';

export class UpdateGrantBody {
  @BudgetField('Maximum spending of the application in a period; null removes the limit.', { nullable: true })
  budget?: Budget | null;

  @ConfirmationField('The price above which calls must be confirmed; null removes the threshold.', { nullable: true })
  confirm_above?: ConfirmationThreshold | null;
}
