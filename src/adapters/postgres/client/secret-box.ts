import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  id: string;
  secret: KeyObject;
}

const ADVICE =
  ': start with the ENCRYPTION_KEY that this database was used with before, or set that one as ENCRYPTION_KEY_PREVIOUS';

export class UnknownKey extends Error {}

/**
 * Seals secrets that must be readable later (AES-256-GCM). A sealed text names its key, so that the
 * key can be replaced: the new key seals, and previous keys still open until everything is
 * resealed.
 */
export class SecretBox {
  private readonly current: Key;
  private readonly keys: ReadonlyMap<string, Key>;

  /** The first passphrase seals; all of them open. */
  constructor(passphrase: string, ...before: string[]) {
    this.current = deriveKey(passphrase);
    this.keys = new Map([...before.map(deriveKey), this.current].map((key) => [key.id, key]));
  }

  /** Prefix of every text sealed with the current key. */
  get currentPrefix(): string {
    return `${this.current.id}.`;
  }

  /** `owner` is bound into the sealed text, so a row copied to another owner does not open. */
  seal(secret: string, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.secret, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return this.currentPrefix + sealed.toString('base64url');
  }

  /** Throws if the key is unknown or the text was tampered with. */
  open(sealed: string, owner: string): string {
    const [id = '', content = ''] = sealed.split('.');
    const key = this.keys.get(id);
    if (!key)
      throw new UnknownKey(
        `a secret was sealed with key ${id}, neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS${ADVICE}`,
      );
    const bytes = Buffer.from(content, 'base64url');
    const end = bytes.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key.secret, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(end));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, end)), decipher.final()]).toString('utf8');
  }
}

/**
 * The id is derived separately from the secret, so it identifies a key without revealing anything
 * about it.
 */
function deriveKey(passphrase: string): Key {
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', passphrase, 'standing', info, length));
  const id = createHash('sha256').update(derive('key id', 32)).digest('hex').slice(0, 8);
  return { id, secret: createSecretKey(derive('sealed secrets', 32)) };
}
