import { IsBoolean, IsEmail, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { LONGEST_EMAIL } from '../../core/accounts/email-address.js';
import { JSONSchema } from 'class-validator-jsonschema';
import { JOB_STATUSES, type JobStatus } from '../../core/verification/job.js';
import { Text } from '../http/input/request-schema.js';
import { CursorQuery, PageQuery } from '../http/answers/paging.js';
import {
  LONGEST_ACCOUNT_NAME,
  LONGEST_LABEL,
  LONGEST_REASON,
  MOST_ADJUSTED_CREDITS,
  MOST_REQUESTS_PER_MINUTE,
} from '../../core/limits.js';

export class ReasonBody {
  @Text(1, LONGEST_REASON, 'Why; kept in the audit trail.', 'The customer was charged for an outage of ours.')
  reason!: string;
}

export class JobsQuery extends PageQuery {
  @IsOptional()
  @IsIn([...JOB_STATUSES])
  @JSONSchema({ type: 'string', description: 'Only jobs that stand like this.' })
  status?: JobStatus;

  @IsOptional()
  @Text(1, LONGEST_LABEL, 'Only jobs of this jurisdiction.', 'us-co')
  jurisdiction?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ description: 'Only jobs of this account.' })
  account_id?: string;
}

export class AccountsQuery extends CursorQuery {
  @IsOptional()
  @IsString()
  @IsEmail()
  @MaxLength(LONGEST_EMAIL)
  @JSONSchema({ description: 'Only the account of this address.', example: 'you@example.com', 'x-trim': true })
  email?: string;

  @IsOptional()
  @Text(1, LONGEST_EMAIL, 'Only accounts whose address begins with this.', 'you@')
  email_prefix?: string;
}

export class CreateAccountBody {
  @IsString()
  @IsEmail()
  @MaxLength(LONGEST_EMAIL)
  @JSONSchema({ description: 'Its address, which counts as proved.', example: 'you@example.com', 'x-trim': true })
  email!: string;

  @IsOptional()
  @Text(1, LONGEST_ACCOUNT_NAME, 'What its owner is called.', 'Ada Example')
  name?: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MOST_ADJUSTED_CREDITS)
  @JSONSchema({ description: 'What it begins with; what every new account gets unless given.', example: 100 })
  credits?: number;

  @IsOptional()
  @Text(1, LONGEST_LABEL, 'What its first key is called; key-<unix seconds> unless given.', 'production')
  label?: string;
}

export class AdjustCreditsBody extends ReasonBody {
  @IsInt()
  @Min(-MOST_ADJUSTED_CREDITS)
  @Max(MOST_ADJUSTED_CREDITS)
  @JSONSchema({
    description: 'Credits to give, or below zero to take.',
    example: 100,
    not: { enum: [0] },
    'x-expected': `a whole number from -${MOST_ADJUSTED_CREDITS} to ${MOST_ADJUSTED_CREDITS} other than 0`,
  })
  amount!: number;
}

export class RateLimitBody {
  @IsInt()
  @Min(1)
  @Max(MOST_REQUESTS_PER_MINUTE)
  @JSONSchema({ description: 'Requests a minute.', example: 600 })
  rate_limit!: number;

  @IsOptional()
  @Text(1, LONGEST_REASON, 'Why; kept in the audit trail.', 'Agreed with the customer.')
  reason?: string;
}

export class SwitchJurisdictionBody extends ReasonBody {
  @IsBoolean()
  @JSONSchema({ description: 'Whether it is to be in service.', example: false })
  active!: boolean;
}
