import { createHash } from 'node:crypto';
import type { Account } from '../../core/accounts/account.js';
import { Accounts } from '../../core/accounts/ports.js';
import { fromUuid, newId, toUuid, type Id } from '../../core/ids.js';
import type { Database } from './database.js';

interface AccountRow {
  id: string;
  email: string;
  email_verified: boolean;
  disabled: boolean;
}

export class PostgresAccounts extends Accounts {
  constructor(private readonly db: Database) {
    super();
  }

  async openFor(email: string): Promise<Account> {
    await this.db.change('insert into accounts (id, email) values ($1, $2) on conflict (email) do nothing', [
      toUuid(newId('acc')),
      email,
    ]);
    const row = await this.db.row<AccountRow>(
      'select id, email, email_verified, disabled_at is not null as disabled from accounts where email = $1',
      [email],
    );
    if (!row) throw new Error('the account that was just opened is gone');
    return { id: fromUuid('acc', row.id), email: row.email, emailVerified: row.email_verified, disabled: row.disabled };
  }

  async markEmailVerified(id: Id<'acc'>): Promise<void> {
    await this.db.change('update accounts set email_verified = true where id = $1 and not email_verified', [
      toUuid(id),
    ]);
  }

  async claimFreeCredits(email: string): Promise<boolean> {
    const digest = createHash('sha256').update(email).digest();
    const sql = 'insert into free_credit_grants (email_digest) values ($1) on conflict do nothing';
    return (await this.db.change(sql, [digest])) === 1;
  }
}
