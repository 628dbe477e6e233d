import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import type { RouteContract } from './contract.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the route declares; empty when it declares nothing, or there is no route. */
    contract: RouteContract;
    /** Whether authentication, rate limit and scope apply: to everything below /v1, and to what counts per network address. */
    guarded: boolean;
    /** Whether the guards let it pass. */
    admitted: boolean;
    /** Who is calling, once the credentials are proved. */
    caller: Caller | undefined;
    /** What the request cost, for the answer's headers. */
    creditsCharged: number;
    /** What the account has, where it is known before there is an answer. */
    creditsRemaining: number | undefined;
  }
  interface FastifyContextConfig {
    contract?: RouteContract;
  }
}

/** Where requests below /v1 end that no route answers. */
const CATCH_ALL = '/v1/*';
const NO_CONTRACT: RouteContract = Object.freeze({});

/** Notes on every request what its route declares. Fastify's own look-up makes an object each time, so this is done once. */
export function describeRequests(server: FastifyInstance): void {
  server.decorateRequest('contract', undefined as never);
  server.decorateRequest('guarded', false);
  server.decorateRequest('admitted', false);
  server.decorateRequest('caller', undefined);
  server.decorateRequest('creditsCharged', 0);
  server.decorateRequest('creditsRemaining', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    const { contract } = config;
    request.contract = contract ?? NO_CONTRACT;
    // By the route that was found, not by the letters of the address: `/%761/verify` finds its way to `/v1/verify` too.
    request.guarded = (url ?? request.url).startsWith('/v1/') || contract?.perAddress !== undefined;
    void reply.header('x-request-id', request.id);
    done();
  });
}

/** The pattern of the request's route, and `undefined` where there is none: what a caller typed never names anything. */
export function routePattern(request: FastifyRequest): string | undefined {
  const { url } = request.routeOptions;
  return request.is404 || url === CATCH_ALL ? undefined : url;
}

/** The caller of a route that needs credentials. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new AppError('UNAUTHORIZED');
  return caller;
});

/** One request header, when it was sent exactly once. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
