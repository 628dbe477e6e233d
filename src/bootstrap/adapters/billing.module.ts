import { NoPayments } from '../../adapters/in-process/left-out.js';
import { Global, Module } from '@nestjs/common';
import { CheckoutSandbox } from '../../adapters/checkout-sandbox/checkout-sandbox.js';
import { PostgresBudgets } from '../../adapters/postgres/billing/budgets.js';
import { PostgresLedgerAudit } from '../../adapters/postgres/billing/ledger-audit.js';
import { PostgresLedger } from '../../adapters/postgres/billing/ledger.js';
import { PostgresPaymentRecords } from '../../adapters/postgres/billing/payment-records.js';
import type { Config } from '../../config.js';
import { Budgets, Ledger, LedgerAudit, PaymentEvents, PaymentRecords, Payments } from '../../core/billing/ports.js';
import { Clock, Log, ServiceAddress } from '../../core/ports.js';
import { Infrastructure } from '../infrastructure.js';
import { configured, factory, ports } from './provide.js';

/** The ledger and the payment processor: Stripe, or our own test checkout. */
@Global()
@Module(
  ports(
    { provide: Ledger, useClass: PostgresLedger },
    { provide: Budgets, useClass: PostgresBudgets },
    { provide: PostgresLedgerAudit, useClass: PostgresLedgerAudit },
    { provide: LedgerAudit, useExisting: PostgresLedgerAudit },
    { provide: PaymentRecords, useClass: PostgresPaymentRecords },
    factory(Payments, openPayments, Infrastructure, ServiceAddress, Clock, Log),
  ),
)
export class BillingPortsModule {}

@Global()
@Module(ports(factory(PaymentEvents, openPaymentEvents, Infrastructure)))
export class StripePortsModule {}

async function openPayments(
  { config: { billing, stripe, encryptionKey } }: Infrastructure,
  own: ServiceAddress,
  clock: Clock,
  log: Log,
): Promise<Payments> {
  if (!billing) return new NoPayments();
  if (!stripe) return new CheckoutSandbox(encryptionKey, own, clock);
  const { StripePayments } = await import('../../adapters/stripe/stripe-payments.js');
  return new StripePayments(await clientOf(stripe), own, log);
}

async function openPaymentEvents({ config }: Infrastructure): Promise<PaymentEvents> {
  const stripe = configured(config.stripe, 'STRIPE_SECRET_KEY');
  const { StripeEvents } = await import('../../adapters/stripe/stripe-events.js');
  return new StripeEvents(await clientOf(stripe), stripe.webhookSecret);
}

/** Loads the library only where Stripe takes the payments. */
async function clientOf({ secretKey, apiBase }: NonNullable<Config['stripe']>) {
  const { createStripe } = await import('../../adapters/stripe/stripe-client.js');
  return createStripe(secretKey, apiBase);
}
