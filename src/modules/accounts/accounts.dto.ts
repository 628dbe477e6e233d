import type { KeyWish } from '../../core/accounts/keys/create-key.js';
import type { KeyChange } from '../../core/accounts/keys/update-key.js';
import { applyDecorators } from '@nestjs/common';
import { DateField, EmailField, OneOf, Optional, SetOf, StringField, StringSet, Text } from '../http/input/fields.js';
import type { Budget } from '../../core/billing/budget.js';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import { BudgetField } from '../http/input/budget-fields.js';
import { ConfirmationField } from '../http/input/confirmation-fields.js';
import type { ConfirmationThreshold } from '../../core/confirmations/threshold.js';
import {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_REGISTERS,
  MIN_PASSWORD_LENGTH,
} from '../../core/limits.js';

/** Far longer than a code, so that the error can describe the problem. */
const MAX_CODE_LENGTH = 200;
const CODES_EXPECTED = 'a list of jurisdiction codes (GET /v1/jurisdictions), none twice';
const TIERS_EXPECTED = `a list of ${TIERS.join(', ')}, none twice`;

/** A list that restricts a key; `values` are all allowed values, if known before the request. */
function Restriction(
  values: readonly string[] | undefined,
  description: string,
  expected: string,
  { nullable }: { nullable: boolean },
) {
  const options = { description, expected, nullable };
  const field = values
    ? SetOf(values, { ...options, example: values.slice(0, 1) })
    : StringSet({
        ...options,
        maxItems: MAX_REGISTERS,
        maxLength: MAX_CODE_LENGTH,
        example: ['us-co'],
      });
  return applyDecorators(field, Optional());
}

export class UpdateAccountBody {
  @Optional()
  @EmailField({
    description:
      'The new address. It receives a code for POST /v1/account/confirm-email; until then paid routes return 403.',
    example: 'you@example.com',
  })
  email?: string;

  @Optional()
  @Text(1, MAX_ACCOUNT_NAME_LENGTH, 'The name we may call you; null removes it.', 'Northwind Compliance', {
    nullable: true,
  })
  name?: string | null;
}

export class ConfirmEmailBody {
  @StringField({
    pattern: /^\d{6}$/,
    trim: true,
    description: 'The code sent to the new address.',
    example: '493027',
    expected: 'a string of six digits',
  })
  code!: string;

  @Optional()
  @StringField({
    pattern: /^\d{6}$/,
    trim: true,
    description: 'The code sent to the present address, if an application asked for the change.',
    example: '118204',
    expected: 'a string of six digits',
  })
  current_address_code?: string;
}

export class ChangePasswordBody {
  @Optional()
  @StringField({ maxLength: MAX_PASSWORD_LENGTH, description: 'The current password; required once there is one.' })
  current_password?: string;

  @StringField({
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    description: 'The new password.',
    example: 'correct horse battery staple',
  })
  new_password!: string;
}

export class CreateKeyBody {
  @Optional()
  @Text(1, MAX_LABEL_LENGTH, 'Your name for the key; key-<unix seconds> by default.', 'onboarding')
  label?: string;

  @BudgetField('Maximum spending in a period; unlimited by default.', { nullable: false })
  budget?: Budget;

  @ConfirmationField('The price above which calls must be confirmed; none by default.', { nullable: false })
  confirm_above?: ConfirmationThreshold;

  @Restriction(undefined, 'Allowed jurisdictions; all by default.', CODES_EXPECTED, { nullable: false })
  jurisdictions?: string[];

  @Restriction(TIERS, 'Allowed tiers; all by default. A search counts as quick.', TIERS_EXPECTED, {
    nullable: false,
  })
  tiers?: Tier[];
}

export function keyWish({ label, budget, confirm_above: confirmAbove, jurisdictions, tiers }: CreateKeyBody): KeyWish {
  return { label, budget, confirmAbove, jurisdictions, tiers };
}

/** `null` removes a limit. */
export class UpdateKeyBody {
  @Optional()
  @Text(1, MAX_LABEL_LENGTH, 'Your name for the key.', 'onboarding')
  label?: string;

  @BudgetField('Maximum spending in a period; null removes the limit.', { nullable: true })
  budget?: Budget | null;

  @ConfirmationField('The price above which calls must be confirmed; null removes the threshold.', { nullable: true })
  confirm_above?: ConfirmationThreshold | null;

  @Restriction(undefined, 'Allowed jurisdictions; null allows all.', CODES_EXPECTED, { nullable: true })
  jurisdictions?: string[] | null;

  @Restriction(TIERS, 'Allowed tiers; null allows all.', TIERS_EXPECTED, { nullable: true })
  tiers?: Tier[] | null;
}

export function keyChange({ confirm_above: confirmAbove, ...change }: UpdateKeyBody): KeyChange {
  return { ...change, confirmAbove };
}

export class UsageQuery {
  @Optional()
  @DateField({ description: 'First day (UTC); by default 29 days before the last.', example: '2026-01-01' })
  from?: string;

  @Optional()
  @DateField({ description: 'Last day (UTC); today by default.', example: '2026-01-31' })
  to?: string;

  @Optional()
  @OneOf(['json', 'csv'], { description: 'csv: one line per day, operation, key and grant.' })
  format: 'json' | 'csv' = 'json';
}
