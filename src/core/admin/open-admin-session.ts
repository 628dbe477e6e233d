import { randomBytes } from 'node:crypto';
import { apiKeyDigest } from '../accounts/keys/api-key.js';
import { AppError } from '../errors.js';
import { Transaction } from '../ports.js';
import { AdminAccess } from './admin-access.js';
import { ADMINISTRATION, AdminSessions, AuditTrail, type Where } from './ports.js';
import { Injectable } from '../injectable.js';

/** Maximum lifetime of an administrator's session, regardless of activity. */
export const ADMIN_SESSION_MS = 3_600_000;
const SECRET_BYTES = 32;

@Injectable()
export class OpenAdminSession {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly access: AdminAccess,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  /**
   * Returns the secret for the browser's cookie; only its digest is stored. Throws
   * `INVALID_CREDENTIALS`.
   */
  async run(presented: string, where: Where): Promise<string> {
    const holder = await this.access.holderOf(presented, where, 'console');
    if (!holder) throw new AppError('INVALID_CREDENTIALS', { message: 'The admin key is wrong.' });
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const { keyFingerprint } = holder;
    await this.sessions.open({ digest: apiKeyDigest(secret), keyFingerprint, ttlMs: ADMIN_SESSION_MS });
    const admin = { ...where, ...holder };
    const entry = { admin, action: 'sign in', subject: 'console', reason: undefined, details: {} };
    await this.transaction.interactive((tx) => this.audit.record(tx, entry), ADMINISTRATION);
    return secret;
  }
}
