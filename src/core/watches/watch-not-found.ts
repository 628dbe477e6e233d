import { AppError } from '../errors.js';

export function watchNotFound(): AppError {
  return new AppError('NOT_FOUND', {
    message: 'No watch has this id.',
    suggestion: 'GET /v1/watches lists the watches of the account.',
  });
}
