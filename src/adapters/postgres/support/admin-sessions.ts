import { AdminSessions } from '../../../core/admin/ports.js';
import type { Tx } from '../../../core/ports.js';
import type { Database } from '../client/database.js';

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

  async use({ digest, keyFingerprint, idleMs }: Parameters<AdminSessions['use']>[0]): Promise<boolean> {
    const changed = await this.db.change(
      `update admin_sessions set used_at = now()
        where digest = $1 and admin_key = $2 and expires_at > now() and used_at > now() - $3 * interval '1 millisecond'`,
      [digest, keyFingerprint, idleMs],
    );
    return changed === 1;
  }

  async end(tx: Tx, digest: string): Promise<void> {
    await this.db.in(tx).change('delete from admin_sessions where digest = $1', [digest]);
  }

  async confirm(digest: string, confirmation: string): Promise<boolean> {
    const added = await this.db.change(
      'insert into admin_confirmations (id, session) values ($1, $2) on conflict (id) do nothing',
      [confirmation, digest],
    );
    return added === 1;
  }
}
