import { IsBoolean, IsEmail, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { LONGEST_EMAIL } from '../../core/accounts/email-address.js';
import { JSONSchema } from 'class-validator-jsonschema';
import type { JobStatus } from '../../core/verification/job.js';
import { Text } from '../http/fields.js';
import { PageQuery } from '../http/paging.js';

const JOB_STATUSES: readonly JobStatus[] = ['pending', 'processing', 'completed', 'failed', 'refunded'];

export class ReasonBody {
  @Text(1, 500, 'Why; kept in the audit trail.', 'The customer was charged for an outage of ours.')
  reason!: string;
}

export class JobsQuery extends PageQuery {
  @IsOptional()
  @IsIn([...JOB_STATUSES])
  @JSONSchema({ type: 'string', description: 'Only jobs that stand like this.' })
  status?: JobStatus;

  @IsOptional()
  @Text(1, 20, 'Only jobs of this jurisdiction.', 'us-co')
  jurisdiction?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ description: 'Only jobs of this account.' })
  account_id?: string;
}

export class AccountsQuery {
  @IsString()
  @IsEmail()
  @MaxLength(LONGEST_EMAIL)
  @JSONSchema({ description: 'Whose account.', example: 'you@example.com', 'x-trim': true })
  email!: string;
}

export class CreateAccountBody {
  @IsString()
  @IsEmail()
  @MaxLength(LONGEST_EMAIL)
  @JSONSchema({ description: 'Its address, which counts as proved.', example: 'you@example.com', 'x-trim': true })
  email!: string;

  @IsOptional()
  @Text(1, 100, 'What its owner is called.', 'Ada Example')
  name?: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  @JSONSchema({ description: 'What it begins with; what every new account gets unless given.', example: 100 })
  credits?: number;

  @IsOptional()
  @Text(1, 100, 'What its first key is called; key-<unix seconds> unless given.', 'production')
  label?: string;
}

export class AdjustCreditsBody extends ReasonBody {
  @IsInt()
  @Min(-1_000_000)
  @Max(1_000_000)
  @JSONSchema({
    description: 'Credits to give, or below zero to take.',
    example: 100,
    not: { enum: [0] },
    'x-expected': 'a whole number from -1000000 to 1000000 other than 0',
  })
  amount!: number;
}

export class RateLimitBody {
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  @JSONSchema({ description: 'Requests a minute.', example: 600 })
  rate_limit!: number;

  @IsOptional()
  @Text(1, 500, 'Why; kept in the audit trail.', 'Agreed with the customer.')
  reason?: string;
}

export class SwitchJurisdictionBody extends ReasonBody {
  @IsBoolean()
  @JSONSchema({ description: 'Whether it is to be in service.', example: false })
  active!: boolean;
}
