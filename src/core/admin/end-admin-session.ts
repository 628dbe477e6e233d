import type { Transaction } from '../ports.js';
import { ADMINISTRATION, type Admin, type AdminSessions, type AuditTrail } from './ports.js';
import type { AdminVisit } from './read-admin-session.js';

/** Signs an administrator's browser out at once. */
export class EndAdminSession {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  async run({ digest }: AdminVisit, admin: Admin): Promise<void> {
    await this.transaction.interactive(async (tx) => {
      await this.sessions.end(tx, digest);
      const entry = { admin, action: 'sign out', subject: 'console', reason: undefined, details: {} };
      await this.audit.record(tx, entry);
    }, ADMINISTRATION);
  }
}
