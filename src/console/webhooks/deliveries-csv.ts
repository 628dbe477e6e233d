import type { Delivery } from '../../core/webhooks/ports.js';

export const DELIVERY_COLUMNS = [
  'delivery_id',
  'event',
  'subject',
  'url',
  'status',
  'attempts',
  'response_status',
  'error',
  'created_at',
  'next_attempt_at',
];

export function deliveryCells({ id, event, subject, url, status, attempts, createdAt, nextAttemptAt }: Delivery) {
  const last = attempts.at(-1);
  const outcome = [attempts.length, last?.responseStatus, last?.error];
  return [id, event, subject, url, status, ...outcome, createdAt, nextAttemptAt];
}
