import type { AppError } from '../errors.js';
import type { Id } from '../ids.js';
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

export interface ApiKey {
  id: Id<'key'>;
  label: string;
  /** The first eight characters of the key, so that its owner can tell it from others. */
  prefix: string;
  rateLimitPerMinute: number;
  active: boolean;
  createdAt: Date;
}

/** Who is asking, proved by a key or by an access token. */
export interface Caller {
  accountId: Id<'acc'>;
  /** The key that was shown; `undefined` behind an access token. */
  keyId: Id<'key'> | undefined;
  /** What an application was allowed, whose token was shown; `undefined` behind a key. */
  grantId: string | undefined;
  /** Names the window in which this caller's requests are counted. */
  bucket: string;
  rateLimitPerMinute: number;
  emailVerified: boolean;
  scopes: GrantedScopes;
  /** Why this caller may do nothing although the key is genuine: the account was deleted or disabled. */
  refusal: AppError | undefined;
}

/** Who shows this key: requests are counted by key, and a key may do everything. */
export function callerWith(key: ApiKey, account: Pick<Caller, 'accountId' | 'emailVerified'>): Caller {
  const { id, rateLimitPerMinute } = key;
  const { accountId, emailVerified } = account;
  return {
    accountId,
    keyId: id,
    grantId: undefined,
    bucket: id,
    rateLimitPerMinute,
    emailVerified,
    scopes: 'all',
    refusal: undefined,
  };
}
