import { targetConstructorToSchema } from 'class-validator-jsonschema';
import type { ShapeClass } from './contract.js';

export interface RequestSchema {
  [keyword: string]: unknown;
  type: 'object';
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
  additionalProperties: false;
}

const NO_CONTROL_CHARACTERS = String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`;
const LARGEST_INT32 = 2_147_483_647;
const LONGEST_TEXT = 2_000;

/** The schema that requests are checked against, without the notes that only this service understands: for clients, who are told what to send. */
export function requestSchema(dto: ShapeClass): RequestSchema {
  const { properties = {}, required = [] } = targetConstructorToSchema(dto);
  const notes = Object.entries(properties as Record<string, Record<string, unknown>>);
  return {
    type: 'object',
    properties: Object.fromEntries(notes.map(([field, property]) => [field, published(property)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** A whole request as an example, from the examples of its fields; `undefined` when they have none. */
export function requestExample(dto: ShapeClass): Record<string, unknown> | undefined {
  const { properties = {} } = targetConstructorToSchema(dto);
  const examples = Object.entries(properties as Record<string, Record<string, unknown>>).flatMap(
    ([field, { example }]) => (example === undefined ? [] : [[field, example] as const]),
  );
  return examples.length > 0 ? Object.fromEntries(examples) : undefined;
}

function published(property: Record<string, unknown>): Record<string, unknown> {
  const known = Object.fromEntries(Object.entries(property).filter(([keyword]) => !keyword.startsWith('x-')));
  const { example, format, items, ...rest } = known;
  return {
    ...rest,
    ...(rest['type'] === 'string' && !rest['enum'] ? textLimits(rest, format) : {}),
    ...(rest['type'] === 'integer' ? { format: Number(rest['maximum']) > LARGEST_INT32 ? 'int64' : 'int32' } : {}),
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
