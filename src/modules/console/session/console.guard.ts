import {
  applyDecorators,
  Controller,
  createParamDecorator,
  Injectable,
  UseFilters,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ReadConsoleSession, type ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { AppError } from '../../../core/errors.js';
import { ConsoleErrorFilter } from '../console-error.filter.js';
import { ConsoleCookies } from './cookies.js';
import { requireOwnPage } from './form-token.js';
import { noteVisit, visitOf } from '../visits.js';

/** Loads the session. First refuses forms that were not sent from our pages. */
@Injectable()
class VisitGuard implements CanActivate {
  constructor(
    private readonly cookies: ConsoleCookies,
    private readonly readSession: ReadConsoleSession,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    requireOwnPage(request, this.cookies.knownFormSecret(request));
    const secret = this.cookies.read(request, 'session');
    const visit = secret === undefined ? undefined : await this.readSession.run(secret, request.ip);
    if (visit) noteVisit(request, visit);
    return true;
  }
}

/** Throws `UNAUTHORIZED` without a session; the filter redirects to the sign-in. */
@Injectable()
class SignedInGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (visitOf(context.switchToHttp().getRequest<FastifyRequest>())) return true;
    throw new AppError('UNAUTHORIZED', { message: 'Sign in to see this page.' });
  }
}

/** Pages that need no sign-in. */
export function OpenPages(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseGuards(VisitGuard), UseFilters(ConsoleErrorFilter));
}

/** Pages that need a sign-in. */
export function AccountPages(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseGuards(VisitGuard, SignedInGuard), UseFilters(ConsoleErrorFilter));
}

export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext): ConsoleVisit => {
  const visit = visitOf(context.switchToHttp().getRequest<FastifyRequest>());
  if (!visit) throw new AppError('UNAUTHORIZED');
  return visit;
});
