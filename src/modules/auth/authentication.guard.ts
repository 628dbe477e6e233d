import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { requireScope } from '../../core/accounts/scope.js';
import { AdminKey } from '../../core/admin/admin-key.js';
import { Ledger } from '../../core/billing/ports.js';
import { AppError } from '../../core/errors.js';
import { Log } from '../../core/ports.js';
import { answerBrowser } from '../http/cors.js';
import { challenge } from './www-authenticate.js';
import type { RouteContract, ShapeClass } from '../http/contract.js';
import { Credentials } from './credentials.js';
import { header } from '../http/request.js';
import { DtoValidator } from '../http/dto.pipe.js';
import type { PublicUrl } from '../http/public-url.js';

class NoFields {}

const METADATA_PATH = '/.well-known/oauth-protected-resource';

/**
 * What happens to every request before its route: who asks, how often, and is it well formed. It works in Fastify's own hooks rather than in
 * guards, because the contract wants the credit and rate-limit headers on malformed bodies and unknown routes too, which never reach a guard.
 */
export class FrontDoor {
  private readonly shapes = new Map<ShapeClass, DtoValidator>();
  private readonly emptyBody = new DtoValidator(NoFields, 'body');
  private readonly emptyQuery = new DtoValidator(NoFields, 'query');

  constructor(
    private readonly credentials: Credentials,
    private readonly ledger: Ledger,
    private readonly adminKey: AdminKey,
    private readonly address: PublicUrl,
    private readonly log: Log,
  ) {}

  install(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ config }) => {
      const { body, query } = config?.contract ?? {};
      if (body) this.shapes.set(body, new DtoValidator(body, 'body'));
      if (query) this.shapes.set(query, new DtoValidator(query, 'query'));
    });
    fastify.addHook('onRequest', async (request, reply) => {
      void reply.header('x-request-id', request.id);
      if (!isApi(request)) return;
      if (answerBrowser(request, reply, this.address)) return reply;
      try {
        await this.admit(request, reply);
      } catch (error) {
        if (error instanceof AppError) challenge(error, request, reply, `${this.address.baseUrl}${METADATA_PATH}`);
        throw error;
      }
    });
    fastify.addHook('preHandler', (request, _reply, done) => {
      if (isApi(request) && !request.is404) this.checkShape(request);
      done();
    });
    fastify.addHook('onSend', (request, reply, _payload, done) => this.tellCredits(request, reply, done));
  }

  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const contract = contractOf(request);
    if (contract.access === 'admin') return this.adminKey.require(header(request, 'x-admin-key'));
    const open = contract.access === 'open' || contract.access === 'signed';
    const caller = await this.identify(request, open || request.is404);
    if (!caller) return;
    request.caller = caller;
    await this.credentials.enter(caller, reply);
    if (contract.counted !== false) await this.credentials.count(caller, reply);
    else await Promise.all([this.credentials.look(caller, reply), this.readBalanceAhead(request, caller)]);
    if (caller.refusal) throw caller.refusal;
    requireScope(caller, contract.scope);
  }

  /** The holder of the key, when there is one; an open route does not mind a bad key or none. */
  private async identify(request: FastifyRequest, open: boolean): Promise<Caller | undefined> {
    try {
      const caller = await this.credentials.read(request);
      if (!caller && !open) throw new AppError('UNAUTHORIZED');
      return caller;
    } catch (error) {
      if (open && error instanceof AppError && error.kind === 'unauthenticated') return undefined;
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

  /** What cannot be read now is asked for again when there is an answer. */
  private async readBalanceAhead(request: FastifyRequest, { accountId }: Caller): Promise<void> {
    request.creditsRemaining = await this.ledger.balance(accountId).catch(() => undefined);
  }

  /** At once where the balance is known: an answer that has to wait on its way out costs noticeably more. */
  private tellCredits(request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<void> | void {
    const { caller, creditsCharged = 0 } = request;
    if (!caller) return done();
    void reply.header('x-credits-charged', String(creditsCharged));
    const justCharged = creditsCharged > 0 ? this.ledger.balanceJustCharged(caller.accountId) : undefined;
    const known = justCharged ?? request.creditsRemaining;
    if (known === undefined) return this.tellBalanceRead(request, reply, caller);
    tellBalance(known, reply);
    done();
  }

  private async tellBalanceRead({ id }: FastifyRequest, reply: FastifyReply, { accountId }: Caller): Promise<void> {
    try {
      tellBalance(await this.ledger.balance(accountId), reply);
    } catch (error) {
      // An answer that cannot say the balance is better than none: it may have been charged for.
      this.log.warn('an answer could not say the balance', { requestId: id, error });
    }
  }
}

function tellBalance(balance: number, reply: FastifyReply): void {
  void reply.header('x-credits-remaining', String(balance));
}

/** By the route that was found, not by the letters of the address: `/%761/verify` finds its way to `/v1/verify` too. */
function isApi(request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? request.url).startsWith('/v1/');
}

function contractOf(request: FastifyRequest): RouteContract {
  return request.routeOptions.config.contract ?? {};
}
