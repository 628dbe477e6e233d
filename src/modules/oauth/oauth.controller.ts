import { IncomingMessage } from 'node:http';
import { applyDecorators, Controller, Get, Options, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { AppError } from '../../core/errors.js';
import { OAuthRecords } from '../../core/oauth/ports.js';
import { parseJsonText } from '../http/server/body-parsers.js';
import { whereJsonBreaks } from '../http/server/json-position.js';
import { PublicUrl } from '../http/public-url.js';
import { PerAddress } from '../auth/access.decorators.js';
import { OAuthErrors, Reads } from '../http/route.decorators.js';
import { Settings } from '../settings/settings.js';
import { OAuthServer } from './provider/oauth-server.js';
import { readAuthorizationRequest, readTokenRequest } from './provider/authorization-request.js';
import { normaliseRegistration, RegistrationError, RegistrationFilter } from './provider/registration.js';
import { requireExactPath } from './exact-path.js';
import { Resources } from './resources.js';

/** The library reads the body itself. */
const Forwarded = () => applyDecorators(PerAddress('open'), Reads('anything'), OAuthErrors());

/**
 * The routes that the OAuth library answers itself, with the bodies its RFCs define. Its router
 * accepts more spellings and routes than ours, and skips our rules there: every other path or
 * method is NOT_FOUND. It builds URLs from the request, so the request is given the configured
 * address first: a forged Host has no effect.
 */
@Controller()
@UseFilters(RegistrationFilter)
export class OAuthController {
  private answer: ReturnType<Provider['callback']> | undefined;

  constructor(
    private readonly server: OAuthServer,
    private readonly records: OAuthRecords,
    private readonly address: PublicUrl,
    private readonly settings: Settings,
    private readonly resources: Resources,
  ) {}

  @Get(['.well-known/oauth-authorization-server', '.well-known/openid-configuration', 'oauth/jwks'])
  @Reads('anything')
  @OAuthErrors()
  async metadata(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    void reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' });
    await this.forward(request, reply);
  }

  @Post('oauth/register')
  @Forwarded()
  async register(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    requireExactPath(request);
    const registration = normaliseRegistration(registrationIn(request), this.settings.nativeSchemes);
    if (!(await this.records.noteRegistration(request.ip))) {
      throw new AppError('RATE_LIMIT_EXCEEDED', {
        message: 'Too many clients were registered from this address. Try again in an hour.',
        details: { retry_after_seconds: 3600 },
      });
    }
    void reply.header('access-control-allow-origin', '*');
    await this.forward(request, reply, JSON.stringify(registration));
  }

  @Get('oauth/authorize')
  @Forwarded()
  async authorize(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { pathname, searchParams } = new URL(request.raw.url ?? '', this.address.origin);
    requireExactPath(request);
    request.raw.url = `${pathname}?${readAuthorizationRequest(searchParams, this.resources)}`;
    await this.forward(request, reply);
  }

  /** Continues an authorization after our pages. */
  @Get('oauth/authorize/:uid')
  @Forwarded()
  async resume(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.forward(request, reply);
  }

  @Post('oauth/authorize')
  @Forwarded()
  async authorizeByForm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.forward(request, reply, this.formRead(request, readAuthorizationRequest));
  }

  @Post('oauth/token')
  @Forwarded()
  async token(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.forward(request, reply, this.formRead(request, readTokenRequest));
  }

  @Post('oauth/revoke')
  @Forwarded()
  async revoke(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.forward(request, reply);
  }

  @Options(['oauth/token', 'oauth/revoke', 'oauth/jwks'])
  @Forwarded()
  async preflight(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.forward(request, reply);
  }

  private formRead({ body }: FastifyRequest, read: typeof readTokenRequest): unknown {
    return typeof body === 'string' ? read(new URLSearchParams(body), this.resources) : body;
  }

  private async forward(request: FastifyRequest, reply: FastifyReply, body = request.body): Promise<void> {
    requireExactPath(request);
    const provider = await this.server.provider();
    this.answer ??= provider.callback();
    const { host, protocol } = new URL(this.address.origin);
    const raw = typeof body === 'string' ? unread(request.raw, body) : request.raw;
    delete raw.headers['forwarded'];
    Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await this.answer(raw, reply.raw);
  }
}

function registrationIn({ body }: FastifyRequest): unknown {
  const text = typeof body === 'string' ? body : '';
  try {
    return parseJsonText(text);
  } catch {
    const where = whereJsonBreaks(text);
    const problem = 'the body must be a JSON object';
    throw new RegistrationError('invalid_client_metadata', where === undefined ? problem : `${problem}. ${where}`);
  }
}

/**
 * Recreates the request with an unread body: Fastify has read it for the guards, and the library
 * reads it itself.
 */
function unread({ socket, method, url, headers, httpVersion }: IncomingMessage, body: string): IncomingMessage {
  const { 'transfer-encoding': _framing, ...kept } = headers;
  const length = String(Buffer.byteLength(body));
  const request = new IncomingMessage(socket);
  Object.assign(request, { method, url, httpVersion, complete: true });
  request.headers = { ...kept, 'content-length': length };
  request.push(body);
  request.push(null);
  return request;
}
