import { CredentialLookups } from '../accounts/keys/api-key.js';
import { AdminKeys, type KeyHolder } from './admin-keys.js';
import { AdminSessions } from './ports.js';
import { Injectable } from '../injectable.js';

const ADMIN_IDLE_MS = 900_000;
/** The format of the secrets from `OpenAdminSession`. */
const SHAPE = /^[\w-]{43}$/;

export interface AdminVisit {
  digest: string;
  holder: KeyHolder;
}

/** Finds the session of a cookie; `undefined` if there is none or its key is no longer valid. */
@Injectable()
export class ReadAdminSession {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly lookups: CredentialLookups,
    private readonly adminKeys: AdminKeys,
  ) {}

  /** Throws `RATE_LIMIT_EXCEEDED` if the network has sent too many unknown cookies. */
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
