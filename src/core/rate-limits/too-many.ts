import { AppError } from '../errors.js';
import type { Window } from './ports.js';

/**
 * The answer to a caller whose window is used up; `rule` says what is allowed: "This key may make
 * 60 requests a minute".
 */
export function tooMany({ resetsAt }: Window, rule: string): AppError {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - Date.now()) / 1000));
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${rule}. Try again in ${seconds} s.`,
    details: { retry_after_seconds: seconds },
  });
}
