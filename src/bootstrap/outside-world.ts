import type { Server } from 'node:http';
import { join } from 'node:path';
import { HttpAdapterHost } from '@nestjs/core';
import type { Provider } from '@nestjs/common';
import { HttpClientDocuments } from '../adapters/http/client-documents.js';
import { DnsResolver, SystemResolver } from '../adapters/http/resolver.js';
import { HttpSender } from '../adapters/http/sender.js';
import { CheckoutSandbox } from '../adapters/checkout-sandbox/checkout-sandbox.js';
import { ListeningAddress } from '../adapters/in-process/listening-address.js';
import { NoTracing } from '../adapters/in-process/no-tracing.js';
import { OutboxMailer } from '../adapters/outbox/outbox-mailer.js';
import { SmtpMailer } from '../adapters/smtp/smtp-mailer.js';
import { createStripe } from '../adapters/stripe/stripe-client.js';
import { StripeEvents } from '../adapters/stripe/stripe-events.js';
import { StripePayments } from '../adapters/stripe/stripe-payments.js';
import type { Config } from '../config.js';
import { Mailer } from '../core/accounts/ports.js';
import { CheckoutForm } from '../core/billing/checkout-form.js';
import { PaymentEvents, Payments } from '../core/billing/ports.js';
import type { Clock, Log } from '../core/ports.js';
import { ClientDocuments } from '../core/oauth/ports.js';
import { ServiceAddress } from '../core/own-address.js';
import type { Tracing } from '../core/tracing/ports.js';
import { Sender } from '../core/webhooks/ports.js';
import { AddressGuard } from '../core/webhooks/public-address.js';
import { SecurityContact } from '../modules/discovery/documents.js';

/** What leaves the house, and how: mail, payments, webhooks, and what clients say of themselves. */
export function outgoingAdapters(config: Config, clock: Clock, log: Log, say: (line: string) => void): Provider[] {
  const guard = addressGuardFor(config);
  return [
    { provide: Mailer, useValue: mailerFor(config, say) },
    { provide: SecurityContact, useValue: new SecurityContact(addressIn(config.mailFrom)) },
    { provide: AddressGuard, useValue: guard },
    { provide: ClientDocuments, useValue: new HttpClientDocuments(guard) },
    { provide: Sender, useFactory: closingSender },
    ...processorFor(config, clock, log),
  ];
}

/** The library is loaded only when somebody listens. */
export async function tracingFor(
  { traced, role }: Config,
  version: string,
): Promise<Tracing & { close?(): Promise<void> }> {
  if (!traced) return new NoTracing();
  const { OpenTelemetryTracing } = await import('../adapters/opentelemetry/tracing.js');
  return new OpenTelemetryTracing(version, role);
}

function processorFor({ baseUrl, stripe: settings, encryptionKey }: Config, clock: Clock, log: Log): Provider[] {
  const address: Provider = {
    provide: ServiceAddress,
    useFactory: ({ httpAdapter }: HttpAdapterHost) =>
      new ListeningAddress(baseUrl, () => (httpAdapter.getHttpServer() as Server).address()),
    inject: [HttpAdapterHost],
  };
  if (!settings) {
    const useFactory = (own: ServiceAddress) => new CheckoutSandbox(encryptionKey, own, clock);
    const form = { provide: CheckoutForm, useValue: new CheckoutForm(encryptionKey) };
    return [address, form, { provide: Payments, useFactory, inject: [ServiceAddress] }];
  }
  const stripe = createStripe(settings.secretKey, settings.apiBase);
  const useFactory = (own: ServiceAddress) => new StripePayments(stripe, own, log);
  const notices = { provide: PaymentEvents, useValue: new StripeEvents(stripe, settings.webhookSecret) };
  return [address, notices, { provide: Payments, useFactory, inject: [ServiceAddress] }];
}

/** On one's own machine a receiver may have any name and address; elsewhere only what the public name servers say counts. */
function addressGuardFor({ webhookAllowPrivate }: Config): AddressGuard {
  return new AddressGuard(webhookAllowPrivate ? new SystemResolver() : new DnsResolver(), webhookAllowPrivate);
}

function closingSender(): Sender {
  const sender = new HttpSender();
  return Object.assign(sender, { onApplicationShutdown: () => sender.close() });
}

/** `Standing <standing@example.com>` → `standing@example.com`. */
function addressIn(mailbox: string): string {
  return /<([^<>]+)>/.exec(mailbox)?.[1] ?? mailbox;
}

function mailerFor({ smtpUrl, mailFrom, dataDir, production }: Config, say: (line: string) => void): Mailer {
  if (smtpUrl) return new SmtpMailer(smtpUrl, mailFrom);
  return new OutboxMailer(join(dataDir, 'outbox'), mailFrom, ({ to, subject }) => {
    if (!production) say(`e-mail to ${to}: ${subject}`);
  });
}
