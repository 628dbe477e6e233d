import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.js';
import { header } from '../../modules/http/request.js';

const TOKEN_FIELD = 'form_token';

/**
 * Derived from the browser's cookie: another site can submit a form with that cookie, but cannot
 * read it.
 */
export function formToken(secret: string): string {
  return createHash('sha256').update(`console form ${secret}`).digest('base64url');
}

/** Adds the token to the address of a form: the query is read before the body. */
export function formAction(path: string, token: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${TOKEN_FIELD}=${token}`;
}

/** Returns the path below the console to which `formAction` led. */
export function formPath(url: string): string {
  const path = /\/console(\/.*)/.exec(url)?.[1] ?? '';
  const token = path.indexOf(`${TOKEN_FIELD}=`);
  return token === -1 ? path : path.slice(0, token - 1);
}

/**
 * Throws `FORBIDDEN` for a form that was not sent from our pages, and for a page shown in a frame.
 * Removes the token from the query, which belongs to the route.
 */
export function requireOwnPage(request: FastifyRequest, secret: string | undefined): void {
  if (FRAMES.has(header(request, 'sec-fetch-dest') ?? '')) throw notOurs('This page is not shown inside another one.');
  if (request.method !== 'POST') return;
  if ((header(request, 'sec-fetch-site') ?? 'same-origin') !== 'same-origin') throw notOurs(FOREIGN);
  const query = request.query as Record<string, unknown>;
  const { [TOKEN_FIELD]: given } = query;
  delete query[TOKEN_FIELD];
  if (secret === undefined || typeof given !== 'string' || !same(given, formToken(secret))) throw notOurs(STALE);
}

const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe']);
const FOREIGN = 'This form was sent from another site. Nothing was done.';
const STALE = 'This form is no longer valid. Nothing was done: go back, load the page again and send it again.';

function notOurs(message: string): AppError {
  return new AppError('FORBIDDEN', { message });
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
