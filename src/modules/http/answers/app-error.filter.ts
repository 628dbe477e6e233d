import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { withoutSales } from '../../../core/billing/budget.js';
import { invalid, InvalidRequest, problem, WHOLE } from '../../../core/invalid-request.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, databaseFailure, DatabaseUnavailable, type Problem } from '../../../core/errors.js';
import type { Log } from '../../../core/ports.js';
import type { Admission } from '../../auth/admission.js';
import { UnreadableBody } from '../server/body-parsers.js';
import { wrongType } from '../server/body-types.js';
import { preferredType } from './accept.js';
import { JSON_TYPE } from './default-headers.js';
import { STATUS } from './error-status.js';
import { errorBody, oauthErrorBody, pageOf } from './error-shapes.js';

/**
 * What Fastify itself refuses before a route is reached, in words for the caller. Nest passes these
 * on with the status alone.
 */
const REFUSED_EARLY: Readonly<Record<number, Problem>> = {
  400: problem('body', WHOLE, 'is not valid JSON'),
  413: problem('body', WHOLE, 'is larger than 100 kB'),
  414: problem('path', WHOLE, 'is too long'),
};

/** Every failure is answered in one shape; an unexpected one reveals only the request's id. */
@Catch()
export class AppErrorFilter implements ExceptionFilter {
  constructor(
    private readonly log: Log,
    /** Absent in a worker, which has no guarded routes. */
    private readonly admission?: Admission,
    private readonly sellsCredits = true,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const refusal = await this.refusalOf(thrown, request, reply);
    const error = this.sellsCredits ? refusal : withoutSales(refusal);
    // Where credentials are optional, the route itself may still ask for them.
    if (request.context.guarded && (!request.context.admitted || request.routeConfig.access === 'optional')) {
      this.admission?.challenge(error, request, reply);
    }
    answerError(error, request, reply, this.log);
  }

  /**
   * What was refused before the guards were reached passes them now, and what they say comes first.
   */
  private async refusalOf(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<AppError> {
    const isOwn = thrown instanceof AppError && !(thrown instanceof UnreadableBody);
    if (isOwn || !request.context.guarded || request.context.admitted) return asAppError(thrown, request);
    try {
      await this.admission?.admit(request, reply);
      return asAppError(thrown, request);
    } catch (refusal) {
      return asAppError(refusal, request);
    }
  }
}

/** The answer to a request that failed; what is our own fault is logged. */
function answerError(error: AppError, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  if (error.kind === 'internal') {
    log.error('a request failed', {
      requestId: request.id,
      method: request.method,
      path: pathOf(request),
      error: error.cause ?? error,
    });
  }
  // While the database is known to be away, that was logged once.
  if (error instanceof DatabaseUnavailable && !error.expected) {
    log.warn('a request lost the database', { requestId: request.id, path: pathOf(request), error: error.cause });
  }
  const retryAfter = error.details?.['retry_after_seconds'];
  if (typeof retryAfter === 'number') void reply.header('retry-after', String(retryAfter));
  sendError(error, request, reply);
}

/**
 * A person gets a page, a client of OAuth the shape of its RFCs, every other program that of the
 * contract.
 */
function sendError(error: AppError, { headers, routeConfig, url }: FastifyRequest, reply: FastifyReply): void {
  const status = STATUS[error.kind];
  void reply.status(status);
  if (preferredType(headers.accept) === 'html') {
    const page = pageOf(error, status, url);
    void reply.headers(page.headers).send(page.html);
    return;
  }
  void reply.type(JSON_TYPE);
  if (routeConfig.oauthErrors) void reply.header('access-control-allow-origin', '*').send(oauthErrorBody(error));
  else void reply.send(errorBody(error));
}

function asAppError(thrown: unknown, request: FastifyRequest): AppError {
  const known = thrown instanceof AppError ? thrown : databaseFailure(thrown);
  if (known) return known;
  if (isCutOff(thrown)) return invalid('body', WHOLE, 'was cut off', { cause: thrown });
  const status = statusOf(thrown);
  if (status === 404)
    return new AppError('NOT_FOUND', { message: `There is no ${request.method} ${pathOf(request)}.` });
  const refused = status === 415 ? wrongType(request) : REFUSED_EARLY[status ?? 0];
  if (refused !== undefined) return new InvalidRequest(refused, { cause: thrown });
  return unforeseen(thrown, request);
}

/** The client disconnected during its request: not our failure, and the answer has no reader. */
function isCutOff(thrown: unknown): boolean {
  const { code, statusCode } = (thrown ?? {}) as { code?: unknown; statusCode?: unknown };
  // Fastify gives what it met while it read the body a status; a lost connection to Postgres has
  // the code alone.
  return code === 'ECONNRESET' && statusCode === 400;
}

/** What was not foreseen says nothing but the request's id. */
function unforeseen(thrown: unknown, request: FastifyRequest): AppError {
  return new AppError('INTERNAL_ERROR', {
    details: { request_id: request.id },
    suggestion: 'Try again; if it happens again, tell support the request id.',
    cause: thrown,
  });
}

function pathOf(request: FastifyRequest): string {
  return (request.url.split('?')[0] ?? '').slice(0, 200);
}

function statusOf(thrown: unknown): number | undefined {
  return thrown instanceof HttpException ? thrown.getStatus() : undefined;
}
