import type { AppError } from '../../core/errors.js';
import { errorBody } from '../http/answers/error-shapes.js';
import { meantCode, orNoSales, suggestionFor, type Offer, type OtherWords } from '../http/answers/suggestions.js';

const NEW_KEY =
  'Ask again in a minute. If you sent an idempotency_key, send a new one: the same one replays this answer for a day.';

const TOOL_WORDS: OtherWords = {
  code: {
    UNAUTHORIZED: 'Sign in, or send a key in the X-API-Key header.',
    JURISDICTION_NOT_SUPPORTED: (details) => meantCode(details, 'list_jurisdictions lists the codes.'),
    EMAIL_NOT_VERIFIED: "The account's owner has to verify its e-mail address first.",
    INSUFFICIENT_CREDITS: orNoSales('Buy credits with purchase_credits, or set max_credits to spend less.'),
    DATA_SOURCE_UNAVAILABLE: NEW_KEY,
    DATA_SOURCE_TIMEOUT: NEW_KEY,
  },
  step: {
    repeat_under_same_key:
      'Try again in a few seconds, under the same idempotency_key: a finished request is not charged again.',
  },
};

/**
 * Converts an error to the terms of a tool call: the body is called arguments, and the header is
 * one of them. The body has the format of the contract's section 7; `text` is one line.
 */
export function toolError(error: AppError, offer: Offer): { body: object; text: string } {
  const suggestion = suggestionFor(error, offer, TOOL_WORDS);
  const told = { ...errorBody(error, offer).error, ...(suggestion && { suggestion }) };
  const body = JSON.parse(JSON.stringify(told), (key, value: unknown) => inArguments(key, value)) as ToldError;
  return { body: { error: body }, text: [`${body.code}:`, body.message, body.suggestion].filter(Boolean).join(' ') };
}

interface ToldError {
  code: string;
  message: string;
  suggestion?: string;
}

function inArguments(key: string, value: unknown): unknown {
  if (key === 'location' && value === 'body') return 'arguments';
  if (typeof value !== 'string' || (key !== 'message' && key !== 'suggestion')) return value;
  return value.replaceAll(/\bbody\./g, 'arguments.').replaceAll('Idempotency-Key', 'idempotency_key');
}
