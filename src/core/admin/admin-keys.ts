import { createHash, timingSafeEqual } from 'node:crypto';

export const MAX_ADMIN_NAME_LENGTH = 60;

export interface AdminKey {
  /** Display name of the holder; `undefined` if the operator gave none. */
  name: string | undefined;
  key: string;
}

export interface KeyHolder {
  /** Identifies the key in the audit trail without revealing it. */
  keyFingerprint: string;
  name: string | undefined;
}

export class AdminKeys {
  private readonly holders: readonly (KeyHolder & { digest: Buffer })[];

  constructor(keys: readonly AdminKey[]) {
    this.holders = keys.map(({ name, key }) => {
      const digest = sha256(key);
      return { name, digest, keyFingerprint: digest.toString('hex').slice(0, FINGERPRINT_LENGTH) };
    });
  }

  get fingerprints(): string[] {
    return this.holders.map(({ keyFingerprint }) => keyFingerprint);
  }

  /** Returns `undefined` for an unknown key, in constant time. */
  holderOf(presented: string): KeyHolder | undefined {
    const digest = sha256(presented);
    const [holder] = this.holders.filter((each) => timingSafeEqual(digest, each.digest));
    return holder && toHolder(holder);
  }

  withFingerprint(fingerprint: string): KeyHolder | undefined {
    const holder = this.holders.find(({ keyFingerprint }) => keyFingerprint === fingerprint);
    return holder && toHolder(holder);
  }
}

/** Used in the audit trail if no key or a wrong one was presented. */
export const NOBODY: KeyHolder = { keyFingerprint: 'none', name: undefined };

const FINGERPRINT_LENGTH = 12;

function toHolder({ keyFingerprint, name }: KeyHolder): KeyHolder {
  return { keyFingerprint, name };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
