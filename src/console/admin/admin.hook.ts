import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ReadAdminSession, type AdminVisit } from '../../core/admin/read-admin-session.js';
import { Log } from '../../core/ports.js';
import { OpenLimitHook } from '../../modules/auth/open-limit.hook.js';
import { NOBODY } from '../../core/admin/admin-keys.js';
import { AdminSessions, type Admin } from '../../core/admin/ports.js';
import { InvalidRequest, type Problem } from '../../core/invalid-request.js';
import { whereOf } from '../../modules/admin/admin-request.js';
import { ConsolePages } from '../console-pages.js';
import { RenderPages } from '../page-answers.js';
import { REPEAT_FIELD, type Fields } from '../read-form.js';
import { ADMIN_AREA, ConsoleCookies } from '../session/cookies.js';
import { guardPages, pagesOf } from '../session/door.js';

declare module '../../modules/http/request.js' {
  interface RequestContext {
    /** `undefined` without an admin session. */
    adminVisit?: AdminVisit;
  }
}

const SENT_BEFORE: Problem = {
  field: REPEAT_FIELD,
  message: 'This form was already sent. The action was not repeated.',
};
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

@Injectable()
class RenderAdminPages extends RenderPages {
  constructor(
    protected readonly pages: ConsolePages,
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

/** Guards the pages of administrators. */
@Injectable()
export class AdminHook {
  constructor(
    host: HttpAdapterHost,
    pages: ConsolePages,
    cookies: ConsoleCookies,
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

const pages = pagesOf({ area: ADMIN_AREA, render: RenderAdminPages });
/** Admin pages that need no sign-in. */
export const OpenAdminPages = pages('anyone');
/** Admin pages that need a sign-in. */
export const SupportPages = pages('signed-in');

/** The administrator of a page, as the audit trail names it. */
export const CurrentAdmin = createParamDecorator((_: unknown, context: ExecutionContext): Admin => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { ...(request.context.adminVisit?.holder ?? NOBODY), ...whereOf(request) };
});
