import type { z } from 'zod';
import type { Caller } from '../../core/accounts/account.js';
import type { Scope } from '../../core/accounts/scope.js';
import type { ShapeClass } from '../http/input/dto-schema.js';
import type { UseCases } from './use-cases.js';

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
  run(uses: UseCases, input: never): Promise<object>;
}

/** A tool for callers with a key or an access token. */
interface KeyTool extends Described {
  access: 'key';
  /** What an access token needs beside being valid. */
  scope?: Scope;
  run(uses: UseCases, caller: Caller, input: never, bill: Bill): Promise<object>;
}

export type Tool = OpenTool | KeyTool;

/**
 * Keep the types of input and answer inside the definition, where the compiler holds `run` and
 * `inWords` to them.
 */
export function openTool<Input extends object, Answer extends object>(
  tool: Omit<OpenTool, 'access' | 'input' | 'run' | 'inWords'> & {
    input: new () => Input;
    run(uses: UseCases, input: Input): Promise<Answer>;
    inWords(answer: Answer): string;
  },
): OpenTool {
  return { ...tool, access: 'open' };
}

export function keyTool<Input extends object, Answer extends object>(
  tool: Omit<KeyTool, 'access' | 'input' | 'run' | 'inWords'> & {
    input: new () => Input;
    run(uses: UseCases, caller: Caller, input: Input, bill: Bill): Promise<Answer>;
    inWords(answer: Answer): string;
  },
): KeyTool {
  return { ...tool, access: 'key' };
}
