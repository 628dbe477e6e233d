import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.js';
import type { PublicUrl } from './public-url.js';

const ALLOWED_HEADERS = [
  'authorization',
  'x-api-key',
  'content-type',
  'accept',
  'idempotency-key',
  'prefer',
  'x-request-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
  'a2a-version',
].join(', ');
const EXPOSED_HEADERS = [
  'WWW-Authenticate',
  'Retry-After',
  'X-Request-Id',
  'X-Credits-Charged',
  'X-Credits-Remaining',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotency-Replayed',
  'Preference-Applied',
  'Content-Disposition',
].join(', ');
const API_METHODS = 'GET, POST, PUT, PATCH, DELETE';
const PREFLIGHT_SECONDS = '600';

/** Refuses a Host or an Origin that is not ours before anything else is looked at, and tells browsers who may read the answer. */
export function admitBrowsers(scope: FastifyInstance, address: PublicUrl): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (!address.isOwnHost(request.host)) {
      throw new AppError('FORBIDDEN', { message: 'This service does not answer to that Host.' });
    }
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (!address.isAllowedOrigin(origin)) throw strangeOrigin();
    allow(origin, reply);
    if (request.method === 'OPTIONS') allowPreflight('POST', reply);
  });
}

/**
 * The same for the API, which programs of every origin may call as long as they show a key: an origin that is not allowed is answered, but no
 * browser hands that answer on. True when the request was a preflight, which needs no key, counts nowhere and is answered here.
 */
export function answerBrowser(request: FastifyRequest, reply: FastifyReply, address: PublicUrl): boolean {
  void reply.header('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined) return false;
  const allowed = address.isAllowedOrigin(origin);
  if (allowed) allow(origin, reply);
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  if (!allowed) throw strangeOrigin();
  allowPreflight(API_METHODS, reply);
  void reply.status(204).send();
  return true;
}

/** Never `*`, and never with credentials of the browser's own: whoever calls shows a key or a token, and there are no cookies to lend. */
function allow(origin: string, reply: FastifyReply): void {
  void reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', EXPOSED_HEADERS)
    .header('vary', 'Origin');
}

function allowPreflight(methods: string, reply: FastifyReply): void {
  void reply
    .removeHeader('access-control-expose-headers')
    .header('access-control-allow-methods', methods)
    .header('access-control-allow-headers', ALLOWED_HEADERS)
    .header('access-control-max-age', PREFLIGHT_SECONDS);
}

function strangeOrigin(): AppError {
  return new AppError('FORBIDDEN', {
    message: 'Pages of this Origin may not call the service.',
    suggestion: 'Its operator allows origins with ALLOWED_ORIGINS.',
  });
}
