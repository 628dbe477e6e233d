import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSignatures, type SignatureCheck } from '../../core/webhooks/signature.js';

const BODY_LIMIT_BYTES = 1_000_000;

export interface Arrival {
  webhookId: string;
  /** The event arrived before: delivery is at least once. */
  again: boolean;
  /** `undefined` without a secret to check with. */
  signatures: SignatureCheck | undefined;
  /** The parsed body; `undefined` if it is not JSON. */
  event: Record<string, unknown> | undefined;
  body: string;
}

export interface Listening {
  url: string;
  close: () => Promise<void>;
}

export interface ListenOptions {
  port: number;
  /** Only this machine by default. */
  host?: string;
  /** `whsec_` + base64, as shown in the account. */
  secret: string | undefined;
  /** Status of the responses; the service retries on anything but 2xx. */
  status: number;
  onArrival: (arrival: Arrival) => void;
}

/**
 * Starts a local webhook receiver that does what every receiver should: it checks the signature on
 * the raw bytes and recognises repeats.
 */
export async function listen({
  port,
  host = '127.0.0.1',
  secret,
  status,
  onArrival,
}: ListenOptions): Promise<Listening> {
  const seen = new Set<string>();
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await bodyOf(request);
    if (request.method !== 'POST') return 405;
    const webhookId = String(request.headers['webhook-id'] ?? '');
    const signatures = secret === undefined ? undefined : checkSignatures(request.headers, body, secret, new Date());
    const genuine = signatures === undefined || signatures.contract;
    onArrival({ webhookId, again: seen.has(webhookId), signatures, event: parsed(body), body: body.toString('utf8') });
    if (genuine) seen.add(webhookId);
    return genuine ? status : 401;
  };
  const server = createServer((request, response) => {
    receive(request).then(
      (answer) => response.writeHead(answer).end(),
      () => response.destroy(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > BODY_LIMIT_BYTES) throw new Error('this is not a delivery');
  }
  return Buffer.concat(chunks);
}

function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
