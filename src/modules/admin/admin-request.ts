import type { FastifyRequest } from 'fastify';
import type { AdminKey } from '../../core/admin/admin-key.js';
import type { Admin } from '../../core/admin/ports.js';

/** Who acts, for the audit trail. The authentication guard has checked the key. */
export function adminOf({ ip, id }: FastifyRequest, { fingerprint }: AdminKey): Admin {
  return { keyFingerprint: fingerprint, ip, requestId: id };
}

/** A line of a file, as it was written; `undefined` where no file has such a line. */
export function lineIn(written: string): number | undefined {
  return /^\d{1,9}$/.test(written) ? Number(written) : undefined;
}
