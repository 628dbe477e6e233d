import type { Delivery } from '../../core/webhooks/ports.js';
import type { Columns } from '../csv-file.js';

export const DELIVERY_COLUMNS: Columns<Delivery> = {
  delivery_id: ({ id }) => id,
  event: ({ event }) => event,
  subject: ({ subject }) => subject,
  url: ({ url }) => url,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts.length,
  response_status: ({ attempts }) => attempts.at(-1)?.responseStatus,
  error: ({ attempts }) => attempts.at(-1)?.error,
  created_at: ({ createdAt }) => createdAt,
  next_attempt_at: ({ nextAttemptAt }) => nextAttemptAt,
};
