import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.js';
import type { Log } from '../../core/ports.js';
import { answerError, unforeseen } from '../http/app-error.filter.js';
import { admitBrowsers } from '../http/cors.js';
import { challenge } from '../auth/www-authenticate.js';
import { header } from '../http/request.js';
import type { PublicUrl } from '../http/public-url.js';
import type { CallTool } from '../tools/call-tool.js';
import type { ToolGuard } from '../tools/tool.guard.js';
import { JsonRpcRefusal, parseJsonRpc } from '../tools/json-rpc.js';
import { toolNamed } from '../tools/tools.js';
import { answerMessage, toolAsked } from './message.js';

const PATH = '/a2a';
/** The rest of the protocol is about tasks, which this agent does not keep: every message is answered at once. */
const TASK_METHODS = new Set(['GetTask', 'CancelTask', 'SubscribeToTask']);

interface JsonRpcRequest {
  jsonrpc?: unknown;
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/** POST /a2a: the Agent2Agent protocol 1.0 over JSON-RPC. A message names a tool, and the answer is a message. */
export class A2aController {
  constructor(
    private readonly gate: ToolGuard,
    private readonly callTool: CallTool,
    private readonly address: PublicUrl,
    private readonly log: Log,
  ) {}

  install(fastify: FastifyInstance): void {
    void fastify.register(async (scope) => {
      parseJsonRpc(scope);
      admitBrowsers(scope, this.address);
      scope.setErrorHandler((error: FastifyError, request, reply) => this.refuse(error, request, reply));
      scope.options(PATH, async (_request, reply) => reply.status(204).send());
      scope.post(PATH, async (request, reply) => this.serve(request, reply));
    });
  }

  private async serve(request: FastifyRequest, reply: FastifyReply) {
    const caller = await this.gate.identify(request, reply);
    const { id, method, params } = requireRequest(request.body);
    requireVersion(header(request, 'a2a-version'), id);
    if (method !== 'SendMessage') throw unknownMethod(String(method), id);
    const asked = withId(id, () => toolAsked(params));
    const tool = toolNamed(asked.tool);
    if (!tool) throw new JsonRpcRefusal(200, -32602, `There is no tool ${asked.tool.slice(0, 100)}.`, id);
    this.gate.admit(caller, tool);
    const outcome = await this.callTool.run('a2a', tool, caller, asked.arguments);
    request.creditsCharged = outcome.creditsCharged;
    return { jsonrpc: '2.0', id, result: { message: answerMessage(outcome, params) } };
  }

  private refuse(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
    if (thrown instanceof JsonRpcRefusal) {
      void reply.status(thrown.status).send(thrown.body);
      return;
    }
    const error = thrown instanceof AppError ? thrown : unforeseen(thrown, request);
    challenge(error, request, reply, `${this.address.baseUrl}/.well-known/oauth-protected-resource`);
    answerError(error, request, reply, this.log);
  }
}

function requireRequest(body: unknown): { id: string | number | null; method: unknown; params: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new JsonRpcRefusal(400, -32600, 'The body must be one JSON-RPC request.');
  }
  const { jsonrpc, id, method, params } = body as JsonRpcRequest;
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || known === null) {
    throw new JsonRpcRefusal(400, -32600, 'This is no JSON-RPC 2.0 request with an id.', known);
  }
  return { id: known, method, params };
}

/** A client that names no version speaks an earlier one, by the rules of the protocol; one that names 1.0 in full may add a patch number. */
function requireVersion(version: string | undefined, id: string | number | null): void {
  if (version === undefined || /^1\.0(\.\d+)?$/.test(version)) return;
  throw new JsonRpcRefusal(200, -32009, `A2A ${version.slice(0, 20)} is not spoken here; send A2A-Version: 1.0.`, id);
}

function unknownMethod(method: string, id: string | number | null): JsonRpcRefusal {
  if (TASK_METHODS.has(method)) return new JsonRpcRefusal(200, -32001, 'There is no such task: none are kept.', id);
  return new JsonRpcRefusal(200, -32601, `There is no method ${method.slice(0, 100)}; send SendMessage.`, id);
}

function withId<T>(id: string | number | null, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonRpcRefusal) throw new JsonRpcRefusal(error.status, error.code, error.message, id);
    throw error;
  }
}
