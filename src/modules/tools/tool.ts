import type { Abstract } from '@nestjs/common';
import type { z } from 'zod';
import type { Caller } from '../../core/accounts/account.js';
import type { Scope } from '../../core/accounts/scope.js';
import type { Bill } from '../http/answers/credit-headers.hook.js';
import type { ShapeClass } from '../http/input/dto-schema.js';

interface Described {
  name: string;
  title: string;
  /** For a model choosing a tool: purpose, when to use it, cost, and next steps. */
  description: string;
  /** Topics for agent directories. */
  tags: readonly string[];
  /** An example request in plain words, if that is understood. */
  sentence?: string;
  input: ShapeClass;
  /** Response schemas, same as the REST route's. */
  answers: readonly z.ZodType[];
  /** Tokens that Nest injects into `run`, as for a factory. */
  inject: readonly Abstract<unknown>[];
  inWords(answer: never): string;
  /** In words, for people and models. */
  price: string;
  /** MCP's tool annotations. */
  hints: { readOnly: boolean; idempotent: boolean; openWorld: boolean };
}

interface OpenTool extends Described {
  access: 'open';
  run(injected: unknown[], input: never): Promise<object>;
}

interface KeyTool extends Described {
  access: 'key';
  scope?: Scope;
  run(injected: unknown[], caller: Caller, input: never, bill: Bill): Promise<object>;
}

export type Tool = OpenTool | KeyTool;

/**
 * The definition of a tool: the compiler checks `run` and `inWords` against the types of `inject`,
 * `input` and the response.
 */
type Definition<T extends Tool, Injected extends unknown[], Input, Answer, Call extends unknown[]> = Omit<
  T,
  'access' | 'input' | 'inject' | 'run' | 'inWords'
> & {
  input: new () => Input;
  inject: { [K in keyof Injected]: Abstract<Injected[K]> };
  run(injected: Injected, ...call: Call): Promise<Answer>;
  inWords(answer: Answer): string;
};

export function openTool<Injected extends [] | unknown[], Input extends object, Answer extends object>(
  tool: Definition<OpenTool, Injected, Input, Answer, [input: Input]>,
): OpenTool {
  return { ...tool, access: 'open' };
}

export function keyTool<Injected extends [] | unknown[], Input extends object, Answer extends object>(
  tool: Definition<KeyTool, Injected, Input, Answer, [caller: Caller, input: Input, bill: Bill]>,
): KeyTool {
  return { ...tool, access: 'key' };
}
