import { invalid, WHOLE, type InvalidRequest } from '../../../core/invalid-request.js';

/**
 * Not `form_post`: its page submits itself by a script, which the content security policy blocks.
 */
export const RESPONSE_MODES = ['query', 'fragment'];
/** The library answers this with `unsupported_response_mode`. */
const UNSUPPORTED = 'unsupported';
/** Opens none of the account's routes; the library refuses a grant of nothing at all. */
const NO_SCOPE = 'openid';
const MAX_STATE_LENGTH = 2_048;
/** Of all parameters: anybody may have one stored for an hour. */
const MAX_REQUEST_LENGTH = 8_192;

/**
 * What a client asks at /oauth/authorize, as the library shall read it. Throws `VALIDATION_ERROR`
 * for what is too large.
 */
export function readAuthorizationRequest(given: URLSearchParams): string {
  if ((given.get('state') ?? '').length > MAX_STATE_LENGTH) throw tooLong('state', MAX_STATE_LENGTH);
  if (given.toString().length > MAX_REQUEST_LENGTH) throw tooLong(WHOLE, MAX_REQUEST_LENGTH);
  const mode = given.get('response_mode');
  if (mode !== null && !RESPONSE_MODES.includes(mode)) given.set('response_mode', UNSUPPORTED);
  // A client that asks for no scope gets none.
  if (!given.has('scope') && given.has('client_id')) given.set('scope', NO_SCOPE);
  return given.toString();
}

function tooLong(field: string, longest: number): InvalidRequest {
  return invalid('query', field, `must have at most ${longest} characters`);
}
