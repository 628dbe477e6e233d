import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../../core/rate-limits/network.js';

/**
 * Closes connections of a network above its limit: each one costs memory before it sends a request
 * that could be counted. Trusted proxies connect for many networks, and limit those themselves.
 */
export function limitConnections(server: FastifyInstance, perNetwork: number, trustedProxies: readonly string[]): void {
  const proxies = rangesOf(trustedProxies);
  const open = new Map<string, number>();
  server.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    if (proxies.check(remoteAddress, isIP(remoteAddress) === 6 ? 'ipv6' : 'ipv4')) return;
    const network = networkOf(remoteAddress);
    const others = open.get(network) ?? 0;
    if (others >= perNetwork) return socket.destroy();
    open.set(network, others + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** The names that TRUSTED_PROXIES may have for ranges. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function rangesOf(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts.flatMap((each) => NAMED[each] ?? [each])) {
    const [address = '', bits] = text.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
