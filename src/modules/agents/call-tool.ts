import type { Caller } from '../../core/accounts/account.js';
import { requireScope } from '../../core/accounts/scope.js';
import type { Ledger } from '../../core/billing/ports.js';
import { AppError } from '../../core/errors.js';
import type { Log } from '../../core/ports.js';
import { errorBody } from '../http/app-error.filter.js';
import { Shape } from '../http/shape.js';
import type { Bill, Tool } from './tool.js';
import { TOOLS } from './tools.js';
import type { UseCases } from './use-cases.js';

/** How a call ended: an answer, or an error in the shape of the contract's section 7 that a model can act on. */
export interface ToolOutcome extends Bill {
  failed: boolean;
  body: object;
  /** `undefined` when nobody was charged because nobody said who they are. */
  creditsRemaining: number | undefined;
}

/** One call of a tool, by whichever protocol: its arguments are read like a body, its errors are answers. */
export class CallTool {
  private readonly shapes = new Map(TOOLS.map((tool) => [tool, new Shape(tool.input, 'arguments')]));

  constructor(
    private readonly uses: UseCases,
    private readonly ledger: Ledger,
    private readonly log: Log,
  ) {}

  async run(tool: Tool, caller: Caller | undefined, given: unknown): Promise<ToolOutcome> {
    const bill: Bill = { creditsCharged: 0, replayed: false };
    const answer = await this.answer(tool, caller, given, bill).then(
      (body) => ({ failed: false, body }),
      (thrown: unknown) => ({ failed: true, body: this.refusal(tool, thrown) }),
    );
    return { ...answer, ...bill, creditsRemaining: caller && (await this.ledger.balance(caller.accountId)) };
  }

  private async answer(tool: Tool, caller: Caller | undefined, given: unknown, bill: Bill): Promise<object> {
    const input = this.shapes.get(tool)?.read(given);
    if (tool.access === 'open') return tool.run(this.uses);
    if (!caller) throw new AppError('UNAUTHORIZED');
    requireScope(caller, tool.scope);
    return tool.run(this.uses, caller, input as never, bill);
  }

  private refusal(tool: Tool, thrown: unknown): object {
    const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL_ERROR', { cause: thrown });
    if (error.kind === 'internal') this.log.error('a tool failed', { tool: tool.name, error: thrown });
    return errorBody(error);
  }
}
