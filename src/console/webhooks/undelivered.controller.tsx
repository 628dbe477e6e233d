import { Get } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { Deliveries, type Delivery } from '../../core/webhooks/ports.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { DeliveriesQuery } from '../../modules/webhooks/webhooks.dto.js';
import type { Columns } from '../csv-file.js';
import { list } from '../page-answers.js';
import { Listing, TextField } from '../pages/listing.js';
import { Link, Moment } from '../pages/parts.js';
import { PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';

const ADDRESS = new PageAddress(DeliveriesQuery);
const COLUMNS: Columns<Delivery> = {
  delivery_id: ({ id }) => id,
  event: ({ event }) => event,
  url: ({ url }) => url,
  error: ({ attempts }) => attempts.at(-1)?.error,
};

@AccountPages('console')
export class ConsoleUndeliveredController {
  constructor(private readonly deliveries: Deliveries) {}

  @Get(['undelivered', 'undelivered.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return list({
      title: 'Undelivered events',
      address: ADDRESS,
      csv: { name: 'undelivered', columns: COLUMNS },
      after: ({ cursor }) => cursorIn('dlv', cursor),
      read: (wanted, before) => this.deliveries.list(accountId, { ...wanted, status: 'failed', before }),
      body: (deliveries) => (
        <Listing
          to="/undelivered"
          nothing={<p>Every event was delivered.</p>}
          caption="Events that no endpoint took, newest first"
          times="real"
          columns={['Event', 'URL', 'Created']}
          rows={deliveries.map((delivery) => [
            <Link to={`/webhooks/${delivery.id}`}>{delivery.event}</Link>,
            delivery.url,
            <Moment at={delivery.createdAt} />,
          ])}
        >
          <TextField label="URL" />
        </Listing>
      ),
    });
  }
}
