import { Controller, HttpCode, Options, Post, Req, UseFilters } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { header } from '../http/request.js';
import { CallTool } from '../tools/call-tool.js';
import { jsonRpcBody, JsonRpcRefusal, JsonRpcFilter } from '../tools/json-rpc/json-rpc.js';
import { ForAgents, requireToolAccess } from '../tools/tool-access.js';
import { toolNamed } from '../tools/tools.js';
import { Reads, OwnOriginOnly } from '../http/route.decorators.js';
import { answerMessage, toolAsked } from './message.js';

/**
 * The rest of the protocol concerns tasks, which this agent does not keep: every message is
 * answered at once.
 */
const TASK_METHODS = new Set(['GetTask', 'CancelTask', 'SubscribeToTask']);

interface JsonRpcRequest {
  jsonrpc?: unknown;
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/**
 * The Agent2Agent protocol 1.0 over JSON-RPC. A message names a tool, and the response is a
 * message.
 */
@Controller('a2a')
@UseFilters(JsonRpcFilter)
export class A2aController {
  constructor(private readonly callTool: CallTool) {}

  @Post()
  @HttpCode(200)
  @ForAgents()
  async serve(@Req() request: FastifyRequest) {
    const { caller } = request.context;
    const { id, method, params } = requireRequest(jsonRpcBody(request));
    requireVersion(header(request, 'a2a-version'), id);
    if (method !== 'SendMessage') throw unknownMethod(String(method), id);
    const asked = withId(id, () => toolAsked(params));
    const tool = toolNamed(asked.tool);
    if (!tool) throw new JsonRpcRefusal(200, -32602, `There is no tool ${asked.tool.slice(0, 100)}.`, id);
    requireToolAccess(caller, tool);
    const outcome = await this.callTool.run('a2a', tool, caller, asked.arguments);
    request.context.creditsCharged = outcome.creditsCharged;
    request.context.creditsLeft = outcome.creditsLeft;
    return { jsonrpc: '2.0', id, result: { message: answerMessage(outcome, params) } };
  }

  @Options()
  @HttpCode(204)
  @Reads('anything')
  @OwnOriginOnly()
  preflight(): void {}
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

/**
 * By the protocol, a client without a version header uses an earlier version; we accept it. Version
 * 1.0 may have a patch number.
 */
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
