import { z } from 'zod';
import { ANSWERS, leaveOpen } from '../http/answers/answer-fields.js';

const PLACE = '#/components/schemas/';

/** Refers to a response by its name, or as a choice of named ones. */
export function schemaOf(shape: z.ZodType): Record<string, unknown> {
  const id = ANSWERS.get(shape)?.id;
  if (id !== undefined) return { $ref: PLACE + id };
  if (shape instanceof z.ZodUnion) return { oneOf: shape.options.map((option) => schemaOf(option as z.ZodType)) };
  throw new Error('an answer must have a name, or be a choice of answers that have one');
}

/** All named responses, in alphabetical order. */
export function namedSchemas(): Record<string, object> {
  const { schemas } = z.toJSONSchema(ANSWERS, { uri: (id) => PLACE + id, override: leaveOpen });
  const entries = Object.entries(schemas).map(
    ([id, { $schema: _dialect, $id: _place, ...schema }]) => [id, schema] as const,
  );
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
