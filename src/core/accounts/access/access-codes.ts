import { AppError } from '../../errors.js';
import type { Id } from '../../ids.js';
import { networkOf } from '../../rate-limits/network.js';
import type { Tx } from '../../ports.js';
import { codeDigest, generateCode } from './one-time-code.js';
import { OneTimeCodes } from '../ports.js';
import { Injectable } from '../../injectable.js';

export class AccessPolicy {
  constructor(
    readonly codeTtlMs: number,
    /** Key of the code digests. */
    readonly codeSecret: string,
    /** Requests a minute of a new key. */
    readonly rateLimitPerMinute: number,
    /** Open an account for an unknown address once it is proved. */
    readonly signUp: boolean,
    readonly freeCredits: number,
  ) {}
}

const WAITS = {
  hour: { seconds: 3_600, words: 'in an hour' },
  day: { seconds: 86_400, words: 'tomorrow' },
};

/** Makes the codes that prove an address, within the limits of the hour and of the day. */
@Injectable()
export class AccessCodes {
  constructor(
    private readonly codes: OneTimeCodes,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * Issues a new code, which replaces the previous one. `movingTo` is the account that moves to the
   * address. Throws `RATE_LIMIT_EXCEEDED` after too many requests.
   */
  async issue(tx: Tx, email: string, ip: string, movingTo?: Id<'acc'>): Promise<string> {
    const code = generateCode();
    const exhausted = await this.codes.issue(tx, {
      email,
      network: networkOf(ip),
      movingAccountId: movingTo,
      digest: codeDigest(this.policy.codeSecret, email, code),
      ttlMs: this.policy.codeTtlMs,
    });
    if (!exhausted) return code;
    const { seconds, words } = WAITS[exhausted];
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: `Too many codes were requested. Try again ${words}.`,
      details: { retry_after_seconds: seconds },
    });
  }

  get ttlSeconds(): number {
    return Math.round(this.policy.codeTtlMs / 1000);
  }

  get validity(): string {
    const minutes = Math.max(1, Math.round(this.policy.codeTtlMs / 60_000));
    return `It is valid for ${minutes} minute${minutes === 1 ? '' : 's'} and can be used once.`;
  }
}
