import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ReadConsoleSession, type ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { AppError } from '../../core/errors.js';
import { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import { Log } from '../../core/ports.js';
import { OpenLimitHook } from '../../modules/auth/open-limit.hook.js';
import { ConsolePages } from '../console-pages.js';
import { fingerprint } from '../../modules/http/request.js';
import { RenderPages } from '../page-answers.js';
import { repeatKey, type Fields } from '../read-form.js';
import { ACCOUNT_AREA, ConsoleCookies } from './cookies.js';
import { guardPages, pagesOf } from './door.js';

declare module '../../modules/http/request.js' {
  interface RequestContext {
    /** `undefined` before sign-in. */
    visit?: ConsoleVisit;
  }
}

/** Guards the pages of accounts. */
@Injectable()
export class ConsoleHook {
  constructor(
    host: HttpAdapterHost,
    pages: ConsolePages,
    cookies: ConsoleCookies,
    log: Log,
    openLimit: OpenLimitHook,
    readSession: ReadConsoleSession,
  ) {
    const enter = async (request: FastifyRequest, secret: string) => {
      const visit = await readSession.run(secret, request.ip);
      if (visit) request.context.visit = visit;
      return visit !== undefined;
    };
    guardPages(host, { pages, cookies, log, openLimit, enter });
  }
}

@Injectable()
class RenderAccountPages extends RenderPages {
  constructor(
    protected readonly pages: ConsolePages,
    private readonly idempotently: RunIdempotently,
  ) {
    super();
  }

  /** Stores the outcome for a day. */
  protected async once<T>({ context, url }: FastifyRequest, fields: Fields, work: () => Promise<T>): Promise<T> {
    const accountId = context.visit?.caller.accountId;
    if (!accountId) throw new AppError('UNAUTHORIZED');
    const route = `console ${url.split('?')[0]}`;
    const asked = { accountId, key: repeatKey(fields), fingerprint: () => fingerprint(route, {}) };
    const { outcome } = await this.idempotently.run(asked, async () => ({ done: (await work()) ?? null }));
    return outcome.done as T;
  }
}

const pages = pagesOf({ area: ACCOUNT_AREA, render: RenderAccountPages });
/** Pages that need no sign-in. */
export const OpenPages = pages('anyone');
/** Pages that need a sign-in. */
export const AccountPages = pages('signed-in');

export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext): ConsoleVisit => {
  const visit = context.switchToHttp().getRequest<FastifyRequest>().context.visit;
  if (!visit) throw new AppError('UNAUTHORIZED');
  return visit;
});
