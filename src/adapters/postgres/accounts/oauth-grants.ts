import { SCOPES } from '../../../core/accounts/scope.js';
import { toUuid, type Id } from '../../../core/ids.js';
import { Grants, type Grant } from '../../../core/oauth/ports.js';
import type { ApiKeyCache } from '../cache/api-key-cache.js';
import type { Database } from '../client/database.js';

/** The change is told to every process that remembers the keys. */
export const END_KEYS_OF_GRANT = 'update api_keys set revoked_at = now() where grant_id = $1 and revoked_at is null';

interface GrantRow {
  id: string;
  client_id: string;
  client_name: string | null;
  granted: string;
  created_at: Date;
  expires_at: Date;
}

export class PostgresOAuthGrants extends Grants {
  constructor(
    private readonly db: Database,
    private readonly holders: Pick<ApiKeyCache, 'forget'>,
  ) {
    super();
  }

  async of(accountId: Id<'acc'>): Promise<Grant[]> {
    const rows = await this.db.rows<GrantRow>(
      `select g.id, g.client_id, c.payload ->> 'client_name' as client_name, g.payload::text as granted, g.created_at, g.expires_at
         from oauth_records g left join oauth_records c on c.model = 'Client' and c.id = g.client_id
        where g.model = 'Grant' and g.account_id = $1 and g.expires_at > now()
        order by g.created_at desc, g.id`,
      [toUuid(accountId)],
    );
    return rows.map(toGrant);
  }

  async revoke(accountId: Id<'acc'>, grantId: string): Promise<boolean> {
    return this.db.interactive(async (tx) => {
      const sql = `delete from oauth_records where model = 'Grant' and id = $1 and account_id = $2`;
      if ((await tx.change(sql, [grantId, toUuid(accountId)])) === 0) return false;
      await tx.change('delete from oauth_records where grant_id = $1', [grantId]);
      await tx.change(
        `delete from oauth_records where model = 'Session' and account_id = $1 and exists (
           select from jsonb_each(payload -> 'authorizations') given where given.value ->> 'grantId' = $2)`,
        [toUuid(accountId), grantId],
      );
      await tx.change(END_KEYS_OF_GRANT, [grantId]);
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
    grantedAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
