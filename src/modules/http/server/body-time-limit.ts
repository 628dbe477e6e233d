import type { FastifyInstance } from 'fastify';

/** How long the file of an upload may take to arrive, our reading of it included. */
export const UPLOAD_LIMIT_MS = 10 * 60_000;

/** Ends a request whose body does not arrive in time. Node limits all requests alike, and a file takes as long as it takes us to read it. */
export function limitBodies(server: FastifyInstance, limitMs: number): void {
  server.addHook('onRequest', ({ raw, contract }, _reply, done) => {
    const { headers, socket } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && contract.reads !== 'file') {
      const end = () => {
        if (!raw.complete) server.server.emit('clientError', timedOut(), socket);
      };
      const timer = setTimeout(end, limitMs);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** As Node says it. */
function timedOut(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
