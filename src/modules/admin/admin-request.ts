import type { FastifyRequest } from 'fastify';
import { NOBODY } from '../../core/admin/admin-keys.js';
import type { Admin, Where } from '../../core/admin/ports.js';

export function whereOf({ ip, id }: FastifyRequest): Where {
  return { ip, requestId: id };
}

/** Who acts, for the audit trail. The authentication guard has checked the key. */
export function adminOf(request: FastifyRequest): Admin {
  return { ...(request.context.admin ?? NOBODY), ...whereOf(request) };
}

/** A line of a file, as it was written; `undefined` where no file has such a line. */
export function lineIn(written: string): number | undefined {
  return /^\d{1,9}$/.test(written) ? Number(written) : undefined;
}
