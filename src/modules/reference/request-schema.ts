import { targetConstructorToSchema } from 'class-validator-jsonschema';
import type { ShapeClass } from '../http/contract.js';

export interface RequestSchema {
  type: 'object';
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
  additionalProperties: false;
  example?: Record<string, unknown>;
}

const NO_CONTROL_CHARACTERS = String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`;
const LONGEST_TEXT = 2_000;

/** The schema that requests are checked against, without the notes that only this service understands. */
export function requestSchema(dto: ShapeClass): RequestSchema {
  const { properties = {}, required = [] } = targetConstructorToSchema(dto);
  const notes = Object.entries(properties as Record<string, Record<string, unknown>>);
  const example = Object.fromEntries(
    notes.flatMap(([field, { example: value }]) => (value === undefined ? [] : [[field, value]])),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(notes.map(([field, property]) => [field, published(property)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(Object.keys(example).length > 0 ? { example } : {}),
  };
}

function published(property: Record<string, unknown>): Record<string, unknown> {
  const known = Object.fromEntries(Object.entries(property).filter(([keyword]) => !keyword.startsWith('x-')));
  const { example, format, items, ...rest } = known;
  return {
    ...rest,
    ...(rest['type'] === 'string' && !rest['enum'] ? textLimits(rest, format) : {}),
    ...(rest['type'] === 'integer' ? { format: 'int32' } : {}),
    ...(rest['type'] === 'array'
      ? { items: published(items as Record<string, unknown>), maxItems: rest['maxItems'] ?? 10 }
      : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** Where the contract sets none, what the size of a request sets. */
function textLimits(property: Record<string, unknown>, format: unknown) {
  return {
    maxLength: property['maxLength'] ?? LONGEST_TEXT,
    ...(format !== undefined && format !== 'text' ? { format } : {}),
    ...(format === undefined || format === 'text' ? { pattern: property['pattern'] ?? NO_CONTROL_CHARACTERS } : {}),
  };
}
