import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface DoubleRequest {
  path: string;
  /** The parameters of the URL, and of a posted form. */
  query: URLSearchParams;
  /** The JSON body. */
  body: Readonly<Record<string, unknown>>;
  headers: http.IncomingHttpHeaders;
  /** 1 for the first request. */
  number: number;
}

export type DoubleReply =
  | { status?: number; headers?: Record<string, string>; body: string; delayMs?: number }
  /** Sends the headers and the beginning of a body, then nothing more. */
  | { hangAfter: string }
  | { hang: true }
  /** Cuts the connection, after the beginning of a body if one is given. */
  | { cut: true; after?: string };

export interface RegisterDouble {
  origin: string;
  requests: DoubleRequest[];
  /** Connections opened so far. */
  connections(): number;
  /** Closes the connections that are kept alive. */
  dropConnections(): void;
  replyWith(script: (request: DoubleRequest) => DoubleReply): void;
  close(): Promise<void>;
}

/** Starts a register on loopback that answers as the test scripts it. */
export async function startRegisterDouble(): Promise<RegisterDouble> {
  const requests: DoubleRequest[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  let script: (request: DoubleRequest) => DoubleReply = () => ({ body: '[]' });
  const take = async (incoming: http.IncomingMessage, response: http.ServerResponse) => {
    const url = new URL(incoming.url ?? '/', 'http://double');
    let sent = '';
    for await (const chunk of incoming) sent += String(chunk);
    const form = /form-urlencoded/.test(incoming.headers['content-type'] ?? '');
    const request = {
      path: url.pathname,
      query: new URLSearchParams([...url.searchParams, ...(form ? new URLSearchParams(sent) : [])]),
      body: sent === '' || form ? {} : (JSON.parse(sent) as Record<string, unknown>),
      headers: incoming.headers,
      number: requests.length + 1,
    };
    requests.push(request);
    play(script(request), response);
  };
  const server = http.createServer((incoming, response) => {
    take(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => opened,
    dropConnections: () => sockets.forEach((socket) => socket.destroy()),
    replyWith: (next) => {
      script = next;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function play(reply: DoubleReply, response: http.ServerResponse): void {
  if ('hang' in reply) return;
  const json = { 'content-type': 'application/json;charset=utf-8' };
  if ('hangAfter' in reply) {
    response.writeHead(200, json);
    response.write(reply.hangAfter);
    return;
  }
  if ('cut' in reply) {
    if (reply.after === undefined) return void response.socket?.destroy();
    response.writeHead(200, { ...json, 'content-length': '100000' });
    response.write(reply.after, () => response.socket?.destroy());
    return;
  }
  const send = () => response.writeHead(reply.status ?? 200, { ...json, ...reply.headers }).end(reply.body);
  if (reply.delayMs === undefined) send();
  else setTimeout(send, reply.delayMs);
}
