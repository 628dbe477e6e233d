import { Global, Module } from '@nestjs/common';
import { DnsResolver, SystemResolver } from '../../adapters/http/resolver.js';
import { HttpSender } from '../../adapters/http/sender.js';
import { Notifications } from '../../adapters/postgres/cache/notifications.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { PostgresDeliveries } from '../../adapters/postgres/webhooks/deliveries.js';
import { PostgresEvents } from '../../adapters/postgres/webhooks/events.js';
import { refuseToStart, secretBoxFor } from './secret-box.js';
import { PostgresWebhookSecrets } from '../../adapters/postgres/webhooks/webhook-secrets.js';
import { Clock } from '../../core/ports.js';
import { Deliveries, EventBodies, Events, Sender, TestEventBodies, WebhookSecrets } from '../../core/webhooks/ports.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { testBody, webhookBody } from '../../modules/webhooks/webhooks.response.js';
import { Infrastructure } from '../infrastructure.js';
import { factory, ports } from './provide.js';

@Global()
@Module(
  ports(
    factory(WebhookSecrets, openSecrets, Infrastructure, Database, Clock, Notifications),
    { provide: EventBodies, useValue: { of: webhookBody } satisfies EventBodies },
    { provide: TestEventBodies, useValue: { of: testBody } satisfies TestEventBodies },
    { provide: Events, useClass: PostgresEvents },
    { provide: Deliveries, useClass: PostgresDeliveries },
    factory(AddressGuard, addressGuard, Infrastructure),
    factory(Sender, ({ config }: Infrastructure) => new HttpSender({ byProxy: config.webhookProxy }), Infrastructure),
  ),
)
export class WebhookPortsModule {}

/**
 * Re-encrypts secrets sealed with the previous key. A secret that no configured key opens stops the
 * start.
 */
async function openSecrets(
  { config }: Infrastructure,
  db: Database,
  clock: Clock,
  notifications: Notifications,
): Promise<WebhookSecrets> {
  const secrets = new PostgresWebhookSecrets(db, secretBoxFor(config), clock, notifications);
  await secrets.sealAgain().catch(refuseToStart);
  return secrets;
}

/**
 * With private addresses allowed, receivers may have any name and address. Otherwise only public
 * DNS answers count.
 */
function addressGuard({ config: { webhookAllowPrivate, webhookProxy } }: Infrastructure): AddressGuard {
  const resolver = webhookAllowPrivate ? new SystemResolver() : new DnsResolver();
  return new AddressGuard(resolver, webhookAllowPrivate, webhookProxy);
}
