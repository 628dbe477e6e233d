import { notesOf, type ShapeClass } from '../../http/input/dto-schema.js';
import { MAX_OFFSET } from '../../http/answers/paging.js';
import { MAX_TEXT_LENGTH, requestSchema, type RequestSchema } from '../../http/input/request-schema.js';

/**
 * A tool's input schema for models. Omits the pattern against control characters, formats and
 * examples of integers, examples equal to the default, and general limits, all of which the service
 * checks anyway.
 */
export function inputSchema(input: ShapeClass): RequestSchema {
  const { properties, required = [], ...schema } = requestSchema(input);
  const fields = Object.entries(properties).map(([name, field]) => {
    const description = notesOf(input, name)?.forTools ?? field['description'];
    return [name, forModels({ ...field, description })] as const;
  });
  return { ...schema, properties: Object.fromEntries(fields), required };
}

type Field = RequestSchema['properties'][string];

function forModels({ pattern: _pattern, anyOf, ...given }: Field): Field {
  // For a text or an object of parts, keep the text: it expresses the same in fewer tokens.
  const text = (anyOf as { type: string }[] | undefined)?.find(({ type }) => type === 'string');
  const field: Field = text ? { ...given, type: text.type } : given;
  const kept = Object.entries(field).filter(
    ([key, value]) =>
      !(key === 'format' && field['type'] === 'integer') &&
      !(key === 'examples' && JSON.stringify(value) === JSON.stringify([field['default']])) &&
      !(key === 'maxLength' && value === MAX_TEXT_LENGTH) &&
      !(key === 'examples' && field['type'] === 'integer') &&
      !(key === 'minLength' && value === 1) &&
      !(key === 'minItems' && value === 1) &&
      !(key === 'minimum' && value === 0) &&
      !(key === 'maximum' && Number(value) >= MAX_OFFSET),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, key === 'items' ? forModels(value as Field) : value]));
}
