import { randomUUID } from 'node:crypto';
import { fromUuid, newUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { ChangeCode } from '../../../core/watches/compare.js';
import type { BlindReason, WatchEvent } from '../../../core/watches/event.js';
import type { Memory } from '../../../core/watches/judge.js';
import { WatchChecks, type CheckEnd, type ClaimedCheck, type PausedWatch } from '../../../core/watches/ports.js';
import type { Reading } from '../../../core/watches/reading.js';
import { priceOfCheck, type PauseReason, type Period } from '../../../core/watches/watch.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { toJson, type Database } from '../client/database.js';
import { tellEvents, type WatchBodyOf } from './watch-events.js';
import { OPEN_ACCOUNT } from './watch-row.js';

/** Longer than two rounds of slow registers: a holder that is silent for so long is taken for dead. */
const CLAIM_SECONDS = 120;
/** Watches of one record at one moment that are claimed with the first of them. */
const MOST_EQUAL = 1_000;
const MOST_RESUMED = 500;
const PRICE = `case w.tier when 'deep' then ${priceOfCheck('deep')} else ${priceOfCheck('quick')} end`;
const monthOf = (moment: string) => `date_trunc('month', ${moment} at time zone 'UTC')::date`;
const withinBudget = (moment: string) => `(
  (w.max_credits_per_month is null
    or case when w.spent_month = ${monthOf(moment)} then w.spent else 0 end + ${PRICE} <= w.max_credits_per_month)
  and (w.key_id is null or exists (select from api_keys k where k.id = w.key_id and k.revoked_at is null))
  and (w.grant_id is null or exists (
    select from oauth_records g where g.model = 'Grant' and g.id = w.grant_id and g.expires_at > now()))
  and not exists (
    select from budgets b, lateral budget_standing(b, ledger_now()) s
      where b.account_id = w.account_id and (b.key_id = w.key_id or b.grant_id = w.grant_id) and s.available < ${PRICE}))`;
/** What remains of the personal parts of what was read. */
const NO_PERSONS = '{"officers":null,"registeredAgent":null,"principalAddress":null}';
const UNCLAIMED = '(w.claimed_until is null or w.claimed_until < now())';

/** The register of a row has questions of somebody who waits; checks give way. */
const FREE_REGISTER = `not exists (
  select from retrievals r where r.jurisdiction = w.jurisdiction and r.finished_at is null and r.due_at <= now()
    and (r.claimed_until is null or r.claimed_until < now()))`;

const DUE_WATCHES = `
  select w.entity_id, w.next_check_at from watches w
   where w.sandbox = $1 and w.status = 'active' and w.next_check_at <= $2 and w.check_job is null and ${UNCLAIMED} and ${FREE_REGISTER} and ${OPEN_ACCOUNT}
   order by w.next_check_at limit $3`;

interface ClaimedRow {
  id: string;
  account_id: string;
  key_id: string | null;
  grant_id: string | null;
  entity_id: string;
  entity_name: string;
  jurisdiction: string;
  record_id: string;
  tier: Tier;
  every: Period;
  codes: ChangeCode[] | null;
  check_job: string;
  check_due: Date;
  check_asked: boolean;
  next_check_at: Date | null;
  charged: boolean;
  within_budget: boolean;
  claimed_at: Date;
  seen: Reading;
  seen_at: Date;
  seen_reading: number;
  last_checked_at: Date | null;
  unanswered: number;
  unanswered_since: Date | null;
  unanswered_reason: BlindReason | null;
  blind_since: Date | null;
  absent_since: Date | null;
}

export class PostgresWatchChecks extends WatchChecks {
  constructor(
    private readonly db: Database,
    private readonly bodyOf: WatchBodyOf,
  ) {
    super();
  }

  async claim({ until, withinMs, limit, sandbox }: Parameters<WatchChecks['claim']>[0]): Promise<ClaimedCheck[]> {
    const claim = randomUUID();
    const jobs = Array.from({ length: limit + MOST_EQUAL }, newUuid);
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
         select id, row_number() over () as nth from (select id from begun union all select id from regular) w
       ), claimed as (
         update watches w set check_job = coalesce(w.check_job, ($6::uuid[])[wanted.nth]), check_due = coalesce(w.check_due, w.next_check_at), claim = $5,
                claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
           from wanted where w.id = wanted.id returning w.*
       ), filed as (
         insert into jobs (id, account_id, entity_name, jurisdiction, tier, amount_credits, status, watch_id)
           select w.check_job, w.account_id, e.record ->> 'name', w.jurisdiction, w.tier, ${PRICE}, 'processing', w.id
             from claimed w join entities e on e.id = w.entity_id
           on conflict (id) do update set status = 'processing' where jobs.status = 'pending'
       )
       select w.*, e.record ->> 'name' as entity_name, e.record_id, now() as claimed_at, ${withinBudget('w.check_due')} as within_budget,
           exists (select from ledger_entries l where l.job_id = w.check_job and l.type = 'charge') as charged
         from claimed w join entities e on e.id = w.entity_id order by w.check_due, w.id`,
      [sandbox, until, limit, withinMs / 1000, claim, jobs],
    );
    return rows.map((row) => toClaimed(row, claim));
  }

  async nextDue(sandbox: boolean): Promise<{ at: Date; every: Period } | undefined> {
    const row = await this.db.row<{ at: Date | null; every: Period }>(
      `select least(
           (select min(next_check_at) from watches where sandbox = $1 and status = 'active' and next_check_at is not null),
           (select min(check_due) from watches where sandbox = $1 and check_job is not null)) as at,
         case when exists (select from watches where sandbox = $1 and status = 'active' and every = '1d') then '1d'
              when exists (select from watches where sandbox = $1 and status = 'active' and every = '7d') then '7d' else '30d' end as every`,
      [sandbox],
    );
    return row?.at ? { at: row.at, every: row.every } : undefined;
  }

  async takeUpEditions(sandbox: boolean, at: Date): Promise<void> {
    await this.db.change(
      `update watches w set next_check_at = $2, edition = current.fingerprint
         from (select distinct on (jurisdiction) jurisdiction, fingerprint from mirror_editions
                where state = 'current' and (realm = 'live' or $1) order by jurisdiction, realm) current
        where w.jurisdiction = current.jurisdiction and w.edition <> current.fingerprint and w.sandbox = $1 and w.status = 'active'`,
      [sandbox, at],
    );
  }

  async erase(tx: Tx, entityId: Id<'ent'>, eventOf: (watchId: Id<'wch'>) => WatchEvent): Promise<DueDelivery[]> {
    const on = this.db.in(tx);
    const id = toUuid(entityId);
    const paused = await on.rows<{ id: string }>(
      `update watches set status = 'paused', pause_reason = 'erased', next_check_at = null,
              seen = case when seen ? 'details' then jsonb_set(seen, '{details}', (seen -> 'details') || '${NO_PERSONS}') else seen end
        where entity_id = $1 and pause_reason is distinct from 'erased' returning id`,
      [id],
    );
    // What was told of persons stays told, without what was said of them.
    await on.change(
      `update events e set body = jsonb_set(e.body::jsonb, '{changes}', (
           select jsonb_agg(case when c ->> 'code' in ('ADDRESS_CHANGED', 'AGENT_CHANGED', 'OFFICERS_CHANGED')
                    then c || '{"from": null, "to": null}' else c end order by place)
             from jsonb_array_elements(e.body::jsonb -> 'changes') with ordinality as t (c, place)))::text
        where e.type = 'entity.changed' and e.watch_id in (select id from watches where entity_id = $1)`,
      [id],
    );
    return tellEvents(
      on,
      paused.map((row) => eventOf(fromUuid('wch', row.id))),
      this.bodyOf,
    );
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
      `update watches w set status = 'paused', pause_reason = p.reason, next_check_at = null, check_job = null, check_due = null, check_asked = false,
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

  async lockResumable(tx: Tx, now: Date, unavailable: readonly string[], sandbox: boolean): Promise<PausedWatch[]> {
    const rows = await this.db.in(tx).rows<ClaimedRow>(
      `select w.id, w.entity_id, w.jurisdiction, e.record_id, w.every
         from watches w join entities e on e.id = w.entity_id join accounts a on a.id = w.account_id
        where w.sandbox = $1 and w.status = 'paused' and a.deleted_at is null
          and case w.pause_reason when 'credits' then a.credit_balance >= ${PRICE} when 'budget' then ${withinBudget('$2::timestamptz')}
                when 'jurisdiction_unavailable' then w.jurisdiction <> all ($3::text[]) else false end
        order by w.id limit ${MOST_RESUMED} for update of w skip locked`,
      [sandbox, now, unavailable],
    );
    return rows.map((row) => ({
      watchId: fromUuid('wch', row.id),
      entityId: fromUuid('ent', row.entity_id),
      jurisdiction: row.jurisdiction,
      recordId: row.record_id,
      every: row.every,
    }));
  }

  async resume(
    tx: Tx,
    resumed: readonly { watch: PausedWatch; nextCheckAt: Date | undefined; event: WatchEvent }[],
  ): Promise<DueDelivery[]> {
    const on = this.db.in(tx);
    await on.change(
      `update watches w set status = 'active', pause_reason = null, next_check_at = r.next_check_at
         from json_to_recordset($1) r (id uuid, next_check_at timestamptz) where w.id = r.id`,
      [toJson(resumed.map(({ watch, nextCheckAt }) => ({ id: toUuid(watch.watchId), next_check_at: nextCheckAt })))],
    );
    return tellEvents(
      on,
      resumed.map(({ event }) => event),
      this.bodyOf,
    );
  }
}

function toClaimed(row: ClaimedRow, claim: string): ClaimedCheck {
  return {
    watchId: fromUuid('wch', row.id),
    accountId: fromUuid('acc', row.account_id),
    keyId: row.key_id === null ? undefined : fromUuid('key', row.key_id),
    grantId: row.grant_id ?? undefined,
    entityId: fromUuid('ent', row.entity_id),
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    recordId: row.record_id,
    tier: row.tier,
    every: row.every,
    on: row.codes ?? undefined,
    jobId: fromUuid('job', row.check_job),
    due: row.check_due,
    isRegular: !row.check_asked && row.next_check_at !== null,
    charged: row.charged,
    withinBudget: row.within_budget,
    claim,
    claimedAt: row.claimed_at,
    memory: memoryOf(row),
  };
}

function memoryOf(row: ClaimedRow): Memory {
  return {
    seen: row.seen,
    seenAt: row.seen_at,
    seenReading: row.seen_reading,
    lastCheckedAt: row.last_checked_at ?? undefined,
    unanswered: row.unanswered,
    unansweredSince: row.unanswered_since ?? undefined,
    unansweredReason: row.unanswered_reason ?? undefined,
    blindSince: row.blind_since ?? undefined,
    absentSince: row.absent_since ?? undefined,
  };
}

function toEndRow({ check, memory, spent, nextCheckAt }: CheckEnd) {
  return {
    job: toUuid(check.jobId),
    seen: memory.seen,
    seen_at: memory.seenAt,
    seen_reading: memory.seenReading,
    last_checked_at: memory.lastCheckedAt,
    unanswered: memory.unanswered,
    unanswered_since: memory.unansweredSince,
    unanswered_reason: memory.unansweredReason,
    blind_since: memory.blindSince,
    absent_since: memory.absentSince,
    cost: spent,
    next_check_at: nextCheckAt,
  };
}
