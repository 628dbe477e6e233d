import { AppError } from '../errors.js';
import { AccessTokens } from './ports.js';
import { AccessPolicy } from '../accounts/access/access-codes.js';
import type { Caller } from '../accounts/account.js';
import { CredentialLookups } from '../accounts/keys/api-key.js';
import { Accounts } from '../accounts/ports.js';
import { Budgets } from '../billing/ports.js';
import { ConfirmationThresholds } from '../confirmations/ports.js';
import { Injectable } from '../injectable.js';

/** Authenticates an access token. Tokens of closed accounts are recognised too, like their keys. */
@Injectable()
export class AuthenticateToken {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly accounts: Accounts,
    private readonly budgets: Budgets,
    private readonly thresholds: ConfirmationThresholds,
    private readonly policy: AccessPolicy,
    private readonly lookups: CredentialLookups,
  ) {}

  async run(presented: string, ip: string): Promise<Caller> {
    const holder = await this.lookups.find(presented, ip, () => this.tokens.find(presented));
    const [standing, budget, threshold] = holder
      ? await Promise.all([
          this.accounts.status(holder.accountId),
          this.budgets.ofGrant(holder.grantId),
          this.thresholds.ofGrant(holder.grantId),
        ])
      : [];
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
      via: 'rest',
      scopes: new Set(scopes),
      limits: {
        jurisdictions: undefined,
        tiers: undefined,
        budgets: { ofKey: false, ofGrant: budget !== undefined },
        confirmAbove: threshold?.credits,
      },
      refusal: refusalOf(standing.state),
    };
  }
}

function refusalOf(state: 'open' | 'disabled' | 'deleted'): AppError | undefined {
  if (state === 'open') return undefined;
  return new AppError(state === 'deleted' ? 'ACCOUNT_DELETED' : 'ACCOUNT_DISABLED');
}
