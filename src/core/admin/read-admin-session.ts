import type { CredentialLookups } from '../accounts/keys/api-key.js';
import type { AdminKeys, KeyHolder } from './admin-keys.js';
import type { AdminSessions } from './ports.js';

/** A session that was idle for this long has ended. */
const ADMIN_IDLE_MS = 900_000;
/** What `OpenAdminSession` makes. */
const SHAPE = /^[\w-]{43}$/;

/** An administrator's session, as it is kept. */
export interface AdminVisit {
  digest: string;
  holder: KeyHolder;
}

/**
 * The session that a cookie stands for; `undefined` when there is none (any more), or it was opened
 * with a key that opens nothing any more.
 */
export class ReadAdminSession {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly lookups: CredentialLookups,
    private readonly adminKeys: AdminKeys,
  ) {}

  /** Throws `RATE_LIMIT_EXCEEDED` when the network shows too many cookies that nobody has. */
  async run(secret: string, ip: string): Promise<AdminVisit | undefined> {
    if (!SHAPE.test(secret)) return undefined;
    const { fingerprints: keyFingerprints } = this.adminKeys;
    return this.lookups.find(secret, ip, async (digest) => {
      const used = await this.sessions.use({ digest, keyFingerprints, idleMs: ADMIN_IDLE_MS });
      const holder = used === undefined ? undefined : this.adminKeys.withFingerprint(used);
      return holder && { digest, holder };
    });
  }
}
