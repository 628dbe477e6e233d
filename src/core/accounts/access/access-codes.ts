import { AppError } from '../../errors.js';
import type { Id } from '../../ids.js';
import { networkOf } from '../../rate-limits/network.js';
import type { Tx } from '../../ports.js';
import { codeDigest, generateCode } from './one-time-code.js';
import type { OneTimeCodes } from '../ports.js';

/** What the operator decides about access. */
export class AccessPolicy {
  constructor(
    readonly codeTtlMs: number,
    /** Keys the digests of codes. */
    readonly codeSecret: string,
    /** What a new key may do. */
    readonly rateLimitPerMinute: number,
    /** Whether an address that proves itself becomes an account. */
    readonly signUp: boolean,
    /** What a new account begins with. */
    readonly freeCredits: number,
  ) {}
}

/** Makes the codes that prove an address, within the hourly limits. */
export class AccessCodes {
  constructor(
    private readonly codes: OneTimeCodes,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * A new code for the address, which replaces the one before; for `movingTo`, when that account is
   * to move there. Throws `RATE_LIMIT_EXCEEDED` when there were too many.
   */
  async issue(tx: Tx, email: string, ip: string, movingTo?: Id<'acc'>): Promise<string> {
    const code = generateCode();
    const issued = await this.codes.issue(tx, {
      email,
      network: networkOf(ip),
      movingAccountId: movingTo,
      digest: codeDigest(this.policy.codeSecret, email, code),
      ttlMs: this.policy.codeTtlMs,
    });
    if (issued) return code;
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: 'Too many codes were requested. Try again in an hour.',
      details: { retry_after_seconds: 3600 },
    });
  }

  get ttlSeconds(): number {
    return Math.round(this.policy.codeTtlMs / 1000);
  }

  /** For the mail that carries a code. */
  get validity(): string {
    const minutes = Math.max(1, Math.round(this.policy.codeTtlMs / 60_000));
    return `It is valid for ${minutes} minute${minutes === 1 ? '' : 's'} and can be used once.`;
  }
}
