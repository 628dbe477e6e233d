import { z } from 'zod';
import { MAX_LISTED } from '../../core/limits.js';
import type { StoredEvent } from '../../core/webhooks/ports.js';
import { flag, idOf, listOf, moment, named } from '../http/answers/answer-fields.js';
import { WebhookShape } from './webhooks.response.js';

export const EventsShape = named(
  'Events',
  'A page of events, oldest first.',
  z.object({
    events: listOf(
      z.object({
        event_id: idOf('evt', 'The webhook-id of its delivery.'),
        created_at: moment('Time of the event.'),
        payload: WebhookShape,
      }),
      'Oldest first.',
      MAX_LISTED,
    ),
    next_cursor: idOf('evt', 'The value of after for the next page.').optional(),
    has_more: flag('Whether more events are available now.'),
  }),
);

/** `after` is the reader's previous cursor; it stays if there is nothing new. */
export function eventsAnswer(
  { events, hasMore }: { events: StoredEvent[]; hasMore: boolean },
  after: string | undefined,
): z.infer<typeof EventsShape> {
  const cursor = events.at(-1)?.id ?? after;
  return { events: events.map(eventAnswer), ...(cursor ? { next_cursor: cursor } : {}), has_more: hasMore };
}

function eventAnswer({ id, body, createdAt }: StoredEvent): z.infer<typeof EventsShape>['events'][number] {
  return {
    event_id: id,
    created_at: createdAt.toISOString(),
    payload: JSON.parse(body) as z.infer<typeof WebhookShape>,
  };
}
