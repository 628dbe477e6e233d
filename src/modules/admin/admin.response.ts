import type { AdminAction, SupportAccount, SupportJob } from '../../core/admin/ports.js';
import type { RefundedJob } from '../../core/admin/refund-job.js';
import type { JurisdictionState } from '../../core/registries/jurisdictions.js';
import { accountAnswer } from '../accounts/accounts.response.js';

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
