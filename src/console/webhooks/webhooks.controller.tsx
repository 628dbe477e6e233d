import { Get, Param } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { parseId } from '../../core/ids.js';
import { Watches } from '../../core/watches/ports.js';
import { Deliveries, WebhookSecrets } from '../../core/webhooks/ports.js';
import { ReadDelivery } from '../../core/webhooks/read-delivery.js';
import { Redeliver } from '../../core/webhooks/redeliver.js';
import { SendTestEvent } from '../../core/webhooks/send-test-event.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { DeliveriesQuery, TestEventBody } from '../../modules/webhooks/webhooks.dto.js';
import { Form, form } from '../form-answers.js';
import { list, page } from '../page-answers.js';
import { FormBody, PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { DeliveriesPage, DeliveryPage, SecretPage, DELIVERY_COLUMNS } from './webhooks.page.js';

const TEST = new FormBody(TestEventBody);
const ADDRESS = new PageAddress(DeliveriesQuery);

@AccountPages('console')
export class ConsoleWebhooksController {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly readDelivery: ReadDelivery,
    private readonly redeliver: Redeliver,
    private readonly sendTestEvent: SendTestEvent,
    private readonly secrets: WebhookSecrets,
    private readonly watches: Watches,
  ) {}

  @Get(['webhooks', 'webhooks.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return list({
      title: 'Webhooks',
      address: ADDRESS,
      csv: { name: 'deliveries', columns: DELIVERY_COLUMNS },
      after: ({ cursor }) => cursorIn('dlv', cursor),
      read: (wanted, before) => this.deliveries.list(accountId, { ...wanted, before }),
      body: (deliveries) => <DeliveriesPage deliveries={deliveries} />,
    });
  }

  @Form('webhooks/test')
  test(@CurrentVisit() visit: ConsoleVisit) {
    return form({
      body: TEST,
      again: () => this.list(visit),
      once: true,
      run: ({ webhook_url: address }) => this.sendTestEvent.run(visit.caller, address),
      next: (id) => `/webhooks/${id}`,
    });
  }

  /** Behind a button, so that no page shows the secret on a mere visit. */
  @Form('webhooks/secret')
  async secret(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    const layout = { title: 'Signing secret', narrow: true };
    return page(layout, <SecretPage secrets={await this.secrets.of(accountId)} />);
  }

  @Form('webhooks/secret/rotate')
  rotate(@CurrentVisit() visit: ConsoleVisit) {
    const question =
      'Rotate the signing secret? Give your endpoints the new one within a day: until then the old one signs too.';
    return form({
      confirm: () => ({ question, button: 'Rotate secret', back: '/webhooks' }),
      run: async () => void (await this.secrets.rotate(visit.caller.accountId)),
      next: () => this.secret(visit),
    });
  }

  @Get('webhooks/:id')
  async read(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    const delivery = await this.readDelivery.run(accountId, parseId('dlv', id));
    const layout = { title: delivery.event, eyebrow: 'Delivery' };
    const watchId = delivery.subject && parseId('wch', delivery.subject);
    const watches = await this.watches.existing(watchId ? [watchId] : []);
    return page(layout, <DeliveryPage delivery={delivery} watches={watches} />);
  }

  @Form('webhooks/:id/redeliver')
  sendAgain(@CurrentVisit() { caller }: ConsoleVisit, @Param('id') id: string) {
    return form({
      once: true,
      run: () => this.redeliver.run(caller, parseId('dlv', id)),
      next: (made) => `/webhooks/${made}`,
    });
  }
}
