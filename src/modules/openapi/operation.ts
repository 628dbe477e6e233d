import { csvLine } from '../../core/csv.js';
import { RECORDED } from './recorded-answers.generated.js';
import type { ShapeClass } from '../http/contract.js';
import { requestExample, requestSchema } from '../http/input/request-schema.js';
import { errorResponses } from './error-responses.js';
import { headersOf } from './headers.js';
import type { DocumentedRoute } from './routes.js';
import { schemaOf } from './schemas.js';
import { IDEMPOTENCY_KEPT_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WAIT_SECONDS } from '../../core/limits.js';

/** The chapters of the reference, by the beginning of the path; the first that fits. */
const CHAPTERS: readonly (readonly [prefix: string, name: string, description: string])[] = [
  ['/v1/auth', 'Access', 'From an e-mail address to an API key.'],
  ['/v1/verify', 'Verification', 'Whether a business is registered, and how it stands.'],
  ['/v1/jobs', 'Verification', 'Whether a business is registered, and how it stands.'],
  ['/v1/quote', 'Verification', 'Whether a business is registered, and how it stands.'],
  ['/v1/batches', 'Batches', 'A file of names, verified row by row.'],
  ['/v1/search', 'Search', 'Which businesses have a name like this.'],
  ['/v1/entity', 'Entities', 'What was verified before.'],
  ['/v1/account', 'Account', 'The account, its keys and its data.'],
  ['/v1/billing', 'Billing', 'Credits: what was used, and more of them.'],
  ['/v1/webhooks', 'Webhooks', 'The ends of jobs, reported to your receiver.'],
  ['/v1/admin', 'Administration', 'For the operator of this installation.'],
  ['/v1/', 'Facts', 'What the service offers.'],
  ['/', 'Operations', 'For the operator.'],
];

export const TAGS = [...new Map(CHAPTERS.map(([, name, description]) => [name, { name, description }])).values()];

export function tagOf(path: string): string {
  return CHAPTERS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Operations';
}

const PARAMETERS = {
  'Idempotency-Key': {
    description: `Makes a repeated request free: the first answer is sent again. Known for ${IDEMPOTENCY_KEPT_HOURS} hours, for this account.`,
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
      pattern: '^[ -~]+$',
      examples: ['order-4711'],
    },
  },
  Prefer: {
    description: `wait=N waits up to N seconds (${MAX_WAIT_SECONDS} at most) for the answer (RFC 7240).`,
    schema: { type: 'string', maxLength: 200, pattern: '^[ -~]+$', examples: ['wait=10'] },
  },
} as const;

/** RFC 4180, with a header line. */
const csvOf = (columns: readonly string[]) => ({
  'text/csv': {
    schema: {
      type: 'string',
      maxLength: 1_000_000_000,
      pattern: '^[\\s\\S]*$',
      description: 'One line for each, under a header.',
    },
    example: csvLine(columns),
  },
});
/** Line by line, by media type. */
const filesOf = (examples: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(examples).map(([type, example]) => [
      type,
      { schema: { type: 'string', maxLength: 1_000_000_000, pattern: '^[\\s\\S]*$' }, example },
    ]),
  );
const PLAIN_TEXT = { 'text/plain': { schema: { type: 'string', maxLength: 10_000_000, pattern: '^[\\s\\S]*$' } } };

/** One operation of the document. */
export function operation(route: DocumentedRoute, oauth: boolean): Record<string, unknown> {
  const { contract, path } = route;
  const { doc } = contract;
  return {
    operationId: doc.operation,
    summary: doc.summary,
    description: doc.description,
    tags: [tagOf(path)],
    security: securityOf(route, oauth),
    ...listed('parameters', parametersOf(route)),
    ...bodyOf(route),
    responses: { ...successes(route), ...errorResponses(contract, path) },
  };
}

function bodyOf({ contract: { body, doc } }: DocumentedRoute): object {
  const schema = body ? withExample(body) : doc.takes && schemaOf(doc.takes);
  const required = !body || (requestSchema(body).required ?? []).length > 0;
  if (doc.takesFile) return { requestBody: { required, content: filesOf(doc.takesFile) } };
  return schema ? { requestBody: { required, content: { 'application/json': { schema } } } } : {};
}

function withExample(body: ShapeClass): Record<string, unknown> {
  const example = requestExample(body);
  return { ...requestSchema(body), ...(example ? { example } : {}) };
}

function securityOf({ contract: { access = 'key', scope } }: DocumentedRoute, oauth: boolean): object[] {
  if (access === 'open') return [];
  if (access === 'admin') return [{ AdminKey: [] }];
  if (access === 'signed') return [{ StripeSignature: [] }];
  return [{ ApiKey: [] }, ...(oauth ? [{ OAuth: scope ? [scope] : [] }] : [])];
}

function parametersOf({ path, contract: { query, doc } }: DocumentedRoute): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'code' ? 'The jurisdiction code.' : 'The id.',
    schema: { type: 'string', maxLength: 500, pattern: '^[^/]+$' },
  }));
  const { properties = {}, required = [] } = query ? requestSchema(query) : {};
  const inQuery = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema,
  }));
  const inHeader = (doc.heeds ?? []).map((name) => ({ name, in: 'header', required: false, ...PARAMETERS[name] }));
  return [...inPath, ...inQuery, ...inHeader];
}

function successes({ contract, path }: DocumentedRoute): Record<string, object> {
  const { operation: name, answers, csv, givesFile = {} } = contract.doc;
  const responses = Object.entries(answers).map(([status, shape]) => {
    const headers = headersOf(contract, path, Number(status));
    if (shape === 'nothing') return [status, { description: 'Done.', headers }] as const;
    if (shape === 'text') return [status, { description: 'As text.', headers, content: PLAIN_TEXT }] as const;
    if (shape === 'file') return [status, { description: 'A file.', headers, content: filesOf(givesFile) }] as const;
    const recorded = RECORDED[name]?.[status];
    const content = {
      'application/json': { schema: schemaOf(shape), ...(recorded === undefined ? {} : { example: recorded }) },
      ...(csv && Number(status) === 200 ? csvOf(csv) : {}),
    };
    return [status, { description: shape.description ?? 'As it stands.', headers, content }] as const;
  });
  return Object.fromEntries(responses);
}

const listed = (name: string, items: object[]) => (items.length > 0 ? { [name]: items } : {});
