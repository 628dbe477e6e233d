import type { AppError, ErrorCode, NextStep } from '../../../core/errors.js';
import { CODE_TRIES } from '../../../core/limits.js';
import { didYouMean } from '../../../core/registries/jurisdiction-hints.js';
import { inBody, type PlaceOf } from './places.js';

type Details = Readonly<Record<string, unknown>>;
export type Advice = string | ((details: Details, offer: Offer, placeOf: PlaceOf) => string);

/** Whether this service creates accounts, and sells credits, without its operator. */
export interface Offer {
  signUp: boolean;
  billing: boolean;
}

export const WHOLE_OFFER: Offer = { signUp: true, billing: true };

/** The source of an API key. */
export const keySource = ({ signUp }: Pick<Offer, 'signUp'>) =>
  signUp ? 'POST /v1/auth/request-access gets you one.' : 'Ask the operator of this service for one.';

/** Wraps the advice to buy credits. */
export const orNoSales =
  (advice: string): Advice =>
  (_details, { billing }) =>
    billing ? advice : 'Ask the operator of this service for credits: none are sold here.';

const NEW_KEY =
  'Ask again in a minute. If you sent an Idempotency-Key, send a new one: the same one replays this answer for a day.';

/** For errors that say nothing of their own. */
const BY_CODE: Partial<Record<ErrorCode, Advice>> = {
  UNAUTHORIZED: (_details, offer) => `Send your key in the X-API-Key header. ${keySource(offer)}`,
  INVALID_API_KEY: 'Check that the whole key was copied; it is shown only once, when it is created.',
  API_KEY_REVOKED: (_details, { signUp }) =>
    `Use another key of the account, or ${signUp ? 'get a new one with POST /v1/auth/request-access' : 'ask the operator of this service for a new one'}.`,
  EMAIL_NOT_VERIFIED: 'Send the code from the e-mail to POST /v1/account/confirm-email.',
  ACCOUNT_DISABLED: 'Contact support.',
  INSUFFICIENT_CREDITS: orNoSales('Buy credits with POST /v1/billing/purchase.'),
  JURISDICTION_NOT_SUPPORTED: (details) => meantCode(details, 'GET /v1/jurisdictions lists the codes.'),
  INVALID_VERIFICATION_CODE: `Ask for a new code with POST /v1/auth/request-access; the newest one counts, and ${CODE_TRIES} wrong tries end it.`,
  VERIFICATION_CODE_EXPIRED: 'Ask for a new code with POST /v1/auth/request-access.',
  TERMS_NOT_ACCEPTED: 'Accept the terms of service to continue.',
  DATA_SOURCE_UNAVAILABLE: NEW_KEY,
  DATA_SOURCE_TIMEOUT: NEW_KEY,
};

const BY_STEP: Record<NextStep, Advice> = {
  cancel_batch: 'Wait for one of them to end, or cancel one with POST /v1/batches/{id}/cancel.',
  change_key: ({ allowed }) =>
    `It may ask for ${listOf(allowed)}; the account's owner changes that with PATCH /v1/account/keys/{keyId}.`,
  change_watch: ({ watch_id: id }) => `Change it with PATCH /v1/watches/${String(id)}.`,
  confirm_cost: ({ required }, _offer, placeOf) => confirmBy('max_credits', required, placeOf),
  confirm_monthly_cost: ({ required }, _offer, placeOf) => confirmBy('max_credits_per_month', required, placeOf),
  create_watch: 'POST /v1/watches creates a new one.',
  list_batches: 'GET /v1/batches lists the batches of the account.',
  list_deliveries: 'Wait until some of them have ended; GET /v1/webhooks/deliveries shows them.',
  list_watches: 'GET /v1/watches lists the watches of the account.',
  raise_budget: ({ limited_by: limit, resets_at: at }) => waitOrRaise(RAISED_BY[limit as keyof typeof RAISED_BY], at),
  repeat_under_same_key:
    'Try again in a few seconds, under the same Idempotency-Key: a finished request is not charged again.',
  revoke_key: 'Revoke one with DELETE /v1/account/keys/{keyId} first.',
  send_new_code: 'PATCH /v1/account with the same email sends a new code; the newest one counts.',
};

const RAISED_BY = {
  key_budget: "ask the account's owner to raise the budget with PATCH /v1/account/keys/{keyId}.",
  grant_budget: "ask the account's owner to raise the budget with PATCH /v1/account/grants/{grantId}.",
  max_credits_per_month: 'raise the cap with PATCH /v1/watches/{watchId}.',
};

/** Other words than those of the API. */
export interface OtherWords {
  code: Partial<Record<ErrorCode, Advice>>;
  step: Partial<Record<NextStep, Advice>>;
}

/** Returns the next step for the caller, in the words of the API unless a transport has its own. */
export function suggestionFor(
  { code, suggestion, nextStep, details = {} }: Pick<AppError, 'code' | 'suggestion' | 'nextStep' | 'details'>,
  offer: Offer,
  placeOf: PlaceOf = inBody,
  other: OtherWords = { code: {}, step: {} },
): string | undefined {
  if (suggestion !== undefined) return suggestion;
  const advice = nextStep ? (other.step[nextStep] ?? BY_STEP[nextStep]) : (other.code[code] ?? BY_CODE[code]);
  return typeof advice === 'function' ? advice(details, offer, placeOf) : advice;
}

function confirmBy(field: string, credits: unknown, placeOf: PlaceOf): string {
  return placeOf(field).location === 'query'
    ? `If this cost is acceptable, repeat the request with ?${field}=${String(credits)} in its query.`
    : `If this cost is acceptable, repeat the request with ${field} of at least ${String(credits)}.`;
}

/** The codes that may be meant, before where to find them all. */
export function meantCode({ suggestions }: Details, list: string): string {
  return [didYouMean((suggestions ?? []) as string[]), list].filter(Boolean).join(' ');
}

function waitOrRaise(raise: string, resetsAt: unknown): string {
  return typeof resetsAt === 'string'
    ? `Wait until ${resetsAt}, or ${raise}`
    : `${raise.charAt(0).toUpperCase()}${raise.slice(1)}`;
}

function listOf(values: unknown): string {
  return (values as readonly string[]).join(', ');
}
