import { z } from 'zod';
import {
  anyFields,
  flag,
  idOf,
  listOf,
  moment,
  named,
  oneOf,
  text,
  publicUrl,
  whole,
  written,
} from '../http/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';
import { PaginationShape } from '../http/page-shape.js';
import type { OpenedCheckout } from '../../core/billing/buy-credits.js';
import type { LedgerEntry } from '../../core/billing/ledger-entry.js';
import type { CreditPackage } from '../../core/billing/packages.js';

const MOST_USD = 1_000_000;
const packageIdField = () => oneOf(['starter', 'pro', 'business', 'enterprise'], 'Which package.');
const usd = (description: string) => z.number().min(0).max(MOST_USD).meta({ description });

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
    type: oneOf(['grant', 'purchase', 'charge', 'refund', 'adjustment'], 'Why.'),
    amount: whole('Credits, negative when taken.', { least: -2_147_483_647 }),
    balance_after: whole('The balance from then on.'),
    description: text('In words.'),
    job_id: idOf('job', 'For which job.').optional(),
    search_id: idOf('srch', 'For which search.').optional(),
    package_id: packageIdField().optional(),
    created_at: moment('When.'),
  }),
);

export const GET_BILLING: RouteDoc = {
  operation: 'getBilling',
  summary: 'Read the balance, the packages and the ledger',
  description: 'Transactions are listed newest first. Scope billing.',
  answers: {
    200: named(
      'Billing',
      'Money matters.',
      z.object({
        credit_balance: whole('Credits to spend.'),
        packages: listOf(PackageShape, 'What can be bought.', 20),
        transactions: listOf(TransactionShape, 'Newest first.', 100),
        pagination: PaginationShape,
      }),
    ),
  },
};

export const PURCHASE_CREDITS: RouteDoc = {
  operation: 'purchaseCredits',
  summary: 'Buy credits',
  description: 'Opens a checkout; the credits come in as soon as it is paid there. Scope billing.',
  answers: {
    201: named(
      'Checkout',
      'Where to pay.',
      z.object({
        checkout_url: publicUrl('Open it in a browser.'),
        session_id: text('The checkout at the payment processor.', 300),
        package_id: packageIdField(),
        expires_at: moment('Until when it can be paid.'),
      }),
    ),
  },
  errors: ['PAYMENT_FAILED', 'IDEMPOTENCY_CONFLICT'],
  heeds: ['Idempotency-Key'],
};

export const RECEIVE_STRIPE_EVENT: RouteDoc = {
  operation: 'receiveStripeEvent',
  summary: 'Hear from Stripe',
  description:
    'The endpoint to name in Stripe for checkout.session.*, charge.refunded and charge.dispute.closed. Stripe signs the raw body; each payment is credited once, however often and in whatever order its events come.',
  takes: named(
    'StripeEvent',
    'An event as Stripe sends it; kinds that are not used here are accepted and left alone.',
    z.looseObject({
      id: text("Stripe's name for it.", 300),
      type: written('What happened.', /^[a-z0-9_.]+$/),
      data: anyFields('What it happened to.'),
    }),
  ),
  answers: {
    200: named('StripeEventReceived', 'Stripe need not send it again.', z.object({ received: flag('Always true.') })),
  },
};

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
