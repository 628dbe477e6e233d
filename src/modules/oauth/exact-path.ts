import { NotFoundException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The router decodes escapes, and ends a path at a `#`. */
export function requireExactPath({ raw, routeOptions, params }: FastifyRequest): void {
  const { uid = '' } = params as { uid?: string };
  const [path] = (raw.url ?? '').split('?');
  if (path !== routeOptions.url?.replace(':uid', () => uid)) throw new NotFoundException();
}
