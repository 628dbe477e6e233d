import { randomUUID } from 'node:crypto';
import type { Batch } from '../../../core/batches/batch.js';
import {
  BatchWork,
  BatchEventBodies,
  type ClaimedBatch,
  type DueBatch,
  type OpenRow,
  type RetrievedRow,
  type RoundEnd,
  type RowEnd,
} from '../../../core/batches/ports.js';
import type { RowQuestion } from '../../../core/batches/read-row.js';
import { fromUuid, newId, newUuid, toUuid } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { sandboxCodes } from '../../../core/registries/jurisdictions.js';
import { Registries } from '../../../core/registries/ports.js';
import { Injectable } from '../../../core/injectable.js';
import type { DueRetrieval } from '../../../core/verification/retrieval-claim.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { Database, toJson } from '../client/database.js';
import { writeEvents } from '../client/event-writer.js';
import { extendClaim, Lease, LEASE_END } from '../client/lease.js';
import type { Statements } from '../client/statements.js';
import { BATCH, toBatch, type BatchColumns } from './batch-row.js';
import {
  OPEN_ROW,
  toClaimed,
  toDue,
  toEndColumns,
  toOpenRow,
  toRetrievedRow,
  type ClaimedRow,
  type DueRow,
  type OpenRowColumns,
  type RetrievedRowColumns,
} from './batch-work-row.js';

/** Columns of the record of a row that its charge does not keep. */
const ROW_RECORD = `id, account_id, at, via, key_id, grant_id, member, batch_id, line, reference, entity_name, asked_number, jurisdiction, tier, evidence,
  outcome, cached, entity_id, official_name, record_number, status, good_standing, confidence, read_at, answer, evidence_id, credits_charged`;

/** The key or grant that started batch `b` is no longer valid. */
const REVOKED = `(
  (b.key_id is not null and not exists (select from api_keys k where k.id = b.key_id and k.revoked_at is null))
  or (b.grant_id is not null and not exists (
    select from oauth_records g where g.model = 'Grant' and g.id = b.grant_id and g.expires_at > now())))`;

/**
 * A row of batch `b` waited for a retrieval that has ended, and the end was recorded on the wait.
 * During an upgrade, a process of the previous version does not record it; the batch then continues
 * at its next `look_at`.
 */
const CAN_GO_ON = `exists (select from batch_waits w where w.batch_id = b.id and w.ended_at is not null)`;

const IS_DUE = `(b.status = 'running' and (b.claimed_until is null or b.claimed_until < now())
  and (b.look_at <= now() or ${CAN_GO_ON} or ${REVOKED}))`;

/**
 * Row locations (`ctid`) of the given lines (JSON) of batch `$1`, looked up line by line. There are
 * no statistics yet for a file that was just loaded, and a plan that expects few rows would read
 * all of them in each round.
 */
const placesOf = (lines: string) =>
  `array(select (select ctid from batch_rows where batch_id = $1 and line = l.value::integer) from json_array_elements_text(${lines}) l)`;

@Injectable()
export class PostgresBatchWork extends BatchWork {
  constructor(
    private readonly db: Database,
    private readonly registries: Registries,
    private readonly bodies: BatchEventBodies,
  ) {
    super();
  }

  async claim(): Promise<ClaimedBatch | undefined> {
    const claim = randomUUID();
    const [row] = await this.db.rows<ClaimedRow>(
      `with picked as (
         select b.id from batches b
          where ${IS_DUE}
            and exists (select from accounts a where a.id = b.account_id and a.deleted_at is null and a.disabled_at is null)
            and not exists (select from jsonb_each(b.asked_in) a where a.value::boolean <> (a.key = any ($2::text[])))
            and not exists (select from batches o where o.account_id = b.account_id and o.status = 'running' and o.claimed_until >= now())
          order by (select max(o.worked_at) from batches o where o.account_id = b.account_id) nulls first, b.worked_at nulls first, b.id
          limit 1 for update of b skip locked
       ), claimed as (
         update batches b set claim = $1, claimed_until = ${LEASE_END}, worked_at = clock_timestamp()
           from picked where b.id = picked.id returning b.*
       )
       select b.id, b.account_id, b.key_id, b.grant_id, now() as claimed_at, ${REVOKED} as is_revoked, b.next_line,
           k.jurisdictions as key_jurisdictions, k.tiers as key_tiers, w.waiting_rows, w.waiting_credits
         from claimed b left join api_keys k on k.id = b.key_id cross join lateral (
           select count(*)::integer as waiting_rows, coalesce(sum(r.price), 0)::integer as waiting_credits
             from batch_waits w join batch_rows r on r.batch_id = w.batch_id and r.line = w.line where w.batch_id = b.id) w`,
      [claim, sandboxCodes(this.registries)],
    );
    return row && toClaimed(row, claim);
  }

  holding<T>({ id, claim }: ClaimedBatch, work: () => Promise<T>): Promise<T> {
    return Lease.during(() => extendClaim(this.db, 'batches', [toUuid(id)], claim), work);
  }

  async release({ id, claim }: ClaimedBatch, pauseMs: number): Promise<DueBatch | undefined> {
    const row = await this.db.row<DueRow & { is_due: boolean }>(
      `update batches b set claim = null, claimed_until = null, look_at = now() + make_interval(secs => $3) where id = $1 and claim = $2
       returning b.id, batch_due_at(b) as due_at, ${IS_DUE} as is_due`,
      [toUuid(id), claim, pauseMs / 1000],
    );
    return row?.is_due ? toDue(row) : undefined;
  }

  async due(limit: number): Promise<DueBatch[]> {
    const rows = await this.db.rows<DueRow>(
      `select b.id, batch_due_at(b) as due_at from batches b where ${IS_DUE} order by b.worked_at nulls first limit $1`,
      [limit],
    );
    return rows.map(toDue);
  }

  async nextRows({ id, nextLine }: ClaimedBatch, limit: number): Promise<OpenRow[]> {
    const rows = await this.db.rows<OpenRowColumns>(
      `select line, custom_id, entity_name, jurisdiction, tier, name_key, record_number, price, evidence from next_batch_rows($1, $2, $3)`,
      [toUuid(id), nextLine, limit],
    );
    return rows.map(toOpenRow);
  }

  async retrievedRows({ id }: ClaimedBatch, limit: number): Promise<RetrievedRow[]> {
    const rows = await this.db.rows<RetrievedRowColumns>(
      `select ${OPEN_ROW}, coalesce(t.created_at, w.waits_since) as since, w.waits_since, t.failure, t.evidence_id
         from batch_waits w join batch_rows r on r.batch_id = w.batch_id and r.line = w.line left join retrievals t on t.id = w.retrieval_id
        where w.batch_id = $1 and (t.id is null or t.finished_at is not null) order by w.line limit $2`,
      [toUuid(id), limit],
    );
    return rows.map(toRetrievedRow);
  }

  async retrieve(
    { id, claim }: ClaimedBatch,
    rows: readonly (RowQuestion & { line: number; key: string })[],
  ): Promise<DueRetrieval[]> {
    const asked = rows.map(({ line, jurisdiction, entityName, key, recordNumber, tier }) => ({
      id: newUuid(),
      line,
      jurisdiction,
      entity_name: entityName,
      key,
      record_number: recordNumber,
      tier,
      sandbox: this.registries.isSandbox(jurisdiction),
    }));
    const due = await this.db.interactive((tx) =>
      tx.rows<{ id: string; claims: number; account_id: string; jurisdiction: string }>(
        `with wanted as materialized (
           select q.*, b.account_id
             from json_to_recordset($3) q (id uuid, line integer, jurisdiction text, entity_name text, key text, record_number text, tier text,
               sandbox boolean) join batches b on b.id = $1 and b.claim = $2 and b.status = 'running'
         ), made as (
           insert into retrievals as r (id, jurisdiction, entity_name, name_key, record_number, tier, kind, sandbox, account_id)
             select distinct on (jurisdiction, key, tier) id, jurisdiction, entity_name, key, record_number, tier, 'verification', sandbox,
                 account_id
               from wanted order by jurisdiction, key, tier
           on conflict (jurisdiction, name_key, kind, tier, sandbox) where finished_at is null do update set tier = r.tier
           returning r.*
         ), waits as (
           insert into batch_waits (batch_id, line, retrieval_id)
             select $1, w.line, m.id
               from wanted w join made m on m.jurisdiction = w.jurisdiction and m.name_key = w.key and m.tier = w.tier
           on conflict (batch_id, line) do update set retrieval_id = excluded.retrieval_id, waits_since = now(), ended_at = null
         )
         select id, claims, account_id, jurisdiction from made`,
        [toUuid(id), claim, toJson(asked)],
      ),
    );
    return due.map((row) => ({
      id: row.id,
      claimNumber: row.claims + 1,
      accountId: fromUuid('acc', row.account_id),
      jurisdiction: row.jurisdiction,
    }));
  }

  async lock(tx: Tx, { id, claim }: ClaimedBatch, lines: readonly number[]): Promise<ReadonlySet<number> | undefined> {
    const on = this.db.in(tx);
    const held = await on.row(`select from batches where id = $1 and claim = $2 and status = 'running' for update`, [
      toUuid(id),
      claim,
    ]);
    if (!held) return undefined;
    const rows = await on.rows<{ line: number }>(
      `select line from batch_rows where ctid = any (${placesOf('$2')}) and outcome is null`,
      [toUuid(id), JSON.stringify(lines)],
    );
    return new Set(rows.map(({ line }) => line));
  }

  async end(tx: Tx, { id }: ClaimedBatch, { ends, nextLine, pause }: RoundEnd): Promise<DueDelivery[]> {
    const on = this.db.in(tx);
    const uuid = toUuid(id);
    if (ends.length > 0) await this.endRows(on, uuid, ends);
    const credits = ends.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);
    const row = await on.row<BatchColumns & { account_id: string }>(
      `update batches b set next_line = $2, credits_charged = b.credits_charged + $3,
              status = case when b.found + b.review + b.no_match + b.failed + b.duplicate = b.accepted then 'completed'
                            when $4::text is not null then 'paused' else b.status end,
              pause_reason = case when b.found + b.review + b.no_match + b.failed + b.duplicate < b.accepted then $4 end, resets_at = $5,
              ended_at = case when b.found + b.review + b.no_match + b.failed + b.duplicate = b.accepted then now() end
        where b.id = $1 returning ${BATCH}, account_id`,
      [uuid, nextLine, credits, pause?.reason ?? null, pause?.resetsAt ?? null],
    );
    if (row?.status !== 'completed') return [];
    return this.tell(on, toBatch(row));
  }

  private async endRows(on: Statements, uuid: string, ends: readonly RowEnd[]): Promise<void> {
    const lines = JSON.stringify(ends.map(({ row }) => row.line));
    await on.change(
      `with given as materialized (
         select * from json_to_recordset($2) e (line integer, outcome text, entity_id uuid, official_name text, status text, good_standing boolean,
             jurisdiction_id text, confidence double precision, credits integer, error text, alternatives jsonb, registration jsonb,
             evidence_id uuid, is_earlier boolean, findings jsonb, standing text, cached boolean, is_ours boolean, read_at timestamptz, answer json)
       ), ended as (
         update batch_rows r set outcome = e.outcome, entity_id = e.entity_id, official_name = e.official_name, status = e.status,
                good_standing = e.good_standing, jurisdiction_id = e.jurisdiction_id, confidence = e.confidence,
                credits_charged = e.credits, error = e.error, alternatives = e.alternatives, registration = e.registration,
                findings = e.findings, standing = e.standing, cached = e.cached,
                evidence_id = case when not e.is_earlier or exists (
                  select from own_questions(e.evidence_id, (select account_id from batches where id = $1))) then e.evidence_id end
           from given e
          where r.ctid = any (${placesOf('$3')}) and r.line = e.line returning r.*
       ), same as (
         update batch_rows d set outcome = 'duplicate', entity_id = e.entity_id, official_name = e.official_name, status = e.status,
                good_standing = e.good_standing, jurisdiction_id = e.jurisdiction_id, confidence = e.confidence, error = e.error,
                registration = e.registration, alternatives = e.alternatives, evidence_id = e.evidence_id,
                findings = e.findings, standing = e.standing, cached = e.cached
           from ended e cross join lateral (select ctid as place from batch_rows where batch_id = $1 and same_as = e.line offset 0) f
          where d.ctid = f.place returning d.*
       ), recorded as (
         insert into records (${ROW_RECORD})
         select record_of_row(r.batch_id, r.line), b.account_id, now(), 'batch', b.key_id, b.grant_id, p.email, r.batch_id, r.line, nullif(r.custom_id, ''),
                r.entity_name, r.record_number, r.jurisdiction, r.tier, r.evidence,
                case g.outcome when 'review' then 'not_sure' when 'no_match' then 'absent' when 'failed' then case when g.is_ours then 'failed' else 'unreachable' end else g.outcome end,
                r.cached, r.entity_id, r.official_name, r.jurisdiction_id, r.status, r.good_standing, r.confidence, g.read_at,
                coalesce(g.answer, case when r.error is not null then json_build_object('error', r.error) end), r.evidence_id, r.credits_charged
           from (select * from ended union all select * from same) r
           join given g on g.line = coalesce(r.same_as, r.line)
           join batches b on b.id = $1
           left join lateral person_behind(b.account_id, b.key_id, b.grant_id, null) p on true
          where (select 1 from ledger_entries where id = record_of_row(r.batch_id, r.line)) is null
         on conflict (id) do nothing
       ), counted as (
         select count(*) filter (where outcome = 'found') as found, count(*) filter (where outcome = 'review') as review,
                count(*) filter (where outcome = 'no_match') as no_match, count(*) filter (where outcome = 'failed') as failed,
                count(*) filter (where outcome = 'duplicate') as duplicate
           from (select outcome from ended union all select outcome from same) o
       )
       update batches b set found = b.found + c.found, review = b.review + c.review, no_match = b.no_match + c.no_match,
              failed = b.failed + c.failed, duplicate = b.duplicate + c.duplicate from counted c where b.id = $1`,
      [uuid, toJson(ends.map(toEndColumns)), lines],
    );
    const over = await on.rows<{ retrieval_id: string }>(
      `delete from batch_waits where batch_id = $1 and line = any (array(select value::integer from json_array_elements_text($2))) returning retrieval_id`,
      [uuid, lines],
    );
    if (over.length === 0) return;
    // Retrievals with jobs are deleted along with their jobs.
    await on.change(
      `delete from retrievals r where r.id = any ($1::uuid[]) and r.finished_at is not null
          and not exists (select from jobs where retrieval_id = r.id) and not exists (select from batch_waits where retrieval_id = r.id)`,
      [over.map((row) => row.retrieval_id)],
    );
  }

  /** Writes to the event feed, and to the batch's endpoint if it has one. */
  private tell(on: Statements, { id, counts, creditsCharged, endedAt }: Batch): Promise<DueDelivery[]> {
    const eventId = newId('evt');
    const body = this.bodies.of({ batchId: id, counts, creditsCharged, completedAt: endedAt ?? new Date() }, eventId);
    return writeEvents(on, [{ id: eventId, type: 'batch.completed', body: toJson(body), subject: { batchId: id } }]);
  }
}
