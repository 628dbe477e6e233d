import { AppError } from '../errors.js';
import type { Window } from './ports.js';

/** The answer to a caller whose window is used up. */
export function tooMany({ resetsAt, limit }: Window, who: string): AppError {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - Date.now()) / 1000));
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${who} may make ${limit} requests a minute. Try again in ${seconds} s.`,
    details: { retry_after_seconds: seconds },
  });
}
