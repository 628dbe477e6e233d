import type { FastifyRequest } from 'fastify';
import type { AdminVisit } from '../core/admin/read-admin-session.js';
import type { ConsoleVisit } from '../core/accounts/access/read-console-session.js';

const visits = new WeakMap<FastifyRequest, ConsoleVisit>();

/** `undefined` before sign-in. */
export function visitOf(request: FastifyRequest): ConsoleVisit | undefined {
  return visits.get(request);
}

export function noteVisit(request: FastifyRequest, visit: ConsoleVisit): void {
  visits.set(request, visit);
}

const adminVisits = new WeakMap<FastifyRequest, AdminVisit>();

/** `undefined` without an admin session. */
export function adminVisitOf(request: FastifyRequest): AdminVisit | undefined {
  return adminVisits.get(request);
}

export function noteAdminVisit(request: FastifyRequest, visit: AdminVisit): void {
  adminVisits.set(request, visit);
}
