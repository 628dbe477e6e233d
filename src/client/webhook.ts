import { createHmac, timingSafeEqual } from 'node:crypto';
import type { components } from './openapi.generated.js';

export interface WebhookEvent {
  event: 'verification.completed' | 'verification.failed' | 'verification.refunded';
  job_id: string;
  jurisdiction: string;
  entity_name: string;
  status: 'completed' | 'failed' | 'refunded';
  /** null is a confirmed no-match. */
  data?: components['schemas']['EntityData'] | null;
  error?: string;
  credits_charged: number;
  credits_refunded: boolean;
  completed_at: string;
}

type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The event in a request that came to your receiver; throws when it was not signed with the account's secret.
 * Give the body as it came, byte for byte, and the headers as Node has them, in lower case.
 */
export function readWebhook(rawBody: string | Uint8Array, headers: ReceivedHeaders, secret: string): WebhookEvent {
  const expected = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
  const genuine = ['x-service-signature', 'x-service-signature-previous'].some((name) =>
    isSame(headers[name], expected),
  );
  if (!genuine) throw new Error('this webhook was not signed with the secret of the account');
  return JSON.parse(Buffer.from(rawBody).toString('utf8')) as WebhookEvent;
}

function isSame(given: string | string[] | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
