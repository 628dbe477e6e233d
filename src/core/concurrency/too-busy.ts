import { AppError } from '../errors.js';

/** More wait than a few seconds of work. */
export function tooBusy(): AppError {
  return new AppError('DATA_SOURCE_UNAVAILABLE', {
    message: 'More requests are waiting than can be answered soon. Nothing was charged.',
    suggestion: 'Try again in a few seconds.',
  });
}
