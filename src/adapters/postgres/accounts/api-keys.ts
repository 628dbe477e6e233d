import { MAX_ACTIVE_KEYS } from '../../../core/accounts/keys/api-key.js';
import { refused, WHOLE, type InvalidRequest } from '../../../core/invalid-request.js';
import { callerWith, type ApiKey, type ListedKey } from '../../../core/accounts/account.js';
import { ApiKeys, type KeyHolder, type NewApiKey } from '../../../core/accounts/ports.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import { MAX_REVOKED_KEYS_SHOWN, REVOKED_KEYS_LISTED_DAYS } from '../../../core/limits.js';
import { pageOf } from '../../../core/page.js';
import type { Tx } from '../../../core/ports.js';
import { Database } from '../client/database.js';
import { ApiKeyRow } from '../schema/account.tables.js';
import { type Columns, BUDGET_COLUMNS, toBudgetStanding, type BudgetColumns } from '../schema/columns.js';
import { ApiKeyCache } from '../cache/caches.js';
import { Injectable } from '../../../core/injectable.js';

interface KeyRow extends Columns<ApiKeyRow, typeof COLUMNS> {
  revoked: boolean;
}

interface ListedRow extends KeyRow, BudgetColumns, Pick<ApiKeyRow, 'grant_id' | 'last_used_at'> {
  client_name: string | null;
  confirm_above: number | null;
}

interface HolderRow extends KeyRow, Pick<ApiKeyRow, 'account_id' | 'grant_id' | 'scopes'> {
  use_is_recent: boolean;
  key_budget: boolean;
  grant_budget: boolean;
  confirm_above: number | null;
  email_verified: boolean;
  account: KeyHolder['account'];
}

/** A key created by an application is valid only as long as its grant. */
const ACTIVE = `(k.revoked_at is null and (k.grant_id is null or exists (
  select from oauth_records g where g.model = 'Grant' and g.id = k.grant_id and g.expires_at > now())))`;
const COLUMNS = 'k.id, k.label, k.prefix, k.rate_limit_per_minute, k.created_at, k.jurisdictions, k.tiers';
const KEY = `${COLUMNS}, not ${ACTIVE} as revoked`;

const LISTED = `select ${KEY}, ${BUDGET_COLUMNS}, c.credits as confirm_above, k.last_used_at, k.grant_id,
         (select a.payload ->> 'client_name' from oauth_records g join oauth_records a on a.model = 'Client' and a.id = g.client_id
           where g.model = 'Grant' and g.id = k.grant_id and g.expires_at > now()) as client_name
    from api_keys k
  left join confirmation_thresholds c on c.key_id = k.id
  left join budgets b on b.key_id = k.id left join lateral budget_standing(b, ledger_now()) s on b.id is not null`;
const RECENTLY_USED = `coalesce(k.last_used_at > now() - interval '1 minute', false)`;
/** Waits for no lock: a key that is being changed is recorded at its next use. */
const RECORD_USE = `update api_keys set last_used_at = now() where id = (
  select k.id from api_keys k where k.id = $1 and not ${RECENTLY_USED} for no key update skip locked)`;
const LISTED_SINCE = `now() - interval '${REVOKED_KEYS_LISTED_DAYS} days'`;

@Injectable()
export class PostgresApiKeys extends ApiKeys {
  constructor(
    private readonly db: Database,
    private readonly holders: ApiKeyCache,
  ) {
    super();
  }

  async add(tx: Tx, key: NewApiKey): Promise<void> {
    const accountId = toUuid(key.accountId);
    // Locked until the commit, so that concurrent requests count each other's keys.
    const on = this.db.in(tx);
    await on.rows('select from accounts where id = $1 for no key update', [accountId]);
    const added = await on.change(
      `insert into api_keys (id, account_id, grant_id, label, prefix, digest, rate_limit_per_minute, created_at, jurisdictions, tiers, scopes)
       select $1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8, $10, $11, $12
        where (select count(*) from api_keys k where k.account_id = $2 and ${ACTIVE}) < $9`,
      [
        toUuid(key.id),
        accountId,
        key.grantId,
        key.label,
        key.prefix,
        key.digest,
        key.rateLimitPerMinute,
        key.createdAt,
        MAX_ACTIVE_KEYS,
        key.jurisdictions,
        key.tiers,
        key.scopes,
      ],
    );
    if (added === 0) throw tooManyKeys();
  }

  findByDigest(digest: string): Promise<KeyHolder | undefined> {
    return this.holders.find(digest, () => this.readByDigest(digest));
  }

  async of(accountId: Id<'acc'>): Promise<ListedKey[]> {
    const rows = await this.db.rows<ListedRow>(
      `${LISTED} where k.id in (
         select id from api_keys where account_id = $1 and revoked_at is null
         union all
         (select id from api_keys where account_id = $1 and revoked_at > ${LISTED_SINCE} order by revoked_at desc limit $2))
       order by k.id`,
      [toUuid(accountId), MAX_REVOKED_KEYS_SHOWN],
    );
    return rows.map(toListedKey);
  }

  async list(accountId: Id<'acc'>, { after, limit }: { after: Id<'key'> | undefined; limit: number }) {
    const rows = await this.db.rows<ListedRow>(
      `${LISTED} where k.account_id = $1 and k.id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
         and (k.revoked_at is null or k.revoked_at > ${LISTED_SINCE})
       order by k.id limit $3`,
      [toUuid(accountId), after === undefined ? null : toUuid(after), limit + 1],
    );
    return pageOf(rows.map(toListedKey), limit);
  }

  async change(
    tx: Tx,
    accountId: Id<'acc'>,
    keyId: Id<'key'>,
    change: Parameters<ApiKeys['change']>[3],
  ): Promise<boolean> {
    const { label, jurisdictions, tiers } = change;
    const key = { id: toUuid(keyId), account_id: toUuid(accountId) };
    const columns = {
      ...(label !== undefined && { label }),
      ...(jurisdictions !== undefined && { jurisdictions: jurisdictions && [...jurisdictions] }),
      ...(tiers !== undefined && { tiers: tiers && [...tiers] }),
    };
    tx.afterCommit(() => this.holders.forget(accountId));
    return this.db.in(tx).table(ApiKeyRow, async (keys) => {
      if (Object.keys(columns).length === 0) return keys.existsBy(key);
      const { affected } = await keys.update(key, columns);
      return affected === 1;
    });
  }

  async revoke(accountId: Id<'acc'>, keyId: Id<'key'>): Promise<boolean> {
    const sql = 'update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $1 and account_id = $2';
    const revoked = (await this.db.change(sql, [toUuid(keyId), toUuid(accountId)])) === 1;
    this.holders.forget(accountId);
    return revoked;
  }

  private async readByDigest(digest: string): Promise<KeyHolder | undefined> {
    const row = await this.db.row<HolderRow>(
      `select ${KEY}, ${RECENTLY_USED} as use_is_recent, k.account_id, k.grant_id, k.scopes, a.email_verified, exists (select from budgets b where b.key_id = k.id) as key_budget,
              exists (select from budgets b where b.grant_id = k.grant_id) as grant_budget,
              (select min(c.credits) from confirmation_thresholds c where c.key_id = k.id or c.grant_id = k.grant_id) as confirm_above,
              case when a.deleted_at is not null then 'deleted' when a.disabled_at is not null then 'disabled' else 'open' end as account
         from api_keys k join accounts a on a.id = k.account_id
        where k.digest = decode($1, 'hex')`,
      [digest],
    );
    if (row && !row.revoked && row.account === 'open' && !row.use_is_recent) this.recordUse(row.id);
    return row && toHolder(row);
  }

  /**
   * Runs beside the request. The cache above limits how often; a use that could not be recorded is
   * recorded after the next read of the key.
   */
  private recordUse(id: string): void {
    this.db.change(RECORD_USE, [id]).catch(() => undefined);
  }
}

function tooManyKeys(): InvalidRequest {
  return refused(WHOLE, `This account has ${MAX_ACTIVE_KEYS} active keys, the maximum.`, {
    details: { keys: MAX_ACTIVE_KEYS },
    nextStep: 'revoke_key',
  });
}

function toHolder(row: HolderRow): KeyHolder {
  const key = toKey(row);
  return {
    caller: callerWith(key, {
      accountId: fromUuid('acc', row.account_id),
      grantId: row.grant_id ?? undefined,
      emailVerified: row.email_verified,
      scopes: row.scopes === null ? 'all' : new Set(row.scopes),
      budgets: { ofKey: row.key_budget, ofGrant: row.grant_budget },
      confirmAbove: row.confirm_above ?? undefined,
    }),
    key,
    account: row.account,
  };
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: fromUuid('key', row.id),
    label: row.label,
    prefix: row.prefix,
    rateLimitPerMinute: row.rate_limit_per_minute,
    active: !row.revoked,
    jurisdictions: row.jurisdictions ?? undefined,
    tiers: row.tiers ?? undefined,
    createdAt: row.created_at,
  };
}

function toListedKey(row: ListedRow): ListedKey {
  const { confirm_above: credits, last_used_at } = row;
  return {
    ...toKey(row),
    grantId: row.grant_id ?? undefined,
    clientName: row.client_name ?? undefined,
    lastUsedAt: last_used_at ?? undefined,
    budget: toBudgetStanding(row),
    confirmAbove: credits === null ? undefined : { credits },
  };
}
