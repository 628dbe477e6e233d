import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import type { RouteContract } from './contract.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the front door when the request came with a genuine key. */
    caller?: Caller;
    /** What the request cost; the front door puts it into the answer's headers. */
    creditsCharged?: number;
    /** What the account has, where the front door knows before there is an answer. */
    creditsRemaining?: number | undefined;
  }
  interface FastifyContextConfig {
    contract?: RouteContract;
  }
}

/** The caller of a route that needs a key. */
export const From = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new AppError('UNAUTHORIZED');
  return caller;
});

/** One request header, when it was sent exactly once. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
