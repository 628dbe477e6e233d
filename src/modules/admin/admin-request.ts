import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NOBODY } from '../../core/admin/admin-keys.js';
import type { Admin, Where } from '../../core/admin/ports.js';

export function whereOf({ ip, id }: FastifyRequest): Where {
  return { ip, requestId: id };
}

/** The acting administrator, for the audit trail. Authentication has already checked the key. */
export const CurrentAdmin = createParamDecorator((_: unknown, context: ExecutionContext): Admin => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { ...(request.context.admin ?? NOBODY), ...whereOf(request) };
});

/** Parses the line number of a batch row; `undefined` if it cannot be one. */
export function lineIn(written: string): number | undefined {
  return /^\d{1,9}$/.test(written) ? Number(written) : undefined;
}
