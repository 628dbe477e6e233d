import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface ConnectProxy {
  url: string;
  /** `host:port` of each tunnel and request, in order. */
  asked: string[];
  /** Answers 403 to everything from now on. */
  refuse(): void;
  close(): Promise<void>;
}

/** A forward proxy that alone resolves names: each of them leads to a port of this machine. */
export async function startConnectProxy(ports: Readonly<Record<string, number>>): Promise<ConnectProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let refuses = false;
  const portOf = (authority: string) => (refuses ? undefined : ports[authority.split(':')[0] ?? '']);
  const server: Server = createServer((from, to) => {
    const { host, pathname, search } = new URL(from.url ?? '');
    asked.push(host);
    const port = portOf(host);
    if (port === undefined) return void to.writeHead(403).end();
    const options = { port, host: '127.0.0.1', path: pathname + search, method: from.method, headers: from.headers };
    const onward = request(options, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    from.pipe(onward);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (from, client: Socket, head: Buffer) => {
    const authority = from.url ?? '';
    asked.push(authority);
    const port = portOf(authority);
    if (port === undefined) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    sockets.add(target);
    for (const end of [client, target]) end.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse: () => void (refuses = true),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
