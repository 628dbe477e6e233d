import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long the file of an upload may take to arrive, our reading of it included. */
export const UPLOAD_LIMIT_MS = 10 * 60_000;

/**
 * Ends a request whose body does not arrive in time. Node limits all requests alike, and a file
 * takes as long as it takes us to read it. Most bodies come with their headers and are complete a
 * moment later: only the others are timed.
 */
export function endSlowBodies(server: FastifyInstance, limitMs: number): void {
  const time = (raw: IncomingMessage) => {
    if (raw.complete || raw.destroyed) return;
    const end = () => {
      if (!raw.complete) server.server.emit('clientError', timedOut(), raw.socket);
    };
    const timer = setTimeout(end, limitMs);
    raw.once('close', () => clearTimeout(timer));
  };
  server.addHook('onRequest', ({ raw, routeConfig: { reads } }, _reply, done) => {
    const { headers } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && reads !== 'file' && reads !== 'upload') setImmediate(time, raw);
    done();
  });
}

/** As Node says it. */
function timedOut(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
