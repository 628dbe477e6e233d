import type { Batch, Rejection, ResultOutcome, RowAnswer } from '../../../core/batches/batch.js';
import {
  type BatchRefusal,
  Batches,
  type BatchesWanted,
  type FileSent,
  type FileSummary,
  type ResultRow,
  type RowCounts,
  type RowsDecided,
  type RowsWanted,
  type UnansweredRow,
} from '../../../core/batches/ports.js';
import { isRejected, type StagedRow } from '../../../core/batches/read-row.js';
import type { Spender } from '../../../core/billing/charge.js';
import type { Standing } from '../../../core/entities/verified-entity.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import { sandboxCodes } from '../../../core/registries/jurisdictions.js';
import { Registries } from '../../../core/registries/ports.js';
import { toJson, Database } from '../client/database.js';
import { BATCH, RETRIED_IN, toBatch, type BatchColumns } from './batch-row.js';
import { toUnanswered, UNANSWERED, type UnansweredColumns } from './unanswered-row.js';
import { inPieces } from '../client/in-pieces.js';
import { MEANT, newestDecision, toMeant, type MeantColumns } from '../client/decision-columns.js';
import type { BatchRowRow } from '../schema/batch.tables.js';
import type { Columns } from '../schema/columns.js';
import { Injectable } from '../../../core/injectable.js';

/** Results read and written before other work gets a turn: a few milliseconds. */
const RESULTS_AT_ONCE = 200;

const RESULT = `line, custom_id, entity_name, jurisdiction, tier, entity_id, official_name, status,
  good_standing, jurisdiction_id, confidence, credits_charged, error, registration, findings, same_as`;

const DECIDED_UNTIL = 'and ($9::timestamptz is null or d.decided_at <= $9)';

interface ResultColumns extends Columns<BatchRowRow, typeof RESULT>, MeantColumns {
  outcome: ResultOutcome;
  standing: Standing | null;
  answer: RowAnswer;
  record_id: string | null;
  closest: string[] | null;
}

@Injectable()
export class PostgresBatches extends Batches {
  constructor(
    private readonly db: Database,
    private readonly registries: Registries,
  ) {
    super();
  }

  async begin(id: Id<'bat'>, { accountId, keyId, grantId }: Spender, { name, webhookUrl }: FileSent): Promise<void> {
    const spender = [toUuid(accountId), keyId ? toUuid(keyId) : null, grantId ?? null];
    await this.db.change(
      'insert into batches (id, account_id, key_id, grant_id, file_name, webhook_url) values ($1, $2, $3, $4, $5, $6)',
      [toUuid(id), ...spender, name ?? null, webhookUrl ?? null],
    );
  }

  async addRows(id: Id<'bat'>, rows: readonly StagedRow[]): Promise<void> {
    await this.db.change(
      `insert into batch_rows (batch_id, line, custom_id, entity_name, jurisdiction, tier, name_key, record_number, evidence, price, outcome, error, field)
         select $1, line, custom_id, entity_name, jurisdiction, tier, name_key, record_number, evidence, price, outcome, error, field
           from json_to_recordset($2) r (line integer, custom_id text, entity_name text, jurisdiction text, tier text, name_key text,
             record_number text, evidence jsonb, price smallint, outcome text, error text, field text)`,
      [toUuid(id), toJson(rows.map(toColumns))],
    );
  }

  async drop(id: Id<'bat'>): Promise<void> {
    const uuid = toUuid(id);
    const dropped = await this.db.change(
      `update batches set dropped_at = now() where id = $1 and status = 'uploading'`,
      [uuid],
    );
    if (dropped > 0) await inPieces(this.db, 'select purge_batch_rows($1) as more', [uuid]);
  }

  async complete(
    tx: Tx,
    id: Id<'bat'>,
    most: { open: number; rows: number },
    retryOf?: Id<'bat'>,
  ): Promise<FileSummary | BatchRefusal> {
    const on = this.db.in(tx);
    const uuid = toUuid(id);
    // Concurrent uploads of one account are counted one after the other.
    await on.rows(
      `select pg_advisory_xact_lock(hashtextextended('batches ' || account_id::text, 0)) from batches where id = $1`,
      [uuid],
    );
    const kept = await on.row<{ open: number; rows: number }>(
      `select (count(*) filter (where status in ('ready', 'running', 'paused')))::int as open,
              coalesce(sum(rows), 0)::int + (select count(*)::int from batch_rows where batch_id = $1) as rows
         from batches where account_id = (select account_id from batches where id = $1) and status <> 'uploading'`,
      [uuid],
    );
    if (kept && kept.open >= most.open) return 'too many open';
    if (kept && kept.rows > most.rows) return 'too many rows';
    if (retryOf) {
      const first = toUuid(retryOf);
      if (await on.row('select 1 from batches where retry_of = $1', [first])) return 'retried already';
      await on.change('update batches set retry_of = $2 where id = $1', [uuid, first]);
    }
    // Compared once, then updated by `ctid`. There are no statistics yet for a file that was just
    // loaded, and a join on lines would repeat the comparison for each row.
    await on.change(
      `with repeats as materialized (
         select place, first from (
             select ctid as place, line, min(line) over (partition by jurisdiction, tier, name_key, record_number, evidence) as first
               from batch_rows where batch_id = $1 and outcome is null) compared
          where first < line
       )
       update batch_rows d set same_as = r.first from repeats r where d.ctid = r.place`,
      [uuid],
    );
    const summary = await on.row<{ accepted: number; max_credits: number; first_price: number | null }>(
      `update batches b set status = 'ready', rows = s.rows, accepted = s.accepted, rejected = s.rows - s.accepted, max_credits = s.max_credits
         from (select count(*)::integer as rows, (count(*) filter (where outcome is null))::integer as accepted,
                 coalesce(sum(price) filter (where outcome is null and same_as is null), 0)::integer as max_credits
                 from batch_rows where batch_id = $1) s
        where b.id = $1 and b.status = 'uploading' and b.dropped_at is null returning b.accepted, b.max_credits, (${NEXT_PRICE}) as first_price`,
      [uuid],
    );
    if (!summary) throw new Error('the file of a batch is gone');
    const { accepted, max_credits: maxCredits, first_price: firstPrice } = summary;
    return { accepted, maxCredits, firstPrice: firstPrice ?? undefined };
  }

  async find(accountId: Id<'acc'>, id: Id<'bat'>): Promise<Batch | undefined> {
    const row = await this.db.row<BatchColumns>(
      `select ${BATCH}, ${RETRIED_IN} from batches b where id = $1 and account_id = $2 and status <> 'uploading'`,
      [toUuid(id), toUuid(accountId)],
    );
    return row && toBatch(row);
  }

  async list(accountId: Id<'acc'>, { status, before, limit }: BatchesWanted): Promise<Batch[]> {
    const rows = await this.db.rows<BatchColumns>(
      `select ${BATCH}, ${RETRIED_IN} from batches b
        where account_id = $1 and ($2::uuid is null or id < $2) and ($3::text is null or status = $3) and status <> 'uploading'
        order by id desc limit $4`,
      [toUuid(accountId), before ? toUuid(before) : null, status ?? null, limit],
    );
    return rows.map(toBatch);
  }

  async answers(id: Id<'bat'>): Promise<RowCounts> {
    const rows = await this.db.rows<{ answer: RowAnswer; standing: Standing | null; rows: number; unanswered: number }>(
      `select row_answer(r) as answer, row_standing(r) as standing, count(*)::int as rows,
              coalesce(sum(price) filter (where outcome = 'failed' or (outcome is null and same_as is null)), 0)::int as unanswered
         from batch_rows r where batch_id = $1 group by 1, 2`,
      [toUuid(id)],
    );
    const counts: RowCounts = { byAnswer: {}, byStanding: {}, unansweredCredits: 0 };
    for (const { answer, standing, rows: more, unanswered } of rows) {
      counts.unansweredCredits += unanswered;
      counts.byAnswer[answer] = (counts.byAnswer[answer] ?? 0) + more;
      if (standing) counts.byStanding[standing] = more;
    }
    return counts;
  }

  async rejections(id: Id<'bat'>, limit: number): Promise<Rejection[]> {
    const rows = await this.db.rows<{ line: number; field: string | null; error: string }>(
      `select line, field, error from batch_rows where batch_id = $1 and outcome = 'rejected' order by line limit $2`,
      [toUuid(id), limit],
    );
    return rows.map(({ line, field, error: message }) => ({ line, field: field ?? undefined, message }));
  }

  async nextPrice(id: Id<'bat'>): Promise<number | undefined> {
    const row = await this.db.row<{ price: number | null }>(`select (${NEXT_PRICE}) as price`, [toUuid(id)]);
    return row?.price ?? undefined;
  }

  async stillAsked(id: Id<'bat'>): Promise<{ jurisdiction: string; tier: Tier }[]> {
    return this.db.rows(
      `select distinct jurisdiction, tier from batch_rows where batch_id = $1 and outcome is null order by jurisdiction, tier`,
      [toUuid(id)],
    );
  }

  async start(tx: Tx, id: Id<'bat'>, { keyId, grantId }: Spender): Promise<void> {
    await this.db.in(tx).change(
      `update batches set status = 'running', key_id = $2, grant_id = $3, started_at = coalesce(started_at, now()), pause_reason = null,
              resets_at = null, look_at = now(),
              asked_in = (select coalesce(jsonb_object_agg(j.jurisdiction, j.jurisdiction = any ($4::text[])), '{}')
                            from (select distinct jurisdiction from batch_rows where batch_id = $1 and outcome is null) j)
        where id = $1 and status in ('ready', 'paused')`,
      [toUuid(id), keyId ? toUuid(keyId) : null, grantId ?? null, sandboxCodes(this.registries)],
    );
  }

  async cancel(accountId: Id<'acc'>, id: Id<'bat'>): Promise<void> {
    await this.db.change(
      `update batches set status = 'cancelled', ended_at = now(), pause_reason = null, resets_at = null, claim = null, claimed_until = null
        where id = $1 and account_id = $2 and status in ('ready', 'running', 'paused')`,
      [toUuid(id), toUuid(accountId)],
    );
  }

  async decided(id: Id<'bat'>): Promise<RowsDecided> {
    const row = await this.db.row<{ count: number; until: Date | null }>(
      'select count(*)::int as count, max(decided_at) as until from record_decisions where batch_id = $1',
      [toUuid(id)],
    );
    return { count: row?.count ?? 0, until: row?.until ?? undefined };
  }

  async *results(id: Id<'bat'>, wanted: RowsWanted, decidedUntil?: Date): AsyncIterable<ResultRow[]> {
    for (let after = 0; ;) {
      const rows = await this.resultsAfter(id, wanted, after, RESULTS_AT_ONCE, decidedUntil);
      if (rows.length > 0) yield rows;
      if (rows.length < RESULTS_AT_ONCE) return;
      after = rows.at(-1)?.line ?? after;
    }
  }

  async *unanswered(id: Id<'bat'>): AsyncIterable<readonly UnansweredRow[]> {
    for (let after = 0; ;) {
      const rows = await this.db.rows<UnansweredColumns>(
        `select ${UNANSWERED} from batch_rows r where batch_id = $1 and line > $2 and row_answer(r) in ('failed', 'not_asked') order by line limit $3`,
        [toUuid(id), after, RESULTS_AT_ONCE],
      );
      if (rows.length > 0) yield rows.map(toUnanswered);
      if (rows.length < RESULTS_AT_ONCE) return;
      after = rows.at(-1)?.line ?? after;
    }
  }

  async resultsAfter(
    id: Id<'bat'>,
    wanted: RowsWanted,
    line: number,
    limit: number,
    decidedUntil?: Date,
  ): Promise<ResultRow[]> {
    const { outcome, text, evidence, answer, standing } = wanted;
    const rows = await this.db.rows<ResultColumns>(
      `select ${RESULT.replaceAll(/\w+/g, 'r.$&')}, coalesce(outcome, 'not_asked') as outcome, a.answer, row_standing(r) as standing, ${MEANT},
              (select x.id from all_records x where x.id = record_of_row(r.batch_id, r.line)) as record_id,
              (select json_agg(a -> 'entity_name') from jsonb_array_elements(alternatives) a) as closest
         from batch_results($1, $2, $3, $4, $5, $6, $7, $8) r cross join lateral (select row_answer(r) as answer) a
         left join ${newestDecision('record_of_row(r.batch_id, r.line)', DECIDED_UNTIL)} m on a.answer = 'review'
        order by r.line`,
      [
        toUuid(id),
        line,
        outcome ?? null,
        text ?? null,
        limit,
        evidence ?? null,
        answer ?? null,
        standing ?? null,
        decidedUntil ?? null,
      ],
    );
    return rows.map(toResult);
  }
}

const NEXT_PRICE = `select price from batch_rows where batch_id = $1 and outcome is null and same_as is null order by line limit 1`;

function toColumns(row: StagedRow): object {
  if (isRejected(row)) {
    const { line, field, message, given } = row;
    const { entity_name, jurisdiction, custom_id, tier } = given;
    return { line, entity_name, jurisdiction, custom_id, tier, outcome: 'rejected', error: message, field };
  }
  return {
    line: row.line,
    custom_id: row.customId,
    entity_name: row.entityName,
    jurisdiction: row.jurisdiction,
    tier: row.tier,
    name_key: row.nameKey,
    record_number: row.recordNumber,
    evidence: row.evidence,
    price: row.priceCredits,
  };
}

function toResult(row: ResultColumns): ResultRow {
  return {
    line: row.line,
    recordId: row.record_id === null ? undefined : fromUuid('rec', row.record_id),
    customId: row.custom_id ?? undefined,
    entityName: row.entity_name ?? undefined,
    jurisdiction: row.jurisdiction ?? undefined,
    tier: row.tier ?? undefined,
    outcome: row.outcome,
    answer: row.answer,
    duplicateOf: row.outcome === 'duplicate' ? (row.same_as ?? undefined) : undefined,
    standing: row.standing ?? undefined,
    entityId: row.entity_id === null ? undefined : fromUuid('ent', row.entity_id),
    officialName: row.official_name ?? undefined,
    status: row.status ?? undefined,
    goodStanding: row.good_standing ?? undefined,
    jurisdictionId: row.jurisdiction_id ?? undefined,
    confidence: row.confidence ?? undefined,
    creditsCharged: row.credits_charged,
    error: row.error ?? undefined,
    registration: row.registration ?? undefined,
    closest: row.closest ?? undefined,
    findings: row.findings ?? [],
    decision: toMeant(row),
  };
}
