import type { AccountProfile, ApiKey } from '../../core/accounts/account.js';
import type { IssuedKey } from '../../core/accounts/api-key.js';
import type { LabelledUsage } from '../../core/accounts/read-usage.js';
import type { UsageCount } from '../../core/billing/usage.js';
import type { SigningSecrets } from '../../core/webhooks/ports.js';

export function accountAnswer({ profile, keys }: { profile: AccountProfile; keys: ApiKey[] }) {
  const { id, email, emailVerified, name, creditBalance, createdAt } = profile;
  return {
    account_id: id,
    email,
    email_verified: emailVerified,
    ...(name === undefined ? {} : { name }),
    credit_balance: creditBalance,
    created_at: createdAt.toISOString(),
    api_keys: keys.map(keyAnswer),
  };
}

function keyAnswer({ id, label, prefix, rateLimitPerMinute, active, createdAt }: ApiKey) {
  return {
    id,
    label,
    prefix,
    rate_limit: rateLimitPerMinute,
    is_active: active,
    created_at: createdAt.toISOString(),
  };
}

export function issuedKeyAnswer({ apiKey, keyId, label }: IssuedKey) {
  return { api_key: apiKey, key_id: keyId, label };
}

export function secretAnswer({ current, previous }: SigningSecrets) {
  return {
    secret: current,
    ...(previous ? { previous_secret_expires_at: previous.expiresAt.toISOString() } : {}),
  };
}

export function usageAnswer({ period, totals, byOperation, byDay, byKey, labels }: LabelledUsage) {
  return {
    period,
    totals: countAnswer(totals),
    by_operation: byOperation.map((row) => ({ operation: row.operation, ...countAnswer(row) })),
    by_day: byDay.map((row) => ({ date: row.date, ...countAnswer(row) })),
    by_key: byKey.map((row) => ({
      ...(row.keyId ? { key_id: row.keyId, label: labels.get(row.keyId) } : {}),
      ...countAnswer(row),
    })),
  };
}

function countAnswer({ requests, creditsCharged, creditsRefunded }: UsageCount) {
  return { requests, credits_charged: creditsCharged, credits_refunded: creditsRefunded };
}
