import type { CreditPackage } from '../../core/billing/packages.js';

/** The settings that are public. */
export abstract class ServiceFacts {
  abstract readonly version: string;
  abstract readonly registryMode: 'live' | 'sandbox';
  /** Limit of a new key. */
  abstract readonly rateLimitPerMinute: number;
  abstract readonly codeTtlMs: number;
  /** A cached record is read again after this. */
  abstract readonly entityTtlMs: number;
  abstract readonly freeCredits: number;
  /** A proved address without an account gets one. */
  abstract readonly signUp: boolean;
  /** The terms of service of the operator; the software has none. */
  abstract readonly termsUrl: string | undefined;
  /** Empty if billing is off. */
  abstract readonly packages: readonly CreditPackage[];
}
