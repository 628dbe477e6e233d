import { IncomingMessage } from 'node:http';
import { Controller, Get, Options, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { AppError } from '../../core/errors.js';
import { OAuthRecords } from '../../core/oauth/ports.js';
import { Contract, type RouteContract } from '../http/contract.js';
import { parseJsonText } from '../http/json-text.js';
import { PublicUrl } from '../http/public-url.js';
import { OAuthFilter } from './oauth.filter.js';
import { OAuthServer } from './oauth-server.js';
import { normaliseRegistration, RegistrationError } from './registration.js';

const DEFAULT_SCOPE = 'account:read';
/** Clients prove who they are to the library, and to nobody else. */
const FORWARDED: RouteContract = { access: 'anonymous', perAddress: 'oauth', reads: 'anything' };

/**
 * The routes that the OAuth library answers itself, with the bodies its RFCs ask for. It builds addresses from the request, so the request is
 * told the configured address first: a forged Host leads nobody astray.
 */
@Controller()
@UseFilters(OAuthFilter)
export class OAuthController {
  private readonly answer: ReturnType<Provider['callback']>;

  constructor(
    { provider }: OAuthServer,
    private readonly records: OAuthRecords,
    private readonly address: PublicUrl,
  ) {
    this.answer = provider.callback();
  }

  @Get(['.well-known/oauth-authorization-server', '.well-known/openid-configuration', 'oauth/jwks'])
  @Contract({ reads: 'anything' })
  async metadata(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    reply.raw.setHeader('access-control-allow-origin', '*');
    reply.raw.setHeader('cache-control', 'public, max-age=300');
    await this.forward(request, reply);
  }

  @Post('oauth/register')
  @Contract({ reads: 'anything' })
  async register(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const registration = normaliseRegistration(registrationIn(request));
    if (!(await this.records.noteRegistration(request.ip))) {
      throw new AppError('RATE_LIMIT_EXCEEDED', {
        message: 'Too many clients were registered from this address. Try again in an hour.',
        details: { retry_after_seconds: 3600 },
      });
    }
    reply.raw.setHeader('access-control-allow-origin', '*');
    await this.forward(request, reply, JSON.stringify(registration));
  }

  @Get('oauth/*')
  @Contract(FORWARDED)
  async get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    giveScope(request);
    await this.forward(request, reply);
  }

  @Post('oauth/*')
  @Contract(FORWARDED)
  async post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    giveScope(request);
    await this.forward(request, reply);
  }

  @Options('oauth/*')
  @Contract(FORWARDED)
  async preflight(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.forward(request, reply);
  }

  private async forward(request: FastifyRequest, reply: FastifyReply, body = request.body): Promise<void> {
    const { host, protocol } = new URL(this.address.origin);
    const raw = typeof body === 'string' ? unread(request.raw, body) : request.raw;
    delete raw.headers['forwarded'];
    Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    reply.raw.setHeader('x-request-id', request.id);
    reply.hijack();
    await this.answer(raw, reply.raw);
  }
}

function registrationIn({ body }: FastifyRequest): unknown {
  try {
    return parseJsonText(typeof body === 'string' ? body : '');
  } catch {
    throw new RegistrationError('invalid_client_metadata', 'the body must be a JSON object');
  }
}

/** The request as it would have come with this body, still to be read: Fastify read it for the guards, and the library reads for itself. */
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

/** A client that asks for no scope would be granted nothing, and be refused for that. */
function giveScope({ raw }: FastifyRequest): void {
  const url = new URL(raw.url ?? '', 'http://localhost');
  if (url.pathname !== '/oauth/authorize' || url.searchParams.has('scope') || !url.searchParams.has('client_id'))
    return;
  url.searchParams.set('scope', DEFAULT_SCOPE);
  raw.url = url.pathname + url.search;
}
