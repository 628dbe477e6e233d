import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.js';
import { DtoValidator, readJsonBody } from './dto.pipe.js';

class NoFields {}

/** Refuses a body or query fields where the route declares none: a pipe only sees the parameters that a handler has. */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  private readonly noQuery = new DtoValidator(NoFields, 'query');
  private readonly noBody = new DtoValidator(NoFields, 'body');

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    refuseUnstorable(request.params);
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

/** No id holds a NUL, which no database stores: such a path leads nowhere, like that of any other id that does not exist. */
function refuseUnstorable(params: unknown): void {
  const values: unknown[] = Object.values(params ?? {});
  if (values.some((value) => typeof value === 'string' && value.includes('\0'))) throw new AppError('NOT_FOUND');
}
