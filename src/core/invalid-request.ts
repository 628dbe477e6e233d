import { AppError, type ErrorDetail } from './errors.js';

/** The field of a problem that concerns the whole input, such as a body that is not JSON. */
export const WHOLE = '*';

/** Returns how a transport calls a field of its input: `body.amount`, `The number of credits`. */
export type NameOf = (field: string) => string;

/**
 * A problem with one field. It continues the field's name (`must be …`), is a sentence about what
 * the field names, or is a message of its own, which may name several fields.
 */
export type Problem = { field: string } & (
  { rule: string } | { sentence: string } | { message: string | ((nameOf: NameOf) => string) }
);

export type Problems = readonly [Problem, ...Problem[]];

export function problem(field: string, rule: string): Problem {
  return { field, rule };
}

export function messageOf(given: Problem, nameOf: NameOf): string {
  if ('rule' in given) return `${nameOf(given.field)} ${given.rule}.`;
  if ('sentence' in given) {
    return given.field === WHOLE ? given.sentence : `${nameOf(given.field)}: ${given.sentence}`;
  }
  return typeof given.message === 'string' ? given.message : given.message(nameOf);
}

interface InvalidDetail extends Omit<ErrorDetail, 'message'> {
  /** A sentence that the message adds to that of the first problem. */
  remark?: string;
}

/** The `VALIDATION_ERROR` of an input. Each transport says where its fields stand. */
export class InvalidRequest extends AppError {
  readonly problems: Problems;
  private readonly remark: string | undefined;

  constructor(problems: Problem | Problems, { remark, ...given }: InvalidDetail = {}) {
    const all: Problems = 'field' in problems ? [problems] : problems;
    super('VALIDATION_ERROR', { ...given, message: withRemark(messageOf(all[0], plainName), remark) });
    this.problems = all;
    this.remark = remark;
  }

  /** Its message, in the words of a transport. */
  inWords(wordsOf: (problem: Problem) => string): string {
    return withRemark(wordsOf(this.problems[0]), this.remark);
  }
}

function plainName(field: string): string {
  return field === WHOLE ? 'The request' : field;
}

function withRemark(message: string, remark: string | undefined): string {
  return remark === undefined ? message : `${message} ${remark}`;
}

export function invalid(field: string, rule: string, given?: InvalidDetail): InvalidRequest {
  return new InvalidRequest(problem(field, rule), given);
}

/** Refuses a request because of the state of the object the field names. */
export function refused(field: string, sentence: string, given?: InvalidDetail): InvalidRequest {
  return new InvalidRequest({ field, sentence }, given);
}

/** Reports the same problem for each of several alternative fields. */
export function invalidAny(
  fields: readonly string[],
  message: string | ((nameOf: NameOf) => string),
  given?: InvalidDetail,
): InvalidRequest {
  const [first = WHOLE, ...others] = fields;
  return new InvalidRequest([{ field: first, message }, ...others.map((field) => ({ field, message }))], given);
}
