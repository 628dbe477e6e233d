import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsIn,
  IsEmail,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
} from 'class-validator';
import { LONGEST_EMAIL } from '../../core/accounts/email-address.js';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Budget } from '../../core/billing/budget.js';
import { TIERS, type Tier } from '../../core/registries/jurisdiction.js';
import { JURISDICTIONS } from '../../core/registries/jurisdictions.js';
import { BudgetField } from '../http/input/budget-fields.js';
import { Text } from '../http/input/request-schema.js';
import { LONGEST_ACCOUNT_NAME, LONGEST_LABEL, LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../core/limits.js';

/** Far more than a code has, for what may be told of it. */
const LONGEST_CODE = 200;
const CODES_EXPECTED = 'a list of jurisdiction codes (GET /v1/jurisdictions), none twice';
const TIERS_EXPECTED = `a list of ${TIERS.join(', ')}, none twice`;

/** A list of what a key may ask for; `values` are all there are, where that is known before the request. */
function Restriction(
  values: readonly string[] | undefined,
  description: string,
  expected: string,
  { nullable }: { nullable: boolean },
) {
  return (target: object, property: string) => {
    for (const decorate of [
      IsOptional(),
      IsArray(),
      ArrayNotEmpty(),
      ArrayUnique(),
      values ? IsIn([...values], { each: true }) : IsString({ each: true }),
    ]) {
      decorate(target, property);
    }
    JSONSchema({
      description,
      // The types of the schema know of one type only; the standard allows a list.
      type: (nullable ? ['array', 'null'] : 'array') as 'array',
      items: { type: 'string', ...(values ? { enum: [...values] } : { maxLength: LONGEST_CODE }) },
      maxItems: values?.length ?? JURISDICTIONS.length,
      example: [values?.[0] ?? JURISDICTIONS[0]?.code],
      'x-expected': expected,
    })(target, property);
  };
}

export class UpdateAccountBody {
  @IsOptional()
  @IsString()
  @IsEmail()
  @MaxLength(LONGEST_EMAIL)
  @JSONSchema({
    description:
      'The new address. It gets a code for POST /v1/account/confirm-email; until then paid routes are closed.',
    example: 'you@example.com',
    'x-trim': true,
  })
  email?: string;

  @IsOptional()
  @Text(1, LONGEST_ACCOUNT_NAME, 'What we may call you.', 'Northwind Compliance')
  name?: string;
}

export class ConfirmEmailBody {
  @IsString()
  @Matches(/^\d{6}$/)
  @JSONSchema({
    description: 'The code that was sent to the new address.',
    example: '493027',
    'x-trim': true,
    'x-expected': 'a string of six digits',
  })
  code!: string;

  @IsOptional()
  @IsString()
  @Matches(/^\d{6}$/)
  @JSONSchema({
    description: 'The code that was sent to the present address, where an application asked for the move.',
    example: '118204',
    'x-trim': true,
    'x-expected': 'a string of six digits',
  })
  current_address_code?: string;
}

export class ChangePasswordBody {
  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_PASSWORD)
  @JSONSchema({ description: 'The password so far; needed once there is one.' })
  current_password?: string;

  @IsString()
  @Length(SHORTEST_PASSWORD, LONGEST_PASSWORD)
  @JSONSchema({ description: 'The password from now on.', example: 'correct horse battery staple' })
  new_password!: string;
}

export class CreateKeyBody {
  @IsOptional()
  @Text(1, LONGEST_LABEL, 'What you call the key; key-<unix seconds> unless given.', 'onboarding')
  label?: string;

  @BudgetField('The most it may spend in a period; no limit unless given.', { nullable: false })
  budget?: Budget;

  @Restriction(undefined, 'Jurisdictions it may ask for; all unless given.', CODES_EXPECTED, { nullable: false })
  jurisdictions?: string[];

  @Restriction(TIERS, 'Tiers it may ask for; all unless given. A search counts as quick.', TIERS_EXPECTED, {
    nullable: false,
  })
  tiers?: Tier[];
}

/** `null` lifts a limit. */
export class UpdateKeyBody {
  @IsOptional()
  @Text(1, LONGEST_LABEL, 'What you call the key.', 'onboarding')
  label?: string;

  @BudgetField('The most it may spend in a period; null lifts it.', { nullable: true })
  budget?: Budget | null;

  @Restriction(undefined, 'Jurisdictions it may ask for; null lifts it.', CODES_EXPECTED, { nullable: true })
  jurisdictions?: string[] | null;

  @Restriction(TIERS, 'Tiers it may ask for; null lifts it.', TIERS_EXPECTED, { nullable: true })
  tiers?: Tier[] | null;
}

export class UsageQuery {
  @IsOptional()
  @IsString()
  @JSONSchema({ format: 'date', description: 'The first day (UTC); 29 days before the last.', example: '2026-01-01' })
  from?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ format: 'date', description: 'The last day (UTC); today unless given.', example: '2026-01-31' })
  to?: string;

  @IsOptional()
  @IsIn(['json', 'csv'])
  @JSONSchema({ type: 'string', description: 'csv: one line per day, operation, key and grant.', default: 'json' })
  format: 'json' | 'csv' = 'json';
}
