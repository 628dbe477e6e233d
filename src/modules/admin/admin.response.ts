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
import { JURISDICTIONS } from '../../core/registries/jurisdictions.js';
import { JOB_STATUSES } from '../../core/verification/job.js';
import type { Page, Paged } from '../../core/page.js';
import type { MirrorEdition, RecordedAction, AdminJob } from '../../core/admin/ports.js';
import type { RefundedRow } from '../../core/admin/refund-batch-row.js';
import type { RefundedJob } from '../../core/admin/refund-job.js';
import type { JurisdictionState } from '../../core/registries/jurisdictions.js';
import { MAX_LABEL_LENGTH, MAX_LISTED } from '../../core/limits.js';
import { MAX_EMAIL_LENGTH } from '../../core/accounts/email-address.js';

export const AdminJobShape = named(
  'AdminJob',
  'A job as support sees it.',
  z.object({
    job_id: idOf('job', 'Stable.'),
    account_id: idOf('acc', 'Whose it is.'),
    status: oneOf(JOB_STATUSES, 'Its state.'),
    entity_name: text('What was asked for.', 500),
    jurisdiction: jurisdictionCode('Where.'),
    tier: text('The tier of the request.', 50),
    credits_charged: whole('What it cost at first.'),
    credits_refunded: flag('Whether that was refunded.'),
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
        name: text('As ADMIN_API_KEY names them, where it does.', MAX_ADMIN_NAME_LENGTH).optional(),
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

export const AdminJobsShape = named(
  'AdminJobs',
  'A page of jobs.',
  z.object({ jobs: listOf(AdminJobShape, 'Newest first.', MAX_LISTED), pagination: PaginationShape }),
);

export const RefundShape = named(
  'Refund',
  'The credits were refunded.',
  z.object({
    job_id: idOf('job', 'Which one.'),
    status: oneOf(['refunded'], 'From now on.'),
    credits_refunded: whole('How many.'),
    credit_balance: whole('The balance after it.'),
  }),
);

export const RowRefundShape = named(
  'BatchRowRefund',
  'The credits were refunded.',
  z.object({
    batch_id: idOf('bat', 'Which batch.'),
    line: whole('Which line of its file.'),
    credits_refunded: whole('How many.'),
    credit_balance: whole('The balance after it.'),
  }),
);

export const AuditTrailShape = named(
  'AuditTrail',
  'A page of actions.',
  z.object({ actions: listOf(ActionShape, 'Newest first.', MAX_LISTED), pagination: PaginationShape }),
);

export const CreatedAccountShape = named(
  'CreatedAccount',
  'The account, and its key in the clear.',
  z.object({
    account_id: idOf('acc', 'Its id.'),
    email: text('Its address.', MAX_EMAIL_LENGTH),
    credit_balance: whole('What it begins with.'),
    api_key: written('Send it in X-API-Key.', /^stnd_[0-9A-Za-z]+$/),
    key_id: idOf('key', 'The id of the key.'),
    label: text('What the key is called.', MAX_LABEL_LENGTH),
  }),
);

export const AdjustmentShape = named(
  'Adjustment',
  'The entry of the ledger.',
  z.object({
    account_id: idOf('acc', 'Whose.'),
    transaction_id: idOf('txn', 'The entry.'),
    amount: whole('Credits, negative when taken.', { least: -2_147_483_647 }),
    credit_balance: whole('The balance after it.'),
  }),
);

export const KeyLimitShape = named(
  'KeyLimit',
  'The limit of a key.',
  z.object({ key_id: idOf('key', 'Which one.'), rate_limit: whole('Requests a minute.') }),
);

export const JurisdictionSwitchShape = named(
  'JurisdictionSwitch',
  'Whether it can be asked.',
  z.object({
    code: jurisdictionCode('Which one.'),
    active: flag('Whether it can be asked now.'),
    unavailable_reason: text('Why not.').optional(),
  }),
);

export const MirrorsShape = named(
  'Mirrors',
  'What the copies of registers were made from.',
  z.object({
    mirrors: listOf(
      z.object({
        jurisdiction: jurisdictionCode('Whose register.'),
        sandbox: flag('Whether its businesses are fictional.'),
        as_of: day('The date of the file.'),
        rows: whole('Businesses in it.'),
        imported_at: moment('When it was imported.'),
      }),
      'The editions that answer now.',
      2 * JURISDICTIONS.length,
    ),
  }),
);

export const ErasureShape = named(
  'Erasure',
  'The personal data was erased.',
  z.object({ entity_id: idOf('ent', 'Which one.'), erased: flag('Always true.') }),
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
