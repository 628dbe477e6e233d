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
import { PaginationShape, pagination } from '../http/answers/paging.js';
import type { OpenedCheckout } from '../../core/billing/buy-credits.js';
import { ENTRY_TYPES, type LedgerEntry } from '../../core/billing/ledger-entry.js';
import { PACKAGE_IDS, type CreditPackage } from '../../core/billing/packages.js';
import type { Bill } from '../../core/billing/read-billing.js';
import type { Page } from '../../core/page.js';
import { MAX_LISTED } from '../../core/limits.js';

const MAX_USD = 1_000_000;
const packageIdField = () => oneOf(PACKAGE_IDS, 'Which package.');
const usd = (description: string) => z.number().min(0).max(MAX_USD).meta({ description });

export const PackageShape = named(
  'CreditPackage',
  'Credits as they are sold.',
  z.object({
    package_id: packageIdField(),
    name: text('For people.', 100),
    credits: whole('How many.'),
    price_usd: usd('What it costs, in US dollars.'),
    price_per_credit_usd: usd('The same for one credit.'),
  }),
);

const TransactionShape = named(
  'Transaction',
  'An entry of the ledger; the balance is the sum of all of them.',
  z.object({
    transaction_id: idOf('txn', 'Stable.'),
    type: oneOf(ENTRY_TYPES, 'Why.'),
    amount: whole('Credits, negative when taken.', { least: -2_147_483_647 }),
    balance_after: whole('The balance from then on.'),
    description: text('In words.'),
    job_id: idOf('job', 'For which job.').optional(),
    entity_id: idOf(
      'ent',
      'For which business, where the answer was known, its history was read or a watch looked at it.',
    ).optional(),
    entity_name: text('The name that was paid for. Absent from entries of earlier versions.', 500).optional(),
    jurisdiction: jurisdictionCode('Where it was looked for.').optional(),
    search_id: idOf('srch', 'For which search.').optional(),
    watch_id: idOf('wch', 'For a check of which watch.').optional(),
    batch_id: idOf('bat', 'For a row of which batch.').optional(),
    line: whole('On which line of its file the row is.', { least: 1 }).optional(),
    package_id: text('Which package was bought; it may have left the price list since.', 100).optional(),
    created_at: moment('When.'),
  }),
);

export const BillingShape = named(
  'Billing',
  'The balance, what is on sale, and the ledger.',
  z.object({
    credit_balance: whole('Credits to spend.'),
    credits_owed: whole(
      'Credits that were spent before their payment was refunded or disputed: so many of the next purchase are taken. Absent when nothing is owed.',
    ).optional(),
    packages: listOf(PackageShape, 'What can be bought.', 20),
    transactions: listOf(TransactionShape, 'Newest first.', MAX_LISTED),
    pagination: PaginationShape,
  }),
);

export const CheckoutShape = named(
  'Checkout',
  'Where to pay.',
  z.object({
    checkout_url: publicUrl('Open it in a browser.'),
    session_id: text('The checkout at the payment processor.', 300),
    package_id: packageIdField(),
    expires_at: moment('Until when it can be paid.'),
  }),
);

export const StripeEventShape = named(
  'StripeEvent',
  'An event as Stripe sends it; kinds that are not used here are accepted and ignored.',
  z.looseObject({
    id: text("Stripe's name for it.", 300),
    type: written('What happened.', /^[a-z0-9_.]+$/),
    data: anyFields('What it happened to.'),
  }),
);

export const StripeEventReceivedShape = named(
  'StripeEventReceived',
  'Stripe need not send it again.',
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
  const { entityId, entityName, jurisdiction, batchRow } = entry;
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
