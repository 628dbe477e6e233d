import type { GaugeReading } from '../../../core/metrics/ports.js';
import { PAUSE_REASONS, type PauseReason } from '../../../core/watches/watch.js';
import type { Database } from '../client/database.js';
import { OPEN_ACCOUNT } from './watch-row.js';

interface LateRow {
  jurisdiction: string;
  waiting: number;
  oldest_seconds: number;
}

/**
 * Overdue checks, blind watches and paused watches, by the clock that the watches run on. Each
 * count reads a partial index.
 */
export async function watchMetrics(db: Database, sandbox: boolean): Promise<GaugeReading[]> {
  const [late, blind, paused] = await Promise.all([
    db.rows<LateRow>(
      `select w.jurisdiction, count(*)::int as waiting, extract(epoch from clock.shown - min(w.next_check_at))::float8 as oldest_seconds
         from watches w, (select case when $1 then (select sandbox_time from sandbox_clock) else now() end as shown) clock
        where w.sandbox = $1 and w.status = 'active' and w.next_check_at < clock.shown and ${OPEN_ACCOUNT}
        group by w.jurisdiction, clock.shown`,
      [sandbox],
    ),
    db.rows<{ jurisdiction: string; blind: number }>(
      `select jurisdiction, count(*)::int as blind from watches
        where blind_since is not null and status = 'active' and sandbox = $1 group by jurisdiction`,
      [sandbox],
    ),
    db.rows<{ reason: PauseReason; paused: number }>(
      `select pause_reason as reason, count(*)::int as paused from watches where status = 'paused' and sandbox = $1 group by pause_reason`,
      [sandbox],
    ),
  ]);
  const pausedFor = new Map(paused.map((row) => [row.reason, row.paused]));
  return [
    ...late.flatMap(({ jurisdiction, waiting, oldest_seconds }) => [
      { name: 'watch_checks_waiting' as const, labels: { jurisdiction }, value: waiting },
      { name: 'watch_checks_oldest_seconds' as const, labels: { jurisdiction }, value: oldest_seconds },
    ]),
    ...blind.map((row) => ({
      name: 'watches_blind' as const,
      labels: { jurisdiction: row.jurisdiction },
      value: row.blind,
    })),
    ...PAUSE_REASONS.map((reason) => ({
      name: 'watches_paused' as const,
      labels: { reason },
      value: pausedFor.get(reason) ?? 0,
    })),
  ];
}
