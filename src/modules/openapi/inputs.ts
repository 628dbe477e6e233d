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

/** The schema of a body as it is checked: no other fields, and limits for all. */
export function publishedModel(model: ModelSchema): object {
  const { properties, required = [] } = model;
  const example = requestExample(model);
  const fields = Object.entries(properties).map(([name, { 'x-shown': _shown, ...field }]) => [name, published(field)]);
  return {
    type: 'object',
    properties: Object.fromEntries(fields) as object,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(example ? { example } : {}),
  };
}
