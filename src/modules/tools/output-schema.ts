import { z } from 'zod';
import { leaveOpen } from '../http/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';

/** A JSON Schema of what a tool answers. */
export interface OutputSchema {
  [keyword: string]: unknown;
  type: 'object';
}

/** What a tool answers is what the route of REST answers when all went well: any of its successes. */
export function outputSchema({ answers }: RouteDoc): OutputSchema {
  const [first, ...others] = new Set(Object.values(answers).flatMap(choices));
  if (!first) throw new Error('a tool has to answer something');
  const shape = others.length === 0 ? first : z.union([first, ...others]);
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { override: leaveOpen });
  return { ...schema, type: 'object' };
}

function choices(answer: RouteDoc['answers'][number]): z.ZodType[] {
  if (answer === 'nothing' || answer === 'text') return [];
  return answer instanceof z.ZodUnion ? (answer.options as z.ZodType[]) : [answer];
}
