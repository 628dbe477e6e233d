import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * An address that leads to one server now and to another later, like a host name or virtual address
 * that follows the primary.
 */
export interface MovingAddress {
  url: string;
  /** Ends connections to the previous server. */
  moveTo(url: string): void;
  close(): void;
}

export async function movingAddress(first: string): Promise<MovingAddress> {
  let target = new URL(first);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(from);
      from.on('error', () => from.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(first);
  url.port = String((server.address() as AddressInfo).port);
  const endAll = () => open.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    moveTo: (next) => {
      target = new URL(next);
      endAll();
    },
    close: () => {
      server.close();
      endAll();
    },
  };
}
