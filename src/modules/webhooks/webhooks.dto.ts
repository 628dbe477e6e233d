import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { DEFAULT_LISTED, MOST_LISTED } from '../../core/limits.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../core/webhooks/ports.js';
import { LONGEST_WEBHOOK_URL } from '../../core/webhooks/public-address.js';
import { PageQuery } from '../http/answers/paging.js';
import { Text } from '../http/input/request-schema.js';

export class DeliveriesQuery extends PageQuery {
  @IsOptional()
  @IsIn([...DELIVERY_STATUSES])
  @JSONSchema({ type: 'string', description: 'Only deliveries that stand like this.' })
  status?: DeliveryStatus;

  @IsOptional()
  @Text(1, LONGEST_WEBHOOK_URL, 'Only deliveries to addresses that hold this.', 'hooks.example.com')
  text?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ description: 'The next_cursor of the page before; instead of offset.' })
  cursor?: string;
}

export class TestEventBody {
  @IsString()
  @MaxLength(LONGEST_WEBHOOK_URL)
  @JSONSchema({
    description: 'The https address to try out; it must resolve to public addresses.',
    example: 'https://hooks.example.com/standing',
  })
  webhook_url!: string;
}

export class EventsQuery {
  @IsOptional()
  @IsString()
  @Matches(/^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  @JSONSchema({
    description:
      'The next_cursor of the page before, or the event_id (webhook-id) of the last event you have; unset: the oldest kept.',
    example: 'evt_01kafqk2h5e6rvx1j8v2c3n4m5',
    'x-expected': 'a next_cursor or an event_id',
  })
  after?: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST_LISTED)
  @JSONSchema({ description: 'How many to list.', example: MOST_LISTED, default: DEFAULT_LISTED })
  limit: number = DEFAULT_LISTED;
}
