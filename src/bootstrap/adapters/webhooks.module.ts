import { Module, type DynamicModule } from '@nestjs/common';
import { DnsResolver, SystemResolver } from '../../adapters/http/resolver.js';
import { HttpSender } from '../../adapters/http/sender.js';
import { Notifications } from '../../adapters/postgres/cache/notifications.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { PostgresDeliveries } from '../../adapters/postgres/webhooks/deliveries.js';
import { PostgresEvents } from '../../adapters/postgres/webhooks/events.js';
import { refuseToStart, secretBoxFor } from './secret-box.js';
import { PostgresWebhookSecrets } from '../../adapters/postgres/webhooks/webhook-secrets.js';
import type { Config } from '../../config.js';
import { Clock } from '../../core/ports.js';
import { Deliveries, Events, Sender, WebhookSecrets } from '../../core/webhooks/ports.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { webhookBody } from '../../modules/webhooks/webhooks.response.js';
import type { AppDependencies } from '../dependencies.js';
import { adapter, factory, portsModule } from './provide.js';

/** Events, their deliveries, and the way out to receivers. */
@Module({})
export class WebhookPortsModule {
  static forRoot({ config }: AppDependencies): DynamicModule {
    const secrets = (db: Database, clock: Clock, notifications: Notifications) =>
      openSecrets(config, db, clock, notifications);
    return portsModule(WebhookPortsModule, [
      factory(WebhookSecrets, secrets, Database, Clock, Notifications),
      factory(Events, (db: Database) => new PostgresEvents(db, webhookBody), Database),
      adapter(Deliveries, PostgresDeliveries, Database),
      { provide: AddressGuard, useValue: addressGuardFor(config) },
      factory(Sender, () => new HttpSender()),
    ]);
  }
}

/** Seals again what an earlier key sealed; a secret that no given key opens stops the start. */
async function openSecrets(
  config: Config,
  db: Database,
  clock: Clock,
  notifications: Notifications,
): Promise<WebhookSecrets> {
  const secrets = new PostgresWebhookSecrets(db, secretBoxFor(config), clock, notifications);
  await secrets.sealAgain().catch(refuseToStart);
  return secrets;
}

/**
 * On one's own machine a receiver may have any name and address; elsewhere only what the public
 * name servers say counts.
 */
function addressGuardFor({ webhookAllowPrivate }: Config): AddressGuard {
  return new AddressGuard(webhookAllowPrivate ? new SystemResolver() : new DnsResolver(), webhookAllowPrivate);
}
