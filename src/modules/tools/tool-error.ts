import type { AppError } from '../../core/errors.js';
import { errorBody } from '../http/answers/error-shapes.js';
import type { PlaceOf } from '../http/answers/places.js';
import { meantCode, orNoSales, type Offer, type OtherWords } from '../http/answers/suggestions.js';

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

const inArguments: PlaceOf = (field) => ({ location: 'arguments', field });

/**
 * Converts an error to the terms of a tool call, in the format of the contract's section 7. `text`
 * is one line.
 */
export function toolError(error: AppError, offer: Offer): { body: object; text: string } {
  const body = errorBody(error, offer, inArguments, TOOL_WORDS);
  const { code, message, suggestion } = body.error;
  return { body, text: [`${String(code)}:`, message, suggestion].filter(Boolean).join(' ') };
}
