import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../../core/metrics/ports.js';

/** Every answer is counted under its route's pattern: what a caller typed never becomes a label. */
export function countRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { pattern } = request;
    const route = pattern ?? 'none';
    const method = pattern === undefined ? 'any' : request.method;
    metrics.count('http_requests_total', { route, method, code: String(reply.statusCode) });
    metrics.observe('http_request_duration_seconds', { route, method }, reply.elapsedTime / 1000);
    done();
  });
}
