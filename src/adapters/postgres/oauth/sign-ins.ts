import { IsNull, Not } from 'typeorm';
import { SCOPES } from '../../../core/accounts/scope.js';
import { MAX_SESSIONS_LISTED } from '../../../core/limits.js';
import { toUuid, type Id } from '../../../core/ids.js';
import { SignIns, type Grant, type SignInSession } from '../../../core/accounts/ports.js';
import type { Tx } from '../../../core/ports.js';
import { ApiKeyCache } from '../cache/caches.js';
import { BUDGET_COLUMNS, toBudgetStanding, type BudgetColumns } from '../schema/columns.js';
import { Database } from '../client/database.js';
import type { PostgresTx } from '../client/postgres-tx.js';
import { ApiKeyRow, ConsoleSessionRow, OauthRecordRow } from '../schema/account.tables.js';
import { WatchRow } from '../schema/watch.tables.js';
import { Injectable } from '../../../core/injectable.js';

/** Postgres notifies every process that caches the keys. */
export async function endKeysOfGrant(on: Database | PostgresTx, grantId: string): Promise<void> {
  await on.table(ApiKeyRow, (keys) =>
    keys.update({ grant_id: grantId, revoked_at: IsNull() }, { revoked_at: () => 'now()' }),
  );
}

interface GrantRow extends BudgetColumns {
  confirm_above: number | null;
  id: string;
  client_id: string;
  client_name: string | null;
  granted: string;
  created_at: Date;
  expires_at: Date;
}

/**
 * Sessions and grants are records of the OAuth library, except console sessions. Sessions are
 * identified by the id that other records use, never by the one in the cookie.
 */
@Injectable()
export class PostgresSignIns extends SignIns {
  constructor(
    private readonly db: Database,
    private readonly holders: ApiKeyCache,
  ) {
    super();
  }

  async sessions(accountId: Id<'acc'>): Promise<SignInSession[]> {
    const rows = await this.db.rows<{ uid: string; created_at: Date; expires_at: Date }>(
      `select uid, created_at, expires_at from oauth_records
        where model = 'Session' and account_id = $1 and uid is not null and expires_at > now()
       union all
       select id, created_at, expires_at from console_sessions where account_id = $1 and expires_at > now()
        order by created_at desc, uid limit $2`,
      [toUuid(accountId), MAX_SESSIONS_LISTED],
    );
    return rows.map((row) => ({ id: row.uid, signedInAt: row.created_at, expiresAt: row.expires_at }));
  }

  async endSession(accountId: Id<'acc'>, id: string): Promise<boolean> {
    const ended = await this.db.row<{ found: boolean }>(
      `with signed_in as (delete from oauth_records where model = 'Session' and account_id = $1 and uid = $2 returning 1),
            at_console as (delete from console_sessions where account_id = $1 and id = $2 returning 1)
       select exists (select from signed_in) or exists (select from at_console) as found`,
      [toUuid(accountId), id],
    );
    return ended?.found ?? false;
  }

  async endSessions(tx: Tx, accountId: Id<'acc'>): Promise<void> {
    const account = { account_id: toUuid(accountId) };
    const on = this.db.in(tx);
    await on.table(OauthRecordRow, (records) => records.delete({ model: 'Session', ...account }));
    await on.table(ConsoleSessionRow, (sessions) => sessions.delete(account));
  }

  async grants(accountId: Id<'acc'>): Promise<Grant[]> {
    const rows = await this.db.rows<GrantRow>(
      `select g.id, g.client_id, c.payload ->> 'client_name' as client_name, g.payload::text as granted, g.created_at, g.expires_at,
              ${BUDGET_COLUMNS}, t.credits as confirm_above
         from oauth_records g left join oauth_records c on c.model = 'Client' and c.id = g.client_id
         left join budgets b on b.grant_id = g.id left join lateral budget_standing(b, ledger_now()) s on b.id is not null
         left join confirmation_thresholds t on t.grant_id = g.id
        where g.model = 'Grant' and g.account_id = $1 and g.expires_at > now()
        order by g.created_at desc, g.id`,
      [toUuid(accountId)],
    );
    return rows.map(toGrant);
  }

  async endOtherGrants(tx: Tx, accountId: Id<'acc'>, clientId: string, grantId: string): Promise<void> {
    const on = this.db.in(tx);
    const account = { account_id: toUuid(accountId) };
    const others = { model: 'Grant', ...account, client_id: clientId, id: Not(grantId) };
    const { raw } = await on.table(OauthRecordRow, (records) =>
      records.createQueryBuilder().delete().where(others).returning('id').execute(),
    );
    for (const { id } of raw as { id: string }[]) {
      // Interactions stay: the one in which the owner is granting access belongs to the earlier
      // grant and must still lead back to the client.
      await on.table(OauthRecordRow, (records) => records.delete({ grant_id: id, model: Not('Interaction') }));
      await endKeysOfGrant(on, id);
      await on.table(WatchRow, (watches) => watches.update({ ...account, grant_id: id }, { grant_id: grantId }));
    }
    tx.afterCommit(() => this.holders.forget(accountId));
  }

  async revokeGrant(accountId: Id<'acc'>, grantId: string): Promise<boolean> {
    return this.db.interactive(async (tx) => {
      const grant = { model: 'Grant', id: grantId, account_id: toUuid(accountId) };
      const { affected } = await tx.table(OauthRecordRow, (records) => records.delete(grant));
      if (affected === 0) return false;
      await tx.table(OauthRecordRow, (records) => records.delete({ grant_id: grantId }));
      await tx.change(
        `delete from oauth_records where model = 'Session' and account_id = $1 and exists (
           select from jsonb_each(payload -> 'authorizations') given where given.value ->> 'grantId' = $2)`,
        [toUuid(accountId), grantId],
      );
      await endKeysOfGrant(tx, grantId);
      tx.afterCommit(() => this.holders.forget(accountId));
      return true;
    });
  }
}

function toGrant(row: GrantRow): Grant {
  const { resources = {}, openid = {} } = JSON.parse(row.granted) as {
    resources?: Record<string, string>;
    openid?: { scope?: string };
  };
  const granted = new Set([...Object.values(resources), openid.scope ?? ''].flatMap((scope) => scope.split(' ')));
  return {
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name ?? undefined,
    scopes: SCOPES.filter((scope) => granted.has(scope)),
    budget: toBudgetStanding(row),
    confirmAbove: row.confirm_above === null ? undefined : { credits: row.confirm_above },
    grantedAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
