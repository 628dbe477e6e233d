import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, databaseFailure, DatabaseUnavailable } from '../../../core/errors.js';
import { Log } from '../../../core/ports.js';
import { challenge } from '../../auth/www-authenticate.js';
import { Settings } from '../../settings/settings.js';
import { preferredType } from './accept.js';
import { JSON_TYPE } from './answer-headers.js';
import { errorBody, oauthErrorBody, pageOf, STATUS } from './error-shapes.js';
import { placesIn } from './places.js';
import type { Offer } from './suggestions.js';

/** Returns every failure in one format; an unexpected one reveals only the request id. */
@Catch()
export class AppErrorFilter implements ExceptionFilter {
  constructor(
    private readonly log: Log,
    private readonly settings: Settings,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = asAppError(thrown, request);
    const { guarded } = request.context;
    if (guarded || request.routeConfig.resource) challenge(error, request, reply, this.settings.publicUrl);
    report(error, request, this.log);
    sendError(error, request, reply, this.settings);
  }
}

function report(error: AppError, request: FastifyRequest, log: Log): void {
  if (error.kind === 'internal') {
    log.error('a request failed', {
      requestId: request.id,
      method: request.method,
      path: pathOf(request),
      error: error.cause ?? error,
    });
  }
  // A known database outage has already been logged once.
  if (error instanceof DatabaseUnavailable && !error.expected) {
    log.warn('a request lost the database', { requestId: request.id, path: pathOf(request), error: error.cause });
  }
}

/**
 * Sends people a page, OAuth clients the format of their RFCs, and all other programs that of the
 * contract: also for a path that does not exist, which no RFC defines.
 */
function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply, offer: Offer): void {
  const { headers, routeConfig, originalUrl } = request;
  const placeOf = placesIn(request);
  void reply.status(STATUS[error.kind]);
  const retryAfter = error.details?.['retry_after_seconds'];
  if (typeof retryAfter === 'number') void reply.header('retry-after', String(retryAfter));
  if (preferredType(headers.accept) === 'html') {
    const page = pageOf(error, originalUrl, offer, placeOf);
    void reply.headers(page.headers).send(page.html);
    return;
  }
  void reply.type(JSON_TYPE);
  if (routeConfig.oauthErrors && error.kind !== 'not_found')
    void reply.header('access-control-allow-origin', '*').send(oauthErrorBody(error, placeOf));
  else void reply.send(errorBody(error, offer, placeOf));
}

function asAppError(thrown: unknown, request: FastifyRequest): AppError {
  const known = thrown instanceof AppError ? thrown : databaseFailure(thrown);
  if (known) return known;
  if (!(thrown instanceof NotFoundException)) return unforeseen(thrown, request);
  const path = pathOf(request);
  const suggestion = nearRoute(request, path);
  return new AppError('NOT_FOUND', { message: `There is no ${request.method} ${path}.`, ...suggestion });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Another method of the same path, or the path under /v1. Routes of operators are not told. */
function nearRoute({ server, method }: FastifyRequest, path: string): { suggestion?: string } {
  const isUnderV1 = path.startsWith('/v1/');
  const url = (isUnderV1 ? path : `/v1${path}`).replace(/\/$/, '');
  if (url.startsWith('/v1/admin')) return {};
  const methods = METHODS.filter((each) => server.hasRoute({ method: each, url }));
  if (methods.length === 0 || (isUnderV1 && url === path && methods.includes(method))) return {};
  const used = methods.includes(method) ? [method] : methods;
  return { suggestion: `Use ${used.map((each) => `${each} ${url}`).join(' or ')}.` };
}

/** An unexpected error reveals only the request id. */
function unforeseen(thrown: unknown, request: FastifyRequest): AppError {
  return new AppError('INTERNAL_ERROR', {
    details: { request_id: request.id },
    suggestion: 'Try again; if it happens again, tell support the request id.',
    cause: thrown,
  });
}

function pathOf(request: FastifyRequest): string {
  return (request.originalUrl.split('?')[0] ?? '').slice(0, 200);
}
