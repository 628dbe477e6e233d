import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import type { Log } from '../../core/ports.js';
import { answerError, unforeseen } from '../http/app-error.filter.js';
import { admitBrowsers } from '../http/cors.js';
import { challenge } from '../auth/www-authenticate.js';
import type { PublicUrl } from '../http/public-url.js';
import type { ToolGuard } from '../tools/tool.guard.js';
import { JsonRpcRefusal, parseJsonRpc } from '../tools/json-rpc.js';
import { toolNamed } from '../tools/tools.js';
import type { AskedCall, McpServers } from './mcp-servers.js';

const PATH = '/mcp';

/**
 * POST /mcp: Streamable HTTP without sessions, for clients of the 2026-07-28 revision and of the ones before it. It is a Fastify scope of its
 * own, because here a body that cannot be parsed is answered in JSON-RPC.
 */
export class McpController {
  private readonly modern: ReturnType<typeof createMcpHandler>;

  constructor(
    private readonly gate: ToolGuard,
    private readonly servers: McpServers,
    private readonly address: PublicUrl,
    private readonly log: Log,
  ) {
    this.modern = createMcpHandler((context) => servers.make(context), { legacy: 'reject' });
  }

  install(fastify: FastifyInstance): void {
    void fastify.register(async (scope) => {
      parseJsonRpc(scope);
      admitBrowsers(scope, this.address);
      scope.setErrorHandler((error: FastifyError, request, reply) => this.refuse(error, request, reply));
      scope.addHook('onRequest', async (_request, reply) => {
        void reply.header('cache-control', 'no-store').header('vary', 'Authorization, X-API-Key, Origin');
      });
      scope.options(PATH, async (_request, reply) => reply.status(204).send());
      scope.route({ method: ['GET', 'DELETE', 'PUT', 'PATCH'], url: PATH, handler: refuseMethod });
      scope.post(PATH, async (request, reply) => this.serve(request, reply));
    });
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = await this.gate.identify(request, reply);
    const { body } = request;
    if (Array.isArray(body)) throw new JsonRpcRefusal(400, -32600, 'Batches are not part of this protocol.');
    const tool = toolNamed(callIn(body)?.name ?? '');
    if (tool) this.gate.admit(caller, tool);

    const left = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) left.abort();
    });
    const web = webRequest(request, this.address.baseUrl + PATH, left.signal);
    const authInfo = caller && describe(caller);
    const response = (await isLegacyRequest(web, body))
      ? await this.serveLegacy(web, body, authInfo, reply)
      : await this.modern.fetch(web, { authInfo, parsedBody: body });
    return reply.send(response);
  }

  /** The revisions before 2026-07-28. One JSON answer is allowed where nothing has to be told in between. */
  private async serveLegacy(web: Request, body: unknown, authInfo: AuthInfo | undefined, reply: FastifyReply) {
    const server = this.servers.make({ era: 'legacy', authInfo });
    const call = callIn(body);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: !(call && this.servers.tellsMeanwhile(call)),
    });
    await server.connect(transport);
    reply.raw.once('close', () => void server.close());
    return transport.handleRequest(web, { authInfo, parsedBody: body });
  }

  private refuse(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
    if (thrown instanceof JsonRpcRefusal) {
      void reply.status(thrown.status).send(thrown.body);
      return;
    }
    const error = thrown instanceof AppError ? thrown : unforeseen(thrown, request);
    challenge(error, request, reply, `${this.address.baseUrl}/.well-known/oauth-protected-resource/mcp`);
    answerError(error, request, reply, this.log);
  }
}

async function refuseMethod(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const refusal = new JsonRpcRefusal(405, -32000, 'Method not allowed: send POST.');
  return reply.status(405).header('allow', 'POST').send(refusal.body);
}

function callIn(body: unknown): AskedCall | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: AskedCall };
  return method === 'tools/call' && typeof params?.name === 'string' ? params : undefined;
}

function describe(caller: Caller): AuthInfo {
  const scopes = caller.scopes === 'all' ? [] : [...caller.scopes];
  // The token itself stays at the gate: nothing behind it has any use for it.
  return { token: '', clientId: caller.bucket, scopes, extra: { caller } };
}

function webRequest({ headers, body }: FastifyRequest, url: string, signal: AbortSignal): Request {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !WITHHELD.has(name)) kept.set(name, value);
  }
  return new Request(url, { method: 'POST', headers: kept, body: JSON.stringify(body), signal });
}

/** What only this door may see, and what no longer holds for the body that is handed on. */
const WITHHELD = new Set(['authorization', 'x-api-key', 'cookie', 'content-length', 'transfer-encoding', 'connection']);
