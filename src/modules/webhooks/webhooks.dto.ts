import { IntegerField, OneOf, Optional, StringField, ComparedText } from '../http/input/fields.js';
import { DEFAULT_LISTED, MAX_LISTED } from '../../core/limits.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../core/webhooks/ports.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../core/webhooks/public-address.js';
import { PageQuery } from '../http/answers/paging.js';

export class DeliveriesQuery extends PageQuery {
  @Optional()
  @OneOf(DELIVERY_STATUSES, { description: 'Only deliveries with this status.' })
  status?: DeliveryStatus;

  @Optional()
  @ComparedText(1, MAX_WEBHOOK_URL_LENGTH, 'Only deliveries to addresses that contain this text.', 'hooks.example.com')
  text?: string;

  @Optional()
  @StringField({ description: 'The next_cursor of the previous page; instead of offset.' })
  cursor?: string;
}

export class TestEventBody {
  @StringField({
    maxLength: MAX_WEBHOOK_URL_LENGTH,
    printable: true,
    description: 'The https address to test; it must resolve to public addresses.',
    example: 'https://hooks.example.com/standing',
  })
  webhook_url!: string;
}

export class EventsQuery {
  @Optional()
  @StringField({
    pattern: /^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/,
    description:
      'The next_cursor of the previous page, or the event_id (webhook-id) of the last event you have; by default the oldest event.',
    example: 'evt_01kafqk2h5e6rvx1j8v2c3n4m5',
    expected: 'a next_cursor or an event_id',
  })
  after?: string;

  @Optional()
  @IntegerField({
    minimum: 1,
    maximum: MAX_LISTED,
    description: 'Maximum entries.',
    example: MAX_LISTED,
  })
  limit: number = DEFAULT_LISTED;
}
