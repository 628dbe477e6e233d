import {
  BooleanField,
  EmailField,
  IntegerField,
  Note,
  OneOf,
  Optional,
  StringField,
  Text,
  ComparedText,
} from '../http/input/fields.js';
import { MAX_EMAIL_LENGTH } from '../../core/accounts/email-address.js';
import { JOB_STATUSES, type JobStatus } from '../../core/verification/job.js';
import { CursorQuery, PageQuery } from '../http/answers/paging.js';
import {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_REASON_LENGTH,
  MAX_ADJUSTED_CREDITS,
  MAX_REQUESTS_PER_MINUTE,
} from '../../core/limits.js';

export class ReasonBody {
  @Note(MAX_REASON_LENGTH, 'Why; kept in the audit trail.', 'The customer was charged for an outage of ours.')
  reason!: string;
}

export class JobsQuery extends PageQuery {
  @Optional()
  @OneOf(JOB_STATUSES, { description: 'Only jobs with this status.' })
  status?: JobStatus;

  @Optional()
  @ComparedText(1, MAX_LABEL_LENGTH, 'Only jobs of this jurisdiction.', 'us-co')
  jurisdiction?: string;

  @Optional()
  @StringField({ description: 'Only jobs of this account.' })
  account_id?: string;
}

export class AccountsQuery extends CursorQuery {
  @Optional()
  @EmailField({ description: 'Only the account of this address.', example: 'you@example.com' })
  email?: string;

  @Optional()
  @ComparedText(1, MAX_EMAIL_LENGTH, 'Only accounts whose address begins with this.', 'you@')
  email_prefix?: string;
}

export class CreateAccountBody {
  @EmailField({ description: 'Its address, which counts as proved.', example: 'you@example.com' })
  email!: string;

  @Optional()
  @Text(1, MAX_ACCOUNT_NAME_LENGTH, 'What its owner is called.', 'Ada Example')
  name?: string;

  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: MAX_ADJUSTED_CREDITS,
    description: 'What it begins with; what every new account gets unless given.',
    example: 100,
  })
  credits?: number;

  @Optional()
  @Text(1, MAX_LABEL_LENGTH, 'What its first key is called; key-<unix seconds> unless given.', 'production')
  label?: string;
}

export class AdjustCreditsBody extends ReasonBody {
  @IntegerField({
    minimum: -MAX_ADJUSTED_CREDITS,
    maximum: MAX_ADJUSTED_CREDITS,
    description: 'Credits to add (negative to remove).',
    example: 100,
    except: 0,
    expected: `a whole number from -${MAX_ADJUSTED_CREDITS} to ${MAX_ADJUSTED_CREDITS} other than 0`,
  })
  amount!: number;
}

export class RateLimitBody {
  @IntegerField({
    minimum: 1,
    maximum: MAX_REQUESTS_PER_MINUTE,
    description: 'Requests allowed per minute.',
    example: 600,
  })
  rate_limit!: number;

  @Optional()
  @Note(MAX_REASON_LENGTH, 'Why; kept in the audit trail.', 'Agreed with the customer.')
  reason?: string;
}

export class SwitchJurisdictionBody extends ReasonBody {
  @BooleanField({ description: 'Whether it is to be in service.', example: false })
  active!: boolean;
}
