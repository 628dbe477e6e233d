import type { AppError, ErrorCode } from '../../core/errors.js';
import { errorBody } from '../http/app-error.filter.js';

/** Where REST names a route, callers of tools are told the tool. */
const SUGGESTIONS: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'Sign in, or send a key in the X-API-Key header.',
  INSUFFICIENT_CREDITS: 'Buy credits with purchase_credits, or set max_credits to spend less.',
  JURISDICTION_NOT_SUPPORTED: 'list_jurisdictions lists the codes.',
  EMAIL_NOT_VERIFIED: "The account's owner has to verify its e-mail address first.",
};

/** An error in the shape of the contract's section 7, in the words of somebody who calls tools: what was a body are arguments here. */
export function toolError(error: AppError): object {
  const { error: body } = errorBody(error);
  const suggestion = SUGGESTIONS[error.code];
  const told = { ...body, ...(suggestion === undefined ? {} : { suggestion }) };
  return { error: JSON.parse(JSON.stringify(told), (key, value: unknown) => inArguments(key, value)) as object };
}

function inArguments(key: string, value: unknown): unknown {
  if (key === 'location' && value === 'body') return 'arguments';
  return key === 'message' && typeof value === 'string' ? value.replaceAll(/\bbody\./g, 'arguments.') : value;
}
