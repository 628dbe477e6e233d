import type { FastifyRequest } from 'fastify';
import type { AppError, ErrorCode, ErrorKind } from '../../core/errors.js';
import { problemsIn } from './words.js';

type Fields = Readonly<Record<string, string | undefined>>;

/** A form that could not be done: what was typed, and what is wrong with it. */
export interface SentForm {
  /** Where it was sent, below the console: by this a page knows its form again. */
  to: string;
  given: Fields;
  error: AppError;
  problems: ReadonlyMap<string, string>;
  /** The fields of the page that say their own problem. */
  shown: Set<string>;
}

/** What a person can mend in a form. Everything else is a page of its own. */
const MENDED: ReadonlySet<ErrorKind> = new Set(['invalid', 'unprocessable', 'conflict']);
const MENDED_CODES: ReadonlySet<ErrorCode> = new Set([
  'INVALID_CREDENTIALS',
  'INVALID_VERIFICATION_CODE',
  'VERIFICATION_CODE_EXPIRED',
]);

const sent = new WeakMap<FastifyRequest, SentForm>();

export const sentFormOf = (request: FastifyRequest) => sent.get(request);

/** `false` where the error is none of the form. */
export function noteSentForm(request: FastifyRequest, to: string, given: Fields, error: AppError): boolean {
  if (!MENDED.has(error.kind) && !MENDED_CODES.has(error.code)) return false;
  sent.set(request, { to, given, error, problems: new Map(problemsIn(error, given)), shown: new Set() });
  return true;
}
