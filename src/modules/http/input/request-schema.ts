import { UNSEEN } from '../../../core/text/text.js';
import { dtoSchema, type FieldSchema, type ShapeClass } from './dto-schema.js';

export type { FieldSchema };

export interface RequestSchema {
  [keyword: string]: unknown;
  type: 'object';
  properties: Record<string, FieldSchema>;
  required?: string[];
  additionalProperties: false;
}

const CONTROL_CHARACTERS = String.raw`\u0000-\u001f\u007f-\u009f`;
/** Without tab, LF and CR. */
const CONTROL_IN_LINES = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`;
/** A text that is cleaned may come with what is invisible. */
const PATTERNS: Readonly<Record<string, string>> = {
  text: `^[^${CONTROL_CHARACTERS}${UNSEEN}]*$`,
  kept: String.raw`^[^${CONTROL_CHARACTERS}]*[^\s${CONTROL_CHARACTERS}${UNSEEN}][^${CONTROL_CHARACTERS}]*$`,
  note: `^[^${CONTROL_IN_LINES}${UNSEEN}]*$`,
  compared: `^[^${CONTROL_CHARACTERS}]*$`,
  name: `^[^${CONTROL_CHARACTERS}]*$`,
};
const MAX_INT32 = 2_147_483_647;
export const MAX_TEXT_LENGTH = 2_000;

/** The schema requests are validated against, as published in the documents. */
export function requestSchema(dto: ShapeClass): RequestSchema {
  const { properties, required } = dtoSchema(dto);
  return {
    type: 'object',
    properties: publishedEach(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/**
 * Builds an example request from the examples of its fields: the required fields, or all if none is
 * required, and those marked as shown. `undefined` if there are none. The example succeeds
 * unchanged in a sandbox.
 */
export function requestExample({
  properties,
  required = [],
}: {
  properties: Record<string, FieldSchema>;
  required?: readonly string[];
}): Record<string, unknown> | undefined {
  const examples = Object.entries(properties).flatMap(([field, { example, 'x-shown': shown }]) => {
    const isShown = required.length === 0 || required.includes(field) || shown === true;
    return isShown && example !== undefined ? [[field, example] as const] : [];
  });
  return examples.length > 0 ? Object.fromEntries(examples) : undefined;
}

function publishedEach(properties: Record<string, FieldSchema>): Record<string, FieldSchema> {
  return Object.fromEntries(Object.entries(properties).map(([field, property]) => [field, published(property)]));
}

/** A field as shown in the documents: every text, number and list has a limit. */
export function published(property: FieldSchema): FieldSchema {
  const { example, format, items, ...rest } = property;
  return {
    ...rest,
    ...(includesType(rest['type'], 'string') && !rest['enum'] ? textLimits(rest, format) : {}),
    ...(includesType(rest['type'], 'integer')
      ? { format: Number(rest['maximum']) > MAX_INT32 ? 'int64' : 'int32' }
      : {}),
    ...('properties' in rest ? { properties: publishedEach(rest['properties'] as Record<string, FieldSchema>) } : {}),
    ...('anyOf' in rest ? { anyOf: (rest['anyOf'] as FieldSchema[]).map(published) } : {}),
    ...('items' in property ? { items: published(items as FieldSchema), maxItems: rest['maxItems'] ?? 10 } : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** Including a nullable one. */
function includesType(type: unknown, wanted: string): boolean {
  return [type].flat().includes(wanted);
}

/** Limits from the contract, or else from the maximum request size. */
function textLimits(property: FieldSchema, format: unknown) {
  const pattern = PATTERNS[typeof format === 'string' ? format : 'compared'];
  return {
    maxLength: property['maxLength'] ?? MAX_TEXT_LENGTH,
    ...(pattern === undefined ? { format } : { pattern: property['pattern'] ?? pattern }),
  };
}
