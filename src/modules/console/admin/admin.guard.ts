import {
  applyDecorators,
  Catch,
  Controller,
  Injectable,
  UseFilters,
  UseGuards,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ReadAdminSession } from '../../../core/admin/read-admin-session.js';
import { AppError } from '../../../core/errors.js';
import { Log } from '../../../core/ports.js';
import { showError } from '../console-error.filter.js';
import { ConsolePages } from '../console-pages.js';
import { ConsoleCookies } from '../session/cookies.js';
import { requireOwnPage } from '../session/form-token.js';
import { adminVisitOf, noteAdminVisit } from '../visits.js';

/** The cookies of the admin pages, which the account pages never receive. */
export class AdminCookies extends ConsoleCookies {}

export class AdminPages extends ConsolePages {}

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
    await showError({ pages, cookies, log }, thrown, host);
  }
}

/** Loads the admin session. First refuses forms that were not sent from our pages. */
@Injectable()
class AdminVisitGuard implements CanActivate {
  constructor(
    private readonly cookies: AdminCookies,
    private readonly readSession: ReadAdminSession,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    requireOwnPage(request, this.cookies.knownFormSecret(request));
    const secret = this.cookies.read(request, 'session');
    const visit = secret === undefined ? undefined : await this.readSession.run(secret, request.ip);
    if (visit) noteAdminVisit(request, visit);
    return true;
  }
}

/** Throws `UNAUTHORIZED` without an admin session; the filter redirects to the sign-in. */
@Injectable()
class AdminOnlyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (adminVisitOf(context.switchToHttp().getRequest<FastifyRequest>())) return true;
    throw new AppError('UNAUTHORIZED', { message: 'Sign in to see this page.' });
  }
}

/** Admin pages that need no sign-in. */
export function OpenAdminPages(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseGuards(AdminVisitGuard), UseFilters(AdminErrorFilter));
}

/** Admin pages that need a sign-in. */
export function SupportPages(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseGuards(AdminVisitGuard, AdminOnlyGuard), UseFilters(AdminErrorFilter));
}
