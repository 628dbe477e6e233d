import { MOST_ACTIVE_KEYS } from '../../../core/accounts/api-key.js';
import { AppError } from '../../../core/errors.js';
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

/** A key that an application made counts only while its grant does. */
const ACTIVE = `(k.revoked_at is null and (k.grant_id is null or exists (
  select from oauth_records g where g.model = 'Grant' and g.id = k.grant_id and g.expires_at > now())))`;
const KEY = `k.id, k.label, k.prefix, k.rate_limit_per_minute, k.created_at, not ${ACTIVE} as revoked`;

export class PostgresApiKeys extends ApiKeys {
  constructor(
    private readonly db: Database,
    private readonly holders: ApiKeyCache,
  ) {
    super();
  }

  async add(tx: Tx, key: NewApiKey): Promise<void> {
    const accountId = toUuid(key.accountId);
    // Held to the commit: those who ask at the same time count each other's.
    const on = this.db.in(tx);
    await on.rows('select from accounts where id = $1 for no key update', [accountId]);
    const added = await on.change(
      `insert into api_keys (id, account_id, grant_id, label, prefix, digest, rate_limit_per_minute, created_at)
       select $1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8
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
        MOST_ACTIVE_KEYS,
      ],
    );
    if (added === 0) throw tooManyKeys();
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

function tooManyKeys(): AppError {
  return new AppError('VALIDATION_ERROR', {
    message: `This account has ${MOST_ACTIVE_KEYS} active keys, as many as it may have.`,
    details: { maximum: MOST_ACTIVE_KEYS },
    suggestion: 'Revoke one with DELETE /v1/account/keys/{keyId} first.',
  });
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
