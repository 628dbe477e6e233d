import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '../../../core/accounts/email-address.js';

/** Schemas with their own name, listed as components in the documents. */
export const ANSWERS = z.registry<{ id: string }>();

/** A named component of the contract. Define each once and reuse it. */
export function named<T extends z.ZodType>(id: string, description: string, shape: T): T {
  const described = shape.meta({ description });
  ANSWERS.add(described, { id });
  return described;
}

const MAX_TEXT_LENGTH = 2_000;
const MAX_ITEMS = 1_000;
const MOST = 2_147_483_647;

/** Free text, as a caller or register provided it. */
export const text = (description: string, longest = MAX_TEXT_LENGTH) =>
  z
    .string()
    .max(longest)
    .meta({ description, pattern: String.raw`^[\s\S]*$` });

export const written = (description: string, pattern: RegExp, longest = 200) =>
  z.string().regex(pattern).max(longest).meta({ description });

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  z.enum(values).meta({ description });

/** A TypeID: a type prefix and a UUIDv7 in base32. */
export const idOf = (prefix: string, description: string) =>
  written(description, new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`), prefix.length + 27);

/** A whole number, from zero by default. */
export const whole = (description: string, { least = 0, most = MOST } = {}) =>
  z.int().min(least).max(most).meta({ description, format: 'int32' });

export const flag = (description: string) => z.boolean().meta({ description });

/** A UTC timestamp with milliseconds. */
export const moment = (description: string) => z.string().max(30).meta({ description, format: 'date-time' });

/** A calendar date, `YYYY-MM-DD`. */
export const day = (description: string) => z.string().max(10).meta({ description, format: 'date' });

export const publicUrl = (description: string, most = MAX_TEXT_LENGTH) =>
  z.string().max(most).meta({ description, format: 'uri' });

export const eMail = (description: string) => z.string().max(MAX_EMAIL_LENGTH).meta({ description, format: 'email' });

/** A country, or a region with its country. */
export const jurisdictionCode = (description: string) => written(description, /^[a-z]{2}(?:-[a-z0-9]{1,3})?$/, 6);

export const listOf = <T extends z.ZodType>(items: T, description: string, most = MAX_ITEMS) =>
  z.array(items).max(most).meta({ description });

export const anyFields = (description: string) => z.looseObject({}).meta({ description });

/**
 * An `override` for `z.toJSONSchema` that leaves schemas open, because responses may gain fields at
 * any time.
 */
export function leaveOpen({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
