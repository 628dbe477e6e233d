import { randomBytes } from 'node:crypto';
import { apiKeyDigest } from '../accounts/keys/api-key.js';
import { AppError } from '../errors.js';
import type { Transaction } from '../ports.js';
import { networkOf } from '../rate-limits/network.js';
import type { RateLimits } from '../rate-limits/ports.js';
import { tooMany } from '../rate-limits/too-many.js';
import { NO_KEY, type AdminKey } from './admin-key.js';
import { SUPPORT, type Admin, type AdminSessions, type AuditTrail } from './ports.js';

/** As long as an administrator's browser stays signed in, whatever is done in it. */
export const ADMIN_SESSION_MS = 3_600_000;
/** Wrong keys an hour from one network. */
const WRONG_KEYS_OF_NETWORK = 10;
const RULE = `One network may give ${WRONG_KEYS_OF_NETWORK} wrong admin keys an hour`;
const SECRET_BYTES = 32;

/** Signs a browser in at the pages of support. Who tries it with a wrong key is on record. */
export class OpenAdminSession {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly adminKey: AdminKey,
    private readonly audit: AuditTrail,
    private readonly rateLimits: RateLimits,
    private readonly transaction: Transaction,
  ) {}

  /** Returns what the browser's cookie holds, which is kept nowhere here. Throws `INVALID_CREDENTIALS`. */
  async run(presented: string, admin: Admin): Promise<string> {
    const network = `wrong admin key ${networkOf(admin.ip)}`;
    const before = await this.rateLimits.look(network, WRONG_KEYS_OF_NETWORK, 'hour');
    if (before.remaining === 0) throw tooMany(before, RULE);
    if (!this.adminKey.matches(presented)) {
      const window = await this.rateLimits.count(network, WRONG_KEYS_OF_NETWORK, 'hour');
      if (!window.within) throw tooMany(window, RULE);
      await this.record({ ...admin, keyFingerprint: NO_KEY }, 'refuse sign-in');
      throw new AppError('INVALID_CREDENTIALS', { message: 'The admin key is wrong.' });
    }
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const { keyFingerprint } = admin;
    await this.sessions.open({ digest: apiKeyDigest(secret), keyFingerprint, ttlMs: ADMIN_SESSION_MS });
    await this.record(admin, 'sign in');
    return secret;
  }

  private async record(admin: Admin, action: string): Promise<void> {
    const entry = { admin, action, subject: 'console', reason: undefined, details: {} };
    await this.transaction.interactive((tx) => this.audit.record(tx, entry), SUPPORT);
  }
}
