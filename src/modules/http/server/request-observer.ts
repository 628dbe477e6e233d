import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../../core/metrics/ports.js';
import type { Log } from '../../../core/ports.js';

const SLOW_MS = 1_000;

/**
 * Counts every response under its route's pattern, so that caller input never becomes a label. Logs
 * failures of the service and slow requests in one line each, or every request if configured. Never
 * logs headers or bodies.
 */
export function observeRequests(
  server: FastifyInstance,
  metrics: Metrics,
  log: Log,
  { everyRequest }: { everyRequest: boolean },
): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, pattern, method, context } = request;
    const { statusCode: status, elapsedTime } = reply;
    const labels = { route: pattern ?? 'none', method: pattern === undefined ? 'any' : method };
    metrics.count('http_requests_total', { ...labels, code: String(status) });
    metrics.observe('http_request_duration_seconds', labels, elapsedTime / 1000);
    const durationMs = Math.round(elapsedTime);
    if (everyRequest || status >= 500 || durationMs >= SLOW_MS) {
      const { caller } = context;
      const by = caller && { accountId: caller.accountId, keyId: caller.keyId };
      log.info('request', { requestId, method, route: pattern ?? 'unknown', status, durationMs, ...by });
    }
    done();
  });
}
