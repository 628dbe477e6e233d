import { Catch, HttpException, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, databaseFailure } from '../core/errors.js';
import { Log } from '../core/ports.js';
import { STATUS } from '../modules/http/answers/error-shapes.js';
import { ConsolePages } from './console-pages.js';
import { Link } from './pages/parts.js';
import { ConsoleCookies } from './session/cookies.js';
import { keepWayBack } from './session/way-back.js';
import { inWords } from './words.js';

/** Shows errors as pages of the area that it stands in. */
@Catch()
@Injectable()
export class ConsoleErrorFilter implements ExceptionFilter {
  constructor(
    readonly pages: ConsolePages,
    readonly cookies: ConsoleCookies,
    readonly log: Log,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    await showError(this, thrown, http.getRequest(), http.getResponse());
  }
}

export interface Showing {
  pages: ConsolePages;
  cookies: ConsoleCookies;
  log: Log;
}

/** Renders a failure as a page, in words and with a link. */
export async function showError(
  { pages, cookies, log }: Showing,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const error = asAppError(thrown, request);
  if (error.code === 'UNAUTHORIZED' && !request.context.visit) {
    const notice = keepWayBack(cookies, request, reply);
    // A stale cookie would make the next form fail as one of an ended session.
    if (cookies.read(request, 'session') !== undefined) cookies.clear(reply, 'session');
    void reply.send(pages.goTo(reply, `${cookies.home}/sign-in`, notice));
    return;
  }
  if (error.kind === 'internal') {
    log.error('a page failed', { requestId: request.id, path: request.pattern, error: error.cause ?? error });
  }
  const retryAfter = error.details?.['retry_after_seconds'];
  if (typeof retryAfter === 'number') void reply.header('retry-after', String(retryAfter));
  const status = STATUS[error.kind];
  const { title, message, next } = inWords(error, { home: cookies.home, sellsCredits: pages.sellsCredits });
  const requestId = error.details?.['request_id'];
  const body = (
    <>
      <p>{message}</p>
      {typeof requestId === 'string' ? (
        <p>
          The request id is <code>{requestId}</code>.
        </p>
      ) : null}
      <p>
        <Link to={next[0]}>{next[1]}</Link>
      </p>
    </>
  );
  const layout = { title, status, eyebrow: `Error ${status}`, narrow: true, lost: true };
  void reply.send(await pages.show(request, reply, layout, body));
}

function asAppError(thrown: unknown, request: FastifyRequest): AppError {
  const known = thrown instanceof AppError ? thrown : databaseFailure(thrown);
  if (known) return known;
  if (thrown instanceof HttpException && thrown.getStatus() === 404) return new AppError('NOT_FOUND');
  return new AppError('INTERNAL_ERROR', {
    message: 'Something went wrong on our side. Try again; if it happens again, tell support the request id.',
    details: { request_id: request.id },
    cause: thrown,
  });
}
