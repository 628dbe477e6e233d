import { ApiKeys } from '../../../core/accounts/ports.js';
import { AdminAccounts, type AccountEmails, type AccountList, type AdminAccount } from '../../../core/admin/ports.js';
import { Injectable } from '../../../core/injectable.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { ApiKeyCache } from '../cache/caches.js';
import { Database } from '../client/database.js';
import type { AccountRow } from '../schema/account.tables.js';
import type { Columns } from '../schema/columns.js';

interface ListedRow extends Columns<AccountRow, typeof COLUMNS> {
  disabled: boolean;
  deleted: boolean;
  debt_credits: number;
}

const COLUMNS = 'id, email, email_verified, name, credit_balance, created_at';
const ACCOUNT = `select ${COLUMNS}, disabled_at is not null as disabled, deleted_at is not null as deleted,
  (select coalesce(sum(amount_credits - collected_credits - forgiven_credits), 0)::int from debts where account_id = a.id) as debt_credits from accounts a`;

@Injectable()
export class PostgresAdminAccounts extends AdminAccounts {
  constructor(
    private readonly db: Database,
    private readonly keys: ApiKeys,
    private readonly holders: ApiKeyCache,
  ) {
    super();
  }

  async findByEmail(email: string): Promise<AdminAccount | undefined> {
    return this.withKeys(await this.db.row<ListedRow>(`${ACCOUNT} where email = $1`, [email]));
  }

  async list(wanted: Parameters<AdminAccounts['list']>[0]): Promise<AccountList> {
    const { emailPrefix = null, after, limit } = wanted;
    const rows = await this.db.reading((from) =>
      from.rows<ListedRow>(
        `${ACCOUNT} where ($1::text is null or starts_with(email, $1)) and ($2::uuid is null or id < $2) order by id desc limit $3`,
        [emailPrefix, after ? toUuid(after) : null, limit + 1],
      ),
    );
    const accounts: AdminAccount[] = [];
    for (const row of rows.slice(0, limit)) {
      accounts.push(toAccount(row, await this.keys.of(fromUuid('acc', row.id))));
    }
    return { accounts, next: rows.length > limit ? accounts.at(-1)?.profile.id : undefined };
  }

  async find(id: Id<'acc'>): Promise<AdminAccount | undefined> {
    return this.withKeys(await this.db.row<ListedRow>(`${ACCOUNT} where id = $1`, [toUuid(id)]));
  }

  async emails(ids: readonly Id<'acc'>[]): Promise<AccountEmails> {
    const rows = await this.db.rows<{ id: string; email: string }>(
      `select id, email from accounts where id = any ($1::uuid[]) and email is not null`,
      [[...new Set(ids)].map(toUuid)],
    );
    return new Map(rows.map(({ id, email }) => [fromUuid('acc', id), email]));
  }

  async setDisabled(tx: Tx, id: Id<'acc'>, disabled: boolean): Promise<boolean> {
    const sql = `update accounts set disabled_at = case when $2 then coalesce(disabled_at, now()) end
      where id = $1 and deleted_at is null`;
    const changed = (await this.db.in(tx).change(sql, [toUuid(id), disabled])) === 1;
    tx.afterCommit(() => this.holders.forget(id));
    return changed;
  }

  async setRateLimit(tx: Tx, keyId: Id<'key'>, perMinute: number): Promise<number | undefined> {
    const row = await this.db.in(tx).row<{ before: number; account_id: string }>(
      `update api_keys k set rate_limit_per_minute = $2
         from (select id, rate_limit_per_minute as before from api_keys where id = $1 for update) old
        where k.id = old.id returning before, k.account_id`,
      [toUuid(keyId), perMinute],
    );
    if (row) tx.afterCommit(() => this.holders.forget(fromUuid('acc', row.account_id)));
    return row?.before;
  }

  private async withKeys(row: ListedRow | undefined): Promise<AdminAccount | undefined> {
    return row && toAccount(row, await this.keys.of(fromUuid('acc', row.id)));
  }
}

function toAccount(row: ListedRow, keys: AdminAccount['keys']): AdminAccount {
  return {
    profile: {
      id: fromUuid('acc', row.id),
      email: row.email ?? '',
      emailVerified: row.email_verified,
      disabled: row.disabled,
      name: row.name ?? undefined,
      creditBalance: row.credit_balance,
      createdAt: row.created_at,
    },
    deleted: row.deleted,
    debtCredits: row.debt_credits,
    keys,
  };
}
