import type { FastifyReply } from 'fastify';

const YEAR_SECONDS = 31_536_000;

/** Fastify's own content type for JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

export type DefaultHeaders = Readonly<Record<string, string>>;

/**
 * Default headers of all responses. Responses depend on the caller and its headers, so they are not
 * cached; browsers must not guess their type or run anything in them. Public documents set their
 * own caching. If `publicUrl` is https, browsers must use only https.
 */
export function defaultHeaders(publicUrl: string): DefaultHeaders {
  return Object.freeze({
    'cache-control': 'no-store',
    vary: 'Accept, Origin, Authorization, X-API-Key',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  });
}

/** Sets the location of a pending result, and when to poll it. */
export function setPendingHeaders(reply: FastifyReply, location: string, seconds: number): void {
  void reply.header('location', location);
  askAgainIn(reply, seconds);
}

export function askAgainIn(reply: FastifyReply, seconds: number): void {
  void reply.header('retry-after', String(seconds));
}
