import type { CredentialLookups } from '../accounts/keys/api-key.js';
import type { AdminKey } from './admin-key.js';
import type { AdminSessions } from './ports.js';

/** A session that was idle for this long has ended. */
const ADMIN_IDLE_MS = 900_000;
/** What `OpenAdminSession` makes. */
const SHAPE = /^[\w-]{43}$/;

/** An administrator's session, as it is kept. */
export interface AdminVisit {
  digest: string;
}

/**
 * The session that a cookie stands for; `undefined` when there is none (any more), or it was opened
 * with another key than the one of today.
 */
export class ReadAdminSession {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly lookups: CredentialLookups,
    private readonly adminKey: AdminKey,
  ) {}

  /** Throws `RATE_LIMIT_EXCEEDED` when the network shows too many cookies that nobody has. */
  async run(secret: string, ip: string): Promise<AdminVisit | undefined> {
    if (!SHAPE.test(secret)) return undefined;
    const { fingerprint: keyFingerprint } = this.adminKey;
    return this.lookups.find(secret, ip, async (digest) => {
      const used = await this.sessions.use({ digest, keyFingerprint, idleMs: ADMIN_IDLE_MS });
      return used ? { digest } : undefined;
    });
  }
}
