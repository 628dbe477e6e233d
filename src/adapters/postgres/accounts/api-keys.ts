import { callerWith, type ApiKey } from '../../../core/accounts/account.js';
import { ApiKeys, type KeyHolder, type NewApiKey } from '../../../core/accounts/ports.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import type { Database } from '../client/database.js';
import type { ApiKeyCache } from '../cache/api-key-cache.js';

interface KeyRow {
  id: string;
  label: string;
  prefix: string;
  rate_limit_per_minute: number;
  created_at: Date;
  revoked: boolean;
}

interface HolderRow extends KeyRow {
  account_id: string;
  email_verified: boolean;
  account: KeyHolder['account'];
}

const KEY = 'k.id, k.label, k.prefix, k.rate_limit_per_minute, k.created_at, k.revoked_at is not null as revoked';

export class PostgresApiKeys extends ApiKeys {
  constructor(
    private readonly db: Database,
    private readonly holders: ApiKeyCache,
  ) {
    super();
  }

  async add(tx: Tx, key: NewApiKey): Promise<void> {
    await this.db.in(tx).change(
      `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at)
       values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7)`,
      [toUuid(key.id), toUuid(key.accountId), key.label, key.prefix, key.digest, key.rateLimitPerMinute, key.createdAt],
    );
  }

  findByDigest(digest: string): Promise<KeyHolder | undefined> {
    return this.holders.find(digest, () => this.readByDigest(digest));
  }

  async of(accountId: Id<'acc'>): Promise<ApiKey[]> {
    const rows = await this.db.rows<KeyRow>(`select ${KEY} from api_keys k where k.account_id = $1 order by k.id`, [
      toUuid(accountId),
    ]);
    return rows.map(toKey);
  }

  async revoke(accountId: Id<'acc'>, keyId: Id<'key'>): Promise<boolean> {
    const sql = 'update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $1 and account_id = $2';
    const revoked = (await this.db.change(sql, [toUuid(keyId), toUuid(accountId)])) === 1;
    this.holders.forget(accountId);
    return revoked;
  }

  private async readByDigest(digest: string): Promise<KeyHolder | undefined> {
    const row = await this.db.row<HolderRow>(
      `select ${KEY}, k.account_id, a.email_verified,
              case when a.deleted_at is not null then 'deleted' when a.disabled_at is not null then 'disabled' else 'open' end as account
         from api_keys k join accounts a on a.id = k.account_id
        where k.digest = decode($1, 'hex')`,
      [digest],
    );
    return row && toHolder(row);
  }
}

function toHolder(row: HolderRow): KeyHolder {
  const key = toKey(row);
  return {
    caller: callerWith(key, { accountId: fromUuid('acc', row.account_id), emailVerified: row.email_verified }),
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
    createdAt: row.created_at,
  };
}
