import type { CreditPackage } from '../../core/billing/packages.js';

export abstract class ServiceFacts {
  abstract readonly version: string;
  abstract readonly registryMode: 'live' | 'sandbox';
  /** Limit of a new key. */
  abstract readonly rateLimitPerMinute: number;
  abstract readonly codeTtlMs: number;
  abstract readonly freeCredits: number;
  /** A proved address without an account gets one. */
  abstract readonly signUp: boolean;
  /** Empty if billing is off. */
  abstract readonly packages: readonly CreditPackage[];
}
