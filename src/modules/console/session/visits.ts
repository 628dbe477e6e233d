import type { FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';

const visits = new WeakMap<FastifyRequest, ConsoleVisit>();

/** Who looks at the page; `undefined` before anybody signed in. */
export function visitOf(request: FastifyRequest): ConsoleVisit | undefined {
  return visits.get(request);
}

export function noteVisit(request: FastifyRequest, visit: ConsoleVisit): void {
  visits.set(request, visit);
}
