import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../core/errors.js';
import { PublicUrl } from '../public-url.js';

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
  'X-Budget-Remaining',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotency-Replayed',
  'Preference-Applied',
  'Content-Disposition',
  'ETag',
  'Accept-Ranges',
  'Content-Range',
  'Location',
].join(', ');
const API_METHODS = 'GET, POST, PUT, PATCH, DELETE';
const PREFLIGHT_SECONDS = '600';

/**
 * Tells browsers which pages may read a response. `enableCors` does not suffice: preflights from
 * unknown origins are refused in the contract's format, agent routes refuse foreign Hosts and
 * Origins, and public documents are readable by every page.
 */
@Injectable()
export class CorsHook implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly address: PublicUrl,
  ) {}

  onModuleInit(): void {
    this.host.httpAdapter.getInstance<FastifyInstance>().addHook('onRequest', (request, reply, done) => {
      const { routeConfig, context } = request;
      const { origins } = routeConfig;
      const { origin } = request.headers;
      try {
        if (origins === 'own') this.admitOwn(request, reply);
        else if (
          origin !== undefined &&
          (context.guarded || origins === 'allowed') &&
          this.tellOrigin(request, reply, origin)
        )
          return;
        done();
      } catch (error) {
        done(error as AppError);
      }
    });
  }

  /** Refuses a foreign Host or Origin before anything else is checked. */
  private admitOwn(request: FastifyRequest, reply: FastifyReply): void {
    if (hasTwoHosts(request) || !this.address.isOwnHost(request.host)) {
      throw new AppError('FORBIDDEN', { message: 'This service does not serve this Host.' });
    }
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (!this.address.isAllowedOrigin(origin)) throw foreignOrigin();
    allow(origin, reply);
    if (request.method === 'OPTIONS') allowPreflight('POST', reply);
  }

  /**
   * Programs of any origin may call the API with a key: requests of other origins are answered, but
   * browsers withhold the response. Returns true if the request was a preflight, which needs no
   * key, does not count and is answered here.
   */
  private tellOrigin(request: FastifyRequest, reply: FastifyReply, origin: string): boolean {
    const allowed = this.address.isAllowedOrigin(origin);
    if (allowed) allow(origin, reply);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
    if (!allowed) throw foreignOrigin();
    allowPreflight(API_METHODS, reply);
    void reply.status(204).send();
    return true;
  }
}

/**
 * Never `*`, and never with browser credentials: callers send a key or token, and the API has no
 * cookies.
 */
function allow(origin: string, reply: FastifyReply): void {
  void reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED_HEADERS);
}

function allowPreflight(methods: string, reply: FastifyReply): void {
  void reply
    .removeHeader('access-control-expose-headers')
    .header('access-control-allow-methods', methods)
    .header('access-control-allow-headers', ALLOWED_HEADERS)
    .header('access-control-max-age', PREFLIGHT_SECONDS);
}

function foreignOrigin(): AppError {
  return new AppError('FORBIDDEN', {
    message: 'Pages of this origin may not call this service.',
    suggestion: 'The operator can allow this origin with ALLOWED_ORIGINS.',
  });
}

/** Node keeps the first of several, and a proxy in front of us may have read another. */
function hasTwoHosts({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}
