import type { GaugeReading } from '../../../core/metrics/ports.js';
import type { WaitingWork } from '../../../core/admin/overview.js';
import type { LedgerAudit } from '../../../core/billing/ports.js';
import type { Database } from '../client/database.js';

/** Counts unfinished work that is due, by kind. Both counts read a partial index. */
export function waitingWork(db: Database): Promise<WaitingWork[]> {
  return db.rows<WaitingWork>(
    `select 'retrieval' as kind, count(*)::int as waiting,
            coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "oldestSeconds"
       from retrievals where finished_at is null and due_at < now()
     union all
     select 'delivery', count(*)::int, coalesce(extract(epoch from now() - min(due_at)), 0)::float8
       from deliveries where status = 'pending' and due_at < now()`,
  );
}

export async function queueMetrics(db: Database): Promise<GaugeReading[]> {
  return (await waitingWork(db)).flatMap(({ kind, waiting, oldestSeconds }) => [
    { name: 'queue_waiting' as const, labels: { kind }, value: waiting },
    { name: 'queue_oldest_seconds' as const, labels: { kind }, value: oldestSeconds },
  ]);
}

export async function ledgerMetrics(books: LedgerAudit): Promise<GaugeReading[]> {
  const last = await books.last();
  if (!last) return [];
  return [
    { name: 'ledger_difference', labels: {}, value: last.difference === undefined ? 0 : 1 },
    { name: 'ledger_check_age_seconds', labels: {}, value: (Date.now() - last.checkedAt.getTime()) / 1000 },
  ];
}

/** Does not query Postgres, so it also works while Postgres does not respond. */
export function connectionMetrics(db: Database): GaugeReading[] {
  return Object.entries(db.connections).map(([state, value]) => ({
    name: 'postgres_connections',
    labels: { state },
    value,
  }));
}
