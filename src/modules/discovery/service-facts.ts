import type { CreditPackage } from '../../core/billing/packages.js';

/** Facts that the service publishes about itself. */
export abstract class ServiceFacts {
  abstract readonly version: string;
  abstract readonly registryMode: 'live' | 'sandbox';
  /** Of a new key. */
  abstract readonly rateLimitPerMinute: number;
  /** How long a one-time code is valid. */
  abstract readonly codeTtlMs: number;
  /** What a new account begins with. */
  abstract readonly freeCredits: number;
  /** What is on sale; nothing where billing is off. */
  abstract readonly packages: readonly CreditPackage[];
}
