import type { FastifyRequest } from 'fastify';
import type { AppError, ErrorCode, ErrorKind } from '../core/errors.js';
import type { Fields } from './read-form.js';
import { formPath } from './session/form-token.js';
import { problemsIn } from './words.js';

/** A form that failed: its input and its problems. */
export interface SentForm {
  /** The path it was sent to, by which a page recognises its form. */
  to: string;
  given: Fields;
  error: AppError;
  problems: ReadonlyMap<string, string>;
  /** Fields of the page that display their own problem. */
  shown: Set<string>;
}

declare module '../modules/http/request.js' {
  interface RequestContext {
    sentForm?: SentForm;
  }
}

/** Errors a person can correct in the form. All others get their own page. */
const MENDED: ReadonlySet<ErrorKind> = new Set(['invalid', 'unprocessable', 'conflict']);
const MENDED_CODES: ReadonlySet<ErrorCode> = new Set([
  'INVALID_CREDENTIALS',
  'INVALID_VERIFICATION_CODE',
  'VERIFICATION_CODE_EXPIRED',
]);

/** Returns `false` if the form is not the cause of the error. */
export function noteSentForm(request: FastifyRequest, given: Fields, error: AppError): boolean {
  if (!MENDED.has(error.kind) && !MENDED_CODES.has(error.code)) return false;
  const problems = new Map(problemsIn(error, given));
  request.context.sentForm = { to: formPath(request.url), given, error, problems, shown: new Set() };
  return true;
}
