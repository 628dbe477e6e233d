import { AppError } from '../errors.js';
import type { AccessTokens } from './ports.js';
import type { AccessPolicy } from '../accounts/access-codes.js';
import type { Caller } from '../accounts/account.js';
import type { Accounts } from '../accounts/ports.js';

/** Whom does this access token speak for, and what may it do? A closed account is known here too, as behind a key. */
export class AuthenticateToken {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly accounts: Accounts,
    private readonly policy: AccessPolicy,
  ) {}

  async run(presented: string): Promise<Caller> {
    const holder = await this.tokens.find(presented);
    const standing = holder && (await this.accounts.status(holder.accountId));
    if (!holder || !standing) {
      throw new AppError('UNAUTHORIZED', {
        message: 'The access token is not valid, has expired or was revoked.',
        suggestion: 'Get a new one with the refresh token, or sign in again.',
      });
    }
    const { accountId, grantId, clientId, scopes } = holder;
    return {
      accountId,
      keyId: undefined,
      grantId,
      bucket: `${accountId} ${clientId}`,
      rateLimitPerMinute: this.policy.rateLimitPerMinute,
      emailVerified: standing.emailVerified,
      scopes: new Set(scopes),
      refusal: refusalOf(standing.state),
    };
  }
}

function refusalOf(state: 'open' | 'disabled' | 'deleted'): AppError | undefined {
  if (state === 'open') return undefined;
  return new AppError(state === 'deleted' ? 'ACCOUNT_DELETED' : 'ACCOUNT_DISABLED');
}
