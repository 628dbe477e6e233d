import { published, requestExample, type FieldSchema } from '../http/input/request-schema.js';

export interface Parameter {
  name: string;
  in: string;
  schema?: FieldSchema;
  [keyword: string]: unknown;
}

/** A path parameter as every route has it, and a field of a query as its DTO has it. */
export function publishedParameter(parameter: Parameter): Parameter {
  const { name, schema = {}, ...rest } = parameter;
  if (parameter.in === 'path') {
    const description = name === 'code' ? 'The jurisdiction code.' : 'The id.';
    return { name, ...rest, description, schema: { type: 'string', maxLength: 500, pattern: '^[^/]+$' } };
  }
  return { name, ...rest, schema: parameter.in === 'query' ? published(schema) : schema };
}

/** A DTO as the framework describes it. */
export interface ModelSchema {
  properties: Record<string, FieldSchema>;
  required?: string[];
}

/**
 * The schema of a body as it is checked: no other fields, limits for all, and null for what may be
 * left out.
 */
export function publishedModel(model: ModelSchema): object {
  const { properties, required = [] } = model;
  const example = requestExample(model);
  const fields = Object.entries(properties).map(([name, { 'x-shown': _shown, ...field }]) => {
    return [name, required.includes(name) ? published(field) : orNull(published(field))];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(fields) as object,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(example ? { example } : {}),
  };
}

/** Of an object the framework has a reference, and of an address each part may be left out. */
function orNull({ type, enum: allowed, anyOf, allOf, ...schema }: FieldSchema): FieldSchema {
  const shapes = (anyOf ?? allOf) as FieldSchema[] | undefined;
  if (shapes) {
    const others = shapes.filter((shape) => shape['type'] !== 'null').map(partsOrNull);
    return { ...schema, anyOf: [...others, { type: 'null' }] };
  }
  return {
    ...schema,
    type: [...new Set([type, 'null'].flat())],
    ...(Array.isArray(allowed) && { enum: [...new Set<unknown>([...(allowed as unknown[]), null])] }),
  };
}

function partsOrNull(shape: FieldSchema): FieldSchema {
  const { properties } = shape as { properties?: Record<string, FieldSchema> };
  if (!properties) return shape;
  const parts = Object.entries(properties).map(([part, schema]) => [part, orNull(schema)]);
  return { ...shape, properties: Object.fromEntries(parts) as object };
}
