import { AppError } from '../errors.js';

/** What an access token may be given leave to do; everything without a scope needs a valid token only (contract, section 5). */
export const SCOPES = ['account:read', 'account:write', 'billing'] as const;
export type Scope = (typeof SCOPES)[number];

/** What each of them lets an application do, in words for the account's owner. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'account:read': 'See your account: its address, its balance and the names of its keys',
  'account:write': 'Change your account: its address and password, make and revoke keys, and delete it',
  billing: 'See your payments, and open a checkout for you to pay',
};

/** A key has every scope, an access token the ones its owner granted. */
export type GrantedScopes = 'all' | ReadonlySet<Scope>;

/** Throws `INSUFFICIENT_SCOPE` (details: required) unless the caller has it. */
export function requireScope({ scopes }: { scopes: GrantedScopes }, scope: Scope | undefined): void {
  if (scope === undefined || scopes === 'all' || scopes.has(scope)) return;
  throw new AppError('INSUFFICIENT_SCOPE', {
    message: `The access token lacks the scope ${scope}.`,
    details: { required: scope },
    suggestion: `Ask the account's owner to grant ${scope}.`,
  });
}
