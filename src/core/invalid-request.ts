import { AppError, type ErrorDetail, type Problem, type Problems } from './errors.js';

/** The field of a problem with a whole place, such as a body that is not JSON. */
export const WHOLE = '*';

/**
 * What is wrong with one field of a request. The message names the place and the field, and then
 * the rule: `must be …`.
 */
export function problem(location: Problem['location'], field: string, rule: string): Problem {
  const subject = field === WHOLE ? `The ${location}` : `${location}.${field}`;
  return { location, field, message: `${subject} ${rule}.` };
}

/**
 * The `VALIDATION_ERROR` of a request: always with the place and the field of each problem, the
 * first of which is its message.
 */
export class InvalidRequest extends AppError {
  constructor(problems: Problem | Problems, { details, ...given }: ErrorDetail = {}) {
    const errors: Problems = 'message' in problems ? [problems] : problems;
    super('VALIDATION_ERROR', {
      ...given,
      message: given.message ?? errors[0].message,
      details: { ...details, errors },
    });
  }
}

/** The refusal of one field: see `problem`. */
export function invalid(
  location: Problem['location'],
  field: string,
  rule: string,
  given?: ErrorDetail,
): InvalidRequest {
  return new InvalidRequest(problem(location, field, rule), given);
}

/**
 * A refusal for the state of what the field names: a whole sentence, which the message says after
 * the field.
 */
export function refused(
  location: Problem['location'],
  field: string,
  sentence: string,
  given?: ErrorDetail,
): InvalidRequest {
  const message = field === WHOLE ? sentence : `${location}.${field}: ${sentence}`;
  return new InvalidRequest({ location, field, message }, given);
}

/** The same problem with each of these fields, any of which would do. */
export function invalidAny(
  location: Problem['location'],
  fields: readonly string[],
  message: string,
  given?: ErrorDetail,
): InvalidRequest {
  const [first = WHOLE, ...others] = fields;
  const ofField = (field: string): Problem => ({ location, field, message });
  return new InvalidRequest([ofField(first), ...others.map(ofField)], given);
}
