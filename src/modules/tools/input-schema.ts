import type { ShapeClass } from '../http/contract.js';
import { requestSchema, type RequestSchema } from '../http/request-schema.js';

/** What a tool takes, for a model: without the regular expression against control characters, which the service checks anyway. */
export function inputSchema(input: ShapeClass): RequestSchema {
  const { properties, ...schema } = requestSchema(input);
  const fields = Object.entries(properties).map(([name, { pattern: _pattern, ...field }]) => [name, field] as const);
  return { ...schema, properties: Object.fromEntries(fields) };
}
