import { AppError } from '../../errors.js';
import { RateLimits, tooMany } from '../../rate-limits/ports.js';
import type { Caller } from '../account.js';
import { CredentialLookups } from '../keys/api-key.js';
import { ConsoleSessions } from '../ports.js';
import { AccessPolicy } from './access-codes.js';
import { Injectable } from '../../injectable.js';

/** The format `OpenConsoleSession` generates. */
const SHAPE = /^[\w-]{43}$/;
/** A person opens several pages in the time a program makes one request. */
const PAGES_PER_REQUEST = 5;

/**
 * A signed-in page view, and the caller that the use cases run as: no key and no application, so
 * the balance is the only limit.
 */
export interface ConsoleVisit {
  sessionId: string;
  email: string;
  creditBalance: number;
  caller: Caller;
}

/**
 * Returns the visit for a session cookie, or `undefined` when the session is unknown or has ended.
 * Throws `RATE_LIMIT_EXCEEDED` when the account opens too many pages a minute or the network sends
 * too many unknown cookies. Refuses closed accounts.
 */
@Injectable()
export class ReadConsoleSession {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly lookups: CredentialLookups,
    private readonly policy: AccessPolicy,
    private readonly rateLimits: RateLimits,
  ) {}

  async run(secret: string, ip: string): Promise<ConsoleVisit | undefined> {
    if (!SHAPE.test(secret)) return undefined;
    const visitor = await this.lookups.find(secret, ip, (digest) => this.sessions.find(digest));
    if (!visitor || visitor.account.deleted) return undefined;
    const { sessionId, account, creditBalance } = visitor;
    if (account.disabled) throw new AppError('ACCOUNT_DISABLED');
    const bucket = `console ${account.id}`;
    const rateLimitPerMinute = this.policy.rateLimitPerMinute * PAGES_PER_REQUEST;
    const window = await this.rateLimits.count(bucket, rateLimitPerMinute);
    if (!window.within) {
      throw tooMany(window, `The browsers of one account may open ${window.limit} pages a minute`);
    }
    const caller: Caller = {
      accountId: account.id,
      keyId: undefined,
      grantId: undefined,
      bucket,
      rateLimitPerMinute,
      emailVerified: account.emailVerified,
      via: 'console',
      scopes: 'all',
      limits: {
        jurisdictions: undefined,
        tiers: undefined,
        budgets: { ofKey: false, ofGrant: false },
        confirmAbove: undefined,
      },
      refusal: undefined,
    };
    return { sessionId, email: account.email, creditBalance, caller };
  }
}
