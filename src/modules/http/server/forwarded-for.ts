import type { FastifyInstance } from 'fastify';

const HEADER = 'x-forwarded-for';
const QUOTED = /^"(.*)"$/;
const BRACKETED = /^\[([^\]]*)\](?::\d+)?$/;
const WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/;

/**
 * Takes ports and brackets off the addresses that proxies write, before Fastify compares them with
 * the trusted ones. With a port, each connection of a caller would be a network of its own.
 */
export function readForwardedAddresses(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const sent = headers[HEADER];
    // Node joins repeated headers of this name.
    if (typeof sent === 'string') headers[HEADER] = sent.split(',').map(bareAddress).join(', ');
    done();
  });
}

/** `203.0.113.5:443` is `203.0.113.5`, and `"[2001:db8::1]:443"` is `2001:db8::1`. */
function bareAddress(written: string): string {
  const address = written.trim().replace(QUOTED, '$1');
  return (BRACKETED.exec(address) ?? WITH_PORT.exec(address))?.[1] ?? address;
}
