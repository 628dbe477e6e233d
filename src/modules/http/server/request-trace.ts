import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, Tracing } from '../../../core/tracing/ports.js';
import { header } from '../request.js';

/**
 * Creates a span for every request, joined to the caller's trace if there is one. Adds no hook if
 * no spans are exported.
 */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  if (!tracing.on) return;
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.request(request.method, header(request, 'traceparent'));
    spans.set(request, span);
    span.within(done);
  });
  // The body arrives in socket events, which lose the request's async context.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
  server.addHook('onResponse', async (request, reply) => {
    spans.get(request)?.end({ name: request.pattern ?? 'none', status: reply.statusCode });
  });
}
