import type { Caller } from '../../core/accounts/account.js';
import { creditsLeft, type Bill } from '../http/answers/credit-headers.hook.js';
import { requireScope } from '../../core/accounts/scope.js';
import { Ledger } from '../../core/billing/ports.js';
import { AppError } from '../../core/errors.js';
import { Metrics } from '../../core/metrics/ports.js';
import { Log } from '../../core/ports.js';
import { ServiceFacts } from '../settings/service-facts.js';
import { ToolArguments } from './schemas/tool-arguments.js';
import type { Tool } from './tool.js';
import { toolError } from './tool-error.js';
import { TOOLS } from './tools.js';
import { Injectable } from '../../core/injectable.js';

/**
 * The result of a tool call: a response, or an error in the format of the contract's section 7 that
 * a model can act on.
 */
export interface ToolOutcome extends Bill {
  failed: boolean;
  body: object;
  text: string;
  /** The reason for failure; `undefined` on success. */
  refusal?: AppError;
}

type Protocol = 'mcp' | 'a2a';

/** Instances of each tool's `inject`. */
export class ToolDependencies extends Map<Tool, unknown[]> {}

/**
 * Calls a tool, whatever the protocol: arguments are validated like a body, and errors are returned
 * as outcomes.
 */
@Injectable()
export class CallTool {
  private readonly shapes = new Map(TOOLS.map((tool) => [tool, new ToolArguments(tool.input)]));

  constructor(
    private readonly dependencies: ToolDependencies,
    private readonly facts: ServiceFacts,
    private readonly ledger: Ledger,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Calls the tool. `confirmed` returns the credits a person confirmed for this call, if one can be
   * asked; an error it throws becomes the outcome.
   */
  async run(
    protocol: Protocol,
    tool: Tool,
    caller: Caller | undefined,
    given: unknown,
    confirmed?: () => Promise<number>,
  ): Promise<ToolOutcome> {
    const bill: Bill = { creditsCharged: 0, creditsLeft: undefined, replayed: false };
    const { outcome, ...answer } = await this.answer(tool, caller, given, bill, confirmed).then(
      (body) => ({ failed: false, body, text: tool.inWords(body as never), outcome: 'answered' as const }),
      (thrown: unknown) => {
        const error = this.refusal(tool, thrown);
        const told = toolError(error, { signUp: this.facts.signUp, billing: this.facts.packages.length > 0 });
        return { failed: true, ...told, refusal: error, outcome: error.kind };
      },
    );
    this.metrics.count('tool_calls_total', { protocol, tool: tool.name, outcome });
    // Send the response without the balance rather than fail: it may have been charged for.
    const left = caller && (await creditsLeft(this.ledger, caller).catch(() => undefined));
    return { ...answer, ...bill, creditsLeft: left };
  }

  private async answer(
    tool: Tool,
    caller: Caller | undefined,
    given: unknown,
    bill: Bill,
    confirmed: (() => Promise<number>) | undefined,
  ): Promise<object> {
    const input = this.shapes.get(tool)?.read(given);
    const injected = this.dependencies.get(tool) ?? [];
    if (tool.access === 'open') return tool.run(injected, input as never);
    if (!caller) throw new AppError('UNAUTHORIZED');
    if (tool.scope) requireScope(caller, tool.scope);
    const limits = confirmed ? { ...caller.limits, confirmedCredits: await confirmed() } : caller.limits;
    return tool.run(injected, { ...caller, limits, via: 'tool' }, input as never, bill);
  }

  private refusal(tool: Tool, thrown: unknown): AppError {
    const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL_ERROR', { cause: thrown });
    if (error.kind === 'internal') this.log.error('a tool failed', { tool: tool.name, error: thrown });
    return error;
  }
}

/** The cost of a call, for the metadata of every protocol. */
export function costMeta({ creditsCharged, creditsLeft: left }: ToolOutcome): Record<string, number> {
  return {
    'standing/credits_charged': creditsCharged,
    ...(left ? { 'standing/credits_remaining': left.balance } : {}),
    ...(left?.budget === undefined ? {} : { 'standing/budget_remaining': left.budget }),
  };
}
