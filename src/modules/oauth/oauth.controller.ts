import { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { AppError } from '../../core/errors.js';
import type { OAuthRecords } from '../../core/oauth/ports.js';
import type { Log } from '../../core/ports.js';
import { answerError, unforeseen } from '../http/app-error.filter.js';
import type { Credentials } from '../auth/credentials.js';
import type { PublicUrl } from '../http/public-url.js';
import type { OAuthServer } from './oauth-server.js';
import { normaliseRegistration, RegistrationError } from './registration.js';

/** Requests a minute and network address, to each of the three routes that answer strangers. */
const PER_MINUTE = 120;
const DEFAULT_SCOPE = 'account:read';
const METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration', '/oauth/jwks'];

/**
 * The routes that the OAuth library answers itself, with the bodies its RFCs ask for. It builds addresses from the request, so the request is
 * told the configured address first: a forged Host leads nobody astray.
 */
export class OAuthController {
  private readonly answer: ReturnType<Provider['callback']>;

  constructor(
    { provider }: OAuthServer,
    private readonly records: OAuthRecords,
    private readonly credentials: Credentials,
    private readonly address: PublicUrl,
    private readonly log: Log,
  ) {
    this.answer = provider.callback();
  }

  install(fastify: FastifyInstance): void {
    void fastify.register(async (scope) => {
      scope.setErrorHandler((error: FastifyError, request, reply) => this.refuse(error, request, reply));
      this.registration(scope);
      void scope.register(async (unread) => this.forwarded(unread));
    });
  }

  /** The library reads the bodies of these itself. */
  private forwarded(scope: FastifyInstance): void {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of METADATA) {
      scope.get(url, async (request, reply) => {
        reply.raw.setHeader('access-control-allow-origin', '*');
        reply.raw.setHeader('cache-control', 'public, max-age=300');
        return this.forward(request.raw, reply);
      });
    }
    scope.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: '/oauth/*',
      handler: async (request, reply) => {
        await this.credentials.countAnonymous('oauth', PER_MINUTE, request);
        giveScope(request);
        return this.forward(request.raw, reply);
      },
    });
  }

  private registration(scope: FastifyInstance): void {
    scope.post('/oauth/register', async (request, reply) => {
      const body = normaliseRegistration(request.body);
      if (!(await this.records.noteRegistration(request.ip))) {
        throw new AppError('RATE_LIMIT_EXCEEDED', {
          message: 'Too many clients were registered from this address. Try again in an hour.',
          details: { retry_after_seconds: 3600 },
        });
      }
      reply.raw.setHeader('access-control-allow-origin', '*');
      return this.forward(withBody(request.raw, JSON.stringify(body)), reply);
    });
  }

  private async forward(raw: IncomingMessage, reply: FastifyReply): Promise<FastifyReply> {
    const { host, protocol } = new URL(this.address.origin);
    delete raw.headers['forwarded'];
    Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    reply.hijack();
    await this.answer(raw, reply.raw);
    return reply;
  }

  private refuse(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
    if (thrown instanceof RegistrationError) {
      void reply
        .status(400)
        .header('access-control-allow-origin', '*')
        .send({ error: thrown.code, error_description: thrown.message });
      return;
    }
    if (thrown.statusCode !== undefined && thrown.statusCode < 500) {
      void reply.status(400).send({ error: 'invalid_request', error_description: 'the body cannot be read' });
      return;
    }
    answerError(thrown instanceof AppError ? thrown : unforeseen(thrown, request), request, reply, this.log);
  }
}

/** The request as it would have come with this body, still unread. */
function withBody({ socket, method, url, headers, httpVersion }: IncomingMessage, body: string): IncomingMessage {
  const { 'transfer-encoding': _framing, ...kept } = headers;
  const length = String(Buffer.byteLength(body));
  const request = new IncomingMessage(socket);
  Object.assign(request, { method, url, httpVersion, complete: true });
  request.headers = { ...kept, 'content-type': 'application/json', 'content-length': length };
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
