import { isBalanceTooLow, withoutSales } from '../../core/billing/budget.js';
import type { AppError, ErrorCode } from '../../core/errors.js';
import { didYouMean } from '../../core/registries/jurisdiction-hints.js';
import { errorBody } from '../http/answers/error-shapes.js';

/** Replacements for suggestions that name a route. */
const SUGGESTIONS: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'Sign in, or send a key in the X-API-Key header.',
  INSUFFICIENT_CREDITS: 'Buy credits with purchase_credits, or set max_credits to spend less.',
  JURISDICTION_NOT_SUPPORTED: 'list_jurisdictions lists the codes.',
  EMAIL_NOT_VERIFIED: "The account's owner has to verify its e-mail address first.",
};

/**
 * Converts an error to the terms of a tool call: the body is called arguments, and the header is
 * one of them. The body has the format of the contract's section 7; `text` is one line.
 */
export function toolError(error: AppError, sellsCredits: boolean): { body: object; text: string } {
  const refusal = sellsCredits ? error : withoutSales(error);
  const suggestion = suggestionFor(refusal, sellsCredits);
  const told = { ...errorBody(refusal).error, ...(suggestion && { suggestion }) };
  const body = JSON.parse(JSON.stringify(told), (key, value: unknown) => inArguments(key, value)) as ToldError;
  return { body: { error: body }, text: [`${body.code}:`, body.message, body.suggestion].filter(Boolean).join(' ') };
}

interface ToldError {
  code: string;
  message: string;
  suggestion?: string;
}

/** `undefined` if the error's own suggestion also applies to tools. */
function suggestionFor(error: AppError, sellsCredits: boolean): string | undefined {
  if (error.code === 'INSUFFICIENT_CREDITS' && !(sellsCredits && isBalanceTooLow(error))) return undefined;
  const suggestion = SUGGESTIONS[error.code];
  if (error.code !== 'JURISDICTION_NOT_SUPPORTED') return suggestion;
  const codes = (error.details?.['suggestions'] ?? []) as string[];
  return [didYouMean(codes), suggestion].filter(Boolean).join(' ');
}

function inArguments(key: string, value: unknown): unknown {
  if (key === 'location' && value === 'body') return 'arguments';
  if (typeof value !== 'string' || (key !== 'message' && key !== 'suggestion')) return value;
  return value.replaceAll(/\bbody\./g, 'arguments.').replaceAll('Idempotency-Key', 'idempotency_key');
}
