import type { AuthInfo } from '@modelcontextprotocol/server';
import {
  applyDecorators,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Options,
  Patch,
  Post,
  Put,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import { ProtectedResource } from '../auth/access.decorators.js';
import { showsCredentials, whenClosed } from '../http/request.js';
import { Reads, OwnOriginOnly } from '../http/route.decorators.js';
import { PublicUrl } from '../http/public-url.js';
import { jsonRpcBody, JsonRpcRefusal, JsonRpcFilter } from '../tools/json-rpc/json-rpc.js';
import { ForAgents, requireToolAccess } from '../tools/tool-access.js';
import { toolNamed } from '../tools/tools.js';
import { answerForm, BOTH_FORMS, type AnswerForm } from './answer-form.js';
import { loadMcpLibrary, type McpLibrary } from './mcp-library.js';
import { McpServers, type AskedCall } from './mcp-servers.js';

const PATH = '/mcp';
const NoMethod = () => applyDecorators(Reads('nothing'), OwnOriginOnly(), ProtectedResource('/mcp'));

/** Streamable HTTP without sessions, for clients of revision 2026-07-28 and earlier ones. */
@Controller(PATH)
@UseFilters(JsonRpcFilter)
export class McpController {
  private modern: ReturnType<McpLibrary['createMcpHandler']> | undefined;

  constructor(
    private readonly servers: McpServers,
    private readonly address: PublicUrl,
  ) {}

  @Post()
  @ForAgents()
  @ProtectedResource('/mcp')
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { caller } = request.context;
    requireSignIn(request);
    const body = jsonRpcBody(request);
    if (Array.isArray(body)) throw new JsonRpcRefusal(400, -32600, 'Batches are not part of this protocol.');
    const call = callIn(body);
    const tool = toolNamed(call?.name ?? '');
    if (tool) requireToolAccess(caller, tool);
    const form = answerForm(request.headers.accept);
    if (call) dropNothings(call, form);

    const left = new AbortController();
    whenClosed(reply, () => {
      if (!reply.raw.writableFinished) left.abort();
    });
    const web = webRequest(request, this.address.baseUrl + PATH, left.signal);
    const authInfo = caller && describe(request, caller);
    const library = await loadMcpLibrary();
    const response = (await library.isLegacyRequest(web, body))
      ? await this.serveLegacy(library, web, body, authInfo, reply, form)
      : await this.serveModern(library, web, body, authInfo);
    void reply.send(response);
  }

  @Options()
  @HttpCode(204)
  @NoMethod()
  preflight(): void {}

  @Get()
  @Header('allow', 'POST')
  @NoMethod()
  get(@Req() request: FastifyRequest): never {
    throw onlyPost(request);
  }

  @Delete()
  @Header('allow', 'POST')
  @NoMethod()
  delete(@Req() request: FastifyRequest): never {
    throw onlyPost(request);
  }

  @Put()
  @Header('allow', 'POST')
  @NoMethod()
  put(@Req() request: FastifyRequest): never {
    throw onlyPost(request);
  }

  @Patch()
  @Header('allow', 'POST')
  @NoMethod()
  patch(@Req() request: FastifyRequest): never {
    throw onlyPost(request);
  }

  private serveModern(library: McpLibrary, web: Request, body: unknown, authInfo: AuthInfo | undefined) {
    const make = (context: Parameters<McpServers['make']>[1]) => this.servers.make(library, context);
    this.modern ??= library.createMcpHandler(make, { legacy: 'reject' });
    return this.modern.fetch(web, { authInfo, parsedBody: body });
  }

  /**
   * Serves revisions before 2026-07-28. They allow a single JSON response if no progress has to be
   * reported.
   */
  private async serveLegacy(
    library: McpLibrary,
    web: Request,
    body: unknown,
    authInfo: AuthInfo | undefined,
    reply: FastifyReply,
    form: AnswerForm,
  ) {
    const server = this.servers.make(library, { era: 'legacy', authInfo });
    const call = callIn(body);
    const transport = new library.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: form.json && !(call && this.servers.tellsMeanwhile(call)),
    });
    await server.connect(transport);
    whenClosed(reply, () => void server.close());
    return transport.handleRequest(web, { authInfo, parsedBody: body });
  }
}

/**
 * `/mcp?sign_in=1` is for clients that sign their user in only when connecting is refused: without
 * credentials, everything there is.
 */
function requireSignIn(request: FastifyRequest): void {
  if (showsCredentials(request) || (request.query as Record<string, unknown>)['sign_in'] !== '1') return;
  throw new AppError('UNAUTHORIZED', {
    message: 'This address needs credentials for everything; /mcp without sign_in lists the tools to anybody.',
    details: { required: 'account:read' },
  });
}

function onlyPost(request: FastifyRequest): JsonRpcRefusal {
  requireSignIn(request);
  return new JsonRpcRefusal(405, -32000, 'Method not allowed: send POST.');
}

function callIn(body: unknown): AskedCall | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: AskedCall };
  return method === 'tools/call' && typeof params?.name === 'string' ? params : undefined;
}

/** Removes `arguments: null`, and the progress token if the client accepts no stream. */
function dropNothings(call: AskedCall, { progress }: AnswerForm): void {
  if (call.arguments === null) delete call.arguments;
  if (!progress) delete call._meta?.progressToken;
}

function describe(request: FastifyRequest, caller: Caller): AuthInfo {
  const scopes = caller.scopes === 'all' ? [] : [...caller.scopes];
  const charged = (credits: number) => (request.context.creditsCharged += credits);
  // The token itself is omitted: nothing behind this route needs it.
  return { token: '', clientId: caller.bucket, scopes, extra: { caller, charged } };
}

function webRequest({ headers, body }: FastifyRequest, url: string, signal: AbortSignal): Request {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !WITHHELD.has(name)) kept.set(name, value);
  }
  // The library refuses clients that accept only one of the formats.
  kept.set('accept', BOTH_FORMS);
  return new Request(url, { method: 'POST', headers: kept, body: String(body), signal });
}

/** Credentials, and headers that do not apply to the forwarded body. */
const WITHHELD = new Set(['authorization', 'x-api-key', 'cookie', 'content-length', 'transfer-encoding', 'connection']);
