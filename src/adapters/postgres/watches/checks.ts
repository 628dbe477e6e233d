import { Injectable } from '../../../core/injectable.js';
import { randomUUID } from 'node:crypto';
import { PRICES } from '../../../core/billing/pricing.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import type { WatchEvent } from '../../../core/watches/event.js';
import { catalogue } from '../../../core/registries/jurisdictions.js';
import {
  WatchChecks,
  WatchEventBodies,
  type CheckEnd,
  type ClaimedCheck,
  type NewCheck,
} from '../../../core/watches/ports.js';
import type { PauseReason, Period } from '../../../core/watches/watch.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { Database, toJson } from '../client/database.js';
import { extendClaim, Lease, LEASE_END } from '../client/lease.js';
import type { QueuedWrite } from '../client/pending-writes.js';
import { toClaimed, toEndRow, type ClaimedRow } from './claimed-check.js';
import { tellEvents } from './watch-events.js';
import { countedIn, OPEN_ACCOUNT, spentIn, withinBudget } from './watch-row.js';

/** Other watches of the same record due at the same moment are claimed together. */
const MAX_EQUAL = 1_000;
const UNCLAIMED = '(w.claimed_until is null or w.claimed_until < now())';

/** Registers that a request waits for, determined once for all rows. Checks yield to requests. */
const BUSY_REGISTERS = `array(
  select code from unnest($6::text[]) code where exists (
    select from retrievals r where r.jurisdiction = code and r.finished_at is null and r.due_at <= now()
      and (r.claimed_until is null or r.claimed_until < now())))`;

const DUE_WATCHES = `
  select w.entity_id, w.next_check_at from watches w
   where w.sandbox = $1 and w.status = 'active' and w.next_check_at <= $2 and w.check_job is null and ${UNCLAIMED} and ${OPEN_ACCOUNT}
     and (w.next_check_at < $7 or w.jurisdiction <> all (${BUSY_REGISTERS}))
   order by w.next_check_at limit $3`;

/**
 * Usually nothing is due. To find that out, this reads the first entry of each index and takes no
 * claim.
 */
const DUE = `
  select d.id from (
    (select w.id, w.next_check_at as due from watches w
      where w.sandbox = $1 and w.status = 'active' and w.next_check_at <= $2 and w.check_job is null and ${UNCLAIMED}
      order by w.next_check_at limit $3)
    union all
    (select w.id, w.check_due as due from watches w where w.sandbox = $1 and w.check_job is not null and w.check_due <= $2 and ${UNCLAIMED}
      order by w.check_due limit $3)) d
   order by d.due limit $3`;

type Wanted = Parameters<WatchChecks['claim']>[0];

@Injectable()
export class PostgresWatchChecks extends WatchChecks {
  constructor(
    private readonly db: Database,
    private readonly bodies: WatchEventBodies,
  ) {
    super();
  }

  async claim({ until, withinMs, limit, urgentBefore, sandbox }: Wanted): Promise<ClaimedCheck[]> {
    const [first] = await this.due(until, sandbox, 1);
    if (!first) return [];
    const claim = randomUUID();
    const rows = await this.db.rows<ClaimedRow>(
      `with picked as materialized (${DUE_WATCHES}), within as (
         select distinct entity_id, next_check_at from picked
          where next_check_at <= (select min(next_check_at) from picked) + make_interval(secs => $4)
       ), begun as materialized (
         select w.id from watches w
          where w.sandbox = $1 and w.check_job is not null and w.check_due <= $2 and ${UNCLAIMED}
          order by w.check_due limit $3 for update skip locked
       ), regular as materialized (
         select w.id from within p join watches w on w.entity_id = p.entity_id and w.next_check_at = p.next_check_at
          where w.sandbox = $1 and w.status = 'active' and w.check_job is null and ${UNCLAIMED} and ${OPEN_ACCOUNT} and not exists (select from begun)
          order by w.next_check_at, w.entity_id limit $3 + ${MAX_EQUAL} for update of w skip locked
       ), wanted as (
         select id from begun union all select id from regular
       ), claimed as (
         update watches w set claim = $5, claimed_until = ${LEASE_END}
           from wanted where w.id = wanted.id returning w.*, coalesce(w.check_due, w.next_check_at) as due
       ), taken_up as (
         update jobs set status = 'processing' where id in (select check_job from claimed) and status = 'pending'
       )
       select w.*, coalesce((select j.tier from jobs j where j.id = w.check_job), w.tier) as tier, e.record ->> 'name' as entity_name, e.record_id,
           now() as claimed_at, ${withinBudget('w.due')} as within_budget,
           k.jurisdictions as key_jurisdictions, k.tiers as key_tiers,
           (select l.id from ledger_entries l where l.job_id = w.check_job and l.type = 'charge') is not null as charged
         from claimed w join entities e on e.id = w.entity_id left join api_keys k on k.id = w.key_id order by w.due, w.id`,
      [sandbox, until, limit, withinMs / 1000, claim, catalogue().map(({ code }) => code), urgentBefore],
    );
    return rows.map((row) => toClaimed(row, claim));
  }

  async due(until: Date, sandbox: boolean, limit: number): Promise<Id<'wch'>[]> {
    const rows = await this.db.rows<{ id: string }>(DUE, [sandbox, until, limit]);
    return rows.map(({ id }) => fromUuid('wch', id));
  }

  async nextDue(sandbox: boolean): Promise<{ at: Date; every: Period } | undefined> {
    const row = await this.db.row<{ at: Date | null; every: Period }>(
      `select least(
           (select next_check_at from watches w where sandbox = $1 and status = 'active' and next_check_at is not null and ${OPEN_ACCOUNT}
             order by next_check_at limit 1),
           (select min(check_due) from watches where sandbox = $1 and check_job is not null)) as at,
         case when exists (select from watches where sandbox = $1 and status = 'active' and every = '1d') then '1d'
              when exists (select from watches where sandbox = $1 and status = 'active' and every = '7d') then '7d' else '30d' end as every`,
      [sandbox],
    );
    return row?.at ? { at: row.at, every: row.every } : undefined;
  }

  holding<T>(checks: readonly ClaimedCheck[], work: () => Promise<T>): Promise<T> {
    return Lease.during(() => extendClaim(this.db, 'watches', watchIdsOf(checks), checks[0]?.claim), work);
  }

  begin({ watchId, accountId, jobId, tier, due, claim }: NewCheck): QueuedWrite {
    const ids = { watch_id: toUuid(watchId), account_id: toUuid(accountId), job_id: toUuid(jobId) };
    return { kind: 'checks.begin', row: { ...ids, claim: claim ?? null, due, tier, amount: PRICES[tier] } };
  }

  async release(checks: readonly ClaimedCheck[], pauseMs: number): Promise<void> {
    await this.db.change(
      `update watches set claim = null, claimed_until = now() + make_interval(secs => $3) where id = any ($1::uuid[]) and claim = $2`,
      [watchIdsOf(checks), checks[0]?.claim, pauseMs / 1000],
    );
  }

  async abandon({ watchId, jobId, claim }: ClaimedCheck): Promise<void> {
    await this.db.change(
      `with abandoned as (
         update watches set check_job = null, check_due = null, check_asked = false, claim = null, claimed_until = null
          where id = $1 and claim = $2 returning id
       )
       delete from jobs j where j.id = $3 and j.status in ('pending', 'processing') and exists (select from abandoned)
          and not exists (select from ledger_entries l where l.job_id = j.id)`,
      [toUuid(watchId), claim, toUuid(jobId)],
    );
  }

  async countError({ watchId, claim }: ClaimedCheck): Promise<number> {
    const row = await this.db.row<{ errors: number }>(
      `update watches set check_errors = check_errors + 1 where id = $1 and claim = $2 returning check_errors as errors`,
      [toUuid(watchId), claim],
    );
    return row?.errors ?? 0;
  }

  async lock(tx: Tx, checks: readonly ClaimedCheck[]): Promise<ReadonlyMap<Id<'wch'>, { every: Period }>> {
    const rows = await this.db
      .in(tx)
      .rows<{ id: string; every: Period }>(
        `select id, every from watches where id = any ($1::uuid[]) and claim = $2 order by id for update`,
        [watchIdsOf(checks), checks[0]?.claim],
      );
    return new Map(rows.map(({ id, every }) => [fromUuid('wch', id), { every }]));
  }

  async orphaned(tx: Tx, checks: readonly ClaimedCheck[]): Promise<ClaimedCheck[]> {
    const rows = await this.db
      .in(tx)
      .rows<{ id: string }>(`select id from watches where id = any ($1::uuid[])`, [watchIdsOf(checks)]);
    const existing = new Set(rows.map(({ id }) => fromUuid('wch', id)));
    return checks.filter(({ watchId }) => !existing.has(watchId));
  }

  async end(tx: Tx, ends: readonly CheckEnd[]): Promise<DueDelivery[]> {
    if (ends.length === 0) return [];
    const on = this.db.in(tx);
    await on.change(
      `update watches w set seen = case when w.pause_reason is distinct from 'erased' then e.seen else w.seen end, seen_at = e.seen_at,
              seen_reading = e.seen_reading, detail_readings = e.detail_readings, last_checked_at = e.last_checked_at, unanswered = e.unanswered, unanswered_since = e.unanswered_since,
              unanswered_reason = e.unanswered_reason, blind_since = e.blind_since, absent_since = e.absent_since,
              spent = ${spentIn('e.due')} + e.cost, spent_month = ${countedIn('e.due')},
              record_digest = case when e.cost > 0 and not w.check_asked then w.record_digest end,
              next_check_at = case when w.next_check_at is null or w.edition is not null then null else coalesce(e.next_check_at, w.next_check_at) end,
              check_job = null, check_due = null, check_asked = false, claim = null, claimed_until = null, check_errors = 0
         from json_to_recordset($1) e (watch uuid, due timestamptz, seen jsonb, seen_at timestamptz, seen_reading integer, detail_readings jsonb, last_checked_at timestamptz, unanswered integer,
           unanswered_since timestamptz, unanswered_reason text, blind_since timestamptz, absent_since timestamptz, cost integer, next_check_at timestamptz)
        where w.id = e.watch`,
      [toJson(ends.map(toEndRow))],
    );
    return tellEvents(
      on,
      ends.flatMap(({ events }) => events),
      this.bodies,
    );
  }

  async pause(
    tx: Tx,
    paused: readonly { check: ClaimedCheck; reason: PauseReason; event: WatchEvent }[],
  ): Promise<DueDelivery[]> {
    const on = this.db.in(tx);
    // A process of the previous version may have created a check's job before the check was paid
    // for.
    await on.change('delete from jobs where id = any ($1::uuid[])', [paused.map(({ check }) => toUuid(check.jobId))]);
    const rows = await on.rows<{ id: string; has_paused: boolean }>(
      `update watches w set check_job = null, check_due = null, check_asked = false, claim = null, claimed_until = null, check_errors = 0,
              next_check_at = null, record_digest = null, status = 'paused', pause_reason = coalesce(was.pause_reason, p.reason)
         from unnest($1::uuid[], $2::text[]) p (id, reason) join watches was on was.id = p.id where w.id = p.id
         returning w.id, was.status = 'active' as has_paused`,
      [watchIdsOf(paused.map(({ check }) => check)), paused.map(({ reason }) => reason)],
    );
    const changed = new Set(rows.flatMap((row) => (row.has_paused ? [fromUuid('wch', row.id)] : [])));
    return tellEvents(
      on,
      paused.flatMap(({ event }) => (changed.has(event.watchId) ? [event] : [])),
      this.bodies,
    );
  }
}

function watchIdsOf(checks: readonly ClaimedCheck[]): string[] {
  return checks.map(({ watchId }) => toUuid(watchId));
}
