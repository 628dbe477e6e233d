import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/accounts/account.js';
import { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { AppError } from '../../core/errors.js';
import { RateLimits, type Window, tooMany } from '../../core/rate-limits/ports.js';
import { CreditHeaders } from '../http/answers/credit-headers.hook.js';
import { whenClosed } from '../http/request.js';

const MINUTE_MS = 60_000;
/** The shared window of an account's applications is this many times that of one. */
const APPLICATIONS_PER_ACCOUNT = 10;

function recordOf(window: Window) {
  const { limit, remaining, within, resetsAt } = window;
  const seconds = Math.max(0, Math.ceil((resetsAt.getTime() - Date.now()) / 1000));
  return {
    window,
    totalHits: within ? limit - remaining : limit + 1,
    timeToExpire: seconds,
    isBlocked: !within,
    timeToBlockExpire: within ? 0 : seconds,
  };
}

/**
 * Adapts the rate-limit port to the throttler: counts in Redis if configured, else in this process.
 */
export class RateLimitStorage implements ThrottlerStorage {
  constructor(private readonly rateLimits: RateLimits) {}

  /** `key` names the window. Windows last a minute, and so do blocks. */
  async increment(key: string, _ttl: number, limit: number): Promise<ReturnType<typeof recordOf>> {
    return recordOf(await this.rateLimits.count(key, limit));
  }

  /** Sets the headers of a window without counting. */
  async show(key: string, limit: number, reply: FastifyReply): Promise<void> {
    setWindowHeaders(await this.rateLimits.look(key, limit), reply);
  }
}

/** One window of a minute per caller, with the caller's own limit. */
export function throttling(rateLimits: RateLimits): ThrottlerModuleOptions {
  const limit = (context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().context.caller?.rateLimitPerMinute ?? 0;
  return { throttlers: [{ ttl: MINUTE_MS, limit }], storage: new RateLimitStorage(rateLimits) };
}

/**
 * Waits for one of the account's places and holds it until the response is sent. Throws
 * `RATE_LIMIT_EXCEEDED` if too many requests of the account are already waiting.
 */
@Injectable()
export class AccountPlacesGuard implements CanActivate {
  constructor(
    private readonly accountLimiter: AccountLimiter,
    @InjectThrottlerStorage() private readonly storage: RateLimitStorage,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const { caller } = http.getRequest<FastifyRequest>().context;
    if (caller === undefined) return true;
    const reply = http.getResponse<FastifyReply>();
    const leave = this.accountLimiter.tryAcquire(caller.accountId);
    if (leave === undefined) return this.waitToEnter(caller, reply);
    whenClosed(reply, leave);
    return true;
  }

  private async waitToEnter(caller: Caller, reply: FastifyReply): Promise<true> {
    let leave: () => void;
    try {
      leave = await this.accountLimiter.acquire(caller.accountId);
    } catch (refusal) {
      await this.storage.show(caller.bucket, caller.rateLimitPerMinute, reply);
      throw refusal;
    }
    whenClosed(reply, leave);
    if (!reply.raw.destroyed) return true;
    // The client has disconnected, so do not start.
    throw new AppError('RATE_LIMIT_EXCEEDED', { message: 'The client disconnected before it was admitted.' });
  }
}

/**
 * Counts the request in the caller's window and sets its headers; with `@SkipThrottle()`, only sets
 * them. Throws `RATE_LIMIT_EXCEEDED` when the window is used up. Anonymous requests are counted
 * before their body is read: see OpenLimitHook.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly storage: RateLimitStorage,
    reflector: Reflector,
    private readonly creditHeaders: CreditHeaders,
  ) {
    super(options, storage, reflector);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const admitted = await super.canActivate(context);
    const http = context.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    const { caller } = request.context;
    if (caller !== undefined && !reply.hasHeader('x-ratelimit-limit')) {
      const window = this.storage.show(caller.bucket, caller.rateLimitPerMinute, reply);
      await Promise.all([window, this.creditHeaders.readAhead(request, caller)]);
    }
    return admitted;
  }

  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    return context.switchToHttp().getRequest<FastifyRequest>().context.caller === undefined;
  }

  protected override async getTracker({ context }: Pick<FastifyRequest, 'context'>): Promise<string> {
    return context.caller?.bucket ?? '';
  }

  /** All routes share the caller's window. */
  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return tracker;
  }

  /**
   * An application counts in its own window and in one shared by all applications of the account,
   * because more of them can be registered freely.
   */
  protected override async handleRequest(counting: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, getTracker, generateKey } = counting;
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const key = generateKey(context, await getTracker(request, context), throttler.name ?? '');
    const application = applicationsOf(request.context.caller);
    const [{ window }, shared] = await Promise.all([
      this.storage.increment(key, ttl, limit),
      application === undefined
        ? undefined
        : this.storage.increment(application, ttl, APPLICATIONS_PER_ACCOUNT * limit),
    ]);
    setWindowHeaders(window, http.getResponse<FastifyReply>());
    const who = application === undefined ? 'This key' : 'This application';
    if (!window.within) throw tooMany(window, `${who} may make ${window.limit} requests a minute`);
    if (shared?.isBlocked) {
      const rule = `The applications of this account may make ${shared.window.limit} requests a minute`;
      throw tooMany(shared.window, rule);
    }
    return true;
  }
}

/** The shared window of the account's applications; `undefined` for a key. */
function applicationsOf(caller: Caller | undefined): string | undefined {
  if (caller === undefined || caller.keyId !== undefined || caller.grantId === undefined) return undefined;
  return `applications ${caller.accountId}`;
}

function setWindowHeaders({ limit, remaining, resetsAt }: Window, reply: FastifyReply): void {
  void reply.header('x-ratelimit-limit', String(limit));
  void reply.header('x-ratelimit-remaining', String(remaining));
  void reply.header('x-ratelimit-reset', String(Math.ceil(resetsAt.getTime() / 1000)));
}
