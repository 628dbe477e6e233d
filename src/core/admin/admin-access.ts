import type { Transaction } from '../ports.js';
import { networkOf } from '../rate-limits/network.js';
import type { RateLimits } from '../rate-limits/ports.js';
import { tooMany } from '../rate-limits/too-many.js';
import { NO_KEY, type AdminKey } from './admin-key.js';
import { ADMINISTRATION, type Admin, type AuditTrail } from './ports.js';

/** Wrong admin keys an hour from one network, over REST and at the console together. */
const MAX_WRONG_KEYS = 10;
const RULE = `One network may give ${MAX_WRONG_KEYS} wrong admin keys an hour`;

/**
 * Compares what is presented as the admin key, within one limit for every door. Wrong keys are
 * recorded in the audit trail.
 */
export class AdminAccess {
  constructor(
    private readonly adminKey: AdminKey,
    private readonly audit: AuditTrail,
    private readonly rateLimits: RateLimits,
    private readonly transaction: Transaction,
  ) {}

  /**
   * Whether the key is right. Throws `RATE_LIMIT_EXCEEDED`, also for the right key, once the
   * network gave too many wrong ones.
   */
  async accepts(presented: string, admin: Omit<Admin, 'keyFingerprint'>, door: 'api' | 'console'): Promise<boolean> {
    const bucket = `wrong admin key ${networkOf(admin.ip)}`;
    const isRight = this.adminKey.matches(presented);
    const window = isRight
      ? await this.rateLimits.look(bucket, MAX_WRONG_KEYS, 'hour')
      : await this.rateLimits.count(bucket, MAX_WRONG_KEYS, 'hour');
    if (isRight ? window.remaining === 0 : !window.within) throw tooMany(window, RULE);
    if (!isRight) await this.record({ ...admin, keyFingerprint: NO_KEY }, door);
    return isRight;
  }

  private async record(admin: Admin, door: string): Promise<void> {
    const entry = { admin, action: 'refuse key', subject: door, reason: undefined, details: {} };
    await this.transaction.interactive((tx) => this.audit.record(tx, entry), ADMINISTRATION);
  }
}
