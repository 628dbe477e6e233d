import { published, type FieldSchema } from '../http/input/request-schema.js';

export interface Parameter {
  name: string;
  in: string;
  schema?: FieldSchema;
  [keyword: string]: unknown;
}

const PATH_PARTS: Readonly<Record<string, string>> = { code: 'The jurisdiction code.', line: 'Line of the file.' };

/** Publishes a path parameter with the common description, and a query field from its DTO. */
export function publishedParameter(parameter: Parameter): Parameter {
  const { name, schema = {}, ...rest } = parameter;
  if (parameter.in === 'path') {
    const description = PATH_PARTS[name] ?? 'The id.';
    return { name, ...rest, description, schema: { type: 'string', maxLength: 500, pattern: '^[^/]+$' } };
  }
  return { name, ...rest, schema: parameter.in === 'query' ? published(schema) : schema };
}

export interface ModelSchema {
  properties: Record<string, FieldSchema>;
  required?: string[];
}

/**
 * The schema of a body as it is validated: no additional fields, limits for all, and null for
 * optional fields.
 */
export function publishedModel(model: ModelSchema): object {
  const { properties, required = [] } = model;
  const fields = Object.entries(properties).map(([name, { 'x-shown': _shown, ...field }]) => {
    return [name, required.includes(name) ? published(field) : orNull(published(field))];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(fields) as object,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** The framework refers to objects, and every part of an address is optional. */
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
