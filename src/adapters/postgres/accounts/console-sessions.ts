import { ConsoleSessions, type ConsoleVisitor } from '../../../core/accounts/ports.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import { Database } from '../client/database.js';
import type { AccountRow } from '../schema/account.tables.js';
import { Injectable } from '../../../core/injectable.js';

/**
 * Expired sessions deleted with each new one. Deletion outpaces creation, so few expired sessions
 * ever remain.
 */
const FORGOTTEN_AT_ONCE = 20;

interface VisitorRow extends Pick<AccountRow, 'id' | 'email' | 'email_verified' | 'credit_balance'> {
  session_id: string;
  disabled: boolean;
  deleted: boolean;
}

@Injectable()
export class PostgresConsoleSessions extends ConsoleSessions {
  constructor(private readonly db: Database) {
    super();
  }

  async open(session: { digest: string; id: string; accountId: Id<'acc'>; ttlMs: number }): Promise<void> {
    const { digest, id, accountId, ttlMs } = session;
    await this.db.change(
      `with expired as (
         delete from console_sessions where digest in (
           select digest from console_sessions where expires_at < now() order by expires_at limit ${FORGOTTEN_AT_ONCE} for update skip locked))
       insert into console_sessions (digest, id, account_id, expires_at) values ($1, $2, $3, now() + $4 * interval '1 millisecond')`,
      [digest, id, toUuid(accountId), ttlMs],
    );
  }

  async find(digest: string): Promise<ConsoleVisitor | undefined> {
    const row = await this.db.row<VisitorRow>(
      `select s.id as session_id, a.id, a.email, a.email_verified, a.disabled_at is not null as disabled,
              a.deleted_at is not null as deleted, a.credit_balance
         from console_sessions s join accounts a on a.id = s.account_id
        where s.digest = $1 and s.expires_at > now()`,
      [digest],
    );
    return (
      row && {
        sessionId: row.session_id,
        account: {
          id: fromUuid('acc', row.id),
          email: row.email ?? '',
          emailVerified: row.email_verified,
          disabled: row.disabled,
          deleted: row.deleted,
        },
        creditBalance: row.credit_balance,
      }
    );
  }
}
