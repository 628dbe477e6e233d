import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../../core/accounts/authenticate.js';
import type { AuthenticateToken } from '../../core/oauth/authenticate-token.js';
import type { Caller } from '../../core/accounts/account.js';
import { AppError } from '../../core/errors.js';
import { networkOf } from '../../core/rate-limits/network.js';
import type { RateLimits, Window } from '../../core/rate-limits/ports.js';
import type { AccountLimiter } from '../../core/concurrency/account-limiter.js';
import { tooMany } from '../../core/rate-limits/too-many.js';
import { header } from '../http/request.js';

/** Who asks, and how often they may: the same at every door. */
export class Credentials {
  constructor(
    private readonly authenticate: Authenticate,
    private readonly authenticateToken: AuthenticateToken,
    private readonly rateLimits: RateLimits,
    private readonly accountLimiter: AccountLimiter,
  ) {}

  /** The caller whom the request's credentials prove; `undefined` when it has none. Throws when they prove nobody, or when there are two. */
  async read(request: FastifyRequest): Promise<Caller | undefined> {
    const key = header(request, 'x-api-key');
    if (key !== undefined && request.headers.authorization !== undefined) {
      throw new AppError('VALIDATION_ERROR', { message: 'Send either X-API-Key or Authorization, not both.' });
    }
    if (key !== undefined) return this.authenticate.run(key);
    const { authorization } = request.headers;
    return authorization === undefined ? undefined : this.authenticateToken.run(bearerToken(authorization));
  }

  /** Waits for the request's turn among those of its account. Throws `RATE_LIMIT_EXCEEDED` when very many of the account wait already. */
  async enter(caller: Caller, reply: FastifyReply): Promise<void> {
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
      // Nobody is there to read it: what was not begun is left alone.
      throw new AppError('RATE_LIMIT_EXCEEDED', { message: 'The client went away before it was its turn.' });
    }
    raw.once('close', leave);
  }

  /** Counts the request, and tells the caller in headers how their window stands. Throws `RATE_LIMIT_EXCEEDED` when it is used up. */
  async count({ bucket, rateLimitPerMinute }: Caller, reply: FastifyReply): Promise<void> {
    const window = await this.rateLimits.count(bucket, rateLimitPerMinute);
    tellWindow(window, reply);
    if (!window.within) throw tooMany(window, 'This key');
  }

  /** The same headers, with nothing counted. */
  async look({ bucket, rateLimitPerMinute }: Caller, reply: FastifyReply): Promise<void> {
    tellWindow(await this.rateLimits.look(bucket, rateLimitPerMinute), reply);
  }

  /** For those who do not say who they are: their network address has a window of its own in each `place`. */
  async countAnonymous(place: string, perMinute: number, request: FastifyRequest): Promise<void> {
    const window = await this.rateLimits.count(`${place} ${networkOf(request.ip)}`, perMinute);
    if (!window.within) throw tooMany(window, 'Without credentials a network address');
  }
}

/** RFC 6750: the scheme in any case, one token. */
function bearerToken(authorization: string): string {
  const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization) ?? [];
  if (token === undefined) {
    throw new AppError('UNAUTHORIZED', { message: 'The Authorization header must be "Bearer" and an access token.' });
  }
  return token;
}

function tellWindow({ limit, remaining, resetsAt }: Window, reply: FastifyReply): void {
  void reply.header('x-ratelimit-limit', String(limit));
  void reply.header('x-ratelimit-remaining', String(remaining));
  void reply.header('x-ratelimit-reset', String(Math.ceil(resetsAt.getTime() / 1000)));
}
