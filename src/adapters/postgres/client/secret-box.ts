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

/** The key that something was sealed with is not here. */
export class UnknownKey extends Error {}

/**
 * Seals what must be readable later (AES-256-GCM). A sealed text names the key it was sealed with,
 * so that the key itself can be replaced: the new one seals, the ones before still open until
 * everything was sealed again.
 */
export class SecretBox {
  private readonly current: Key;
  private readonly keys: ReadonlyMap<string, Key>;

  /** Of the passphrases, the first seals; all of them open. */
  constructor(passphrase: string, ...before: string[]) {
    this.current = deriveKey(passphrase);
    this.keys = new Map([...before.map(deriveKey), this.current].map((key) => [key.id, key]));
  }

  /** The start of everything that was sealed with the current key. */
  get currentPrefix(): string {
    return `${this.current.id}.`;
  }

  /**
   * `owner` is bound into the sealed text: a row that was copied to another owner does not open.
   */
  seal(secret: string, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.secret, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return this.currentPrefix + sealed.toString('base64url');
  }

  /** Throws when the key is not known here or the text was tampered with. */
  open(sealed: string, owner: string): string {
    const [id = '', content = ''] = sealed.split('.');
    const key = this.keys.get(id);
    if (!key)
      throw new UnknownKey(`a secret was sealed with key ${id}, neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS`);
    const bytes = Buffer.from(content, 'base64url');
    const end = bytes.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key.secret, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(end));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, end)), decipher.final()]).toString('utf8');
  }
}

/**
 * The id is derived beside the key, not from it: it distinguishes keys and reveals nothing about
 * them.
 */
function deriveKey(passphrase: string): Key {
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', passphrase, 'standing', info, length));
  const id = createHash('sha256').update(derive('key id', 32)).digest('hex').slice(0, 8);
  return { id, secret: createSecretKey(derive('sealed secrets', 32)) };
}
