import type { Transaction } from '../ports.js';
import { networkOf } from '../rate-limits/network.js';
import { type RateLimits, tooMany } from '../rate-limits/ports.js';
import { NOBODY, type AdminKeys, type KeyHolder } from './admin-keys.js';
import { ADMINISTRATION, type Admin, type AuditTrail, type Where } from './ports.js';

/** Wrong admin keys an hour from one network, over REST and at the console together. */
const MAX_WRONG_KEYS = 10;
const RULE = `One network may give ${MAX_WRONG_KEYS} wrong admin keys an hour`;

/**
 * Compares what is presented as an admin key, within one limit for every door. Wrong keys are
 * recorded in the audit trail.
 */
export class AdminAccess {
  constructor(
    private readonly adminKeys: AdminKeys,
    private readonly audit: AuditTrail,
    private readonly rateLimits: RateLimits,
    private readonly transaction: Transaction,
  ) {}

  /**
   * Whose key it is; `undefined` when it is wrong. Throws `RATE_LIMIT_EXCEEDED`, also for a right
   * key, once the network gave too many wrong ones.
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
