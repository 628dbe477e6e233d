import type { ApiKeys } from '../../../core/accounts/ports.js';
import { SupportAccounts, type SupportAccount } from '../../../core/admin/ports.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import type { Database } from '../client/database.js';
import type { ApiKeyCache } from '../cache/api-key-cache.js';

interface Row {
  id: string;
  email: string | null;
  email_verified: boolean;
  name: string | null;
  disabled: boolean;
  deleted: boolean;
  credit_balance: number;
  debt_credits: number;
  created_at: Date;
}

const ACCOUNT = `select id, email, email_verified, name, disabled_at is not null as disabled, deleted_at is not null as deleted, credit_balance, created_at,
  (select coalesce(sum(amount_credits - collected_credits - forgiven_credits), 0)::int from debts where account_id = a.id) as debt_credits from accounts a`;

export class PostgresSupportAccounts extends SupportAccounts {
  constructor(
    private readonly db: Database,
    private readonly keys: ApiKeys,
    private readonly holders: ApiKeyCache,
  ) {
    super();
  }

  async findByEmail(email: string): Promise<SupportAccount | undefined> {
    return this.withKeys(await this.db.row<Row>(`${ACCOUNT} where email = $1`, [email]));
  }

  async find(id: Id<'acc'>): Promise<SupportAccount | undefined> {
    return this.withKeys(await this.db.row<Row>(`${ACCOUNT} where id = $1`, [toUuid(id)]));
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

  private async withKeys(row: Row | undefined): Promise<SupportAccount | undefined> {
    if (!row) return undefined;
    const id = fromUuid('acc', row.id);
    return {
      profile: {
        id,
        email: row.email ?? '',
        emailVerified: row.email_verified,
        disabled: row.disabled,
        name: row.name ?? undefined,
        creditBalance: row.credit_balance,
        createdAt: row.created_at,
      },
      deleted: row.deleted,
      debtCredits: row.debt_credits,
      keys: await this.keys.of(id),
    };
  }
}
