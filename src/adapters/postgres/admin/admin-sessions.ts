import { AdminSessions } from '../../../core/admin/ports.js';
import type { Tx } from '../../../core/ports.js';
import { Database } from '../client/database.js';
import { AdminConfirmationRow, AdminSessionRow } from '../schema/admin.tables.js';
import { Injectable } from '../../../core/injectable.js';

@Injectable()
export class PostgresAdminSessions extends AdminSessions {
  constructor(private readonly db: Database) {
    super();
  }

  async open({ digest, keyFingerprint, ttlMs }: Parameters<AdminSessions['open']>[0]): Promise<void> {
    await this.db.change(
      `with ended as (delete from admin_sessions where expires_at < now())
       insert into admin_sessions (digest, admin_key, expires_at) values ($1, $2, now() + $3 * interval '1 millisecond')`,
      [digest, keyFingerprint, ttlMs],
    );
  }

  async use({ digest, keyFingerprints, idleMs }: Parameters<AdminSessions['use']>[0]): Promise<string | undefined> {
    const used = await this.db.row<{ admin_key: string }>(
      `update admin_sessions set used_at = now()
        where digest = $1 and admin_key = any ($2) and expires_at > now() and used_at > now() - $3 * interval '1 millisecond'
       returning admin_key`,
      [digest, keyFingerprints, idleMs],
    );
    return used?.admin_key;
  }

  async end(tx: Tx, digest: string): Promise<void> {
    await this.db.in(tx).table(AdminSessionRow, (sessions) => sessions.delete({ digest }));
  }

  async confirm(digest: string, confirmation: string): Promise<boolean> {
    const { raw } = await this.db.table(AdminConfirmationRow, (confirmations) =>
      confirmations
        .createQueryBuilder()
        .insert()
        .values({ id: confirmation, session: digest })
        .orIgnore()
        .returning('id')
        .execute(),
    );
    return (raw as unknown[]).length === 1;
  }
}
