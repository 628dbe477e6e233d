import { IsString, Length } from 'class-validator';
import { JSONSchema, targetConstructorToSchema } from 'class-validator-jsonschema';
import type { ShapeClass } from '../contract.js';

export interface RequestSchema {
  [keyword: string]: unknown;
  type: 'object';
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
  additionalProperties: false;
}

const NO_CONTROL_CHARACTERS = String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`;
const LARGEST_INT32 = 2_147_483_647;
export const LONGEST_TEXT = 2_000;

/** The schema that requests are checked against, without the notes that only this service understands: for the documents that clients read. */
export function requestSchema(dto: ShapeClass): RequestSchema {
  const { properties = {}, required = [] } = targetConstructorToSchema(dto);
  return {
    type: 'object',
    properties: publishedEach(properties as Record<string, Record<string, unknown>>),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/**
 * A whole request as an example, from the examples of its fields: of those it cannot do without, or of all when it can do without each of them, and of
 * those noted `x-shown`. `undefined` when they have none. Sent as it stands to a sandbox, it succeeds.
 */
export function requestExample(dto: ShapeClass): Record<string, unknown> | undefined {
  const { properties = {}, required = [] } = targetConstructorToSchema(dto);
  const examples = Object.entries(properties as Record<string, Record<string, unknown>>).flatMap(
    ([field, { example, 'x-shown': shown }]) => {
      const isShown = required.length === 0 || required.includes(field) || shown === true;
      return isShown && example !== undefined ? [[field, example] as const] : [];
    },
  );
  return examples.length > 0 ? Object.fromEntries(examples) : undefined;
}

function publishedEach(properties: Record<string, Record<string, unknown>>): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(properties).map(([field, property]) => [field, published(property)]));
}

function published(property: Record<string, unknown>): Record<string, unknown> {
  const known = Object.fromEntries(Object.entries(property).filter(([keyword]) => !keyword.startsWith('x-')));
  const { example, format, items, ...rest } = known;
  return {
    ...rest,
    ...(rest['type'] === 'string' && !rest['enum'] ? textLimits(rest, format) : {}),
    ...(isInteger(rest['type']) ? { format: Number(rest['maximum']) > LARGEST_INT32 ? 'int64' : 'int32' } : {}),
    ...('properties' in rest
      ? { properties: publishedEach(rest['properties'] as Record<string, Record<string, unknown>>) }
      : {}),
    ...('items' in known
      ? { items: published(items as Record<string, unknown>), maxItems: rest['maxItems'] ?? 10 }
      : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** Also one that `null` lifts. */
function isInteger(type: unknown): boolean {
  return type === 'integer' || (Array.isArray(type) && type.includes('integer'));
}

/** Where the contract sets none, what the size of a request sets. */
function textLimits(property: Record<string, unknown>, format: unknown) {
  return {
    maxLength: property['maxLength'] ?? LONGEST_TEXT,
    ...(format !== undefined && format !== 'text' ? { format } : {}),
    ...(format === undefined || format === 'text' ? { pattern: property['pattern'] ?? NO_CONTROL_CHARACTERS } : {}),
  };
}

/** A field of free text for people: trimmed, not blank, no control characters. */
export function Text(from: number, to: number, description: string, example: string) {
  return (target: object, property: string) => {
    IsString()(target, property);
    Length(from, to)(target, property);
    JSONSchema({ description, example, format: 'text', 'x-trim': true })(target, property);
  };
}
