import type { Caller } from '../../core/accounts/account.js';
import type { Scope } from '../../core/accounts/scope.js';
import type { RouteDoc, ShapeClass } from '../http/contract.js';
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
  /** For a model that has to choose: what it does, when to use it, what it costs, what to do next. */
  description: string;
  /** What it is about, for those who look for an agent. */
  tags: readonly string[];
  /** How a person would ask for it, where that is understood. */
  sentence?: string;
  input: ShapeClass;
  /** The route of REST that answers the same. */
  route: RouteDoc;
  /** In words, for people and models. */
  price: string;
  /** What the protocol calls annotations. */
  hints: { readOnly: boolean; idempotent: boolean; openWorld: boolean };
}

/** A tool for everybody. */
interface OpenTool extends Described {
  access: 'open';
  run(uses: UseCases): Promise<object>;
}

/** A tool for callers with a key or an access token. */
interface KeyTool extends Described {
  access: 'key';
  /** What an access token needs beside being valid. */
  scope?: Scope;
  run(uses: UseCases, caller: Caller, input: never, bill: Bill): Promise<object>;
}

export type Tool = OpenTool | KeyTool;

/** Keeps the input's type inside the definition, where the compiler holds `run` to it. */
export function keyTool<Input extends object>(
  tool: Omit<KeyTool, 'access' | 'input' | 'run'> & {
    input: new () => Input;
    run(uses: UseCases, caller: Caller, input: Input, bill: Bill): Promise<object>;
  },
): KeyTool {
  return { ...tool, access: 'key' };
}
