import { AppError } from '../errors.js';

export function batchNotFound(): AppError {
  return new AppError('NOT_FOUND', {
    message: 'No batch has this id.',
    suggestion: 'GET /v1/batches lists the batches of the account.',
  });
}
