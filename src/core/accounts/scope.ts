import { AppError } from '../errors.js';
import { requireUnlimited, type CallerLimits } from './caller-limits.js';

/**
 * Permissions of an access token; an operation without a scope needs only a valid token (contract,
 * section 5).
 */
export const SCOPES = ['account:read', 'account:write', 'billing'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Requested by an application that needs no scope; it permits nothing. OAuth has no way to request
 * none, and many clients without a named scope request all.
 */
export const NO_SCOPE = 'openid';

export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'account:read': 'See your account: its address, its balance and the names of its keys',
  'account:write':
    'See and change your account: its address and password, make and revoke keys, read and replace the secret that signs your webhooks, decide which business an unsure match means, and delete it',
  billing: 'See your payments, and open a checkout for you to pay',
};

/** A key of the owner has every scope, an access token and its keys those that were granted. */
export type GrantedScopes = 'all' | ReadonlySet<Scope>;

/** Returns whether the caller has the scope. */
export function hasScope(scopes: GrantedScopes, scope: Scope): boolean {
  return scopes === 'all' || scopes.has(scope);
}

/**
 * Throws `INSUFFICIENT_SCOPE` (details: required) if the caller lacks the scope, and `FORBIDDEN` if
 * the caller has limits and the scope would let it lift them. With `own`, the operation itself
 * refuses what the caller did not create.
 */
export function requireScope(
  { scopes, limits }: { scopes: GrantedScopes; limits: CallerLimits },
  scope: Scope,
  { own = false } = {},
): void {
  if (!hasScope(scopes, scope)) {
    throw new AppError('INSUFFICIENT_SCOPE', {
      message: `The credentials lack the scope ${scope}.`,
      details: { required: scope },
      suggestion: `Ask the account's owner to grant ${scope}.`,
    });
  }
  if (scope === 'account:write' && !own) requireUnlimited(limits);
}
