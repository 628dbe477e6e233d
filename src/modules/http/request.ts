import { createHash, randomUUID } from 'node:crypto';
import { invalid } from '../../core/invalid-request.js';
import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { CreditsLeft } from '../../core/billing/charge.js';
import type { Caller } from '../../core/accounts/account.js';
import type { KeyHolder } from '../../core/admin/admin-keys.js';
import { AppError } from '../../core/errors.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WAIT_SECONDS } from '../../core/limits.js';
import type { DefaultHeaders } from './answers/answer-headers.js';

export interface RequestContext {
  /**
   * Whether authentication, rate limit and scope apply: to everything below /v1, to what agents
   * call, and to what leads nowhere.
   */
  guarded: boolean;
  /** Who is calling, once authenticated. */
  caller: Caller | undefined;
  /** Whose admin key was shown. */
  admin: KeyHolder | undefined;
  /** What the request cost, for the answer's headers. */
  creditsCharged: number;
  /** What the caller has left, where it is known without reading it. */
  creditsLeft: CreditsLeft | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the route's decorators say to hooks, parsers and guards. */
    routeConfig: Readonly<NonNullable<RouteOptions['config']>>;
    /**
     * The pattern of the route, and `undefined` where there is none: what a caller typed never
     * names anything.
     */
    pattern: string | undefined;
    /** What is learnt of the request until it is answered. */
    context: RequestContext;
  }
}

/** Where requests end that no route answers. */
const CATCH_ALL: ReadonlySet<string | undefined> = new Set(['/*', '/v1/*']);
const WELL_FORMED_REQUEST_ID = /^[\w.:-]{1,128}$/;

const NOTHING_LEARNT: Omit<RequestContext, 'guarded'> = {
  caller: undefined,
  admin: undefined,
  creditsCharged: 0,
  creditsLeft: undefined,
};

/** The one that the client gave, when it is fit to be logged. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED_REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * Notes on every request what its route declares, and on every answer what it begins with.
 * Fastify's own look-up makes an object each time, so this is done once.
 */
export function describeRequests(server: FastifyInstance, headers: DefaultHeaders): void {
  server.decorateRequest('routeConfig', undefined as never);
  server.decorateRequest('pattern', undefined);
  server.decorateRequest('context', undefined as never);
  server.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    request.routeConfig = config;
    request.pattern = request.is404 || CATCH_ALL.has(url) ? undefined : url;
    // By the route that was found, not by the letters of the address: `/%761/verify` finds its way
    // to `/v1/verify` too.
    const guarded = CATCH_ALL.has(url) || (url ?? '').startsWith('/v1/') || config.perAddress === 'agents';
    request.context = { ...NOTHING_LEARNT, guarded };
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}

/** The caller of a route that needs credentials. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>().context;
  if (!caller) throw new AppError('UNAUTHORIZED');
  return caller;
});

/** One request header, when it was sent exactly once. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The request's Idempotency-Key; `undefined` when it has none. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = header(request, 'idempotency-key');
  return key === undefined ? undefined : requireIdempotencyKey(key);
}

const UNSTORABLE = /\p{Cc}/u;

/**
 * The key itself; throws `VALIDATION_ERROR` for one that is empty, too long, or holds what no
 * header can carry.
 */
export function requireIdempotencyKey(key: string): string {
  if (UNSTORABLE.test(key)) throw invalid('header', 'Idempotency-Key', 'must not contain control characters');
  if (key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    const rule = `must have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters; it has ${key.length}`;
    throw invalid('header', 'Idempotency-Key', rule);
  }
  return key;
}

/** Identifies a request: the same key with another fingerprint is a mistake of the caller. */
export function fingerprint(route: string, body: object): string {
  const fields = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([route, fields]))
    .digest('hex');
}

/**
 * `Prefer: wait=N` (RFC 7240), capped; `undefined` when it is not there or cannot be understood,
 * which RFC 7240 says to ignore.
 */
export function waitPreference(prefer: string | undefined): number | undefined {
  for (const preference of prefer?.split(',') ?? []) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d+)"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_SECONDS);
  }
  return undefined;
}

const MALFORMED = /%(?![\da-f]{2})/gi;
const ENCODED = /(?:%[\da-f]{2})+/gi;

/** What applications are configured with, and the documents that they find beside it. */
const CONFIGURED = /^(\/(?:mcp|a2a|\.well-known\/[^?]+?))\/(?=\?|$)/;

/** Where an id is missing. The router finds nothing there, not even the catch-all. */
const NO_ID = /^(\/v1\/[^?]*[^/?])\/(?=\?|$)/;

/**
 * The address to find the route by: readable, and where people type one into an application also
 * with a slash at the end.
 */
export function routedPath(request: Pick<IncomingMessage, 'url'>): string {
  return readablePath(request).replace(CONFIGURED, '$1').replace(NO_ID, '$1//');
}

/**
 * The address with each letter that does not decode standing for itself: it names nothing, and the
 * route that it leads to says so, where a router would refuse it before anything is known of the
 * caller.
 */
function readablePath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (!url.includes('%')) return url;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (decodes(path)) return url;
  const readable = path
    .replaceAll(MALFORMED, '%25')
    .replaceAll(ENCODED, (run) => (decodes(run) ? run : run.replaceAll('%', '%25')));
  return end === -1 ? readable : readable + url.slice(end);
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
