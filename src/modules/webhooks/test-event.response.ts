import { z } from 'zod';
import { TEST_EVENT_TYPE } from '../../core/webhooks/event.js';
import type { Id } from '../../core/ids.js';
import { idOf, moment, named } from '../http/answers/answer-fields.js';

export const TestEventShape = named(
  'WebhookTest',
  'Nothing happened: the owner of the account tries the receiver out.',
  z.object({
    event: z.literal(TEST_EVENT_TYPE).meta({ description: 'What happened.' }),
    event_id: idOf('evt', 'Stable: the same for every attempt and redelivery.'),
    asked_at: moment('When the test was asked for.'),
  }),
);

export function testBody(eventId: Id<'evt'>, at: Date): z.infer<typeof TestEventShape> {
  return { event: TEST_EVENT_TYPE, event_id: eventId, asked_at: at.toISOString() };
}
