import type { ErrorKind } from '../../../core/errors.js';

/** Which HTTP status an error is answered with. */
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
