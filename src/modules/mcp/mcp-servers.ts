import type {
  CallToolResult,
  InputRequiredResult,
  McpRequestContext,
  Server,
  ServerContext,
  Tool as ListedTool,
} from '@modelcontextprotocol/server';
import type { Caller } from '../../core/accounts/account.js';
import { ConfirmCalls, type ConfirmedCall } from '../../core/confirmations/confirm-calls.js';
import { creditsToConfirm } from '../../core/confirmations/threshold.js';
import { ServiceFacts } from '../settings/service-facts.js';
import { CallTool, costMeta, type ToolOutcome } from '../tools/call-tool.js';
import type { Tool } from '../tools/tool.js';
import { TOOLS, toolNamed } from '../tools/tools.js';
import { inputSchema } from '../tools/schemas/input-schema.js';
import { outputSchema } from '../tools/schemas/output-schema.js';
import type { McpLibrary } from './mcp-library.js';
import { answerOf, askPerson, canAskPerson } from './person.js';
import { Injectable } from '../../core/injectable.js';

const INSTRUCTIONS =
  'Standing tells whether a business is registered in a jurisdiction and in good standing, from the official registers. ' +
  'Start with list_jurisdictions (free, no sign-in), then verify_business. Calls cost prepaid credits: every result says in _meta what it ' +
  'cost and what is left, and max_credits bounds a call.';
/** Tools and their descriptions change only with a release and are the same for all callers. */
const FOR_EVERYBODY = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

export interface AskedCall {
  name: string;
  arguments?: Record<string, unknown> | null;
  _meta?: { progressToken?: unknown };
}

/** Passed from the HTTP request to its server. */
interface Extra {
  caller: Caller;
  /** Records the cost of a call for the headers of a response that is not streamed. */
  charged: (credits: number) => void;
}

/** Creates an MCP server per request: the protocol is stateless. */
@Injectable()
export class McpServers {
  constructor(
    private readonly callTool: CallTool,
    private readonly confirmCalls: ConfirmCalls,
    private readonly facts: ServiceFacts,
  ) {}

  make(library: McpLibrary, { authInfo }: Pick<McpRequestContext, 'authInfo' | 'era'>): Server {
    const { ProtocolError, ProtocolErrorCode } = library;
    const server = new library.Server(
      { name: 'standing', title: 'Standing', version: this.facts.version },
      {
        capabilities: { tools: {} },
        instructions: INSTRUCTIONS,
        cacheHints: { 'tools/list': FOR_EVERYBODY, 'server/discover': FOR_EVERYBODY },
      },
    );
    const extra = authInfo?.extra as Extra | undefined;
    server.setRequestHandler('tools/list', () => ({ tools: this.list() }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const result = await this.call(params, extra, context, library);
      if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
      return result;
    });
    return server;
  }

  /** Returns whether the client asked for progress reports, which need a stream. */
  tellsMeanwhile({ _meta }: AskedCall): boolean {
    return _meta?.progressToken !== undefined;
  }

  protected list(): ListedTool[] {
    return LISTED;
  }

  /** `undefined` if there is no such tool. */
  protected async call(
    params: AskedCall,
    extra: Extra | undefined,
    { mcpReq }: ServerContext,
    library: McpLibrary,
  ): Promise<CallToolResult | InputRequiredResult | undefined> {
    const tool = toolNamed(params.name);
    if (!tool) return undefined;
    const stopReporting = reportProgress(mcpReq);
    try {
      const { caller, charged } = extra ?? {};
      const call = caller && { caller, tool: tool.name, arguments: params.arguments };
      const person = call && canAskPerson(mcpReq) ? call : undefined;
      const confirmed = person && (() => this.confirmed(library, person, mcpReq));
      // A client that disconnects gets no response, but work that was paid for continues.
      const running = this.callTool.run('mcp', tool, caller, params.arguments, confirmed);
      const outcome = await untilAborted(running, mcpReq.signal);
      charged?.(outcome.creditsCharged);
      const credits = outcome.refusal && creditsToConfirm(outcome.refusal);
      if (!person || credits === undefined) return toResult(outcome);
      const state = this.confirmCalls.ask(person, credits);
      return askPerson(library, { tool, given: params.arguments, credits, left: outcome.creditsLeft, state });
    } finally {
      stopReporting();
    }
  }

  /** Returns the credits a person confirmed for the call; 0 if no one has been asked. */
  private async confirmed(library: McpLibrary, call: ConfirmedCall, mcpReq: ServerContext['mcpReq']): Promise<number> {
    const state = mcpReq.requestState<string>();
    const answer = answerOf(library, mcpReq);
    return state === undefined || answer === undefined ? 0 : this.confirmCalls.redeem(call, state, answer);
  }
}

/**
 * The text is the same JSON as the structure: half of the hosts show models only the text. Errors
 * have no structured content in this protocol.
 */
function toResult(outcome: ToolOutcome): CallToolResult {
  const { failed, body, replayed } = outcome;
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    ...(failed ? { isError: true } : { structuredContent: body }),
    _meta: {
      ...costMeta(outcome),
      ...(replayed ? { 'standing/idempotency_replayed': true } : {}),
    },
  };
}

function listed(tool: Tool): ListedTool {
  const { name, title, description, input, answers, hints, price } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(input),
    outputSchema: outputSchema(answers),
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: false,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
    _meta: {
      'standing/price': price,
      'standing/access': tool.access === 'open' ? 'open' : 'credentials',
      ...(tool.access === 'key' && tool.scope ? { 'standing/scope': tool.scope } : {}),
    },
  } as ListedTool;
}

const LISTED = TOOLS.map(listed);

const PROGRESS_EVERY_MS = 1_000;

/**
 * Reports progress every second if the client asked for it. Returns a function that stops the
 * reports.
 */
function reportProgress({ _meta, notify }: ServerContext['mcpReq']): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    const params = { progressToken, progress: seconds, message: `The register was asked ${seconds} s ago.` };
    // A disconnected client is noticed by its request's signal.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, PROGRESS_EVERY_MS);
  return () => clearInterval(timer);
}

/** Resolves with `work`, or rejects as soon as the signal aborts; `work` itself continues. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw signal.reason;
  let leave = () => {};
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
