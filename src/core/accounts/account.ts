import type { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { BudgetStanding } from '../billing/budget.js';
import type { ConfirmationThreshold } from '../confirmations/threshold.js';
import type { Spender } from '../billing/charge.js';
import type { CallerLimits, Restrictions } from './caller-limits.js';
import type { GrantedScopes } from './scope.js';

export interface Account {
  id: Id<'acc'>;
  email: string;
  emailVerified: boolean;
  disabled: boolean;
}

/** An account as its owner sees it. */
export interface AccountProfile extends Account {
  name: string | undefined;
  creditBalance: number;
  createdAt: Date;
}

/** An account with what moving it to another address needs. */
export interface MovableAccount extends AccountProfile {
  /** The address that its owner proved last; `undefined` when there is none. */
  provenEmail: string | undefined;
  /** An application asked for the move to the address, which is not confirmed yet. */
  movedByApplication: boolean;
}

export interface ApiKey extends Restrictions {
  id: Id<'key'>;
  label: string;
  /** The first eight characters of the key, so that its owner can recognise it. */
  prefix: string;
  rateLimitPerMinute: number;
  active: boolean;
  createdAt: Date;
}

/** A key as its owner sees it. */
export interface ListedKey extends ApiKey {
  budget: BudgetStanding | undefined;
  confirmAbove: ConfirmationThreshold | undefined;
}

/** Who is calling, authenticated by a key or an access token. */
export interface Caller extends Spender {
  accountId: Id<'acc'>;
  /** The key that was sent; `undefined` with an access token. */
  keyId: Id<'key'> | undefined;
  /** The grant of the application whose token was sent, or that made the key. */
  grantId: string | undefined;
  /** Names the window in which this caller's requests are counted. */
  bucket: string;
  rateLimitPerMinute: number;
  emailVerified: boolean;
  scopes: GrantedScopes;
  limits: CallerLimits;
  /**
   * Why this caller is refused although the key is genuine: the account was deleted or disabled.
   */
  refusal: AppError | undefined;
}

/** Whether an application calls, with its token or with a key that it made. */
export function isApplication({ grantId }: Pick<Caller, 'grantId'>): boolean {
  return grantId !== undefined;
}

/** The caller with this key: requests are counted by key, and a key has every scope. */
export function callerWith(
  key: ApiKey,
  holder: Pick<Caller, 'accountId' | 'grantId' | 'emailVerified'> & Pick<CallerLimits, 'budgets' | 'confirmAbove'>,
): Caller {
  const { id, rateLimitPerMinute, jurisdictions, tiers } = key;
  const { accountId, grantId, emailVerified, budgets, confirmAbove } = holder;
  return {
    accountId,
    keyId: id,
    grantId,
    bucket: id,
    rateLimitPerMinute,
    emailVerified,
    scopes: 'all',
    limits: { jurisdictions, tiers, budgets, confirmAbove },
    refusal: undefined,
  };
}
