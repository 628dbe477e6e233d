import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerModuleOptions, type ThrottlerRequest } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { AppError } from '../../core/errors.js';
import { networkOf } from '../../core/rate-limits/network.js';
import type { Window } from '../../core/rate-limits/ports.js';
import { tooMany } from '../../core/rate-limits/too-many.js';
import type { RouteContract } from '../http/contract.js';
import { CreditHeaders } from '../http/credit-headers.hook.js';
import type { RateLimitStorage } from './rate-limit.storage.js';

const MINUTE_MS = 60_000;

/** Requests a minute and network address for callers without credentials, in each of the windows that a contract can name. */
export type AddressLimits = Readonly<Record<NonNullable<RouteContract['perAddress']>, number>>;

/** One window of a minute; the limit is the caller's own. */
const throttlers: ThrottlerModuleOptions = [{ ttl: MINUTE_MS, limit: 0 }];

/**
 * Waits for a place among the requests of the account, counts the request in the caller's window, and says in headers how the window stands.
 * Throws `RATE_LIMIT_EXCEEDED` when the window is used up or too many requests of the account wait already.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    private readonly storage: RateLimitStorage,
    private readonly accountLimiter: AccountLimiter,
    private readonly creditHeaders: CreditHeaders,
    private readonly addressLimits: AddressLimits,
    reflector: Reflector,
  ) {
    super(throttlers, storage, reflector);
  }

  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    return !context.switchToHttp().getRequest<FastifyRequest>().guarded;
  }

  protected override async handleRequest({ context }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    await this.limit(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    return true;
  }

  async limit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { caller, contract } = request;
    if (!caller) return this.countAddress(request);
    await this.enter(caller, reply);
    if (contract.counted !== false) await this.count(caller, reply);
    else await Promise.all([this.look(caller, reply), this.creditHeaders.readAhead(request, caller)]);
  }

  private async enter(caller: Caller, reply: FastifyReply): Promise<void> {
    const { raw } = reply;
    let leave: () => void;
    try {
      leave = await this.accountLimiter.acquire(caller.accountId);
    } catch (refusal) {
      await this.look(caller, reply);
      throw refusal;
    }
    if (raw.destroyed) {
      leave();
      // There is no client left to answer: what was not begun is left alone.
      throw new AppError('RATE_LIMIT_EXCEEDED', { message: 'The client went away before it was its turn.' });
    }
    raw.once('close', leave);
  }

  private async count({ bucket, rateLimitPerMinute }: Caller, reply: FastifyReply): Promise<void> {
    const { window } = await this.storage.increment(bucket, MINUTE_MS, rateLimitPerMinute);
    setWindowHeaders(window, reply);
    if (!window.within) throw tooMany(window, 'This key');
  }

  private async look({ bucket, rateLimitPerMinute }: Caller, reply: FastifyReply): Promise<void> {
    setWindowHeaders(await this.storage.look(bucket, rateLimitPerMinute), reply);
  }

  /** Without credentials a network address has a window of its own. */
  private async countAddress({ contract: { perAddress }, ip }: FastifyRequest): Promise<void> {
    if (perAddress === undefined) return;
    const key = `${perAddress} ${networkOf(ip)}`;
    const { window } = await this.storage.increment(key, MINUTE_MS, this.addressLimits[perAddress]);
    if (!window.within) throw tooMany(window, 'Without credentials a network address');
  }
}

function setWindowHeaders({ limit, remaining, resetsAt }: Window, reply: FastifyReply): void {
  void reply.header('x-ratelimit-limit', String(limit));
  void reply.header('x-ratelimit-remaining', String(remaining));
  void reply.header('x-ratelimit-reset', String(Math.ceil(resetsAt.getTime() / 1000)));
}
