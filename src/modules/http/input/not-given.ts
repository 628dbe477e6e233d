import type { DtoSchema, FieldSchema } from './dto-schema.js';

/**
 * A body without its fields that are null: those were not given, but for one where null has a
 * meaning of its own. Fields that the schema does not have stay, to be refused.
 */
export function withoutNulls(
  { properties }: Pick<DtoSchema, 'properties'>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = Object.entries(given).flatMap(([field, value]): [string, unknown][] => {
    const schema = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (schema === undefined) return [[field, value]];
    if (value === null) return takesNull(schema) ? [[field, value]] : [];
    const parts = schema['properties'] as DtoSchema['properties'] | undefined;
    return [[field, parts && isPlainObject(value) ? withoutNulls({ properties: parts }, value) : value]];
  });
  return Object.fromEntries(fields);
}

function takesNull({ type }: FieldSchema): boolean {
  return Array.isArray(type) && type.includes('null');
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
