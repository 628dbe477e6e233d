import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requireScope } from '../../core/accounts/scope.js';

/** Refuses callers whose account is closed, and access tokens without the route's scope. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.guarded) this.authorize(request);
    return true;
  }

  authorize(request: FastifyRequest): void {
    const { caller, contract } = request;
    if (caller?.refusal) throw caller.refusal;
    if (caller) requireScope(caller, contract.scope);
    request.admitted = true;
  }
}
