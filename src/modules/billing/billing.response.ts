import type { OpenedCheckout } from '../../core/billing/buy-credits.js';
import type { LedgerEntry } from '../../core/billing/ledger-entry.js';
import type { CreditPackage } from '../../core/billing/packages.js';

export function packageAnswer({ id, name, credits, priceUsd, pricePerCreditUsd }: CreditPackage) {
  return { package_id: id, name, credits, price_usd: priceUsd, price_per_credit_usd: pricePerCreditUsd };
}

export function transactionAnswer(entry: LedgerEntry) {
  const { id, type, amountCredits, balanceAfter, description, jobId, searchId, packageId, createdAt } = entry;
  return {
    transaction_id: id,
    type,
    amount: amountCredits,
    balance_after: balanceAfter,
    description,
    ...(jobId ? { job_id: jobId } : {}),
    ...(searchId ? { search_id: searchId } : {}),
    ...(packageId ? { package_id: packageId } : {}),
    created_at: createdAt.toISOString(),
  };
}

export function checkoutAnswer({ checkoutUrl, sessionId, packageId, expiresAt }: OpenedCheckout) {
  return { checkout_url: checkoutUrl, session_id: sessionId, package_id: packageId, expires_at: expiresAt };
}
