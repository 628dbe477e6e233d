import { Transaction } from '../ports.js';
import { ADMINISTRATION, AdminSessions, AuditTrail, type Where } from './ports.js';
import type { AdminVisit } from './read-admin-session.js';
import { Injectable } from '../injectable.js';

@Injectable()
export class EndAdminSession {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly audit: AuditTrail,
    private readonly transaction: Transaction,
  ) {}

  async run({ digest, holder }: AdminVisit, where: Where): Promise<void> {
    await this.transaction.interactive(async (tx) => {
      await this.sessions.end(tx, digest);
      const admin = { ...where, ...holder };
      const entry = { admin, action: 'sign out', subject: 'console', reason: undefined, details: {} };
      await this.audit.record(tx, entry);
    }, ADMINISTRATION);
  }
}
