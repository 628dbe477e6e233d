import { invalidAny } from '../../../core/invalid-request.js';

/**
 * A change that names nothing is a mistake. Throws `VALIDATION_ERROR` naming what could be changed.
 */
export function requireSomething(body: object, fields: readonly string[]): void {
  if (Object.keys(body).length > 0) return;
  const message =
    fields.length === 1
      ? `body.${fields.join()} is required.`
      : `The body must name at least one of ${fields.join(', ')}.`;
  throw invalidAny('body', fields, message);
}
