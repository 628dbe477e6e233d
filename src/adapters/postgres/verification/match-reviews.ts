import type { AlternativeDocument } from '../../../core/entities/entity-document.js';
import { Injectable } from '../../../core/injectable.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { RecordMeant, ReviewSubject, UnsureMatch } from '../../../core/verification/match-review.js';
import { MatchReviews, type UnsureDocument, type UnsureWanted } from '../../../core/verification/ports.js';
import { Database } from '../client/database.js';
import { fromStoredAlternative } from '../client/stored-results.js';
import {
  decisionsOf,
  MEANT,
  newestDecision,
  toDecisions,
  toMeant,
  type DecisionColumns,
  type MeantColumns,
} from '../client/decision-columns.js';

/** A page and the count look at this many unsure answers. */
const MAX_LOOKED_AT = 10_000;

interface UnsureRow {
  id: string;
  job_id: string | null;
  search_id: string | null;
  batch_id: string | null;
  line: number | null;
  reference: string | null;
  entity_name: string;
  jurisdiction: string;
  entity_id: string;
  official_name: string;
  record_number: string;
  status: AlternativeDocument['status'];
  confidence: number;
  alternatives: AlternativeDocument[];
  credits_charged: number;
  asked_at: Date;
}

type ListedRow = UnsureRow & MeantColumns;

interface UnsureDocumentRow extends UnsureRow {
  decisions: DecisionColumns[] | null;
  credits_refunded: number;
  erased: boolean;
}

interface Looked {
  looked_at: number;
  last_id: string | null;
}

/** `r` is the alias of `records`. */
const UNSURE = `r.id, r.job_id, r.search_id, r.batch_id, r.line, r.reference, r.entity_name, r.jurisdiction, r.entity_id, r.official_name,
  r.record_number, r.status, r.confidence, coalesce(r.answer -> 'alternatives', '[]') as alternatives, r.credits_charged,
  coalesce((select created_at from jobs where id = r.job_id), (select started_at from batches where id = r.batch_id), r.at) as asked_at`;

/**
 * An answer that was refunded by a job, or erased, waits for nobody, nor does a search: it asks for
 * a list.
 */
const OPEN = `search_id is null and decided_at is null and erased is null and (job_id is null or credits_refunded = 0)`;

/** One statement each, so that those that wait are found by their own index. */
const WANTED = { true: 'decided_at is not null', false: OPEN, all: `(decided_at is not null or ${OPEN})` } as const;

/** $1 account, $2 text, $3 after the record, $4 limit. */
const LISTS = { true: listOf(WANTED.true), false: listOf(WANTED.false), all: listOf(WANTED.all) };

function listOf(wanted: string): string {
  return `
  with looked as materialized (
    select id, at, entity_name, reference from records
     where account_id = $1 and outcome = 'not_sure' and ${wanted}
       and ($3::uuid is null or (at, id) < (select at, id from records where id = $3 and account_id = $1))
     order by at desc, id desc limit ${MAX_LOOKED_AT}
  ), page as (
    select id from looked where $2::text is null or contains_text(concat_ws(chr(10), entity_name, reference), $2)
     order by at desc, id desc limit $4
  )
  select ${UNSURE}, ${MEANT}, last.*
    from (select (select count(*)::int from looked) as looked_at, (select id from looked order by at, id limit 1) as last_id) last
    left join (page join records r on r.id = page.id) on true left join ${newestDecision('r.id')} m on true
   order by r.at desc, r.id desc`;
}

const FIND = `
  select ${UNSURE}, ${decisionsOf('r.id')} as decisions, r.credits_refunded, coalesce(cardinality(r.erased), 0) > 0 as erased
    from records r where r.id = $2 and r.account_id = $1 and r.outcome = 'not_sure'`;

/** $1 account, $2 limit. */
const WAITING = `
  select count(*)::int as n from (
    select from (
      select search_id, decided_at, erased, job_id, credits_refunded from records
       where account_id = $1 and outcome = 'not_sure' and decided_at is null order by at desc, id desc limit ${MAX_LOOKED_AT}) r
     where ${OPEN} limit $2) waiting`;

@Injectable()
export class PostgresMatchReviews extends MatchReviews {
  constructor(private readonly db: Database) {
    super();
  }

  async find(accountId: Id<'acc'>, id: Id<'rec'>): Promise<UnsureDocument | undefined> {
    const row = await this.db.row<UnsureDocumentRow>(FIND, [toUuid(accountId), toUuid(id)]);
    if (!row) return undefined;
    const { credits_refunded: creditsRefunded, erased: isErased } = row;
    const decisions = toDecisions(row.decisions);
    return { ...toUnsure(row, decisions.at(-1)), decisions, creditsRefunded, isErased };
  }

  async list(accountId: Id<'acc'>, { decided, text, after, limit }: UnsureWanted) {
    const list = LISTS[decided === undefined ? 'all' : decided ? 'true' : 'false'];
    const values = [toUuid(accountId), text ?? null, after ? toUuid(after) : null, limit + 1];
    const rows = await this.db.rows<(ListedRow | { id: null }) & Looked>(list, values);
    const found = rows.filter((row): row is ListedRow & Looked => row.id !== null);
    const items = found.slice(0, limit).map((row) => toUnsure(row, toMeant(row)));
    if (found.length > limit) return { items, next: items.at(-1)?.recordId };
    const [first] = rows;
    const isMore = first?.last_id && first.looked_at === MAX_LOOKED_AT;
    return { items, next: isMore ? fromUuid('rec', first.last_id ?? '') : undefined };
  }

  async waiting(accountId: Id<'acc'>, most: number): Promise<number> {
    const row = await this.db.row<{ n: number }>(WAITING, [toUuid(accountId), most]);
    return row?.n ?? 0;
  }
}

function toUnsure(row: UnsureRow, meant: RecordMeant | undefined): UnsureMatch {
  const taken = fromStoredAlternative({ ...row, entity_name: row.official_name, jurisdiction_id: row.record_number });
  return {
    recordId: fromUuid('rec', row.id),
    subject: subjectOf(row),
    searchId: row.search_id === null ? undefined : fromUuid('srch', row.search_id),
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    reference: row.reference ?? undefined,
    entityId: fromUuid('ent', row.entity_id),
    candidates: [taken, ...row.alternatives.map(fromStoredAlternative)],
    creditsCharged: row.credits_charged,
    askedAt: row.asked_at,
    meant,
  };
}

function subjectOf({ job_id: jobId, batch_id: batchId, line }: UnsureRow): ReviewSubject | undefined {
  if (jobId !== null) return { jobId: fromUuid('job', jobId) };
  return batchId === null || line === null ? undefined : { batchId: fromUuid('bat', batchId), line };
}
