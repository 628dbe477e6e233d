import { Transaction } from '../ports.js';
import { networkOf } from '../rate-limits/network.js';
import { RateLimits, tooMany } from '../rate-limits/ports.js';
import { NOBODY, AdminKeys, type KeyHolder } from './admin-keys.js';
import { ADMINISTRATION, type Admin, AuditTrail, type Where } from './ports.js';
import { Injectable } from '../injectable.js';

/** Wrong admin keys per hour and network, over REST and the console together. */
const MAX_WRONG_KEYS = 10;
const RULE = `One network may give ${MAX_WRONG_KEYS} wrong admin keys an hour`;

/**
 * Checks admin keys, with one rate limit for the API and the console. Records wrong keys in the
 * audit trail.
 */
@Injectable()
export class AdminAccess {
  constructor(
    private readonly adminKeys: AdminKeys,
    private readonly audit: AuditTrail,
    private readonly rateLimits: RateLimits,
    private readonly transaction: Transaction,
  ) {}

  /**
   * Returns the holder of the key, or `undefined` if it is wrong. Throws `RATE_LIMIT_EXCEEDED` once
   * a network has sent too many wrong keys. A key is too long to be guessed, so the right one is
   * accepted however many wrong ones came from its network.
   */
  async holderOf(presented: string, where: Where, door: 'api' | 'console'): Promise<KeyHolder | undefined> {
    const holder = this.adminKeys.holderOf(presented);
    if (holder) return holder;
    const window = await this.rateLimits.count(
      `wrong admin key ${networkOf(where.ip)}`,
      MAX_WRONG_KEYS,
      'sliding hour',
    );
    if (!window.within) throw tooMany(window, RULE);
    await this.record({ ...where, ...NOBODY }, door);
    return undefined;
  }

  private async record(admin: Admin, door: string): Promise<void> {
    const entry = { admin, action: 'refuse key', subject: door, reason: undefined, details: {} };
    await this.transaction.interactive((tx) => this.audit.record(tx, entry), ADMINISTRATION);
  }
}
