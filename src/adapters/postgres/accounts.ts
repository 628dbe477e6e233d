import { createHash } from 'node:crypto';
import type { Account, AccountProfile } from '../../core/accounts/account.js';
import { Accounts } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';
import { fromUuid, newId, toUuid, type Id } from '../../core/ids.js';
import { sqlState, type Database } from './database.js';

interface AccountRow {
  id: string;
  email: string;
  email_verified: boolean;
  disabled: boolean;
}

interface ProfileRow extends AccountRow {
  name: string | null;
  credit_balance: number;
  created_at: Date;
}

const UNIQUE_VIOLATION = '23505';
const ACCOUNT = `id, coalesce(email, '') as email, email_verified, disabled_at is not null as disabled`;

export class PostgresAccounts extends Accounts {
  constructor(private readonly db: Database) {
    super();
  }

  async openFor(email: string): Promise<Account & { isNew: boolean }> {
    const opened = await this.db.change(
      'insert into accounts (id, email) values ($1, $2) on conflict (email) do nothing',
      [toUuid(newId('acc')), email],
    );
    const row = await this.db.row<AccountRow>(`select ${ACCOUNT} from accounts where email = $1`, [email]);
    if (!row) throw new Error('the account that was just opened is gone');
    return { ...toAccount(row), isNew: opened === 1 };
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

  async profile(id: Id<'acc'>): Promise<AccountProfile> {
    const row = await this.db.row<ProfileRow>(
      `select ${ACCOUNT}, name, credit_balance, created_at from accounts where id = $1`,
      [toUuid(id)],
    );
    if (!row) throw new Error('the account of a genuine caller is gone');
    return {
      ...toAccount(row),
      name: row.name ?? undefined,
      creditBalance: row.credit_balance,
      createdAt: row.created_at,
    };
  }

  async standing(id: Id<'acc'>) {
    const row = await this.db.row<{ email_verified: boolean; disabled: boolean; deleted: boolean }>(
      `select email_verified, disabled_at is not null as disabled, deleted_at is not null as deleted from accounts where id = $1`,
      [toUuid(id)],
    );
    if (!row) return undefined;
    const state = row.deleted ? ('deleted' as const) : row.disabled ? ('disabled' as const) : ('open' as const);
    return { emailVerified: row.email_verified, state };
  }

  async idOf(email: string): Promise<Id<'acc'> | undefined> {
    const row = await this.db.row<{ id: string }>('select id from accounts where email = $1', [email]);
    return row && fromUuid('acc', row.id);
  }

  async rename(id: Id<'acc'>, name: string): Promise<void> {
    await this.db.change('update accounts set name = $2 where id = $1 and deleted_at is null', [toUuid(id), name]);
  }

  async changeEmail(id: Id<'acc'>, email: string): Promise<void> {
    try {
      await this.db.change('update accounts set email = $2, email_verified = false where id = $1 and email <> $2', [
        toUuid(id),
        email,
      ]);
    } catch (error) {
      throw sqlState(error) === UNIQUE_VIOLATION ? new AppError('EMAIL_ALREADY_EXISTS', { cause: error }) : error;
    }
  }

  async passwordHash(id: Id<'acc'>): Promise<string | undefined> {
    const row = await this.db.row<{ password_hash: string | null }>(
      'select password_hash from accounts where id = $1',
      [toUuid(id)],
    );
    return row?.password_hash ?? undefined;
  }

  async setPasswordHash(id: Id<'acc'>, hash: string, before: string | undefined): Promise<boolean> {
    const sql = `update accounts set password_hash = $2
      where id = $1 and deleted_at is null and password_hash is not distinct from $3`;
    return (await this.db.change(sql, [toUuid(id), hash, before ?? null])) === 1;
  }

  async close(id: Id<'acc'>): Promise<void> {
    await this.db.run(async () => {
      // Codes sent to an address that was never proved stay until they are purged: its owner is protected by the limits they count for.
      await this.db.change(
        'delete from one_time_codes where email = (select email from accounts where id = $1 and email_verified)',
        [toUuid(id)],
      );
      await this.db.change(
        `update accounts set email = null, email_verified = false, name = null, password_hash = null, deleted_at = now()
          where id = $1 and deleted_at is null`,
        [toUuid(id)],
      );
    });
  }
}

function toAccount(row: AccountRow): Account {
  return { id: fromUuid('acc', row.id), email: row.email, emailVerified: row.email_verified, disabled: row.disabled };
}
