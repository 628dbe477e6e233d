import { createHash, randomUUID } from 'node:crypto';
import { InvalidRequest, problem } from '../../core/invalid-request.js';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import type { KeyHolder } from '../../core/admin/admin-keys.js';
import { AppError } from '../../core/errors.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WAIT_SECONDS } from '../../core/limits.js';
import type { Bill } from './answers/credit-headers.hook.js';
import type { DefaultHeaders } from './answers/answer-headers.js';
import { at } from './answers/places.js';
import type { Taken } from './input/input.pipe.js';

export interface RequestContext extends Bill {
  /**
   * Authentication, rate limits and scopes apply: to all routes under /v1, to agent endpoints, and
   * to unmatched paths.
   */
  guarded: boolean;
  caller: Caller | undefined;
  admin: KeyHolder | undefined;
  /** By which an error finds the place of a field; `undefined` before the guards. */
  takes: Taken | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Values from the route's decorators, for hooks, parsers and guards. */
    routeConfig: Readonly<NonNullable<RouteOptions['config']>>;
    /**
     * The route's pattern; `undefined` if none matched. Used as a name instead of the path, which
     * is caller input.
     */
    pattern: string | undefined;
    context: RequestContext;
  }
}

/** The catch-all routes for unmatched paths. */
const CATCH_ALL: ReadonlySet<string | undefined> = new Set(['/*', '/v1/*']);
const WELL_FORMED_REQUEST_ID = /^[\w.:-]{1,128}$/;

const NOTHING_LEARNT: Omit<RequestContext, 'guarded'> = {
  caller: undefined,
  admin: undefined,
  takes: undefined,
  creditsCharged: 0,
  creditsLeft: undefined,
  replayed: false,
};

/** Returns the client's request id if it is safe to log, else a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED_REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * Attaches the route's config to every request, and the default headers to every response.
 * Fastify's own lookup creates an object each time, so this is done once.
 */
export function describeRequests(server: FastifyInstance, headers: DefaultHeaders): void {
  server.decorateRequest('routeConfig', undefined as never);
  server.decorateRequest('pattern', undefined);
  server.decorateRequest('context', undefined as never);
  server.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    bareForwardedAddresses(request.raw);
    request.routeConfig = config;
    request.pattern = request.is404 || CATCH_ALL.has(url) ? undefined : url;
    request.context = { ...NOTHING_LEARNT, guarded: isGuarded(url, config) };
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}

const FORWARDED = 'x-forwarded-for';
const QUOTED = /^"(.*)"$/;
const BRACKETED = /^\[([^\]]*)\](?::\d+)?$/;
const WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/;

/**
 * Takes ports and brackets off the addresses that proxies write, and ignores all before a text that
 * is no address, before Fastify compares them with
 * the trusted ones. With a port, each connection of a caller would be a network of its own.
 */
function bareForwardedAddresses({ headers }: IncomingMessage): void {
  const sent = headers[FORWARDED];
  // Node joins repeated headers of this name.
  if (typeof sent !== 'string') return;
  const written = sent.split(',').map(bareAddress);
  // A text that is no address was not written by a proxy of ours, and hides all before it.
  const known = written.slice(written.findLastIndex((address) => isIP(address) === 0) + 1);
  if (known.length > 0) headers[FORWARDED] = known.join(', ');
  else delete headers[FORWARDED];
}

/** `203.0.113.5:443` is `203.0.113.5`, and `"[2001:db8::1]:443"` is `2001:db8::1`. */
function bareAddress(written: string): string {
  const address = written.trim().replace(QUOTED, '$1');
  return (BRACKETED.exec(address) ?? WITH_PORT.exec(address))?.[1] ?? address;
}

/**
 * Decided by the matched route, not the URL's characters: `/%761/verify` matches `/v1/verify` too.
 */
export function isGuarded(url: string | undefined, { perAddress }: FastifyContextConfig): boolean {
  return CATCH_ALL.has(url) || (url ?? '').startsWith('/v1/') || perAddress === 'agents';
}

/** Adds to the hooks that run once a route has matched, before the body is read. */
export function addEntryHook(
  route: RouteOptions,
  hook: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  route.onRequest = [route.onRequest ?? [], hook].flat();
}

/** Whether they are valid is checked next. */
export function showsCredentials({ headers, routeConfig: { access } }: FastifyRequest): boolean {
  if (access === 'admin') return headers['x-admin-key'] !== undefined;
  return headers.authorization !== undefined || headers['x-api-key'] !== undefined;
}

/** Runs once the answer was sent or its connection is lost, also if that was before. */
export function whenClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed || raw.destroyed) then();
  else raw.once('close', then);
}

export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>().context;
  if (!caller) throw new AppError('UNAUTHORIZED');
  return caller;
});

/** Returns a request header if it was sent exactly once. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = header(request, 'idempotency-key');
  return key === undefined ? undefined : requireIdempotencyKey(key);
}

const UNSTORABLE = /\p{Cc}/u;

/**
 * Returns the key; throws `VALIDATION_ERROR` if it is empty, too long, or has characters that
 * headers cannot carry.
 */
export function requireIdempotencyKey(key: string): string {
  if (UNSTORABLE.test(key)) throw wrongKey('must not contain control characters');
  if (key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw wrongKey(`must have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters; it has ${key.length}`);
  }
  return key;
}

function wrongKey(rule: string): InvalidRequest {
  return new InvalidRequest(at('header', problem('Idempotency-Key', rule)));
}

/** Identifies a request: reusing a key with another fingerprint is an error of the caller. */
export function fingerprint(route: string, body: object): string {
  const fields = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([route, fields]))
    .digest('hex');
}

/**
 * Parses `Prefer: wait=N` (RFC 7240), capped. `undefined` if it is missing or invalid, which RFC
 * 7240 says to ignore.
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

/** URLs that people configure in applications, and the documents found next to them. */
const CONFIGURED = /^(\/(?:mcp|a2a|\.well-known\/[^?]+?))\/(?=\?|$)/;

/** A path with a missing id, which the router does not match even with the catch-all. */
const NO_ID = /^(\/v1\/[^?]*[^/?])\/(?=\?|$)/;

/** A whole address in the request line, as sent to a proxy (RFC 9112, section 3.2.2). */
const WHOLE_ADDRESS = /^https?:\/\/[^/?#]*\/?/i;

/**
 * Returns the URL for routing: without an origin, decodable, and without a trailing slash where
 * people type the URL into an application.
 */
export function routedPath(request: Pick<IncomingMessage, 'url'>): string {
  return readablePath(request).replace(WHOLE_ADDRESS, '/').replace(CONFIGURED, '$1').replace(NO_ID, '$1//');
}

/**
 * Escapes percent signs that do not decode. Such a path matches nothing, and its route says so; the
 * router would refuse it before authentication.
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
