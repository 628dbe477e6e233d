import { createHash } from 'node:crypto';
import { IsNull } from 'typeorm';
import { parseId, toUuid } from '../../../core/ids.js';
import { BEARER_MODELS, OAuthRecords, type OAuthPayload, clientSecretDigest } from '../../../core/oauth/ports.js';
import { networkOf } from '../../../core/rate-limits/network.js';
import { endKeysOfGrant } from './sign-ins.js';
import { toJson, Database } from '../client/database.js';
import { OauthRecordRow } from '../schema/account.tables.js';
import { Injectable } from '../../../core/injectable.js';

type RecordColumns = Pick<OauthRecordRow, 'payload' | 'consumed_at'>;

const REGISTRATIONS_PER_HOUR = 100;
/** A token issued while its grant was being revoked is invalid too. */
const ALIVE = `(r.expires_at is null or r.expires_at > now()) and (r.model not in ('AccessToken', 'RefreshToken') or exists (
  select from oauth_records g where g.model = 'Grant' and g.id = r.grant_id and g.expires_at > now()))`;

@Injectable()
export class PostgresOAuthRecords extends OAuthRecords {
  constructor(private readonly db: Database) {
    super();
  }

  async upsert(model: string, id: string, payload: OAuthPayload, expiresInSeconds: number | undefined): Promise<void> {
    const accountId = parseId('acc', textOf(payload['accountId']) ?? '');
    const clientId = textOf(payload['clientId']);
    await this.db.change(
      `insert into oauth_records (model, id, payload, grant_id, uid, account_id, client_id, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8::double precision))
       on conflict (model, id) do update
         set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, account_id = excluded.account_id,
             client_id = excluded.client_id, expires_at = excluded.expires_at`,
      [
        model,
        keptId(model, id),
        toJson(keptPayload(model, payload)),
        textOf(payload['grantId']),
        textOf(payload['uid']),
        accountId && toUuid(accountId),
        clientId,
        expiresInSeconds,
      ],
    );
    if (model === 'AccessToken') {
      const client = { model: 'Client', id: clientId ?? '' };
      await this.db.table(OauthRecordRow, (records) => records.update(client, { used_at: () => 'now()' }));
    }
  }

  async find(model: string, id: string): Promise<OAuthPayload | undefined> {
    if (id.includes('\0')) return undefined;
    const row = await this.db.row<RecordColumns>(
      `select r.payload, r.consumed_at from oauth_records r where r.model = $1 and r.id = $2 and ${ALIVE}`,
      [model, keptId(model, id)],
    );
    return row && { ...toPayload(row), ...(BEARER_MODELS.has(model) ? { jti: id } : {}) };
  }

  async findByUid(model: string, uid: string): Promise<OAuthPayload | undefined> {
    if (uid.includes('\0')) return undefined;
    const row = await this.db.row<RecordColumns>(
      `select r.payload, r.consumed_at from oauth_records r where r.model = $1 and r.uid = $2 and ${ALIVE}`,
      [model, uid],
    );
    return row && toPayload(row);
  }

  async consume(model: string, id: string): Promise<boolean> {
    if (id.includes('\0')) return false;
    const unused = { model, id: keptId(model, id), consumed_at: IsNull() };
    const { affected } = await this.db.table(OauthRecordRow, (records) =>
      records.update(unused, { consumed_at: () => 'now()' }),
    );
    return affected === 1;
  }

  async destroy(model: string, id: string): Promise<void> {
    if (id.includes('\0')) return;
    await this.db.table(OauthRecordRow, (records) => records.delete({ model, id: keptId(model, id) }));
    if (model === 'Grant') await endKeysOfGrant(this.db, id);
  }

  async revokeByGrant(grantId: string): Promise<void> {
    await this.db.table(OauthRecordRow, (records) => records.delete({ grant_id: grantId }));
    await endKeysOfGrant(this.db, grantId);
  }

  async noteRegistration(address: string): Promise<boolean> {
    const ip = networkOf(address);
    return this.db.interactive(async (tx) => {
      await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 3))', [ip]);
      const row = await tx.row<{ noted: number }>(
        `select count(*)::int as noted from oauth_registrations where ip = $1 and created_at > now() - interval '1 hour'`,
        [ip],
      );
      if ((row?.noted ?? 0) >= REGISTRATIONS_PER_HOUR) return false;
      await tx.change('insert into oauth_registrations (ip) values ($1)', [ip]);
      return true;
    }, ip);
  }

  async purge(stopping: AbortSignal): Promise<void> {
    // Rows that expire from now on are left for the next run, or this one might never end.
    const begun = await this.db.row<{ now: Date }>('select now()');
    for (const sql of PURGES) {
      for (let full = true; full && !stopping.aborted;) {
        full = (await this.db.change(sql, [begun?.now])) === PURGED_AT_ONCE;
      }
    }
  }
}

/** Takes some tens of milliseconds. */
const PURGED_AT_ONCE = 1_000;
/** Records left of accounts closed longer ago expire by themselves. */
const CLOSED_LATELY = `interval '7 days'`;
const oldest = (table: string, which: string, by: string) => `delete from ${table} where ctid = any (array(
  select ctid from ${table} where ${which} order by ${by} limit ${PURGED_AT_ONCE} for update skip locked))`;

const PURGES = [
  oldest('oauth_registrations', `created_at < $1::timestamptz - interval '1 hour'`, 'created_at'),
  oldest('oauth_records', 'expires_at < $1', 'expires_at'),
  oldest('oauth_records', `model = 'Client' and used_at < $1::timestamptz - interval '90 days'`, 'used_at'),
  oldest(
    'oauth_records',
    `model = 'Client' and used_at <= created_at and created_at < $1::timestamptz - interval '3 days'`,
    'created_at',
  ),
  `delete from oauth_records where ctid = any (array(
    select r.ctid
      from (select id from accounts where deleted_at < $1 and deleted_at > $1::timestamptz - ${CLOSED_LATELY}) a
     cross join lateral (select ctid from oauth_records where account_id = a.id and model in ('Grant', 'RefreshToken', 'Session')
                          limit ${PURGED_AT_ONCE} for update skip locked) r
     limit ${PURGED_AT_ONCE}))`,
];

/** Bearer credentials are stored only as digests. */
function keptId(model: string, id: string): string {
  return BEARER_MODELS.has(model) ? createHash('sha256').update(id).digest('base64url') : id;
}

function keptPayload(model: string, payload: OAuthPayload): OAuthPayload {
  const { jti: _shown, ...rest } = payload;
  if (BEARER_MODELS.has(model)) return rest;
  const secret = payload['client_secret'];
  if (model !== 'Client' || typeof secret !== 'string') return payload;
  return { ...payload, client_secret: clientSecretDigest(secret) };
}

function toPayload({ payload, consumed_at: consumedAt }: RecordColumns): OAuthPayload {
  return consumedAt ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
