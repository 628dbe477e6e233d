import type { Abstract } from '@nestjs/common';
import type { z } from 'zod';
import type { Caller } from '../../core/accounts/account.js';
import type { Scope } from '../../core/accounts/scope.js';
import type { ShapeClass } from '../http/input/dto-schema.js';

/** What a call cost, noted while it runs: an error may have been charged for as well. */
export interface Bill {
  creditsCharged: number;
  /** An earlier call with the same idempotency key is being repeated. */
  replayed: boolean;
}

interface Described {
  name: string;
  title: string;
  /**
   * For a model that has to choose: what it does, when to use it, what it costs, what to do next.
   */
  description: string;
  /** Its subject, for agent directories. */
  tags: readonly string[];
  /** How a person would ask for it, where that is understood. */
  sentence?: string;
  input: ShapeClass;
  /** What it answers, as the route of REST does. */
  answers: readonly z.ZodType[];
  /** What Nest passes to `run`, as to a factory. */
  inject: readonly Abstract<unknown>[];
  /** Its answer in one line, for readers of text. */
  inWords(answer: never): string;
  /** In words, for people and models. */
  price: string;
  /** What the protocol calls annotations. */
  hints: { readOnly: boolean; idempotent: boolean; openWorld: boolean };
}

/** A tool for everybody. */
interface OpenTool extends Described {
  access: 'open';
  run(injected: unknown[], input: never): Promise<object>;
}

/** A tool for callers with a key or an access token. */
interface KeyTool extends Described {
  access: 'key';
  /** What an access token needs beside being valid. */
  scope?: Scope;
  run(injected: unknown[], caller: Caller, input: never, bill: Bill): Promise<object>;
}

export type Tool = OpenTool | KeyTool;

/**
 * A tool as it is written down: the compiler holds `run` and `inWords` to the types of `inject`,
 * `input` and the answer.
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
