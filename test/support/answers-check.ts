import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { inlinedResponses } from './inlined-responses.js';

type Json = Record<string, any>;

/** Documented everywhere, but sent only to some callers: one answer must show it. */
const OF_SOME_CALLERS = ['x-budget-remaining'];

const ANY_ERROR: Json = { $ref: '#/components/schemas/Error' };

/** Compares the service's answers and webhooks with its document. */
export class AnswersCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly operations: { method: string; pattern: RegExp; path: string; operation: Json }[];
  private readonly validators = new WeakMap<Json, ValidateFunction>();
  private readonly webhooks: Json;
  private readonly webhookHeaders: Json[];
  /** Statuses, codes and `status header` pairs, by operation. */
  private readonly seen = new Map<string, Set<string>>();

  constructor(document: Json) {
    addFormats.default(this.ajv);
    this.webhooks = document['webhooks'];
    const { schemas, parameters = {} } = document['components'];
    this.webhookHeaders = Object.values(parameters);
    this.ajv.addSchema(closed({ $id: 'openapi.json', components: { schemas } }) as object);
    this.operations = Object.entries<Json>(inlinedResponses(document)['paths']).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        operation,
      })),
    );
  }

  problems(method: string, target: string, status: number, headers: Headers, body: unknown): string[] {
    const operation = this.find(method, target);
    if (!operation) return [`${method} ${target} is not documented`];
    const documented = operation['responses'][String(status)];
    const here = `${operation['operationId']} ${status}`;
    if (!documented) return [`${here} is not documented`];
    const code: string | undefined = (body as Json | undefined)?.['error']?.code;
    this.remember(operation['operationId'], [String(status), ...(code ? [code] : [])]);
    this.remember(
      operation['operationId'],
      [...headers.keys()].map((name) => `${status} ${name}`),
    );
    return [
      ...undocumentedHeaders(headers, documented.headers).map((name) => `${here}: header ${name} is not documented`),
      ...this.wrongBody(documented.content, headers, body).map((it) => `${here}: ${it}`),
    ];
  }

  problemsOfError(body: unknown): string[] {
    return this.mismatches(ANY_ERROR, body);
  }

  operationOf(method: string, target: string): string | undefined {
    return this.find(method, target)?.['operationId'];
  }

  /**
   * Returns the differences between a webhook and its documentation: its body and its signature
   * headers.
   */
  problemsOfWebhook(headers: IncomingHttpHeaders, body: Json): string[] {
    const documented = this.webhooks[body['event']]?.post;
    if (!documented) return ['the event is not documented'];
    const wrongHeaders = this.webhookHeaders.filter(({ name, required, schema }) => {
      const value = headers[name.toLowerCase()];
      return value === undefined ? required : !new RegExp(schema.pattern, 'u').test(String(value));
    });
    return [
      ...wrongHeaders.map(({ name }) => `header ${name}`),
      ...this.mismatches(documented.requestBody.content['application/json'].schema, body),
    ];
  }

  /**
   * Returns the route in the framework's notation, or `undefined` if the document has no such
   * operation.
   */
  routeOf(method: string, target: string): string | undefined {
    const found = this.entryOf(method, target);
    return found && `${found.method} ${found.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  }

  /** Returns every operation, for tests of refusals that all operations of a kind share. */
  all(): { method: string; path: string; operation: Json }[] {
    return this.operations;
  }

  /** Returns the documented statuses, codes and headers that no answer has shown yet. */
  unseen(): string[] {
    const shown = new Set([...this.seen.values()].flatMap((each) => [...each].map((it) => it.split(' ')[1])));
    return [...OF_SOME_CALLERS.filter((name) => !shown.has(name)), ...this.unseenOfOperations()];
  }

  private unseenOfOperations(): string[] {
    return this.operations.flatMap(({ operation }) => {
      const { operationId, responses } = operation;
      const seen = this.seen.get(operationId) ?? new Set();
      return Object.entries<Json>(responses)
        .flatMap(([status, { headers = {}, content = {} }]) => {
          const codes = Object.keys(content['application/json']?.examples ?? {});
          const names = Object.keys(headers)
            .map((name) => name.toLowerCase())
            .filter((name) => !OF_SOME_CALLERS.includes(name))
            .map((name) => `${status} ${name}`);
          return seen.has(status) ? [...codes, ...names] : [status, ...codes];
        })
        .filter((it) => !seen.has(it))
        .map((it) => `${operationId} ${it}`);
    });
  }

  private find(method: string, target: string): Json | undefined {
    return this.entryOf(method, target)?.operation;
  }

  private entryOf(method: string, target: string) {
    const path = target.split('?')[0] ?? '';
    const fitting = this.operations.filter((it) => it.method === method && it.pattern.test(path));
    return fitting.find((it) => it.path === path) ?? fitting[0];
  }

  private wrongBody(types: Json | undefined, headers: Headers, body: unknown): string[] {
    if (!types) return body === undefined ? [] : ['has a body'];
    const [type = ''] = headers.get('content-type')?.split(';') ?? [];
    if (!types[type]) return [`the content type "${type}" is not documented`];
    const { schema, examples } = types[type];
    const code: string | undefined = (body as Json | undefined)?.['error']?.code;
    if (code !== undefined && !examples?.[code]) return [`the code ${code} is not documented`];
    return this.mismatches(schema, body);
  }

  private mismatches(schema: Json, body: unknown): string[] {
    const validate = this.validatorOf(schema);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
    );
  }

  private validatorOf(schema: Json): ValidateFunction {
    const known = this.validators.get(schema);
    if (known) return known;
    const validate = this.ajv.compile({ ...within(schema), $id: undefined });
    this.validators.set(schema, validate);
    return validate;
  }

  private remember(operation: string, outcomes: string[]): void {
    this.seen.set(operation, new Set([...(this.seen.get(operation) ?? []), ...outcomes]));
  }
}

/**
 * Headers of every answer. Those beyond plain HTTP are described once, at the top of the document.
 */
const PLAIN = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'cache-control',
  'x-content-type-options',
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
]);

function undocumentedHeaders(headers: Headers, documented: Json = {}): string[] {
  const known = new Set(Object.keys(documented).map((name) => name.toLowerCase()));
  return [...headers.keys()].filter((name) => !PLAIN.has(name) && !known.has(name));
}

const within = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/'));

/**
 * Returns the schemas with undeclared fields forbidden: an answer that says more than its document
 * is an error here.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, key === 'examples' ? value : closed(value)]);
  const copy = Object.fromEntries(entries) as Json;
  const named = copy['type'] === 'object' && Object.keys(copy['properties'] ?? {}).length > 0;
  return named && copy['additionalProperties'] === undefined ? { ...copy, additionalProperties: false } : copy;
}
