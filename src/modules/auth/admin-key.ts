import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../core/errors.js';

/** The one key of the support routes. */
export class AdminKey {
  private readonly digest: Buffer | undefined;
  /** Names the key in the audit trail without giving it away. */
  readonly fingerprint: string;

  constructor(key: string | undefined) {
    this.digest = key === undefined ? undefined : sha256(key);
    this.fingerprint = this.digest?.toString('hex').slice(0, 12) ?? 'none';
  }

  /** Throws `UNAUTHORIZED` without a key and `FORBIDDEN` with a wrong one, in the same time however much of it is right. */
  require(presented: string | undefined): void {
    if (presented === undefined) {
      throw new AppError('UNAUTHORIZED', {
        message: 'This route needs the admin key.',
        suggestion: 'Send it in the X-Admin-Key header.',
      });
    }
    if (!this.digest || !timingSafeEqual(sha256(presented), this.digest)) {
      throw new AppError('FORBIDDEN', { message: 'The admin key is wrong.' });
    }
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
