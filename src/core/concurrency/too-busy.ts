import { AppError } from '../errors.js';

const TRY_AGAIN_AFTER_SECONDS = 5;

/** More wait than a few seconds of work: that is this service's doing, and no register's. */
export function tooBusy(): AppError {
  return new AppError('DATA_SOURCE_UNAVAILABLE', {
    message: 'This service has too many requests waiting. Nothing was charged.',
    details: { reason: 'overloaded', retry_after_seconds: TRY_AGAIN_AFTER_SECONDS },
    suggestion: 'Try again in a few seconds.',
  });
}
