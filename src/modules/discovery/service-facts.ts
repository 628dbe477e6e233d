import type { CreditPackage } from '../../core/billing/packages.js';

export abstract class ServiceFacts {
  abstract readonly version: string;
  abstract readonly registryMode: 'live' | 'sandbox';
  /** Limit of a new key. */
  abstract readonly rateLimitPerMinute: number;
  abstract readonly codeTtlMs: number;
  abstract readonly freeCredits: number;
  /** Empty if billing is off. */
  abstract readonly packages: readonly CreditPackage[];
}
