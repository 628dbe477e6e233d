import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.js';
import type { WebAddress } from './web-address.js';

const ALLOWED_HEADERS = [
  'authorization',
  'x-api-key',
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
  'a2a-version',
].join(', ');
const EXPOSED_HEADERS = 'WWW-Authenticate, Retry-After, X-Request-Id, X-Credits-Charged, X-Credits-Remaining';

/** Refuses a Host or an Origin that is not ours before anything else is looked at, and tells browsers who may read the answer. */
export function admitBrowsers(scope: FastifyInstance, address: WebAddress): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (!address.isOwnHost(request.host)) {
      throw new AppError('FORBIDDEN', { message: 'This service does not answer to that Host.' });
    }
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (!address.isAllowedOrigin(origin)) {
      throw new AppError('FORBIDDEN', { message: 'Pages of this Origin may not call the service.' });
    }
    tellBrowsers(request, reply, origin);
  });
}

function tellBrowsers(request: FastifyRequest, reply: FastifyReply, origin: string): void {
  void reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
  if (request.method === 'OPTIONS') {
    void reply
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', ALLOWED_HEADERS)
      .header('access-control-max-age', '600');
  } else {
    void reply.header('access-control-expose-headers', EXPOSED_HEADERS);
  }
}
