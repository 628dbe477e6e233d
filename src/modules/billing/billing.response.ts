import { z } from 'zod';
import {
  flag,
  idOf,
  jurisdictionCode,
  listOf,
  moment,
  named,
  oneOf,
  text,
  publicUrl,
  whole,
  written,
  anyFields,
} from '../http/answers/answer-fields.js';
import { referenceAnswer, referenceField } from '../http/answers/record-fields.js';
import { PaginationShape, pagination } from '../http/answers/paging.js';
import type { OpenedCheckout } from '../../core/billing/buy-credits.js';
import { ENTRY_TYPES, type LedgerEntry } from '../../core/billing/ledger-entry.js';
import { PACKAGE_IDS, type CreditPackage } from '../../core/billing/packages.js';
import type { Bill } from '../../core/billing/read-billing.js';
import type { Page } from '../../core/page.js';
import { MAX_LISTED } from '../../core/limits.js';

const MAX_USD = 1_000_000;
const packageIdField = () => oneOf(PACKAGE_IDS, 'The package.');
const usd = (description: string) => z.number().min(0).max(MAX_USD).meta({ description });

export const PackageShape = named(
  'CreditPackage',
  'A package of credits.',
  z.object({
    package_id: packageIdField(),
    name: text('Display name.', 100),
    credits: whole('Credits in the package.'),
    price_usd: usd('Price in US dollars.'),
    price_per_credit_usd: usd('Price of one credit in US dollars.'),
  }),
);

const TransactionShape = named(
  'Transaction',
  'An entry of the ledger; the balance is the sum of all entries.',
  z.object({
    transaction_id: idOf('txn', 'A stable id.'),
    type: oneOf(ENTRY_TYPES, 'The kind of entry.'),
    amount: whole('Credits; negative for charges.', { least: -2_147_483_647 }),
    balance_after: whole('The balance after the entry.'),
    description: text('An explanation in words.'),
    job_id: idOf('job', 'The job.').optional(),
    entity_id: idOf('ent', 'The business, for a cached answer, a history or a check of a watch.').optional(),
    entity_name: text('The name that was paid for. Absent from entries of earlier versions.', 500).optional(),
    jurisdiction: jurisdictionCode('The jurisdiction of that name.').optional(),
    search_id: idOf('srch', 'The search.').optional(),
    watch_id: idOf('wch', 'The watch, for a check.').optional(),
    batch_id: idOf('bat', 'The batch, for a row.').optional(),
    line: whole('Line of the file of the batch.', { least: 1 }).optional(),
    package_id: text('The purchased package, which may no longer be on sale.', 100).optional(),
    record_id: idOf('rec', 'The record of the answer that was paid for or refunded.').optional(),
    reference: referenceField(),
    created_at: moment('Time of the entry.'),
  }),
);

export const BillingShape = named(
  'Billing',
  'The balance, the packages on sale, and the ledger.',
  z.object({
    credit_balance: whole('Available credits.'),
    credits_owed: whole(
      'Credits spent before their payment was refunded or disputed; deducted from the next purchase. Absent if nothing is owed.',
    ).optional(),
    packages: listOf(PackageShape, 'Packages on sale.', 20),
    transactions: listOf(TransactionShape, 'Newest first.', MAX_LISTED),
    pagination: PaginationShape,
  }),
);

export const CheckoutShape = named(
  'Checkout',
  'A checkout to pay at.',
  z.object({
    checkout_url: publicUrl('The page to open in a browser.'),
    session_id: text('The checkout of the payment processor.', 300),
    package_id: packageIdField(),
    expires_at: moment('Time at which the checkout expires.'),
  }),
);

export const StripeEventShape = named(
  'StripeEvent',
  'An event as Stripe sends it; kinds that are not used here are accepted and ignored.',
  z.looseObject({
    id: text('An event as Stripe sends it; other kinds are accepted and ignored.', 300),
    type: written('The kind of event.', /^[a-z0-9_.]+$/),
    data: anyFields('The object of the event.'),
  }),
);

export const StripeEventReceivedShape = named(
  'StripeEventReceived',
  'Received; Stripe need not send it again.',
  z.object({ received: flag('Always true.') }),
);

export function packageAnswer({
  id,
  name,
  credits,
  priceUsd,
  pricePerCreditUsd,
}: CreditPackage): z.infer<typeof PackageShape> {
  return { package_id: id, name, credits, price_usd: priceUsd, price_per_credit_usd: pricePerCreditUsd };
}

function transactionAnswer(entry: LedgerEntry): z.infer<typeof TransactionShape> {
  const { id, type, amountCredits, balanceAfter, description, jobId, searchId, watchId, packageId, createdAt } = entry;
  const { entityId, entityName, jurisdiction, batchRow, recordId } = entry;
  return {
    transaction_id: id,
    type,
    amount: amountCredits,
    balance_after: balanceAfter,
    description,
    ...(jobId ? { job_id: jobId } : {}),
    ...(entityId ? { entity_id: entityId } : {}),
    ...(entityName ? { entity_name: entityName } : {}),
    ...(jurisdiction ? { jurisdiction } : {}),
    ...(searchId ? { search_id: searchId } : {}),
    ...(watchId ? { watch_id: watchId } : {}),
    ...(batchRow ? { batch_id: batchRow.batchId, line: batchRow.line } : {}),
    ...(packageId ? { package_id: packageId } : {}),
    ...(recordId && { record_id: recordId }),
    ...referenceAnswer(entry),
    created_at: createdAt.toISOString(),
  };
}

export function checkoutAnswer({
  checkoutUrl,
  sessionId,
  packageId,
  expiresAt,
}: OpenedCheckout): z.infer<typeof CheckoutShape> {
  return { checkout_url: checkoutUrl, session_id: sessionId, package_id: packageId, expires_at: expiresAt };
}

export function billingAnswer(
  { items, total, balance, owedCredits }: Bill,
  packages: readonly CreditPackage[],
  page: Page,
): z.infer<typeof BillingShape> {
  return {
    credit_balance: balance,
    ...(owedCredits > 0 ? { credits_owed: owedCredits } : {}),
    packages: packages.map(packageAnswer),
    transactions: items.map(transactionAnswer),
    pagination: pagination(page, total),
  };
}

export function stripeEventReceivedAnswer(): z.infer<typeof StripeEventReceivedShape> {
  return { received: true };
}
