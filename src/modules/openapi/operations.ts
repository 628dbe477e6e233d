import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ErrorCode } from '../../core/errors.js';
import { codesIn, withErrors, type Response, type Responses } from './api-errors.js';
import { caseOf, SERVICE_UNAVAILABLE, type ErrorCase } from './error-cases.js';
import { headerRefs, headersOf, type Circumstances } from './headers.js';
import { requestExample } from '../http/input/request-schema.js';
import { publishedModel, publishedParameter, type ModelSchema, type Parameter } from './inputs.js';

const ANSWERS_FILE = fileURLToPath(new URL('../../../examples/answers.json', import.meta.url));

export interface OperationObject {
  operationId: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Responses;
}

export interface RequestBody {
  required?: boolean;
  content: Record<string, { schema?: { $ref?: string }; example?: unknown }>;
}

/**
 * Recorded test responses by operation and status: the examples of the OpenAPI document. The same
 * test updates them.
 */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

export interface Surroundings {
  path: string;
  oauth: boolean;
  recorded: RecordedAnswers;
  bodies: Readonly<Record<string, ModelSchema>>;
}

/**
 * Adds the common parts to an operation: errors of guards and pipe, headers of every response, and
 * recorded examples.
 */
export function completed(
  operation: OperationObject,
  { path, oauth, recorded, bodies }: Surroundings,
): OperationObject {
  const { parameters = [], requestBody, ...rest } = operation;
  const security = securityOf(operation, oauth);
  const of = circumstances(operation, path);
  const answers = withErrors(operation.responses, errorsOfItsKind(operation, path, of));
  const responses = Object.entries(answers).map(([status, response]) => {
    const example = recorded[operation.operationId]?.[status];
    return [status, withExample(withHeaders(response, { ...of, status: Number(status) }), example)] as const;
  });
  return {
    ...rest,
    security,
    ...(parameters.length > 0 && { parameters: parameters.map(publishedParameter) }),
    ...(requestBody && { requestBody: withModel(requestBody, bodies) }),
    responses: Object.fromEntries(responses),
  };
}

export function recordedAnswers(): RecordedAnswers {
  return JSON.parse(readFileSync(ANSWERS_FILE, 'utf8')) as RecordedAnswers;
}

/**
 * Inlines a body's schema: generators treat a component with defaults as a response, whose fields
 * are always present. A body without required fields is optional.
 */
function withModel(requestBody: RequestBody, bodies: Surroundings['bodies']): RequestBody {
  const model = bodies[modelName(requestBody) ?? ''];
  if (!model) return requestBody;
  const required = (model.required ?? []).length > 0;
  const example = requestExample(model);
  // Beside the schema, where tools that send requests look for it.
  return { required, content: { 'application/json': { schema: publishedModel(model), ...(example && { example }) } } };
}

export function modelName({ content }: RequestBody): string | undefined {
  return content['application/json']?.schema?.$ref?.split('/').at(-1);
}

/** Routes need credentials by default; an empty requirement means none. */
function securityOf({ security }: OperationObject, oauth: boolean): Record<string, string[]>[] {
  const all = security ?? [{ ApiKey: [] }, { OAuth: [] }];
  return all.filter((one) => Object.keys(one).length > 0 && (oauth || !('OAuth' in one)));
}

type Kind = Omit<Circumstances, 'status' | 'codes'>;

function circumstances({ security, parameters = [] }: OperationObject, path: string): Kind {
  const takes = (name: string) => parameters.some((parameter) => parameter.in === 'header' && parameter.name === name);
  return {
    guarded: path.startsWith('/v1/'),
    access: accessIn(security),
    needsScope: security?.some(({ OAuth: scopes }) => scopes !== undefined && scopes.length > 0) ?? false,
    isRepeatable: takes('Idempotency-Key'),
    canWait: takes('Prefer'),
  };
}

function accessIn(security: OperationObject['security']): Kind['access'] {
  const schemes = security?.flatMap((one) => Object.keys(one));
  if (schemes === undefined || schemes.includes('ApiKey')) return 'key';
  if (schemes.includes('AdminKey')) return 'admin';
  return schemes.includes('StripeSignature') ? 'signed' : 'public';
}

const CREDENTIALS = [
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'API_KEY_REVOKED',
  'ACCOUNT_DELETED',
  'ACCOUNT_DISABLED',
] as const;

function errorsOfItsKind({ responses }: OperationObject, path: string, { guarded, access }: Kind): ErrorCase[] {
  const own: ErrorCode[] = Object.values(responses).flatMap((response) => codesIn(response) ?? []);
  const hasOwnNotFound = own.some((code) => code.endsWith('NOT_FOUND'));
  return [
    ...(guarded ? [caseOf('VALIDATION_ERROR')] : []),
    ...(guarded && access === 'key' ? CREDENTIALS.map(caseOf) : []),
    ...(guarded && (access === 'key' || access === 'public') ? [caseOf('RATE_LIMIT_EXCEEDED')] : []),
    ...(path.includes('{') && !hasOwnNotFound ? [caseOf('NOT_FOUND')] : []),
    ...(guarded && access !== 'public' ? [SERVICE_UNAVAILABLE] : []),
    caseOf('INTERNAL_ERROR'),
  ];
}

function withHeaders(response: Response, of: Omit<Circumstances, 'codes'>): Response {
  const names = headersOf({ ...of, codes: codesIn(response) ?? [] });
  return { ...response, headers: { ...headerRefs(names), ...response.headers } };
}

function withExample(response: Response, example: unknown): Response {
  const json = response.content?.['application/json'];
  if (example === undefined || json === undefined) return response;
  return { ...response, content: { ...response.content, 'application/json': { ...json, example } } };
}
