import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { DEFAULT_LISTED, MOST_LISTED } from '../../core/limits.js';

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
