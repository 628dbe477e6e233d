import type { GaugeReading } from '../../../core/metrics/ports.js';
import type { Database } from '../client/database.js';

/**
 * How far the ledger of an account with budgets is ahead of the clock: it was charged while a clock
 * was wrong, and its periods wait until then.
 */
export async function ledgerAhead(db: Database): Promise<GaugeReading[]> {
  const row = await db.row<{ seconds: number }>(
    `select greatest(coalesce(extract(epoch from max(a.last_budgeted_at) - ledger_now()), 0), 0)::float8 as seconds
       from accounts a where a.id in (select account_id from budgets)`,
  );
  return [{ name: 'ledger_ahead_seconds', labels: {}, value: row?.seconds ?? 0 }];
}
