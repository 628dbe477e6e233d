import { Body, Get, Param, Post } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { parseId } from '../../core/ids.js';
import { Watches } from '../../core/watches/ports.js';
import { Deliveries, WebhookSecrets, type SigningSecrets } from '../../core/webhooks/ports.js';
import { ReadDelivery } from '../../core/webhooks/read-delivery.js';
import { Redeliver } from '../../core/webhooks/redeliver.js';
import { SendTestEvent } from '../../core/webhooks/send-test-event.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { DeliveriesQuery, TestEventBody } from '../../modules/webhooks/webhooks.dto.js';
import { list, page, goTo, submitted, confirmed, once, type PageAnswer, type Fields } from '../page-answers.js';
import { FormBody, PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { deliveryCells, DELIVERY_COLUMNS } from './deliveries-csv.js';
import { DeliveriesPage, DeliveryPage, SecretPage } from './webhooks.page.js';

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
      csv: { name: 'deliveries', columns: DELIVERY_COLUMNS, cells: deliveryCells },
      after: ({ cursor }) => cursorIn('dlv', cursor),
      read: ({ cursor: _cursor, ...wanted }, before) => this.deliveries.list(accountId, { ...wanted, before }),
      body: ({ items, next }, { cursor: _cursor, ...wanted }) => (
        <DeliveriesPage deliveries={items} next={next} wanted={wanted} />
      ),
    });
  }

  @Post('webhooks/test')
  @Reads('form')
  test(@CurrentVisit() visit: ConsoleVisit, @Body() fields: Fields = {}) {
    const again = () => this.list(visit);
    return submitted({ to: '/webhooks/test', fields, again }, async () => {
      const { webhook_url: address } = TEST.read(fields);
      const send = () => this.sendTestEvent.run(visit.caller, address);
      return once(fields, send, (done) => goTo(`/webhooks/${done}`));
    });
  }

  /** Behind a button, so that no page shows the secret on a mere visit. */
  @Post('webhooks/secret')
  @Reads('form')
  async secret(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return this.secretPage(await this.secrets.of(accountId));
  }

  @Post('webhooks/secret/rotate')
  @Reads('form')
  async rotate(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Body() fields: Fields = {}) {
    const question =
      'Rotate the signing secret? Give your endpoints the new one within a day: until then the old one signs too.';
    const [to, back] = ['/webhooks/secret/rotate', '/webhooks'];
    const ask = async () => ({ question, button: 'Rotate secret', to, back });
    const rotate = async () => void (await this.secrets.rotate(accountId));
    return confirmed({ fields, ask }, rotate, async () => this.secretPage(await this.secrets.of(accountId)));
  }

  @Get('webhooks/:id')
  async read(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    const delivery = await this.readDelivery.run(accountId, parseId('dlv', id));
    const layout = { title: delivery.event, eyebrow: 'Delivery' };
    const watchId = delivery.subject && parseId('wch', delivery.subject);
    const watches = await this.watches.existing(watchId ? [watchId] : []);
    return page(layout, <DeliveryPage delivery={delivery} watches={watches} />);
  }

  @Post('webhooks/:id/redeliver')
  @Reads('form')
  sendAgain(@CurrentVisit() { caller }: ConsoleVisit, @Param('id') id: string, @Body() fields: Fields = {}) {
    const redeliver = () => this.redeliver.run(caller, parseId('dlv', id));
    return once(fields, redeliver, (done) => goTo(`/webhooks/${done}`));
  }

  private secretPage(secrets: SigningSecrets): PageAnswer {
    const layout = { title: 'Signing secret', narrow: true };
    return page(layout, <SecretPage secrets={secrets} />);
  }
}
