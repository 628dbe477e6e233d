import { DELIVERY_ATTEMPTS } from '../../core/webhooks/deliver-event.js';
import { WEBHOOK_SHAPES } from '../webhooks/webhooks.response.js';
import { schemaOf } from './schemas.js';

const MAX_HEADER_LENGTH = 2_000;
const sent = (name: string, description: string, pattern: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', maxLength: MAX_HEADER_LENGTH, pattern },
});

const SIGNATURE = '^sha256=[0-9a-f]{64}$';

/** Headers that sign every webhook, by component name. */
export const WEBHOOK_HEADERS = Object.fromEntries(
  [
    sent('X-Service-Signature', 'HMAC-SHA256 of the raw body, keyed with the whole webhook secret.', SIGNATURE),
    sent(
      'X-Service-Signature-Previous',
      'The same with the previous secret, for a day after its replacement.',
      SIGNATURE,
      false,
    ),
    sent('webhook-id', 'The event_id (Standard Webhooks).', '^evt_[0-9a-z]{26}$'),
    sent('webhook-timestamp', 'Time of this attempt, in Unix seconds (Standard Webhooks).', '^\\d+$'),
    sent('webhook-signature', 'One or two signatures of Standard Webhooks.', '^v1,\\S+( v1,\\S+)*$'),
  ].map((header) => [header.name, header]),
);
const HEADER_REFS = Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const SUMMARIES: Record<keyof typeof WEBHOOK_SHAPES, string> = {
  'verification.completed': 'A verification was answered',
  'verification.failed': 'A register did not answer',
  'verification.refunded': 'An administrator refunded the credits',
  'verification.decided': 'A person decided which business is meant',
  'entity.changed': 'A watched business changed',
  'watch.blind': 'A watch receives no answers',
  'watch.sighted': 'A watch receives answers again',
  'watch.paused': 'A watch was paused',
  'watch.resumed': 'A watch was resumed',
  'watch.ended': 'A watch ended after a long pause',
  'batch.completed': 'A batch was completed',
  'webhook.test': 'The owner tests a receiver',
};

/**
 * The `webhooks` section of the document: requests to the webhook_url of a verification or watch.
 */
export function webhooks(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(WEBHOOK_SHAPES).map(([event, shape]) => [
      event,
      {
        post: {
          operationId: `on${event.replaceAll(/(?:^|\.)(.)/g, (_, letter: string) => letter.toUpperCase())}`,
          summary: SUMMARIES[event as keyof typeof WEBHOOK_SHAPES],
          description: `Posted to the webhook_url of a ${senderOf(event)}, up to ${DELIVERY_ATTEMPTS} times until a 2xx answer.`,
          tags: ['Webhooks'],
          security: [],
          parameters: HEADER_REFS,
          requestBody: { required: true, content: { 'application/json': { schema: schemaOf(shape) } } },
          responses: { '2XX': { description: 'Received. Any other answer is a failed attempt.' } },
        },
      },
    ]),
  );
}

function senderOf(event: string): string {
  const [kind = event] = event.split('.');
  return { entity: 'watch', webhook: 'test' }[kind] ?? kind;
}
