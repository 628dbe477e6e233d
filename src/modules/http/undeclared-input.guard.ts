import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DtoValidator, readJsonBody } from './dto.pipe.js';

class NoFields {}

/** Refuses a body or query fields where the route declares none: a pipe only sees the parameters that a handler has. */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  private readonly noQuery = new DtoValidator(NoFields, 'query');
  private readonly noBody = new DtoValidator(NoFields, 'body');

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { query, body, reads = 'json' } = request.contract;
    if (!request.guarded || reads === 'anything') return true;
    if (!query) this.noQuery.read(request.query);
    if (!body && reads === 'json') {
      const given = readJsonBody(request.body);
      if (given !== undefined) this.noBody.read(given);
    }
    return true;
  }
}
