import { z } from 'zod';
import { AccountShape, accountAnswer } from '../accounts/accounts.response.js';
import {
  anyFields,
  flag,
  idOf,
  jurisdictionCode,
  listOf,
  moment,
  named,
  oneOf,
  text,
  whole,
  written,
} from '../http/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';
import { PaginationShape } from '../http/page-shape.js';
import type { AdminAction, SupportAccount, SupportJob } from '../../core/admin/ports.js';
import type { RefundedJob } from '../../core/admin/refund-job.js';
import type { JurisdictionState } from '../../core/registries/jurisdictions.js';

const SupportAccountShape = named(
  'SupportAccount',
  'An account as support sees it.',
  AccountShape.extend({
    email: text('Its address; empty once deleted.', 254).nullable(),
    disabled: flag('Whether it was disabled.'),
    deleted: flag('Whether its owner deleted it.'),
    debt_credits: whole('Credits to be taken from the next purchase, after a payment was taken back.'),
  }),
);

const SupportJobShape = named(
  'SupportJob',
  'A job as support sees it.',
  z.object({
    job_id: idOf('job', 'Stable.'),
    account_id: idOf('acc', 'Whose it is.'),
    status: oneOf(['pending', 'processing', 'completed', 'failed', 'refunded'], 'How it stands.'),
    entity_name: text('What was asked for.', 500),
    jurisdiction: jurisdictionCode('Where.'),
    tier: text('How much was asked for.', 50),
    credits_charged: whole('What it cost at first.'),
    credits_refunded: flag('Whether that was given back.'),
    error: text('Why it failed.').optional(),
    created_at: moment('When it was asked.'),
    completed_at: moment('When it ended.').optional(),
  }),
);

const ActionShape = named(
  'AdminAction',
  'Who did what, when and why.',
  z.object({
    at: moment('When.'),
    admin: z
      .object({
        key_fingerprint: text('Which admin key.', 200),
        ip: text('From where.', 100),
        request_id: text('In which request.', 200),
      })
      .meta({ description: 'Who.' }),
    action: text('What.', 100),
    subject: text('To whom or what.', 200),
    reason: text('Why.').optional(),
    details: anyFields('More about it.'),
  }),
);

export const LIST_JOBS: RouteDoc = {
  operation: 'adminListJobs',
  summary: 'Find jobs',
  description: 'By status, jurisdiction and account, newest first.',
  answers: {
    200: named(
      'SupportJobs',
      'A page of jobs.',
      z.object({ jobs: listOf(SupportJobShape, 'Newest first.', 100), pagination: PaginationShape }),
    ),
  },
};

export const READ_JOB: RouteDoc = {
  operation: 'adminGetJob',
  summary: 'Read a job',
  description: 'Whosever it is.',
  answers: { 200: SupportJobShape },
  errors: ['JOB_NOT_FOUND'],
};

export const REFUND_JOB: RouteDoc = {
  operation: 'adminRefundJob',
  summary: 'Give the credits of a job back',
  description: 'Once. A job that still runs is cancelled. Sends verification.refunded.',
  answers: {
    200: named(
      'Refund',
      'The credits were given back.',
      z.object({
        job_id: idOf('job', 'Which one.'),
        status: oneOf(['refunded'], 'From now on.'),
        credits_refunded: whole('How many.'),
        credit_balance: whole('The balance after it.'),
      }),
    ),
  },
  errors: ['JOB_NOT_FOUND', 'ALREADY_REFUNDED'],
};

export const READ_AUDIT: RouteDoc = {
  operation: 'adminListActions',
  summary: 'Read the audit trail',
  description: 'Every action of an administrator, newest first.',
  answers: {
    200: named(
      'AuditTrail',
      'A page of actions.',
      z.object({ actions: listOf(ActionShape, 'Newest first.', 100), pagination: PaginationShape }),
    ),
  },
};

export const FIND_ACCOUNTS: RouteDoc = {
  operation: 'adminFindAccounts',
  summary: 'Find an account by its address',
  description: 'None or one.',
  answers: {
    200: named(
      'SupportAccounts',
      'Who has the address.',
      z.object({ accounts: listOf(SupportAccountShape, 'None or one.', 1) }),
    ),
  },
};

export const CREATE_ACCOUNT: RouteDoc = {
  operation: 'adminCreateAccount',
  summary: 'Make an account and its first key',
  description: 'Without e-mail: the address counts as proved. The key is shown here and never again.',
  answers: {
    201: named(
      'CreatedAccount',
      'The account, and its key in the clear.',
      z.object({
        account_id: idOf('acc', 'Its id.'),
        email: text('Its address.', 254),
        credit_balance: whole('What it begins with.'),
        api_key: written('Send it in X-API-Key.', /^stnd_[0-9A-Za-z]+$/),
        key_id: idOf('key', 'The id of the key.'),
        label: text('What the key is called.', 100),
      }),
    ),
  },
  errors: ['EMAIL_ALREADY_EXISTS'],
};

export const DISABLE_ACCOUNT: RouteDoc = {
  operation: 'adminDisableAccount',
  summary: 'Disable an account',
  description: 'Its keys and tokens answer 403 ACCOUNT_DISABLED from then on.',
  answers: { 200: SupportAccountShape },
};

export const ENABLE_ACCOUNT: RouteDoc = {
  operation: 'adminEnableAccount',
  summary: 'Enable an account again',
  description: 'Its keys work as before.',
  answers: { 200: SupportAccountShape },
};

export const ADJUST_CREDITS: RouteDoc = {
  operation: 'adminAdjustCredits',
  summary: 'Give or take credits',
  description: 'Never below zero.',
  answers: {
    200: named(
      'Adjustment',
      'The entry of the ledger.',
      z.object({
        account_id: idOf('acc', 'Whose.'),
        transaction_id: idOf('txn', 'The entry.'),
        amount: whole('Credits, negative when taken.', { least: -2_147_483_647 }),
        credit_balance: whole('The balance after it.'),
      }),
    ),
  },
};

export const CHANGE_RATE_LIMIT: RouteDoc = {
  operation: 'adminChangeRateLimit',
  summary: 'Give a key its own limit',
  description: 'Holds at once.',
  answers: {
    200: named(
      'KeyLimit',
      'The limit of a key.',
      z.object({ key_id: idOf('key', 'Which one.'), rate_limit: whole('Requests a minute.') }),
    ),
  },
};

export const SWITCH_JURISDICTION: RouteDoc = {
  operation: 'adminSwitchJurisdiction',
  summary: 'Take a jurisdiction out, or back in',
  description: 'Without a restart.',
  answers: {
    200: named(
      'JurisdictionSwitch',
      'Whether it can be asked.',
      z.object({
        code: jurisdictionCode('Which one.'),
        active: flag('Whether it can be asked now.'),
        unavailable_reason: text('Why not.').optional(),
      }),
    ),
  },
  errors: ['JURISDICTION_NOT_SUPPORTED'],
};

export const ERASE_PERSONAL_DATA: RouteDoc = {
  operation: 'adminErasePersonalData',
  summary: 'Erase the people from a stored business',
  description: 'Officers and agents, from the entity and all of its snapshots.',
  answers: {
    200: named(
      'Erasure',
      'The people are gone.',
      z.object({ entity_id: idOf('ent', 'Which one.'), erased: flag('Always true.') }),
    ),
  },
  errors: ['ENTITY_NOT_FOUND'],
};

export function refundAnswer({ jobId, creditsRefunded, balance }: RefundedJob) {
  return { job_id: jobId, status: 'refunded', credits_refunded: creditsRefunded, credit_balance: balance };
}

export function jobAnswer(job: SupportJob) {
  return {
    job_id: job.id,
    account_id: job.accountId,
    status: job.status,
    entity_name: job.entityName,
    jurisdiction: job.jurisdiction,
    tier: job.tier,
    credits_charged: job.amountCredits,
    credits_refunded: job.refunded,
    ...(job.error === undefined ? {} : { error: job.error }),
    created_at: job.createdAt.toISOString(),
    ...(job.completedAt ? { completed_at: job.completedAt.toISOString() } : {}),
  };
}

export function supportAccountAnswer({ profile, keys, deleted, debtCredits }: SupportAccount) {
  return { ...accountAnswer({ profile, keys }), disabled: profile.disabled, deleted, debt_credits: debtCredits };
}

export function switchAnswer({ jurisdiction, unavailableReason }: JurisdictionState) {
  return {
    code: jurisdiction.code,
    active: unavailableReason === undefined,
    ...(unavailableReason === undefined ? {} : { unavailable_reason: unavailableReason }),
  };
}

export function actionAnswer({ at, admin, action, subject, reason, details }: AdminAction & { at: Date }) {
  return {
    at: at.toISOString(),
    admin: { key_fingerprint: admin.keyFingerprint, ip: admin.ip, request_id: admin.requestId },
    action,
    subject,
    ...(reason === undefined ? {} : { reason }),
    details,
  };
}
