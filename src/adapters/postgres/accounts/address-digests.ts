import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../client/database.js';
import type { SecretBox } from '../client/secret-box.js';

const KEY_BYTES = 32;
const OWNER = 'installation';

/**
 * Digests of addresses that may be kept for good. Without the key, which the database stores only
 * sealed, a digest does not reveal its address.
 */
export class AddressDigests {
  private key: Promise<string> | undefined;

  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
  ) {}

  /**
   * Loads the key, or creates it. Throws `UnknownKey` if it was sealed with an unknown key. Safe to
   * run concurrently and repeatedly.
   */
  async open(): Promise<void> {
    await this.readKey();
  }

  /** `bare` is the digest that earlier versions stored. */
  async of(address: string): Promise<{ keyed: Buffer; bare: Buffer }> {
    const key = await this.readKey();
    return {
      keyed: createHmac('sha256', key).update(address).digest(),
      bare: createHash('sha256').update(address).digest(),
    };
  }

  private readKey(): Promise<string> {
    this.key ??= this.readOrMake().catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
    return this.key;
  }

  private async readOrMake(): Promise<string> {
    const made = this.box.seal(randomBytes(KEY_BYTES).toString('base64url'), OWNER);
    await this.db.change('update installation set address_key = $1 where address_key is null', [made]);
    const row = await this.db.row<{ address_key: string }>('select address_key from installation');
    if (!row) throw new Error('the table installation is empty: restore its one row');
    const key = this.box.open(row.address_key, OWNER);
    if (!row.address_key.startsWith(this.box.currentPrefix)) {
      const sql = 'update installation set address_key = $1 where address_key = $2';
      await this.db.change(sql, [this.box.seal(key, OWNER), row.address_key]);
    }
    return key;
  }
}
