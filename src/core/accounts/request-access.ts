import { AppError } from '../errors.js';
import type { Clock } from '../ports.js';
import { normaliseEmail } from './account.js';
import { codeDigest, generateCode } from './one-time-code.js';
import type { Mailer, OneTimeCodes } from './ports.js';

/** What the operator decides about access. */
export class AccessPolicy {
  constructor(
    readonly codeTtlMs: number,
    /** Keys the digests of codes. */
    readonly codeSecret: string,
    /** What a new key may do. */
    readonly rateLimitPerMinute: number,
  ) {}
}

/**
 * Somebody asks for access: a six-digit code goes to the address they named. The answer is the same whether the address is known or
 * not; a newer code replaces the older one.
 */
export class RequestAccess {
  constructor(
    private readonly codes: OneTimeCodes,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly policy: AccessPolicy,
  ) {}

  async run(asked: {
    email: string;
    acceptTerms: boolean;
    ip: string;
  }): Promise<{ email: string; expiresInSeconds: number }> {
    if (!asked.acceptTerms) throw new AppError('TERMS_NOT_ACCEPTED');
    const email = normaliseEmail(asked.email);
    const code = generateCode();
    const now = this.clock.now();
    const issued = await this.codes.issue({
      email,
      ip: asked.ip,
      digest: codeDigest(this.policy.codeSecret, email, code),
      expiresAt: new Date(now.getTime() + this.policy.codeTtlMs),
      now,
    });
    if (!issued) {
      throw new AppError('RATE_LIMIT_EXCEEDED', {
        message: 'Too many codes were asked for. Try again in an hour.',
        details: { retry_after_seconds: 3600 },
      });
    }
    await this.mailer.send({ to: email, ...codeMail(code, this.policy.codeTtlMs) });
    return { email, expiresInSeconds: Math.round(this.policy.codeTtlMs / 1000) };
  }
}

function codeMail(code: string, ttlMs: number): { subject: string; text: string } {
  const minutes = Math.max(1, Math.round(ttlMs / 60_000));
  return {
    subject: `${code} is your Standing code`,
    text: [
      'Your code for Standing:',
      '',
      `    ${code}`,
      '',
      `It is valid for ${minutes} minute${minutes === 1 ? '' : 's'} and can be used once.`,
      'If you did not ask for it, ignore this message: nobody can sign in without the code.',
      '',
    ].join('\n'),
  };
}
