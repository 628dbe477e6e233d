import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Authenticate } from '../../core/accounts/authenticate.js';
import type { Caller } from '../../core/accounts/account.js';
import { AdminKey } from '../../core/admin/admin-key.js';
import { Ledger } from '../../core/billing/ports.js';
import { AppError } from '../../core/errors.js';
import { RateLimits, type Window } from '../../core/limits/ports.js';
import type { RouteContract, ShapeClass } from './contract.js';
import { header } from './request.js';
import { Shape } from './shape.js';

class NoFields {}

/**
 * What happens to every request before its route: who asks, how often, and is it well formed. It works in Fastify's own hooks rather than in
 * guards, because the contract wants the credit and rate-limit headers on malformed bodies and unknown routes too, which never reach a guard.
 */
export class FrontDoor {
  private readonly shapes = new Map<ShapeClass, Shape>();
  private readonly emptyBody = new Shape(NoFields, 'body');
  private readonly emptyQuery = new Shape(NoFields, 'query');

  constructor(
    private readonly authenticate: Authenticate,
    private readonly rateLimits: RateLimits,
    private readonly ledger: Ledger,
    private readonly adminKey: AdminKey,
  ) {}

  install(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ config }) => {
      const { body, query } = config?.contract ?? {};
      if (body) this.shapes.set(body, new Shape(body, 'body'));
      if (query) this.shapes.set(query, new Shape(query, 'query'));
    });
    fastify.addHook('onRequest', async (request, reply) => {
      void reply.header('x-request-id', request.id);
      if (isApi(request)) await this.admit(request, reply);
    });
    fastify.addHook('preHandler', async (request) => {
      if (isApi(request) && !request.is404) this.checkShape(request);
    });
    fastify.addHook('onSend', async (request, reply) => {
      if (request.caller) await this.tellCredits(request.caller, request, reply);
    });
  }

  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const contract = contractOf(request);
    if (contract.access === 'admin') return this.adminKey.require(header(request, 'x-admin-key'));
    const caller = await this.identify(request, contract.access === 'open' || request.is404);
    if (!caller) return;
    request.caller = caller;
    const { keyId, rateLimitPerMinute } = caller;
    const window =
      contract.counted === false
        ? await this.rateLimits.look(keyId, rateLimitPerMinute)
        : await this.rateLimits.count(keyId, rateLimitPerMinute);
    tellWindow(window, reply);
    if (contract.counted !== false && !window.within) throw tooMany(window, reply);
    if (caller.refusal) throw caller.refusal;
  }

  /** The holder of the key, when there is one; an open route does not mind a bad key or none. */
  private async identify(request: FastifyRequest, open: boolean): Promise<Caller | undefined> {
    const key = header(request, 'x-api-key');
    if (key !== undefined && request.headers.authorization !== undefined) {
      throw new AppError('VALIDATION_ERROR', { message: 'Send either X-API-Key or Authorization, not both.' });
    }
    if (key === undefined) {
      if (open) return undefined;
      throw new AppError('UNAUTHORIZED');
    }
    try {
      return await this.authenticate.run(key);
    } catch (error) {
      if (open && error instanceof AppError) return undefined;
      throw error;
    }
  }

  private checkShape(request: FastifyRequest): void {
    const { body, query, reads } = contractOf(request);
    request.query = ((query && this.shapes.get(query)) ?? this.emptyQuery).read(request.query);
    const bodyShape = body && this.shapes.get(body);
    if (bodyShape) request.body = bodyShape.read(request.body);
    else if (request.body !== undefined && reads !== 'raw') this.emptyBody.read(request.body);
  }

  private async tellCredits(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.header('x-credits-charged', String(request.creditsCharged ?? 0));
    void reply.header('x-credits-remaining', String(await this.ledger.balance(caller.accountId)));
  }
}

/** By the route that was found, not by the letters of the address: `/%761/verify` finds its way to `/v1/verify` too. */
function isApi(request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? request.url).startsWith('/v1/');
}

function contractOf(request: FastifyRequest): RouteContract {
  return request.routeOptions.config.contract ?? {};
}

function tellWindow({ limit, remaining, resetsAt }: Window, reply: FastifyReply): void {
  void reply.header('x-ratelimit-limit', String(limit));
  void reply.header('x-ratelimit-remaining', String(remaining));
  void reply.header('x-ratelimit-reset', String(Math.ceil(resetsAt.getTime() / 1000)));
}

function tooMany({ resetsAt, limit }: Window, reply: FastifyReply): AppError {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - Date.now()) / 1000));
  void reply.header('retry-after', String(seconds));
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `This key may make ${limit} requests a minute. Try again in ${seconds} s.`,
    details: { retry_after_seconds: seconds },
  });
}
