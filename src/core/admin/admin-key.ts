import { createHash, timingSafeEqual } from 'node:crypto';

/** The one key of support. */
export class AdminKey {
  private readonly digest: Buffer | undefined;
  /** Names the key in the audit trail without giving it away. */
  readonly fingerprint: string;

  constructor(key: string | undefined) {
    this.digest = key === undefined ? undefined : sha256(key);
    this.fingerprint = this.digest?.toString('hex').slice(0, 12) ?? NO_KEY;
  }

  /** In the same time however much of it is right. */
  matches(presented: string): boolean {
    return this.digest !== undefined && timingSafeEqual(sha256(presented), this.digest);
  }
}

/** Stands in the audit trail where no key was shown, or a wrong one. */
export const NO_KEY = 'none';

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
