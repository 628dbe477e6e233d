import { AppError } from '../errors.js';
import { requireUnlimited, type CallerLimits } from './caller-limits.js';

/**
 * What an access token can be permitted to do; whatever has no scope needs only a valid token
 * (contract, section 5).
 */
export const SCOPES = ['account:read', 'account:write', 'billing'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * What an application asks for that needs none of them. It opens nothing: OAuth has no word for
 * nothing, and many clients that are named no scope ask for all there are.
 */
export const NO_SCOPE = 'openid';

/** What each of them lets an application do, in words for the account's owner. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'account:read': 'See your account: its address, its balance and the names of its keys',
  'account:write':
    'Change your account: its address and password, make and revoke keys, read and replace the secret that signs your webhooks, and delete it',
  billing: 'See your payments, and open a checkout for you to pay',
};

/** A key has every scope, an access token the ones its owner granted. */
export type GrantedScopes = 'all' | ReadonlySet<Scope>;

/**
 * Throws `INSUFFICIENT_SCOPE` (details: required) unless the caller has it, and `FORBIDDEN` when it
 * has limits and the scope would let it lift them.
 */
export function requireScope({ scopes, limits }: { scopes: GrantedScopes; limits: CallerLimits }, scope: Scope): void {
  if (scopes !== 'all' && !scopes.has(scope)) {
    throw new AppError('INSUFFICIENT_SCOPE', {
      message: `The access token lacks the scope ${scope}.`,
      details: { required: scope },
      suggestion: `Ask the account's owner to grant ${scope}.`,
    });
  }
  if (scope === 'account:write') requireUnlimited(limits);
}
