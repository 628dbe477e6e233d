import { DECORATORS } from '@nestjs/swagger';
import { ERRORS, type ErrorCode } from '../../core/errors.js';
import { STATUS } from '../http/answers/error-shapes.js';
import { ErrorShape } from './error.response.js';
import { headerRefs } from './headers.js';
import { schemaOf } from './schemas.js';
import { caseNamed, caseOf, inWords, type ErrorCase } from './error-cases.js';

interface Example {
  $ref: string;
}

export interface Response {
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema?: object; example?: unknown; examples?: Record<string, Example> }>;
}

export type Responses = Record<string, Response>;

const EXAMPLES = '#/components/examples/';

/**
 * Error codes of a route, in addition to the common ones. Unlike `ApiResponse`, it merges with
 * other decorators for the same status.
 */
export function ApiErrors(...codes: (ErrorCode | ErrorCase)[]): MethodDecorator {
  const cases = codes.map((code) => (typeof code === 'string' ? caseOf(code) : code));
  return (_target, _key, { value }) => {
    const before = (Reflect.getMetadata(DECORATORS.API_RESPONSE, value as object) ?? {}) as Responses;
    Reflect.defineMetadata(DECORATORS.API_RESPONSE, withErrors(before, cases), value as object);
  };
}

/** Adds the cases to the responses; a regular response of the route with the same status stays. */
export function withErrors(responses: Responses, cases: readonly ErrorCase[]): Responses {
  const all = { ...responses };
  for (const [status, added] of byStatus(cases)) {
    const before = all[status];
    const known = before && casesIn(before);
    if (before === undefined || known) all[status] = errorResponse(union(known ?? [], added));
  }
  return all;
}

/** The codes of an error response; `undefined` if it is not one. */
export function codesIn(response: Response | undefined): ErrorCode[] | undefined {
  return response && casesIn(response)?.map(({ code }) => code);
}

function byStatus(cases: readonly ErrorCase[]): Map<number, ErrorCase[]> {
  const groups = new Map<number, ErrorCase[]>();
  for (const one of cases) {
    const status = STATUS[ERRORS[one.code].kind];
    groups.set(status, [...(groups.get(status) ?? []), one]);
  }
  return groups;
}

/** The cases of an error response; `undefined` if it is not one. */
export function casesIn({ content }: Response): ErrorCase[] | undefined {
  const examples = content?.['application/json']?.examples;
  return examples && Object.values(examples).map(({ $ref }) => caseNamed($ref.slice(EXAMPLES.length)));
}

/** The route's own case of a code takes precedence over the common one. */
function union(known: readonly ErrorCase[], added: readonly ErrorCase[]): ErrorCase[] {
  const codes = new Set(known.map(({ code }) => code));
  return [...known, ...added.filter(({ code }) => !codes.has(code))];
}

function errorResponse(cases: readonly ErrorCase[]): Response {
  const headers = cases.flatMap((one) => one.headers ?? []);
  return {
    description: cases.map(inWords).join(' '),
    ...(headers.length > 0 && { headers: headerRefs(headers) }),
    content: {
      'application/json': {
        schema: schemaOf(ErrorShape),
        examples: Object.fromEntries(cases.map(({ code, name }) => [code, { $ref: EXAMPLES + name }])),
      },
    },
  };
}
