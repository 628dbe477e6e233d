import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { publishedDocument, requireDocumented } from './published-document.js';
import { until } from './until.js';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  json: any;
  atMs: number;
}

export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** Answers the nth request (from 1), with the returned status or through `response`. */
  answer: (n: number, response: ServerResponse, request: Received) => number | void;
  /** Waits for the first `count` requests. */
  first(count: number): Promise<Received[]>;
  of(jobId: string): Received[];
  close(): Promise<void>;
}

/**
 * Starts a receiver of webhooks with real HTTP on loopback. `close` fails if a webhook did not
 * match the document.
 */
export async function startReceiver(
  given: { tls?: { key: string; cert: string }; host?: string; port?: number } = {},
): Promise<Receiver> {
  const server: Server = given.tls ? createHttpsServer(given.tls) : createHttpServer();
  const host = given.host ?? '127.0.0.1';
  server.listen(given.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `${given.tls ? 'https' : 'http'}://${host}:${port}/hook`,
    port,
    received: [],
    answer: () => 204,
    first: async (count) => {
      await until(() => receiver.received.length >= count);
      return receiver.received.slice(0, count);
    },
    of: (jobId) => receiver.received.filter(({ json }) => json.job_id === jobId),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      for (const { headers, json } of receiver.received) {
        if (!json?.event) continue;
        const problems = publishedDocument().problemsOfWebhook(headers, json);
        requireDocumented(`the webhook ${json.event}`, problems, { headers, json });
      }
    },
  };
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const path = request.url ?? '';
      const received = {
        path,
        headers: request.headers,
        body,
        json: JSON.parse(String(body) || 'null'),
        atMs: Date.now(),
      };
      receiver.received.push(received);
      const status = receiver.answer(receiver.received.length, response, received);
      if (typeof status === 'number') response.writeHead(status).end();
    });
  });
  return receiver;
}

/** Counts connections that must not happen. */
export async function startCanary(
  host = '127.0.0.1',
  wanted = 0,
): Promise<{ port: number; connections: number; close: () => void }> {
  const server = createTcpServer((socket) => {
    canary.connections += 1;
    socket.destroy();
  });
  const canary = { port: 0, connections: 0, close: () => void server.close() };
  server.listen(wanted, host);
  await once(server, 'listening');
  canary.port = (server.address() as AddressInfo).port;
  return canary;
}
