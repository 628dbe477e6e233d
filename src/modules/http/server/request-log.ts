import type { FastifyInstance } from 'fastify';
import type { Log } from '../../../core/ports.js';

const SLOW_MS = 1_000;

/** One line for a request that failed on our side or took long; the others cost nothing. Neither headers nor bodies are ever logged. */
export function logRequests(server: FastifyInstance, log: Log): void {
  server.addHook('onResponse', (request, reply, done) => {
    const durationMs = Math.round(reply.elapsedTime);
    if (reply.statusCode >= 500 || durationMs >= SLOW_MS) {
      const { id: requestId, method } = request;
      const route = request.pattern ?? 'unknown';
      log.info('request', { requestId, method, route, status: reply.statusCode, durationMs });
    }
    done();
  });
}
