import type { FastifyRequest } from 'fastify';
import type { AdminVisit } from '../../core/admin/read-admin-session.js';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';

const visits = new WeakMap<FastifyRequest, ConsoleVisit>();

/** Who looks at the page; `undefined` before anybody signed in. */
export function visitOf(request: FastifyRequest): ConsoleVisit | undefined {
  return visits.get(request);
}

export function noteVisit(request: FastifyRequest, visit: ConsoleVisit): void {
  visits.set(request, visit);
}

const adminVisits = new WeakMap<FastifyRequest, AdminVisit>();

/**
 * The administrator's session in which a page is looked at; `undefined` where the admin key was not
 * shown.
 */
export function adminVisitOf(request: FastifyRequest): AdminVisit | undefined {
  return adminVisits.get(request);
}

export function noteAdminVisit(request: FastifyRequest, visit: AdminVisit): void {
  adminVisits.set(request, visit);
}
