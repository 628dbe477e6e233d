import type { BudgetHolder } from '../../../core/billing/ports.js';
import { ConfirmationThresholds, UsedConfirmations } from '../../../core/confirmations/ports.js';
import type { ConfirmationThreshold } from '../../../core/confirmations/threshold.js';
import { toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { ApiKeyCache } from '../cache/caches.js';
import { Database } from '../client/database.js';
import { ConfirmationThresholdRow } from '../schema/account.tables.js';
import { Injectable } from '../../../core/injectable.js';

const OF_KEY = `insert into confirmation_thresholds (account_id, key_id, credits) values ($1, $2, $3)
  on conflict (key_id) do update set credits = excluded.credits`;
const OF_GRANT = `insert into confirmation_thresholds (account_id, grant_id, client_id, credits)
  values ($1, $2, (select client_id from oauth_records where model = 'Grant' and id = $2), $3)
  on conflict (grant_id) do update set credits = excluded.credits`;

@Injectable()
export class PostgresConfirmationThresholds extends ConfirmationThresholds {
  constructor(
    private readonly db: Database,
    private readonly holders: ApiKeyCache,
  ) {
    super();
  }

  async set(tx: Tx, whose: BudgetHolder, threshold: ConfirmationThreshold | undefined): Promise<void> {
    const on = this.db.in(tx);
    const accountId = toUuid(whose.accountId);
    const holder = 'keyId' in whose ? { key_id: toUuid(whose.keyId) } : { grant_id: whose.grantId };
    tx.afterCommit(() => this.holders.forget(whose.accountId));
    if (!threshold) {
      await on.table(ConfirmationThresholdRow, (rows) => rows.delete({ account_id: accountId, ...holder }));
    } else if ('key_id' in holder) {
      await on.change(OF_KEY, [accountId, holder.key_id, threshold.credits]);
    } else {
      await on.change(OF_GRANT, [accountId, holder.grant_id, threshold.credits]);
    }
  }

  async ofClient(accountId: Id<'acc'>, clientId: string): Promise<ConfirmationThreshold | undefined> {
    return this.db.row<ConfirmationThreshold>(
      `select credits from confirmation_thresholds where account_id = $1 and client_id = $2
        order by created_at desc limit 1`,
      [toUuid(accountId), clientId],
    );
  }

  async ofGrant(grantId: string): Promise<ConfirmationThreshold | undefined> {
    return this.db.row<ConfirmationThreshold>('select credits from confirmation_thresholds where grant_id = $1', [
      grantId,
    ]);
  }
}

@Injectable()
export class PostgresUsedConfirmations extends UsedConfirmations {
  constructor(private readonly db: Database) {
    super();
  }

  async use(id: string, expiresAt: Date): Promise<boolean> {
    const sql = 'insert into used_confirmations (id, expires_at) values ($1, $2) on conflict do nothing';
    return (await this.db.change(sql, [id, expiresAt])) === 1;
  }
}
