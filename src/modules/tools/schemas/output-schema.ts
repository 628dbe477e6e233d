import { z } from 'zod';
import { leaveOpen } from '../../http/answers/answer-fields.js';

export interface OutputSchema {
  [keyword: string]: unknown;
  type: 'object';
}

type Json = Record<string, unknown>;

/** Objects below this depth are not described further. */
const DEEPEST = 2;
/**
 * Responses with more fields are described one level deep: the names of their nested objects are
 * self-explanatory.
 */
const WIDE = 15;
/**
 * So are responses with at least this many variants: the tools that start the work describe its
 * results.
 */
const MANY_FORMS = 6;
/** Fields that repeat what the caller sent, or that only a person's decision adds later. */
const LEFT_OUT: ReadonlySet<string> = new Set(['reference', 'decision']);

/** The output of a tool: any successful response of its REST route. */
export function outputSchema(answers: readonly z.ZodType[]): OutputSchema {
  const [first, ...others] = new Set(answers.flatMap(choices));
  if (!first) throw new Error('a tool has to answer something');
  const shape = others.length === 0 ? first : z.union([first, ...others]);
  const deepest = others.length + 1 < MANY_FORMS ? DEEPEST : 1;
  return { ...lean(z.toJSONSchema(shape, { override: leaveOpen }), deepest), type: 'object' };
}

function choices(answer: z.ZodType): z.ZodType[] {
  return answer instanceof z.ZodUnion ? (answer.options as z.ZodType[]) : [answer];
}

/**
 * Keeps only fields and types. Descriptions, limits and patterns are in the OpenAPI document; a
 * model that lists the tools pays for each of them.
 */
function lean(schema: Json, deepest: number, depth = 1): Json {
  const { type, properties, required, items } = schema;
  const options = schema['anyOf'] as Json[] | undefined;
  if (options) return withTypes(options.map((option) => lean(option, deepest, depth)));
  if (type === 'object' && properties !== undefined && depth <= deepest) {
    const fields = Object.entries(properties as Record<string, Json>).filter(([name]) => !LEFT_OUT.has(name));
    return {
      type,
      properties: Object.fromEntries(
        fields.map(([name, field]) => [name, lean(field, deepest, fields.length > WIDE ? DEEPEST + 1 : depth + 1)]),
      ),
      ...(depth === 1 && required !== undefined ? { required } : {}),
    };
  }
  if (type === 'array' && depth <= deepest) return { type, items: lean(items as Json, deepest, depth + 1) };
  const values =
    depth <= DEEPEST ? (schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']])) : undefined;
  if (values !== undefined) return { enum: values };
  return type === undefined ? {} : { type };
}

/** Shortens a choice between bare types to a list of types. */
function withTypes(options: Json[]): Json {
  const plain = options.every((option) => typeof option['type'] === 'string' && Object.keys(option).length === 1);
  return plain ? { type: options.map(({ type }) => type) } : { anyOf: options };
}
