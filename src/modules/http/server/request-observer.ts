import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../../core/metrics/ports.js';
import type { Log } from '../../../core/ports.js';

const SLOW_MS = 1_000;

/**
 * Counts every answer under its route's pattern: what a caller typed never becomes a label. One
 * that failed on our side or took long is logged in one line beside, or every one where that is
 * wanted; neither headers nor bodies are ever logged.
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
