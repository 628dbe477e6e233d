import { AppError, type ErrorDetail, type Problem, type Problems } from './errors.js';

/** The field of a problem that concerns a whole location, such as a body that is not JSON. */
export const WHOLE = '*';

/**
 * Describes a problem with one field. The message names the location, the field and the rule: `must
 * be …`.
 */
export function problem(location: Problem['location'], field: string, rule: string): Problem {
  const subject = field === WHOLE ? `The ${location}` : `${location}.${field}`;
  return { location, field, message: `${subject} ${rule}.` };
}

/**
 * The `VALIDATION_ERROR` of a request, with the location and field of each problem. Its message is
 * that of the first.
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

export function invalid(
  location: Problem['location'],
  field: string,
  rule: string,
  given?: ErrorDetail,
): InvalidRequest {
  return new InvalidRequest(problem(location, field, rule), given);
}

/**
 * Refuses a request because of the state of the object the field names. The message is the field
 * followed by a whole sentence.
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

/** Reports the same problem for each of several alternative fields. */
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
