import { AppError } from '../../../core/errors.js';

/** A change that names nothing is a mistake. Throws `VALIDATION_ERROR` naming what could be changed. */
export function requireSomething(body: object, fields: readonly string[]): void {
  if (Object.keys(body).length > 0) return;
  const message =
    fields.length === 1
      ? `body.${fields.join()} is required.`
      : `The body must name at least one of ${fields.join(', ')}.`;
  throw new AppError('VALIDATION_ERROR', {
    message,
    details: { errors: fields.map((field) => ({ location: 'body', field, message })) },
  });
}
