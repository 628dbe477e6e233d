import { NO_SCOPE } from '../../../core/accounts/scope.js';
import { InvalidRequest, problem, WHOLE } from '../../../core/invalid-request.js';
import { at } from '../../http/answers/places.js';
import type { Resources } from '../resources.js';
import { OAUTH_SCOPES } from './registration.js';

/**
 * Not `form_post`: its page submits itself with a script, which the content security policy blocks.
 */
export const RESPONSE_MODES = ['query', 'fragment'];
/** The library responds to this with `unsupported_response_mode`. */
const UNSUPPORTED = 'unsupported';
/** Requests a refresh token. Every client gets one, and the library mostly drops this scope. */
const REFRESH = 'offline_access';
const MAX_STATE_LENGTH = 2_048;
/** Of all parameters together, because anyone can have a request stored for an hour. */
const MAX_REQUEST_LENGTH = 8_192;

/**
 * Normalises the parameters of /oauth/authorize for the library. Throws `VALIDATION_ERROR` if they
 * are too large.
 */
export function readAuthorizationRequest(given: URLSearchParams, resources: Resources): string {
  if ((given.get('state') ?? '').length > MAX_STATE_LENGTH) throw tooLong('state', MAX_STATE_LENGTH);
  if (given.toString().length > MAX_REQUEST_LENGTH) throw tooLong(WHOLE, MAX_REQUEST_LENGTH);
  const mode = given.get('response_mode');
  if (mode !== null && !RESPONSE_MODES.includes(mode)) given.set('response_mode', UNSUPPORTED);
  if (given.has('client_id') && given.getAll('scope').length < 2) given.set('scope', scopeOf(given.get('scope') ?? ''));
  const named = given.getAll('resource').map((indicator) => resources.named(indicator) ?? indicator);
  given.delete('resource');
  for (const resource of new Set(named)) given.append('resource', resource);
  return given.toString();
}

/**
 * Normalises the parameters of /oauth/token. Our own resource indicators are removed, because the
 * grant determines the resource and a different spelling must not change it.
 */
export function readTokenRequest(given: URLSearchParams, resources: Resources): string {
  const foreign = given.getAll('resource').filter((indicator) => resources.named(indicator) === undefined);
  given.delete('resource');
  for (const indicator of foreign) given.append('resource', indicator);
  const asked = given.get('scope') ?? '';
  const known = knownScopes(asked);
  // No scope means the originally granted ones.
  if (known.length > 0 || asked.trim() === '') {
    given.set('scope', known.filter((scope) => scope !== REFRESH).join(' '));
  }
  return given.toString();
}

/**
 * Ignores unknown scopes (OpenID Connect Core, section 3.1.2.1). A client that requests no scope
 * gets `NO_SCOPE`, because the library refuses an empty grant. A client that requests only unknown
 * ones is refused by the provider.
 */
function scopeOf(asked: string): string {
  const known = knownScopes(asked);
  if (known.length === 0 && asked.trim() !== '') return asked;
  return known.every((scope) => scope === REFRESH) ? [NO_SCOPE, ...known].join(' ') : known.join(' ');
}

function knownScopes(asked: string): string[] {
  return asked.split(' ').filter((scope) => OAUTH_SCOPES.includes(scope));
}

function tooLong(field: string, longest: number): InvalidRequest {
  return new InvalidRequest(at('query', problem(field, `must have at most ${longest} characters`)));
}
