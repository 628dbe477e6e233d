import type { FastifyRequest } from 'fastify';
import type { AdminVisit } from '../../../core/admin/read-admin-session.js';

const visits = new WeakMap<FastifyRequest, AdminVisit>();

/**
 * The administrator's session in which a page is looked at; `undefined` where the admin key was not
 * shown.
 */
export function adminVisitOf(request: FastifyRequest): AdminVisit | undefined {
  return visits.get(request);
}

export function noteAdminVisit(request: FastifyRequest, visit: AdminVisit): void {
  visits.set(request, visit);
}
