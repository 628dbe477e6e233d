import { randomUUID } from 'node:crypto';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import type { WatchEvent } from '../../../core/watches/event.js';
import { JURISDICTIONS } from '../../../core/registries/jurisdictions.js';
import { WatchChecks, type CheckEnd, type ClaimedCheck } from '../../../core/watches/ports.js';
import type { PauseReason, Period } from '../../../core/watches/watch.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { toJson, type Database } from '../client/database.js';
import { toClaimed, toEndRow, type ClaimedRow } from './claimed-check.js';
import { monthOf, PRICE, withinBudget } from './payable.js';
import { tellEvents, type WatchBodyOf } from './watch-events.js';
import { OPEN_ACCOUNT } from './watch-row.js';

/** Longer than two rounds of slow registers: a holder that is silent for so long is taken for dead. */
const CLAIM_SECONDS = 120;
/** Watches of one record at one moment that are claimed with the first of them. */
const MOST_EQUAL = 1_000;
const UNCLAIMED = '(w.claimed_until is null or w.claimed_until < now())';

/** Registers that somebody waits for, looked up once for all rows: checks give way. */
const BUSY_REGISTERS = `array(
  select code from unnest($6::text[]) code where exists (
    select from retrievals r where r.jurisdiction = code and r.finished_at is null and r.due_at <= now()
      and (r.claimed_until is null or r.claimed_until < now())))`;

const DUE_WATCHES = `
  select w.entity_id, w.next_check_at from watches w
   where w.sandbox = $1 and w.status = 'active' and w.next_check_at <= $2 and w.check_job is null and ${UNCLAIMED} and ${OPEN_ACCOUNT}
     and (w.next_check_at < $7 or w.jurisdiction <> all (${BUSY_REGISTERS}))
   order by w.next_check_at limit $3`;

/** Mostly nothing is due. To see that takes the first entry of an index, and no claim. */
const FIRST_DUE = `
  select coalesce(
    (select w.id from watches w where w.sandbox = $1 and w.status = 'active' and w.next_check_at <= $2 and w.check_job is null and ${UNCLAIMED}
      order by w.next_check_at limit 1),
    (select w.id from watches w where w.sandbox = $1 and w.check_job is not null and w.check_due <= $2 and ${UNCLAIMED} order by w.check_due limit 1)) as id`;

const CODES = JURISDICTIONS.map(({ code }) => code);

type Wanted = Parameters<WatchChecks['claim']>[0];

export class PostgresWatchChecks extends WatchChecks {
  constructor(
    private readonly db: Database,
    private readonly bodyOf: WatchBodyOf,
  ) {
    super();
  }

  async claim({ until, withinMs, limit, urgentBefore, sandbox }: Wanted): Promise<ClaimedCheck[]> {
    const first = await this.db.row<{ id: string | null }>(FIRST_DUE, [sandbox, until]);
    if (!first?.id) return [];
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
          order by w.next_check_at, w.entity_id limit $3 + ${MOST_EQUAL} for update of w skip locked
       ), wanted as (
         select id from begun union all select id from regular
       ), claimed as (
         update watches w set check_job = coalesce(w.check_job, time_ordered_uuid()), check_due = coalesce(w.check_due, w.next_check_at), claim = $5,
                claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
           from wanted where w.id = wanted.id returning w.*
       ), filed as (
         insert into jobs (id, account_id, entity_name, jurisdiction, tier, amount_credits, status, watch_id)
           select w.check_job, w.account_id, e.record ->> 'name', w.jurisdiction, w.tier, ${PRICE}, 'processing', w.id
             from claimed w join entities e on e.id = w.entity_id
           on conflict (id) do update set status = 'processing' where jobs.status = 'pending'
       )
       select w.*, e.record ->> 'name' as entity_name, e.record_id, now() as claimed_at, ${withinBudget('w.check_due')} as within_budget,
           (select l.id from ledger_entries l where l.job_id = w.check_job and l.type = 'charge') is not null as charged
         from claimed w join entities e on e.id = w.entity_id order by w.check_due, w.id`,
      [sandbox, until, limit, withinMs / 1000, claim, CODES, urgentBefore],
    );
    return rows.map((row) => toClaimed(row, claim));
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

  async release(checks: readonly ClaimedCheck[], pauseMs: number): Promise<void> {
    await this.db.change(
      `update watches set claim = null, claimed_until = now() + make_interval(secs => $3) where check_job = any ($1::uuid[]) and claim = $2`,
      [checks.map(({ jobId }) => toUuid(jobId)), checks[0]?.claim, pauseMs / 1000],
    );
  }

  async lock(tx: Tx, checks: readonly ClaimedCheck[]): Promise<ReadonlySet<Id<'job'>>> {
    const rows = await this.db
      .in(tx)
      .rows<{ check_job: string }>(
        `select check_job from watches where check_job = any ($1::uuid[]) and claim = $2 order by id for update`,
        [checks.map(({ jobId }) => toUuid(jobId)), checks[0]?.claim],
      );
    return new Set(rows.map((row) => fromUuid('job', row.check_job)));
  }

  async end(tx: Tx, ends: readonly CheckEnd[]): Promise<DueDelivery[]> {
    if (ends.length === 0) return [];
    const on = this.db.in(tx);
    await on.change(
      `update watches w set seen = case when w.pause_reason is distinct from 'erased' then e.seen else w.seen end, seen_at = e.seen_at,
              seen_reading = e.seen_reading, last_checked_at = e.last_checked_at, unanswered = e.unanswered, unanswered_since = e.unanswered_since,
              unanswered_reason = e.unanswered_reason, blind_since = e.blind_since, absent_since = e.absent_since,
              spent = case when w.spent_month = ${monthOf('w.check_due')} then w.spent else 0 end + e.cost, spent_month = ${monthOf('w.check_due')},
              record_digest = case when e.cost > 0 and not w.check_asked then w.record_digest end,
              next_check_at = case when w.next_check_at is null or w.edition is not null then null else coalesce(e.next_check_at, w.next_check_at) end,
              check_job = null, check_due = null, check_asked = false, claim = null, claimed_until = null
         from json_to_recordset($1) e (job uuid, seen jsonb, seen_at timestamptz, seen_reading integer, last_checked_at timestamptz, unanswered integer,
           unanswered_since timestamptz, unanswered_reason text, blind_since timestamptz, absent_since timestamptz, cost integer, next_check_at timestamptz)
        where w.check_job = e.job`,
      [toJson(ends.map(toEndRow))],
    );
    return tellEvents(
      on,
      ends.flatMap(({ events }) => events),
      this.bodyOf,
    );
  }

  async pause(
    tx: Tx,
    paused: readonly { check: ClaimedCheck; reason: PauseReason; event: WatchEvent }[],
  ): Promise<DueDelivery[]> {
    const on = this.db.in(tx);
    const jobs = paused.map(({ check }) => toUuid(check.jobId));
    await on.change(
      `update watches w set status = 'paused', pause_reason = p.reason, next_check_at = null, record_digest = null, check_job = null, check_due = null, check_asked = false,
              claim = null, claimed_until = null
         from unnest($1::uuid[], $2::text[]) p (job, reason) where w.check_job = p.job and w.status = 'active'`,
      [jobs, paused.map(({ reason }) => reason)],
    );
    await on.change('delete from jobs where id = any ($1::uuid[])', [jobs]);
    return tellEvents(
      on,
      paused.map(({ event }) => event),
      this.bodyOf,
    );
  }
}
