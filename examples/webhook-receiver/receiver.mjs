import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readWebhook } from '@standing/client';

/**
 * A server that hands each event to `act` once. It answers 400 without a valid signature, and 500
 * when `act` fails: then the service sends the event again.
 * @param {string} secret of the account: `whsec_...`
 * @param {(event: import('@standing/client').WebhookEvent) => unknown} act
 */
export function createReceiver(secret, act) {
  // A program that restarts keeps them in its database.
  const handled = new Set();

  /** @param {import('node:http').IncomingMessage} request */
  async function receive(request) {
    const body = await buffer(request);
    let event;
    try {
      event = readWebhook(body, request.headers, secret);
    } catch {
      return 400;
    }
    if (!handled.has(event.event_id)) await act(event);
    handled.add(event.event_id);
    return 204;
  }

  return createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    );
  });
}
