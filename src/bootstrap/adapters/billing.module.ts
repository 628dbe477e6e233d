import { NoPayments } from '../../adapters/in-process/no-payments.js';
import { Module, type DynamicModule } from '@nestjs/common';
import { CheckoutSandbox } from '../../adapters/checkout-sandbox/checkout-sandbox.js';
import { PostgresBudgets } from '../../adapters/postgres/billing/budgets.js';
import { PostgresLedgerAudit } from '../../adapters/postgres/billing/ledger-audit.js';
import { PostgresLedger } from '../../adapters/postgres/billing/ledger.js';
import { PostgresPaymentRecords } from '../../adapters/postgres/billing/payment-records.js';
import { ApiKeyCache } from '../../adapters/postgres/cache/caches.js';
import { Database } from '../../adapters/postgres/client/database.js';
import type { Config } from '../../config.js';
import { Budgets, Ledger, LedgerAudit, PaymentEvents, PaymentRecords, Payments } from '../../core/billing/ports.js';
import { Metrics } from '../../core/metrics/ports.js';
import { ServiceAddress } from '../../core/own-address.js';
import { Clock, Log } from '../../core/ports.js';
import type { AppDependencies } from '../dependencies.js';
import { adapter, factory, portsModule } from './provide.js';

/** The ledger, and the payment processor: Stripe, or the checkout that stands in for it. */
@Module({})
export class BillingPortsModule {
  static forRoot({ config }: AppDependencies): DynamicModule {
    return portsModule(BillingPortsModule, [
      adapter(Ledger, PostgresLedger, Database, Metrics),
      adapter(Budgets, PostgresBudgets, Database, ApiKeyCache),
      adapter(PostgresLedgerAudit, PostgresLedgerAudit, Database),
      { provide: LedgerAudit, useExisting: PostgresLedgerAudit },
      adapter(PaymentRecords, PostgresPaymentRecords, Database),
      ...processorFor(config),
    ]);
  }
}

function processorFor({ billing, stripe: settings, encryptionKey }: Config) {
  if (!billing) return [factory(Payments, () => new NoPayments())];
  if (!settings) {
    const sandbox = (own: ServiceAddress, clock: Clock) => new CheckoutSandbox(encryptionKey, own, clock);
    return [factory(Payments, sandbox, ServiceAddress, Clock)];
  }
  return [
    factory(Payments, (own: ServiceAddress, log: Log) => stripePayments(settings, own, log), ServiceAddress, Log),
    factory(PaymentEvents, () => stripeEvents(settings)),
  ];
}

type StripeSettings = NonNullable<Config['stripe']>;

async function stripePayments(settings: StripeSettings, own: ServiceAddress, log: Log): Promise<Payments> {
  const { StripePayments } = await import('../../adapters/stripe/stripe-payments.js');
  return new StripePayments(await clientOf(settings), own, log);
}

async function stripeEvents(settings: StripeSettings): Promise<PaymentEvents> {
  const { StripeEvents } = await import('../../adapters/stripe/stripe-events.js');
  return new StripeEvents(await clientOf(settings), settings.webhookSecret);
}

/** The library is loaded only where Stripe takes the payments. */
async function clientOf({ secretKey, apiBase }: StripeSettings) {
  const { createStripe } = await import('../../adapters/stripe/stripe-client.js');
  return createStripe(secretKey, apiBase);
}
