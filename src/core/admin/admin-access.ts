import type { Transaction } from '../ports.js';
import { networkOf } from '../rate-limits/network.js';
import { type RateLimits, tooMany } from '../rate-limits/ports.js';
import { NOBODY, type AdminKeys, type KeyHolder } from './admin-keys.js';
import { ADMINISTRATION, type Admin, type AuditTrail, type Where } from './ports.js';

/** Wrong admin keys per hour and network, over REST and the console together. */
const MAX_WRONG_KEYS = 10;
const RULE = `One network may give ${MAX_WRONG_KEYS} wrong admin keys an hour`;

/**
 * Checks admin keys, with one rate limit for the API and the console. Records wrong keys in the
 * audit trail.
 */
export class AdminAccess {
  constructor(
    private readonly adminKeys: AdminKeys,
    private readonly audit: AuditTrail,
    private readonly rateLimits: RateLimits,
    private readonly transaction: Transaction,
  ) {}

  /**
   * Returns the holder of the key, or `undefined` if it is wrong. Throws `RATE_LIMIT_EXCEEDED` once
   * a network has sent too many wrong keys, even for a correct one.
   */
  async holderOf(presented: string, where: Where, door: 'api' | 'console'): Promise<KeyHolder | undefined> {
    const bucket = `wrong admin key ${networkOf(where.ip)}`;
    const holder = this.adminKeys.holderOf(presented);
    const window = holder
      ? await this.rateLimits.look(bucket, MAX_WRONG_KEYS, 'hour')
      : await this.rateLimits.count(bucket, MAX_WRONG_KEYS, 'hour');
    if (holder ? window.remaining === 0 : !window.within) throw tooMany(window, RULE);
    if (!holder) await this.record({ ...where, ...NOBODY }, door);
    return holder;
  }

  private async record(admin: Admin, door: string): Promise<void> {
    const entry = { admin, action: 'refuse key', subject: door, reason: undefined, details: {} };
    await this.transaction.interactive((tx) => this.audit.record(tx, entry), ADMINISTRATION);
  }
}
