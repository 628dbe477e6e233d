import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerModuleOptions, type ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { AppError } from '../../core/errors.js';
import { RateLimits, type Window } from '../../core/rate-limits/ports.js';
import { tooMany } from '../../core/rate-limits/too-many.js';
import { CreditHeaders } from '../http/answers/credit-headers.hook.js';

const MINUTE_MS = 60_000;
/** How many applications' windows all applications of an account have together. */
const APPLICATIONS_PER_ACCOUNT = 10;

/** One window of a minute; the limit is the caller's own. */
const throttlers: ThrottlerModuleOptions = [{ ttl: MINUTE_MS, limit: 0 }];

/** What `@nestjs/throttler` reads of a count, which the window says. */
export class RateLimitRecord {
  constructor(readonly window: Window) {}

  get totalHits(): number {
    const { limit, remaining, within } = this.window;
    return within ? limit - remaining : limit + 1;
  }

  get timeToExpire(): number {
    return Math.max(0, Math.ceil((this.window.resetsAt.getTime() - Date.now()) / 1000));
  }

  get isBlocked(): boolean {
    return !this.window.within;
  }

  get timeToBlockExpire(): number {
    return this.isBlocked ? this.timeToExpire : 0;
  }
}

/** Stores the throttler's counts behind the port: in Redis where there is one, else in this process. */
export class RateLimitStorage implements ThrottlerStorage {
  constructor(private readonly rateLimits: RateLimits) {}

  /** `key` names the window; windows are of one minute, whatever `ttl` says, and nobody is blocked beyond theirs. */
  async increment(key: string, _ttl: number, limit: number): Promise<RateLimitRecord> {
    return new RateLimitRecord(await this.rateLimits.count(key, limit));
  }

  /** How the window stands, with nothing counted. */
  look(key: string, limit: number): Promise<Window> {
    return this.rateLimits.look(key, limit);
  }
}

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
  ) {
    super(throttlers, storage, new Reflector());
  }

  /** No route declares a limit of its own, which the throttler would look for in six kinds of metadata for every request. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    return !request.guarded || this.limit(request, http.getResponse<FastifyReply>());
  }

  async limit(request: FastifyRequest, reply: FastifyReply): Promise<true> {
    const { caller, contract } = request;
    // Anonymous requests were counted before the body was read: see OpenLimitHook.
    if (!caller) return true;
    const leave = this.accountLimiter.tryAcquire(caller.accountId) ?? (await this.waitToEnter(caller, reply));
    reply.raw.once('close', leave);
    if (contract.counted !== false) await this.count(caller, reply);
    else await Promise.all([this.look(caller, reply), this.creditHeaders.readAhead(request, caller)]);
    return true;
  }

  private async waitToEnter(caller: Caller, reply: FastifyReply): Promise<() => void> {
    let leave: () => void;
    try {
      leave = await this.accountLimiter.acquire(caller.accountId);
    } catch (refusal) {
      await this.look(caller, reply);
      throw refusal;
    }
    if (!reply.raw.destroyed) return leave;
    leave();
    // There is no client left to answer: what was not begun is left alone.
    throw new AppError('RATE_LIMIT_EXCEEDED', { message: 'The client disconnected before it was admitted.' });
  }

  /** An application counts in its own window, and in one that all applications of the account share: anybody can register more of them. */
  private async count(
    { accountId, keyId, grantId, bucket, rateLimitPerMinute }: Caller,
    reply: FastifyReply,
  ): Promise<void> {
    const own = this.storage.increment(bucket, MINUTE_MS, rateLimitPerMinute);
    const isApplication = keyId === undefined && grantId !== undefined;
    const shared =
      isApplication &&
      (await this.storage.increment(
        `applications ${accountId}`,
        MINUTE_MS,
        APPLICATIONS_PER_ACCOUNT * rateLimitPerMinute,
      ));
    const { window } = await own;
    setWindowHeaders(window, reply);
    const caller = isApplication ? 'This application' : 'This key';
    if (!window.within) throw tooMany(window, `${caller} may make ${window.limit} requests a minute`);
    if (shared && shared.isBlocked) {
      throw tooMany(
        shared.window,
        `The applications of this account may make ${shared.window.limit} requests a minute`,
      );
    }
  }

  private async look({ bucket, rateLimitPerMinute }: Caller, reply: FastifyReply): Promise<void> {
    setWindowHeaders(await this.storage.look(bucket, rateLimitPerMinute), reply);
  }
}

function setWindowHeaders({ limit, remaining, resetsAt }: Window, reply: FastifyReply): void {
  void reply.header('x-ratelimit-limit', String(limit));
  void reply.header('x-ratelimit-remaining', String(remaining));
  void reply.header('x-ratelimit-reset', String(Math.ceil(resetsAt.getTime() / 1000)));
}
