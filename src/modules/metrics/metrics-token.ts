import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../core/errors.js';

/** Protects the metrics if the operator configured a token. */
export class MetricsToken {
  private readonly digest: Buffer | undefined;

  constructor(token: string | undefined) {
    this.digest = token === undefined ? undefined : sha256(`Bearer ${token}`);
  }

  /**
   * Throws `UNAUTHORIZED` unless the header is `Bearer` and the token. Compares in constant time.
   */
  require(authorization: string | undefined): void {
    if (!this.digest || timingSafeEqual(sha256(authorization ?? ''), this.digest)) return;
    throw new AppError('UNAUTHORIZED', {
      message: 'The metrics need their token.',
      suggestion: 'Send it as Authorization: Bearer TOKEN.',
    });
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
