import { createHash, timingSafeEqual } from 'node:crypto';

export const MAX_ADMIN_NAME_LENGTH = 60;

/** What one administrator signs in with. */
export interface AdminKey {
  /** As people know its holder; `undefined` where the operator gave none. */
  name: string | undefined;
  key: string;
}

/** Whose key was presented. */
export interface KeyHolder {
  /** Names the key in the audit trail without giving it away. */
  keyFingerprint: string;
  name: string | undefined;
}

/** The keys of support, one for each administrator. */
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

  /** `undefined` when it is nobody's; in the same time however much of it is right. */
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

/** Stands in the audit trail where no key was shown, or a wrong one. */
export const NOBODY: KeyHolder = { keyFingerprint: 'none', name: undefined };

const FINGERPRINT_LENGTH = 12;

function toHolder({ keyFingerprint, name }: KeyHolder): KeyHolder {
  return { keyFingerprint, name };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
