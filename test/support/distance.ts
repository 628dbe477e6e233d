import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Starts a proxy that delays traffic by `ms` in each direction. */
export async function atDistance(url: string, ms: number): Promise<{ url: string; close: () => void }> {
  const target = new URL(url);
  const open = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), ms));
      from.on('error', () => from.destroy());
      from.on('close', () => {
        open.delete(from);
        setTimeout(() => to.destroy(), ms);
      });
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const far = new URL(target);
  far.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const close = () => {
    proxy.close();
    for (const socket of open) socket.destroy();
  };
  return { url: far.href, close };
}
