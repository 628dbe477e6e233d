import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { NO_SCOPE, SCOPES } from '../../../core/accounts/scope.js';
import { comparedText } from '../../../core/text/text.js';

export const OAUTH_SCOPES = [NO_SCOPE, 'offline_access', ...SCOPES];

/**
 * Client metadata that is kept. Excludes anything that would be fetched or shown as an image, and
 * anything that limits the client to less than its user may grant, such as `scope`: the response
 * has the scopes of the request, and the client may ask for others later.
 */
const KEPT = [
  'client_name',
  'client_uri',
  'contacts',
  'policy_uri',
  'redirect_uris',
  'software_id',
  'software_version',
  'token_endpoint_auth_method',
  'tos_uri',
];
const GRANT_TYPES = ['authorization_code', 'refresh_token'];
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const MAX_NAME_LENGTH = 80;
const MAX_FIELD_LENGTH = 2_000;
const MAX_CONTACTS = 10;
const MAX_CONTACT_LENGTH = 320;
/** All redirect URIs together. */
const MAX_REDIRECT_BYTES = 8_192;
/** RFC 8252, section 7.1: a private-use scheme is a reversed domain name, so it has a dot. */
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

export class RegistrationError extends Error {
  constructor(
    readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Normalises registration requests as clients really send them (RFC 7591) to what the provider
 * accepts. Unsupported grants are dropped rather than refused, and the application type is derived
 * from the redirect URIs. Dangerous values are refused. `nativeSchemes`: schemes without a dot used
 * by known native applications.
 */
export function normaliseRegistration(sent: unknown, nativeSchemes: readonly string[]): Record<string, unknown> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new RegistrationError('invalid_client_metadata', 'the body must be a JSON object');
  }
  const given = sent as Record<string, unknown>;
  const redirects = given['redirect_uris'];
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > 20) {
    throw new RegistrationError('invalid_redirect_uri', 'redirect_uris must list 1 to 20 addresses');
  }
  const native = isNative(redirects.map((uri) => requireSafe(uri, nativeSchemes)));
  if (Buffer.byteLength(redirects.join('')) > MAX_REDIRECT_BYTES) {
    throw new RegistrationError(
      'invalid_redirect_uri',
      `redirect_uris must have at most ${MAX_REDIRECT_BYTES} bytes together`,
    );
  }
  const kept = Object.fromEntries(KEPT.flatMap((field) => (isGiven(given[field]) ? [[field, given[field]]] : [])));
  for (const [field, value] of Object.entries(kept)) requireShort(field, value);
  const { client_name: name } = kept;
  return {
    ...kept,
    ...requestedScope(given['scope']),
    ...(typeof name === 'string' ? { client_name: shownName(name) || undefined } : {}),
    application_type: native ? 'native' : 'web',
    grant_types: GRANT_TYPES,
    response_types: ['code'],
  };
}

/** The library ignores this member, and `answerScope` reads it. */
function requestedScope(scope: unknown): { requested_scope?: string } {
  const known = typeof scope === 'string' ? scope.split(' ').filter((each) => OAUTH_SCOPES.includes(each)) : [];
  return known.length === 0 ? {} : { requested_scope: known.join(' ') };
}

/** Puts the scopes of the request into the response to a registration (RFC 7591, section 3.2.1). */
export function answerScope({ body, oidc }: KoaContextWithOIDC): void {
  const scope = oidc.body?.['requested_scope'];
  if (scope !== undefined) Object.assign(body as object, { scope });
}

/** Responds in the format of RFC 7591, section 3.2.2. */
@Catch(RegistrationError)
export class RegistrationFilter implements ExceptionFilter<RegistrationError> {
  catch({ code, message }: RegistrationError, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.status(400).header('access-control-allow-origin', '*').send({ error: code, error_description: message });
  }
}

/** Many libraries send null, an empty text or an empty list for unset values. */
function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}

/**
 * Returns whether a program on the user's device receives the code, on any free loopback port (RFC
 * 8252, section 7.3), whatever other URIs it registers. The provider accepts https on the loopback
 * only from web applications.
 */
function isNative(redirects: readonly URL[]): boolean {
  return (
    redirects.some(({ protocol }) => protocol !== 'https:') &&
    !redirects.some(({ protocol, hostname }) => protocol === 'https:' && LOOPBACK.has(hostname))
  );
}

function requireShort(field: string, value: unknown): void {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  if (field === 'contacts' && texts.length > MAX_CONTACTS) {
    throw new RegistrationError('invalid_client_metadata', `contacts must list at most ${MAX_CONTACTS} addresses`);
  }
  const longest = field === 'contacts' ? MAX_CONTACT_LENGTH : MAX_FIELD_LENGTH;
  const isFine = texts.every((text) => typeof text === 'string' && text.length <= longest);
  if (isFine) return;
  throw new RegistrationError('invalid_client_metadata', `${field} must be text of at most ${longest} characters`);
}

function requireSafe(uri: unknown, nativeSchemes: readonly string[]): URL {
  if (typeof uri !== 'string' || !URL.canParse(uri)) {
    throw new RegistrationError('invalid_redirect_uri', 'every redirect URI must be a whole address');
  }
  const url = new URL(uri);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb && !PRIVATE_USE_SCHEME.test(url.protocol) && !nativeSchemes.includes(url.protocol.slice(0, -1))) {
    throw new RegistrationError(
      'invalid_redirect_uri',
      `redirect URIs must not use ${url.protocol}; use https, http on the loopback, or a scheme with a dot such as com.example.app:`,
    );
  }
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) {
    throw new RegistrationError('invalid_redirect_uri', 'http is for loopback addresses only; use https');
  }
  if (url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new RegistrationError('invalid_redirect_uri', 'redirect URIs must have no fragment and no user');
  }
  return url;
}

/** Returns the name in one line, without invisible or bidirectional control characters. */
export function shownName(name: string): string {
  const plain = comparedText(name.replace(/[\s\p{Cc}]+/gu, ' '));
  return plain.length > MAX_NAME_LENGTH ? `${plain.slice(0, MAX_NAME_LENGTH)}…` : plain;
}
