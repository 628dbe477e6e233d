import type { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { BudgetStanding } from '../billing/budget.js';
import type { ConfirmationThreshold } from '../confirmations/threshold.js';
import type { Spender } from '../billing/charge.js';
import type { CallerLimits, Restrictions } from './caller-limits.js';
import type { WayIn } from '../answers/record.js';
import type { GrantedScopes } from './scope.js';

export interface Account {
  id: Id<'acc'>;
  email: string;
  emailVerified: boolean;
  disabled: boolean;
}

export interface AccountProfile extends Account {
  name: string | undefined;
  creditBalance: number;
  createdAt: Date;
}

/** An account with the data needed to move it to another address. */
export interface MovableAccount extends AccountProfile {
  /** The last address the owner proved; `undefined` if none. */
  provenEmail: string | undefined;
  /** An application requested the move to this address, and it is not confirmed yet. */
  movedByApplication: boolean;
}

export interface ApiKey extends Restrictions {
  id: Id<'key'>;
  label: string;
  /** First eight characters of the key, for its owner to recognise it. */
  prefix: string;
  rateLimitPerMinute: number;
  active: boolean;
  createdAt: Date;
}

export interface ListedKey extends ApiKey {
  /** Grant of the application that made it; `undefined` if the owner did. */
  grantId: string | undefined;
  /** That application's name for itself, while its grant exists. */
  clientName: string | undefined;
  /** To about a minute; `undefined` if never used. */
  lastUsedAt: Date | undefined;
  budget: BudgetStanding | undefined;
  confirmAbove: ConfirmationThreshold | undefined;
}

export interface Caller extends Spender {
  accountId: Id<'acc'>;
  /** `undefined` with an access token. */
  keyId: Id<'key'> | undefined;
  /** Grant of the application that sent the token, or that created the key. */
  grantId: string | undefined;
  bucket: string;
  rateLimitPerMinute: number;
  emailVerified: boolean;
  /** Records of answers show it. */
  via: Extract<WayIn, 'rest' | 'tool' | 'console'>;
  scopes: GrantedScopes;
  limits: CallerLimits;
  /** Set when the key is genuine but the account was deleted or disabled. */
  refusal: AppError | undefined;
}

/** Returns whether the caller is an application, using its token or a key it created. */
export function isApplication({ grantId }: Pick<Caller, 'grantId'>): boolean {
  return grantId !== undefined;
}

/** Builds the caller for a key. Requests are counted by key. */
export function callerWith(
  key: ApiKey,
  holder: Pick<Caller, 'accountId' | 'grantId' | 'emailVerified' | 'scopes'> &
    Pick<CallerLimits, 'budgets' | 'confirmAbove'>,
): Caller {
  const { id, rateLimitPerMinute, jurisdictions, tiers } = key;
  const { accountId, grantId, emailVerified, scopes, budgets, confirmAbove } = holder;
  return {
    accountId,
    keyId: id,
    grantId,
    bucket: id,
    rateLimitPerMinute,
    emailVerified,
    via: 'rest',
    scopes,
    limits: { jurisdictions, tiers, budgets, confirmAbove },
    refusal: undefined,
  };
}
