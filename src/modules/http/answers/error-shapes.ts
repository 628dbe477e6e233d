import type { AppError, ErrorKind } from '../../../core/errors.js';
import { InvalidRequest } from '../../../core/invalid-request.js';
import { escapeHtml, pageHeaders, pageHtml, pathToEntry } from './html-page.js';
import { inBody, wordsOf, type PlaceOf } from './places.js';
import { suggestionFor, type Offer, type OtherWords } from './suggestions.js';

export const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  payment: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  unprocessable: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  timeout: 504,
};

/**
 * The error format of the contract, section 7. `placeOf` and `words` are those of the transport.
 */
export function errorBody(
  error: AppError,
  offer: Offer,
  placeOf: PlaceOf = inBody,
  words?: OtherWords,
): { error: Record<string, unknown> } {
  const { code } = error;
  const { message, details } = told(error, placeOf);
  const suggestion = suggestionFor(error, offer, placeOf, words);
  return { error: { code, message, ...(details ? { details } : {}), ...(suggestion ? { suggestion } : {}) } };
}

function told(error: AppError, placeOf: PlaceOf): Pick<AppError, 'message' | 'details'> {
  if (!(error instanceof InvalidRequest)) return error;
  const { message, errors } = wordsOf(error, placeOf);
  return { message, details: { ...error.details, errors } };
}

const OAUTH_CODES: Partial<Record<ErrorKind, string>> = {
  unauthenticated: 'invalid_client',
  forbidden: 'access_denied',
  too_many: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  timeout: 'temporarily_unavailable',
  internal: 'server_error',
};

/** The error format of RFC 6749, section 5.2, the only one OAuth clients understand. */
export function oauthErrorBody(error: AppError, placeOf: PlaceOf): { error: string; error_description: string } {
  const { kind } = error;
  const { message, details } = told(error, placeOf);
  const requestId = details?.['request_id'];
  const description = typeof requestId === 'string' ? `${message} Tell support the request id ${requestId}.` : message;
  return { error: OAUTH_CODES[kind] ?? 'invalid_request', error_description: inOauthLetters(description) };
}

/** RFC 6749 allows only printable ASCII without quotation marks and backslashes. */
function inOauthLetters(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/[^\x20-\x5B\x5D-\x7E]/g, '?');
}

/** Headings of error pages, by kind. */
const TITLES: Partial<Record<ErrorKind, string>> = {
  not_found: 'Page not found',
  unauthenticated: 'This needs a key',
  too_many: 'One moment, please',
  unavailable: 'Not available just now',
  internal: 'Something went wrong',
};

/** An error page with a message. `advice` is HTML. */
export function errorPage(message: string, advice = '', status = 400, title = 'This request failed') {
  const html = pageHtml(title, `<p>${escapeHtml(message)}</p>${advice}`, { eyebrow: `Error ${status}` });
  return { headers: pageHeaders(), html };
}

/** An error page with links. `path` is the requested path. */
export function pageOf(error: AppError, path: string, offer: Offer, placeOf: PlaceOf) {
  const { kind } = error;
  const { message, details } = told(error, placeOf);
  const suggestion = suggestionFor(error, offer, placeOf);
  const requestId = details?.['request_id'];
  const entry = pathToEntry(path);
  const advice = [
    ...(suggestion === undefined ? [] : [`<p>${escapeHtml(suggestion)}</p>`]),
    ...(typeof requestId === 'string' ? [`<p>The request id is <code>${escapeHtml(requestId)}</code>.</p>`] : []),
    `<ul class="plain"><li><a href="${entry}">Start page</a></li><li><a href="${entry}reference">Reference</a></li></ul>`,
  ];
  return errorPage(message, advice.join('\n'), STATUS[kind], TITLES[kind]);
}
