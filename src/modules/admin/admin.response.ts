import { z } from 'zod';
import { issuedKeyAnswer } from '../auth/access.response.js';
import {
  anyFields,
  day,
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
} from '../http/answers/answer-fields.js';
import { PaginationShape, pagination } from '../http/answers/paging.js';
import { MAX_ADMIN_NAME_LENGTH } from '../../core/admin/admin-keys.js';
import type { CreatedAccount } from '../../core/admin/create-account.js';
import { JOB_STATUSES } from '../../core/verification/job.js';
import type { Page, Paged } from '../../core/page.js';
import type { MirrorEdition, RecordedAction, AdminJob } from '../../core/admin/ports.js';
import type { RefundedRow } from '../../core/admin/refund-batch-row.js';
import type { RefundedJob } from '../../core/admin/refund-job.js';
import type { JurisdictionState } from '../../core/registries/jurisdictions.js';
import { MAX_LABEL_LENGTH, MAX_LISTED, MAX_REGISTERS } from '../../core/limits.js';
import { MAX_EMAIL_LENGTH } from '../../core/accounts/email-address.js';

export const AdminJobShape = named(
  'AdminJob',
  'A job, as support sees it.',
  z.object({
    job_id: idOf('job', 'A stable id.'),
    account_id: idOf('acc', 'The account.'),
    status: oneOf(JOB_STATUSES, 'The state.'),
    entity_name: text('The requested name.', 500),
    jurisdiction: jurisdictionCode('The jurisdiction.'),
    tier: text('The tier of the request.', 50),
    credits_charged: whole('Credits charged at first.'),
    credits_refunded: flag('Whether the credits were refunded.'),
    error: text('The reason for the failure.').optional(),
    created_at: moment('Time of the request.'),
    completed_at: moment('Time of the end.').optional(),
  }),
);

const ActionShape = named(
  'AdminAction',
  'An action of an administrator.',
  z.object({
    at: moment('Time of the action.'),
    admin: z
      .object({
        name: text('The name in ADMIN_API_KEY, if it has one.', MAX_ADMIN_NAME_LENGTH).optional(),
        key_fingerprint: text('Fingerprint of the admin key.', 200),
        ip: text('Network address.', 100),
        request_id: text('Id of the request.', 200),
      })
      .meta({ description: 'The administrator.' }),
    action: text('The action.', 100),
    subject: text('The object of the action.', 200),
    reason: text('The reason.').optional(),
    details: anyFields('Further details.'),
  }),
);

export const AdminJobsShape = named(
  'AdminJobs',
  'A page of jobs.',
  z.object({ jobs: listOf(AdminJobShape, 'Newest first.', MAX_LISTED), pagination: PaginationShape }),
);

export const RefundShape = named(
  'Refund',
  'The credits were refunded.',
  z.object({
    job_id: idOf('job', 'The job.'),
    status: oneOf(['refunded'], 'The state from now on.'),
    credits_refunded: whole('Credits refunded.'),
    credit_balance: whole('The balance afterwards.'),
  }),
);

export const RowRefundShape = named(
  'BatchRowRefund',
  'The credits were refunded.',
  z.object({
    batch_id: idOf('bat', 'The batch.'),
    line: whole('The line of its file.'),
    credits_refunded: whole('Credits refunded.'),
    credit_balance: whole('The balance afterwards.'),
  }),
);

export const AuditTrailShape = named(
  'AuditTrail',
  'A page of actions.',
  z.object({ actions: listOf(ActionShape, 'Newest first.', MAX_LISTED), pagination: PaginationShape }),
);

export const CreatedAccountShape = named(
  'CreatedAccount',
  'The account, and its key in plain text.',
  z.object({
    account_id: idOf('acc', 'Id of the account.'),
    email: text('The address.', MAX_EMAIL_LENGTH),
    credit_balance: whole('The initial balance.'),
    api_key: written('The secret for the X-API-Key header.', /^stnd_[0-9A-Za-z]+$/),
    key_id: idOf('key', 'Id of the key.'),
    label: text('Name of the key.', MAX_LABEL_LENGTH),
  }),
);

export const AdjustmentShape = named(
  'Adjustment',
  'A ledger entry.',
  z.object({
    account_id: idOf('acc', 'The account.'),
    transaction_id: idOf('txn', 'The ledger entry.'),
    amount: whole('Credits; negative for charges.', { least: -2_147_483_647 }),
    credit_balance: whole('The balance afterwards.'),
  }),
);

export const KeyLimitShape = named(
  'KeyLimit',
  'The rate limit of a key.',
  z.object({ key_id: idOf('key', 'The key.'), rate_limit: whole('Requests allowed per minute.') }),
);

export const JurisdictionSwitchShape = named(
  'JurisdictionSwitch',
  'Whether the jurisdiction is available.',
  z.object({
    code: jurisdictionCode('The jurisdiction.'),
    active: flag('Whether it is available now.'),
    unavailable_reason: text('The reason.').optional(),
  }),
);

export const MirrorsShape = named(
  'Mirrors',
  'The editions of mirrored registers.',
  z.object({
    mirrors: listOf(
      z.object({
        jurisdiction: jurisdictionCode('The jurisdiction of the register.'),
        sandbox: flag('Whether its businesses are fictional.'),
        as_of: day('Date of the file.'),
        rows: whole('Number of businesses.'),
        imported_at: moment('Time of the import.'),
      }),
      'The current editions.',
      2 * MAX_REGISTERS,
    ),
  }),
);

export const ErasureShape = named(
  'Erasure',
  'The personal data was erased.',
  z.object({ entity_id: idOf('ent', 'The business.'), erased: flag('Always true.') }),
);

export function refundAnswer({ jobId, creditsRefunded, balance }: RefundedJob): z.infer<typeof RefundShape> {
  return { job_id: jobId, status: 'refunded', credits_refunded: creditsRefunded, credit_balance: balance };
}

export function refundedRowAnswer({
  batchId,
  line,
  creditsRefunded,
  balance,
}: RefundedRow): z.infer<typeof RowRefundShape> {
  return { batch_id: batchId, line, credits_refunded: creditsRefunded, credit_balance: balance };
}

export function adminJobsAnswer({ items, total }: Paged<AdminJob>, page: Page): z.infer<typeof AdminJobsShape> {
  return { jobs: items.map(adminJobAnswer), pagination: pagination(page, total) };
}

export function adminJobAnswer(job: AdminJob): z.infer<typeof AdminJobShape> {
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

export function switchAnswer({
  jurisdiction,
  unavailableReason,
}: JurisdictionState): z.infer<typeof JurisdictionSwitchShape> {
  return {
    code: jurisdiction.code,
    active: unavailableReason === undefined,
    ...(unavailableReason === undefined ? {} : { unavailable_reason: unavailableReason }),
  };
}

export function auditTrailAnswer({ items, total }: Paged<RecordedAction>, page: Page): z.infer<typeof AuditTrailShape> {
  return { actions: items.map(actionAnswer), pagination: pagination(page, total) };
}

function actionAnswer(recorded: RecordedAction): z.infer<typeof ActionShape> {
  const { at, admin, action, subject, reason, details } = recorded;
  return {
    at: at.toISOString(),
    admin: {
      ...(admin.name === undefined ? {} : { name: admin.name }),
      key_fingerprint: admin.keyFingerprint,
      ip: admin.ip,
      request_id: admin.requestId,
    },
    action,
    subject,
    ...(reason === undefined ? {} : { reason }),
    details,
  };
}

export function createdAccountAnswer({
  accountId,
  email,
  balance,
  key,
}: CreatedAccount): z.infer<typeof CreatedAccountShape> {
  return { account_id: accountId, email, credit_balance: balance, ...issuedKeyAnswer(key) };
}

export function adjustmentAnswer(adjusted: {
  accountId: string;
  amount: number;
  entry: { id: string; balance: number };
}): z.infer<typeof AdjustmentShape> {
  const { accountId, amount, entry } = adjusted;
  return { account_id: accountId, transaction_id: entry.id, amount, credit_balance: entry.balance };
}

export function keyLimitAnswer(keyId: string, perMinute: number): z.infer<typeof KeyLimitShape> {
  return { key_id: keyId, rate_limit: perMinute };
}

export function erasureAnswer(entityId: string): z.infer<typeof ErasureShape> {
  return { entity_id: entityId, erased: true };
}

export function mirrorsAnswer(editions: readonly MirrorEdition[]): z.infer<typeof MirrorsShape> {
  return {
    mirrors: editions.map(({ jurisdiction, sandbox, asOf, rows, importedAt }) => ({
      jurisdiction,
      sandbox,
      as_of: asOf,
      rows,
      imported_at: importedAt.toISOString(),
    })),
  };
}
