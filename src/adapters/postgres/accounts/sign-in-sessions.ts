import { toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { SignInSessions, type SignInSession } from '../../../core/accounts/ports.js';
import type { Database } from '../client/database.js';

/** The sessions that the OAuth library keeps; their names here are the ones they have inside other records, never the one in the cookie. */
export class PostgresSignInSessions extends SignInSessions {
  constructor(private readonly db: Database) {
    super();
  }

  async of(accountId: Id<'acc'>): Promise<SignInSession[]> {
    const rows = await this.db.rows<{ uid: string; created_at: Date; expires_at: Date }>(
      `select uid, created_at, expires_at from oauth_records
        where model = 'Session' and account_id = $1 and uid is not null and expires_at > now()
        order by created_at desc, uid`,
      [toUuid(accountId)],
    );
    return rows.map((row) => ({ id: row.uid, signedInAt: row.created_at, expiresAt: row.expires_at }));
  }

  async end(accountId: Id<'acc'>, id: string): Promise<boolean> {
    const sql = `delete from oauth_records where model = 'Session' and account_id = $1 and uid = $2`;
    return (await this.db.change(sql, [toUuid(accountId), id])) > 0;
  }

  async endAll(tx: Tx, accountId: Id<'acc'>): Promise<void> {
    const sql = `delete from oauth_records where model = 'Session' and account_id = $1`;
    await this.db.in(tx).change(sql, [toUuid(accountId)]);
  }
}
