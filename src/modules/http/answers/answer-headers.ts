import type { FastifyReply } from 'fastify';

const YEAR_SECONDS = 31_536_000;

/** Of a JSON answer, as Fastify names it by itself. */
export const JSON_TYPE = 'application/json; charset=utf-8';

export type DefaultHeaders = Readonly<Record<string, string>>;

/**
 * The headers of every answer unless its route sets others: answers depend on who asks and how, so
 * no cache keeps them, their type is not guessed, and as pages they may do nothing. Public
 * documents allow caching. `publicUrl`: where https is promised, browsers are instructed to use
 * nothing else.
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

/** Tells a caller whose answer is still pending where it will be, and when to look. */
export function setPendingHeaders(reply: FastifyReply, location: string, seconds: number): void {
  void reply.header('location', location);
  askAgainIn(reply, seconds);
}

/** Says of what is still pending when to ask again. */
export function askAgainIn(reply: FastifyReply, seconds: number): void {
  void reply.header('retry-after', String(seconds));
}
