import { MAX_COUNTED } from '../../../core/limits.js';
import type { ApiKeys } from '../../../core/accounts/ports.js';
import {
  Support,
  type AccountList,
  type JobFilter,
  type MirrorEdition,
  type RefundedEnd,
  type SupportAccount,
  type SupportJob,
  type JobsLookedFor,
  type SupportJobList,
} from '../../../core/admin/ports.js';
import { fromUuid, parseId, toUuid, type Id } from '../../../core/ids.js';
import { pageOf, type Page, type Paged } from '../../../core/page.js';
import type { Tx } from '../../../core/ports.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { ApiKeyCache } from '../cache/caches.js';
import { JOB_ENDED } from '../cache/notifications.js';
import type { Database } from '../client/database.js';
import {
  ACCOUNT,
  JOB,
  JOB_FIELDS,
  JOB_FILTER,
  listedJobs,
  newestJobs,
  toAccount,
  toJob,
  type AccountRow,
  type JobRow,
} from './support-rows.js';

export class PostgresSupport extends Support {
  constructor(
    private readonly db: Database,
    private readonly keys: ApiKeys,
    private readonly holders: ApiKeyCache,
  ) {
    super();
  }

  async findAccountByEmail(email: string): Promise<SupportAccount | undefined> {
    return this.withKeys(await this.db.row<AccountRow>(`${ACCOUNT} where email = $1`, [email]));
  }

  async listAccounts(wanted: Parameters<Support['listAccounts']>[0]): Promise<AccountList> {
    const { emailPrefix = null, after, limit } = wanted;
    // One more than is shown tells that there is another page.
    const rows = await this.db.reading((from) =>
      from.rows<AccountRow>(
        `${ACCOUNT} where ($1::text is null or starts_with(email, $1)) and ($2::uuid is null or id < $2) order by id desc limit $3`,
        [emailPrefix, after ? toUuid(after) : null, limit + 1],
      ),
    );
    const accounts: SupportAccount[] = [];
    for (const row of rows.slice(0, limit)) {
      accounts.push(toAccount(row, await this.keys.of(fromUuid('acc', row.id))));
    }
    return { accounts, next: rows.length > limit ? accounts.at(-1)?.profile.id : undefined };
  }

  async findAccount(id: Id<'acc'>): Promise<SupportAccount | undefined> {
    return this.withKeys(await this.db.row<AccountRow>(`${ACCOUNT} where id = $1`, [toUuid(id)]));
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

  pageOfJobs({ status, jurisdiction, accountId }: JobFilter, { limit, offset }: Page): Promise<Paged<SupportJob>> {
    const filter = [status ?? null, jurisdiction ?? null, accountId ? toUuid(accountId) : null];
    const newest = newestJobs({ status, accountId });
    return this.db.reading(async (from) => {
      const rows = await from.rows<JobRow>(
        `select ${JOB_FIELDS} from ${newest} ${JOB_FILTER} order by id desc limit $4 offset $5`,
        [...filter, limit, offset],
      );
      const count = await from.row<{ total: number }>(
        `select count(*)::int as total from ${newest} ${JOB_FILTER}`,
        filter,
      );
      return { items: rows.map(toJob), total: count?.total ?? 0 };
    });
  }

  async listJobs(wanted: JobsLookedFor): Promise<SupportJobList> {
    const { status, jurisdiction, accountId, before, text, from: since, to, limit } = wanted;
    const filter = [status ?? null, jurisdiction ?? null, accountId ? toUuid(accountId) : null];
    const values = [...filter, before ? toUuid(before) : null, text ?? null, since ?? null, to ?? null, limit + 1];
    const rows = await this.db.reading((from) =>
      from.rows<JobRow & { last_id: string | null; looked_at: number }>(listedJobs({ status, accountId }), values),
    );
    const { last_id: last = null, looked_at: lookedAt = 0 } = rows[0] ?? {};
    const { items, next } = pageOf(rows.filter(({ id }) => id !== null).map(toJob), limit);
    return { items, next: next ?? (last !== null && lookedAt === MAX_COUNTED ? fromUuid('job', last) : undefined) };
  }

  async findJob(id: Id<'job'>): Promise<SupportJob | undefined> {
    const row = await this.db.row<JobRow>(`${JOB} where id = $1`, [toUuid(id)]);
    return row && toJob(row);
  }

  async lockJob(tx: Tx, id: Id<'job'>): Promise<SupportJob | undefined> {
    const row = await this.db.in(tx).row<JobRow>(`${JOB} where id = $1 for update of j`, [toUuid(id)]);
    return row && toJob(row);
  }

  async markJobRefunded(tx: Tx, id: Id<'job'>): Promise<RefundedEnd> {
    const on = this.db.in(tx);
    const job = await on.row<{ account_id: string; entity_id: string | null; tier: Tier; completed_at: Date }>(
      `with refunded as (
         update jobs set status = 'refunded', completed_at = coalesce(completed_at, now()) where id = $1
         returning id, account_id, tier, completed_at, result ->> 'entityId' as entity_id
       )
       select account_id, entity_id, tier, completed_at, pg_notify('${JOB_ENDED}', id::text) from refunded`,
      [toUuid(id)],
    );
    if (!job) throw new Error(`job ${id} is gone although it is locked`);
    const entityId = parseId('ent', job.entity_id ?? '');
    const isDeep = entityId !== undefined && job.tier === 'deep';
    return {
      completedAt: job.completed_at,
      deep: isDeep ? { accountId: fromUuid('acc', job.account_id), entityId } : undefined,
    };
  }

  async mirrors(): Promise<MirrorEdition[]> {
    const rows = await this.db.rows<Omit<MirrorEdition, 'rows'> & { rows: string }>(
      `select jurisdiction, realm = 'sandbox' as sandbox, to_char(as_of, 'YYYY-MM-DD') as "asOf", rows, imported_at as "importedAt"
         from mirror_editions where state = 'current' order by jurisdiction, realm`,
    );
    return rows.map((row) => ({ ...row, rows: Number(row.rows) }));
  }

  private async withKeys(row: AccountRow | undefined): Promise<SupportAccount | undefined> {
    return row && toAccount(row, await this.keys.of(fromUuid('acc', row.id)));
  }
}
