import { firstUuidOf } from '../../../core/ids.js';
import { Retention, type PurgedBatch, type Retained } from '../../../core/maintenance/retention.js';
import { Database } from '../client/database.js';
import { Injectable } from '../../../core/injectable.js';

/** A batch takes some tens of milliseconds, the longest anyone waits for its locks. */
const AT_ONCE = 1_000;
/** Fewer, because each has several snapshots to delete. */
const ENTITIES_AT_ONCE = 200;
/** Data left of accounts closed longer ago is deleted by its own age. */
const CLOSED_LATELY = `interval '7 days'`;

type Purge = (before: Date, last: string | undefined) => Promise<PurgedBatch>;

@Injectable()
export class PostgresRetention extends Retention {
  private readonly purges: Record<Retained, Purge>;

  constructor(private readonly db: Database) {
    super();
    this.purges = {
      'one-time codes': this.byStatement(CODES),
      'idempotency keys': this.byStatement(IDEMPOTENCY_KEYS),
      'priced reads': this.byStatement(PRICED_READS),
      'used confirmations': this.byStatement(USED_CONFIRMATIONS),
      deliveries: this.byStatement(DELIVERIES),
      events: this.byStatement(EVENTS),
      jobs: (before, last) => this.purgeJobs(before, last),
      retrievals: (before, last) => this.purgeRetrievals(before, last),
      searches: (before, last) => this.purgeSearches(before, last),
      snapshots: (before) => this.purgeSnapshots(before),
      evidence: this.byStatement(EVIDENCE),
      records: (before, last) => this.purgeRecords(before, last),
      'evidence of nothing': (before, last) => this.purgeLooking(EVIDENCE_OF_NOTHING, [firstUuidOf(before), last]),
      'evidence bodies': (_before, last) => this.purgeLooking(EVIDENCE_BODIES, [last]),
      answers: this.byStatement(ANSWERS),
      rankings: this.byStatement(RANKINGS),
      accesses: this.byStatement(ACCESSES),
      'accesses of closed accounts': this.byStatement(ACCESSES_OF_CLOSED),
      'revoked keys': this.byStatement(REVOKED_KEYS),
      'unpaid payments': this.byStatement(UNPAID_PAYMENTS),
      'ended watches': this.byStatement(ENDED_WATCHES),
      batches: this.byStatement(BATCHES),
      'free batches': this.byStatement(FREE_BATCHES),
      'unread files': (before) => this.purgeFiles(before),
    };
  }

  async now(): Promise<Date> {
    const row = await this.db.row<{ now: Date }>('select now()');
    if (!row) throw new Error('the database did not say what time it is');
    return row.now;
  }

  purge(what: Retained, before: Date, last: string | undefined): Promise<PurgedBatch> {
    return this.purges[what](before, last);
  }

  /** For statements that delete every row they read. */
  private byStatement(sql: string): Purge {
    return async (before) => ({ more: (await this.db.change(sql, [before])) === AT_ONCE });
  }

  /** Deletes some rows of one file at a time. A file may have a hundred times as many. */
  private async purgeFiles(before: Date): Promise<PurgedBatch> {
    return this.db.interactive(async (tx) => {
      const file = await tx.row<{ id: string }>(UNREAD_FILE, [before]);
      if (file) await tx.row('select purge_batch_rows($1)', [file.id]);
      return { more: file !== undefined };
    });
  }

  /** Ids are ordered by time, so the oldest jobs are at the start of the primary key. */
  private async purgeJobs(before: Date, last: string | undefined): Promise<PurgedBatch> {
    return this.db.interactive(async (tx) => {
      const looked = await tx.rows<{
        id: string;
        gone: boolean;
        retrieval_id: string | null;
        search_id: string | null;
      }>(JOBS, [firstUuidOf(before), last]);
      const gone = looked.filter((job) => job.gone);
      await tx.change(
        `delete from retrievals r where id = any($1::uuid[]) and finished_at is not null
            and (select 1 from jobs where retrieval_id = r.id limit 1) is null`,
        [distinct(gone.map((job) => job.retrieval_id))],
      );
      await tx.change(
        `delete from searches s where id = any($1::uuid[]) and (select 1 from jobs where search_id = s.id limit 1) is null`,
        [distinct(gone.map((job) => job.search_id))],
      );
      return { more: looked.length === AT_ONCE, last: looked.at(-1)?.id };
    });
  }

  /** For statements that also read rows that must stay. */
  private async purgeLooking(sql: string, values: (string | undefined)[]): Promise<PurgedBatch> {
    const looked = await this.db.rows<{ id: string }>(sql, values);
    const last = looked.at(-1)?.id;
    return { more: looked.length === AT_ONCE, ...(last !== undefined && { last }) };
  }

  private async purgeRetrievals(before: Date, last: string | undefined): Promise<PurgedBatch> {
    const looked = await this.db.rows<{ id: string }>(RETRIEVALS, [firstUuidOf(before), last]);
    return { more: looked.length === AT_ONCE, last: looked.at(-1)?.id };
  }

  private async purgeSearches(before: Date, last: string | undefined): Promise<PurgedBatch> {
    const looked = await this.db.rows<{ id: string }>(SEARCHES, [firstUuidOf(before), last]);
    return { more: looked.length === AT_ONCE, last: looked.at(-1)?.id };
  }

  /** A charge stays in the ledger, and is a record no more. */
  private async purgeRecords(before: Date, last: string | undefined): Promise<PurgedBatch> {
    if (last === undefined) await this.db.change('update charges_recorded set since = $1 where since < $1', [before]);
    return this.purgeLooking(RECORDS, [firstUuidOf(before), last, before.toISOString()]);
  }

  /** A transaction that adds a snapshot of one of these entities waits for its row. */
  private async purgeSnapshots(before: Date): Promise<PurgedBatch> {
    return this.db.interactive(async (tx) => {
      const entities = await tx.rows<{ id: string }>(
        `select id from entities where oldest_snapshot_at < $1 order by oldest_snapshot_at limit ${ENTITIES_AT_ONCE} for no key update skip locked`,
        [before],
      );
      const ids = entities.map(({ id }) => id);
      const gone = await tx.change(OLD_SNAPSHOTS, [ids, before]);
      await tx.change(COUNT_SNAPSHOTS, [ids]);
      await tx.change(UNUSED_CONTENTS, [ids]);
      return { more: entities.length === ENTITIES_AT_ONCE || gone === AT_ONCE };
    });
  }
}

/** By `ctid`, so that no plan joins the batch with the whole table. */
const CODES = `delete from one_time_codes where ctid = any (array(
  select ctid from one_time_codes where expires_at < $1 and created_at < $1 order by expires_at limit ${AT_ONCE} for update skip locked))`;

const IDEMPOTENCY_KEYS = `delete from idempotency_keys where ctid = any (array(
  select ctid from idempotency_keys where created_at < $1 order by created_at limit ${AT_ONCE} for update skip locked))`;

const PRICED_READS = `delete from priced_reads where ctid = any (array(
  select ctid from priced_reads where charged_at < $1 order by charged_at limit ${AT_ONCE} for update skip locked))`;

const USED_CONFIRMATIONS = `delete from used_confirmations where ctid = any (array(
  select ctid from used_confirmations where expires_at < $1 order by expires_at limit ${AT_ONCE} for update skip locked))`;

const DELIVERIES = `update deliveries set status = 'failed', finished_at = now(), claimed_until = null where ctid = any (array(
  select ctid from deliveries where status = 'pending' and (claimed_until is null or claimed_until < now()) and created_at < $1
   order by created_at limit ${AT_ONCE} for update skip locked))`;

/** Their deliveries are deleted with them. */
const EVENTS = `delete from events where ctid = any (array(
  select ctid from events where created_at < $1 order by created_at limit ${AT_ONCE} for update skip locked))`;

const JOBS = `with looked as materialized (
    select id, status, retrieval_id, search_id from jobs
     where id < $1 and id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${AT_ONCE}
  ), gone as (
    delete from jobs j where j.id = any (array(select id from looked))
       and (j.status in ('completed', 'failed', 'refunded') or (select a.deleted_at from accounts a where a.id = j.account_id) is not null)
       and (select 1 from events where job_id = j.id limit 1) is null returning j.id
  )
  select looked.id, gone.id is not null as gone, looked.retrieval_id, looked.search_id
    from looked left join gone on gone.id = looked.id order by looked.id`;

const RETRIEVALS = `with looked as materialized (
    select id from retrievals where id < $1 and id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${AT_ONCE}
  ), gone as (
    delete from retrievals r where r.id = any (array(select id from looked)) and r.finished_at is not null
       and (select 1 from jobs where retrieval_id = r.id limit 1) is null and (select 1 from batch_waits where retrieval_id = r.id limit 1) is null
  )
  select id from looked order by id`;

const SEARCHES = `with looked as materialized (
    select id from searches where id < $1 and id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${AT_ONCE}
  ), gone as (
    delete from searches s where s.id = any (array(select id from looked)) and (select 1 from jobs where search_id = s.id limit 1) is null
  )
  select id from looked order by id`;

const OLD_SNAPSHOTS = `with old as materialized (
    select s.entity_id, s.number from unnest($1::uuid[]) id cross join lateral (
      select entity_id, number from snapshots
       where entity_id = id and verified_at < $2 and number < (select max(number) from snapshots where entity_id = id)
       order by number limit ${AT_ONCE}) s
     limit ${AT_ONCE}
  )
  delete from snapshots s using old where s.entity_id = old.entity_id and s.number = old.number`;

const COUNT_SNAPSHOTS = `update entities e set (snapshots, oldest_snapshot_at) = (
    select count(*), case when count(*) > 1 then min(s.verified_at) end from snapshots s where s.entity_id = e.id)
  where e.id = any ($1::uuid[])`;

const UNUSED_CONTENTS = `delete from snapshot_contents c where c.entity_id = any ($1::uuid[])
  and (select 1 from snapshots s where s.entity_id = c.entity_id and c.number in (s.record, s.details) limit 1) is null
  and (select 1 from snapshot_evidence k where k.entity_id = c.entity_id and k.reading = c.number limit 1) is null`;

/** References to it become null or are deleted. */
const EVIDENCE = `delete from evidence where ctid = any (array(
  select ctid from evidence where retrieved_at < $1 order by retrieved_at limit ${AT_ONCE} for update skip locked))`;

/** The id of a record is older than its answer: those of a long file have the time of its upload. */
const RECORDS = `with looked as materialized (
    select id from records where id < $1 and id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${AT_ONCE}
  ), gone as (
    delete from records r where r.id = any (array(select id from looked)) and r.at < $3::timestamptz
  )
  select id from looked order by id`;

const EVIDENCE_OF_NOTHING = `with looked as materialized (
    select id from evidence where id < $1 and id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ${AT_ONCE}
  ), gone as (
    delete from evidence e where e.id = any (array(select id from looked))
       and (select 1 from snapshot_evidence where evidence_id = e.id limit 1) is null
       and (select 1 from retrievals where evidence_id = e.id limit 1) is null
       and (select 1 from answers where evidence_id = e.id limit 1) is null
       and (select 1 from batch_rows where evidence_id = e.id limit 1) is null
       and (select 1 from jobs where evidence_id = e.id limit 1) is null
       and (select 1 from records where evidence_id = e.id limit 1) is null
  )
  select id from looked order by id`;

/** Paged by digest, in hexadecimal. */
const EVIDENCE_BODIES = `with looked as materialized (
    select digest from evidence_bodies where digest > decode(coalesce($1, ''), 'hex') order by digest limit ${AT_ONCE}
  ), gone as (
    delete from evidence_bodies b where b.digest = any (array(
      select l.digest from looked l join evidence_bodies k on k.digest = l.digest
       where (select 1 from evidence_exchanges x where x.digest = l.digest limit 1) is null for update of k skip locked))
  )
  select encode(digest, 'hex') as id from looked order by digest`;

const ANSWERS = `delete from answers where ctid = any (array(
  select ctid from answers where answered_at < $1 order by answered_at limit ${AT_ONCE} for update skip locked))`;

const RANKINGS = `delete from rankings where ctid = any (array(
  select ctid from rankings where ranked_at < $1 order by ranked_at limit ${AT_ONCE} for update skip locked))`;

const ACCESSES = `delete from access where ctid = any (array(
  select ctid from access where asked_on < $1 order by asked_on limit ${AT_ONCE} for update skip locked))`;

const ACCESSES_OF_CLOSED = `delete from access where ctid = any (array(
  select k.ctid
    from (select id from accounts where deleted_at < $1 and deleted_at > $1::timestamptz - ${CLOSED_LATELY}) a
   cross join lateral (select ctid from access where account_id = a.id order by entity_id limit ${AT_ONCE} for update skip locked) k
   limit ${AT_ONCE}))`;

const REVOKED_KEYS = `delete from api_keys where ctid = any (array(
  select ctid from api_keys where revoked_at < $1 order by revoked_at limit ${AT_ONCE} for update skip locked))`;

const UNPAID_PAYMENTS = `delete from payments where ctid = any (array(
  select ctid from payments where status <> 'paid' and created_at < $1 order by created_at limit ${AT_ONCE} for update skip locked))`;

const ENDED_WATCHES = `delete from ended_watches where ctid = any (array(
  select ctid from ended_watches where recorded_at < $1 order by recorded_at limit ${AT_ONCE} for update skip locked))`;

/**
 * The age counts from the batch's end; if it never ended, from when it was last worked on. It is
 * hidden at once, while its rows are deleted in pieces.
 */
const BATCHES = `update batches set status = 'uploading', pause_reason = null, dropped_at = now() where id = any (array(
  select id from batches where status <> 'uploading' and coalesce(ended_at, worked_at, created_at) < $1 limit ${AT_ONCE} for update skip locked))`;

const FREE_BATCHES = `update batches set status = 'uploading', pause_reason = null, dropped_at = now() where id = any (array(
  select id from batches where status in ('completed', 'cancelled') and credits_charged = 0 and ended_at < $1
   limit ${AT_ONCE} for update skip locked))`;

/** A dropped batch, or one whose upload takes so long that the process reading it must be dead. */
const UNREAD_FILE = `update batches set dropped_at = coalesce(dropped_at, now()) where id = (
  select id from batches where status = 'uploading' and (dropped_at is not null or created_at < $1) limit 1 for update skip locked) returning id`;

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
