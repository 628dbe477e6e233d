import { NO_SCOPE } from '../../../core/accounts/scope.js';
import { invalid, WHOLE, type InvalidRequest } from '../../../core/invalid-request.js';
import type { Resources } from '../resources.js';
import { OAUTH_SCOPES } from './registration.js';

/**
 * Not `form_post`: its page submits itself by a script, which the content security policy blocks.
 */
export const RESPONSE_MODES = ['query', 'fragment'];
/** The library answers this with `unsupported_response_mode`. */
const UNSUPPORTED = 'unsupported';
/** Asks for a refresh token, which every client gets; the library mostly drops it. */
const REFRESH = 'offline_access';
const MAX_STATE_LENGTH = 2_048;
/** Of all parameters: anybody may have one stored for an hour. */
const MAX_REQUEST_LENGTH = 8_192;

/**
 * What a client asks at /oauth/authorize, as the library shall read it. Throws `VALIDATION_ERROR`
 * for what is too large.
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
 * What a client asks at /oauth/token, likewise. The grant says which of the resources its tokens
 * are for, so that it is not lost by another spelling.
 */
export function readTokenRequest(given: URLSearchParams, resources: Resources): string {
  const foreign = given.getAll('resource').filter((indicator) => resources.named(indicator) === undefined);
  given.delete('resource');
  for (const indicator of foreign) given.append('resource', indicator);
  const asked = given.get('scope') ?? '';
  const known = knownScopes(asked);
  // Nothing is what was granted at first.
  if (known.length > 0 || asked.trim() === '') {
    given.set('scope', known.filter((scope) => scope !== REFRESH).join(' '));
  }
  return given.toString();
}

/**
 * Scopes that nobody knows are ignored (OpenID Connect Core, section 3.1.2.1). A client that asks
 * for no scope gets none, though the library refuses a grant of nothing at all; one that asks for
 * unknown ones alone is refused by the provider.
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
  return invalid('query', field, `must have at most ${longest} characters`);
}
