import {
  applyDecorators,
  Catch,
  Injectable,
  UseFilters,
  UseInterceptors,
  createParamDecorator,
  type ExecutionContext,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ReadAdminSession, type AdminVisit } from '../../core/admin/read-admin-session.js';
import { Log } from '../../core/ports.js';
import { OpenLimitHook } from '../../modules/auth/open-limit.hook.js';
import { showError } from '../console-error.filter.js';
import { NOBODY } from '../../core/admin/admin-keys.js';
import { AdminSessions, type Admin } from '../../core/admin/ports.js';
import { InvalidRequest, type Problem } from '../../core/invalid-request.js';
import { whereOf } from '../../modules/admin/admin-request.js';
import { ConsolePages } from '../console-pages.js';
import { RenderPages } from '../page-answers.js';
import { REPEAT_FIELD, type Fields } from '../read-form.js';
import { ADMIN_AREA, ConsoleCookies } from '../session/cookies.js';
import { guardPages, PagesOf } from '../session/door.js';

declare module '../../modules/http/request.js' {
  interface RequestContext {
    /** `undefined` without an admin session. */
    adminVisit?: AdminVisit;
  }
}

/** The cookies of the admin pages, which the account pages never receive. */
export class AdminCookies extends ConsoleCookies {}

export class AdminPages extends ConsolePages {}

const SENT_BEFORE: Problem = {
  field: REPEAT_FIELD,
  message: 'This form was already sent. The action was not repeated.',
};
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

@Injectable()
class RenderAdminPages extends RenderPages {
  constructor(
    protected readonly pages: AdminPages,
    private readonly sessions: AdminSessions,
  ) {
    super();
  }

  /** Refuses a repeated form. */
  protected async once<T>({ context }: FastifyRequest, fields: Fields, work: () => Promise<T>): Promise<T> {
    const { [REPEAT_FIELD]: shownAs = '' } = fields;
    const visit = context.adminVisit;
    const first = UUID.test(shownAs) && visit && (await this.sessions.confirm(visit.digest, shownAs));
    if (!first) throw new InvalidRequest(SENT_BEFORE);
    return work();
  }
}

@Catch()
@Injectable()
class AdminErrorFilter implements ExceptionFilter {
  constructor(
    private readonly pages: AdminPages,
    private readonly cookies: AdminCookies,
    private readonly log: Log,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const { pages, cookies, log } = this;
    const http = host.switchToHttp();
    await showError({ pages, cookies, log }, thrown, http.getRequest(), http.getResponse());
  }
}

/** Guards the pages of administrators. */
@Injectable()
export class AdminHook {
  constructor(
    host: HttpAdapterHost,
    pages: AdminPages,
    cookies: AdminCookies,
    log: Log,
    openLimit: OpenLimitHook,
    readSession: ReadAdminSession,
  ) {
    const enter = async (request: FastifyRequest, secret: string) => {
      const visit = await readSession.run(secret, request.ip);
      if (visit) request.context.adminVisit = visit;
      return visit !== undefined;
    };
    guardPages(host, { pages, cookies, log, openLimit, enter });
  }
}

/** Admin pages that need no sign-in. */
export function OpenAdminPages(path: string): ClassDecorator {
  return adminPages(path, 'anyone');
}

/** Admin pages that need a sign-in. */
export function SupportPages(path: string): ClassDecorator {
  return adminPages(path, 'signed-in');
}

function adminPages(path: string, visitors: 'anyone' | 'signed-in'): ClassDecorator {
  return applyDecorators(
    PagesOf(path, { area: ADMIN_AREA.home, for: visitors }),
    UseFilters(AdminErrorFilter),
    UseInterceptors(RenderAdminPages),
  );
}

/** The administrator of a page, as the audit trail names it. */
export const CurrentAdmin = createParamDecorator((_: unknown, context: ExecutionContext): Admin => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { ...(request.context.adminVisit?.holder ?? NOBODY), ...whereOf(request) };
});
