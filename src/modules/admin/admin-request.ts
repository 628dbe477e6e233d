import type { FastifyRequest } from 'fastify';
import type { AdminKey } from '../auth/admin-key.js';
import type { Admin } from '../../core/admin/ports.js';

/** Who acts, for the audit trail. The authentication guard has checked the key. */
export function adminOf({ ip, id }: FastifyRequest, { fingerprint }: AdminKey): Admin {
  return { keyFingerprint: fingerprint, ip, requestId: id };
}
