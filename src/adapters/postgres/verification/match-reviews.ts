import type { AlternativeDocument } from '../../../core/entities/entity-document.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Holder } from '../../../core/accounts/caller-limits.js';
import type { DecidedWith, MatchReview, ReviewSubject, UnsureMatch } from '../../../core/verification/match-review.js';
import { MatchReviews, type UnsureWanted } from '../../../core/verification/ports.js';
import { Database } from '../client/database.js';
import { fromStoredAlternative } from '../client/stored-results.js';
import { Injectable } from '../../../core/injectable.js';

/** Lists and counts cover this many of the latest unsure jobs. */
const MAX_LOOKED_AT = 10_000;

/** Must match the predicate of `jobs_unsure_idx`. */
const UNSURE = `status = 'completed' and result #>> '{data,match,review}' = 'true'`;

/** The decision on a row. All null while there is none. */
export interface MeantColumns {
  meant_id: string | null;
  meant_note: string | null;
  meant_by: string | null;
  meant_key: string | null;
  meant_grant: string | null;
  meant_with: string | null;
  meant_at: Date | null;
}

interface UnsureRow extends MeantColumns {
  job_id: string | null;
  batch_id: string | null;
  line: number | null;
  custom_id: string | null;
  entity_name: string;
  jurisdiction: string;
  entity_id: string;
  official_name: string;
  record_number: string;
  status: AlternativeDocument['status'];
  confidence: number;
  alternatives: AlternativeDocument[];
  credits: number;
  asked_at: Date;
}

/** `m` is always the alias of `meant_records`. */
export const MEANT = `m.jurisdiction_id as meant_id, m.note as meant_note, m.decided_by as meant_by, m.recorded_at as meant_at,
  m.key_id as meant_key, m.grant_id as meant_grant, m.decided_with as meant_with`;

/** $1 account, $2 decided, $3 text, $4 after the job, $5 limit. */
const JOBS = `
  select j.id as job_id, null::uuid as batch_id, null::integer as line, null as custom_id, j.entity_name, j.jurisdiction,
         (j.result ->> 'entityId') as entity_id, d.data ->> 'entity_name' as official_name, d.data ->> 'jurisdiction_id' as record_number,
         d.data ->> 'status' as status, (d.data ->> 'confidence')::float as confidence,
         coalesce(d.data -> 'match' -> 'alternatives', '[]') as alternatives, j.amount_credits as credits, j.created_at as asked_at, ${MEANT}
    from (select * from jobs where account_id = $1 and ${UNSURE} and ($4::uuid is null or id < $4) order by id desc limit ${MAX_LOOKED_AT}) j
   cross join lateral (select json_extract_path(j.result, 'data') as data) d
    left join meant_records m on m.job_id = j.id
   where ($2::boolean is null or (m.recorded_at is not null) = $2)
     and ($3::text is null or contains_text(j.entity_name, $3))
   order by j.id desc limit $5`;

const ROW_COLUMNS = `null::uuid as job_id, r.batch_id, r.line, r.custom_id, r.entity_name, r.jurisdiction, r.entity_id, r.official_name,
         r.jurisdiction_id as record_number, r.status, r.confidence, coalesce(r.alternatives, '[]') as alternatives,
         r.credits_charged as credits, b.started_at as asked_at, ${MEANT}`;

/** $1 account, $2 decided, $3 text, $4 from this batch on, $5 after the line in it, $6 limit. */
const ROWS = `
  select ${ROW_COLUMNS}
    from (select id, started_at from batches
           where account_id = $1 and review > 0 and status in ('completed', 'cancelled') and ($4::uuid is null or id <= $4)) b
    join batch_rows r on r.batch_id = b.id and r.outcome = 'review' and (b.id is distinct from $4::uuid or r.line > $5)
    left join meant_records m on m.batch_id = r.batch_id and m.line = r.line
   where ($2::boolean is null or (m.recorded_at is not null) = $2)
     and ($3::text is null or contains_text(concat_ws(chr(10), r.entity_name, r.custom_id), $3))
   order by r.batch_id desc, r.line limit $6`;

const ROW = `
  select ${ROW_COLUMNS}
    from batches b join batch_rows r on r.batch_id = b.id left join meant_records m on m.batch_id = r.batch_id and m.line = r.line
   where b.id = $2 and b.account_id = $1 and b.status in ('completed', 'cancelled') and r.line = $3 and r.outcome = 'review'`;

/**
 * $1 account, $2 limit. Jobs are counted in their index alone, and batch rows by the counts of
 * their batches, without reading a row.
 */
const WAITING = `
  select least($2::int, jobs.n + rows.n) as n
    from (select count(*)::int as n from (
           select from (select id from jobs where account_id = $1 and ${UNSURE} order by id desc limit ${MAX_LOOKED_AT}) j
            where not exists (select from meant_records m where m.job_id = j.id) limit $2) waiting) jobs,
         (select coalesce(sum(b.review - (select count(*) from meant_records m where m.batch_id = b.id)), 0)::int as n
            from batches b where b.account_id = $1 and b.review > 0 and b.status in ('completed', 'cancelled')) rows`;

@Injectable()
export class PostgresMatchReviews extends MatchReviews {
  constructor(private readonly db: Database) {
    super();
  }

  /** A second decision waits for the first and returns it. */
  async record(
    subject: ReviewSubject,
    { recordNumber, note, decidedBy, keyId, grantId }: Parameters<MatchReviews['record']>[1],
  ): Promise<MatchReview | undefined> {
    const decision = [recordNumber, note ?? null, decidedBy ?? null, keyId ? toUuid(keyId) : null, grantId ?? null];
    await this.db.change(
      `insert into meant_records (job_id, batch_id, line, jurisdiction_id, note, decided_by, key_id, grant_id, decided_with)
       select $1::uuid, $2::uuid, $3::integer, $4::text, $5::text, $6::text, $7::uuid, $8::text,
              coalesce((select label from api_keys where id = $7), (
                select c.payload ->> 'client_name' from oauth_records g join oauth_records c on c.model = 'Client' and c.id = g.client_id
                 where g.model = 'Grant' and g.id = $8))
        where exists (select from jobs where id = $1) or exists (select from batch_rows where batch_id = $2 and line = $3)
       on conflict do nothing`,
      [...placeOf(subject), ...decision],
    );
    const row = await this.db.row<MeantColumns>(
      `select ${MEANT} from meant_records m where job_id = $1 or (batch_id = $2 and line = $3)`,
      placeOf(subject),
    );
    return row && toMeant(row);
  }

  async holderOf(subject: ReviewSubject): Promise<Holder> {
    const [jobId, batchId] = placeOf(subject);
    const row = await this.db.row<{ key_id: string | null; grant_id: string | null }>(
      `select key_id, grant_id from ledger_entries where job_id = $1 and type = 'charge'
       union all select key_id, grant_id from batches where id = $2`,
      [jobId, batchId],
    );
    return {
      keyId: row?.key_id ? fromUuid('key', row.key_id) : undefined,
      grantId: row?.grant_id ?? undefined,
    };
  }

  async row(accountId: Id<'acc'>, { batchId, line }: { batchId: Id<'bat'>; line: number }) {
    const row = await this.db.row<UnsureRow>(ROW, [toUuid(accountId), toUuid(batchId), line]);
    return row && toUnsure(row);
  }

  async list(accountId: Id<'acc'>, { decided, text, after, limit }: UnsureWanted) {
    const found: UnsureRow[] = [];
    const wanted = [toUuid(accountId), decided ?? null, text ?? null];
    if (!after || 'jobId' in after) {
      const from = after ? toUuid(after.jobId) : null;
      found.push(...(await this.db.rows<UnsureRow>(JOBS, [...wanted, from, limit + 1])));
    }
    if (found.length <= limit) {
      const from = after && 'batchId' in after ? [toUuid(after.batchId), after.line] : [null, null];
      found.push(...(await this.db.rows<UnsureRow>(ROWS, [...wanted, ...from, limit + 1 - found.length])));
    }
    const items = found.slice(0, limit).map(toUnsure);
    return { items, next: found.length > limit ? items.at(-1)?.subject : undefined };
  }

  async waiting(accountId: Id<'acc'>, most: number): Promise<number> {
    const row = await this.db.row<{ n: number }>(WAITING, [toUuid(accountId), most]);
    return row?.n ?? 0;
  }
}

function placeOf(subject: ReviewSubject): [job: string | null, batch: string | null, line: number | null] {
  return 'jobId' in subject ? [toUuid(subject.jobId), null, null] : [null, toUuid(subject.batchId), subject.line];
}

export function toMeant(row: MeantColumns): MatchReview | undefined {
  if (row.meant_at === null) return undefined;
  return {
    recordNumber: row.meant_id,
    note: row.meant_note ?? undefined,
    decidedBy: row.meant_by ?? undefined,
    decidedWith: toDecidedWith(row),
    recordedAt: row.meant_at,
  };
}

function toDecidedWith({
  meant_key: key,
  meant_grant: grantId,
  meant_with: name,
}: MeantColumns): DecidedWith | undefined {
  if (key !== null) return { keyId: fromUuid('key', key), name: name ?? 'a key' };
  return grantId === null ? undefined : { grantId, name: name ?? 'an application' };
}

function toUnsure(row: UnsureRow): UnsureMatch {
  const taken = fromStoredAlternative({ ...row, entity_name: row.official_name, jurisdiction_id: row.record_number });
  return {
    subject: subjectOf(row),
    entityName: row.entity_name,
    jurisdiction: row.jurisdiction,
    customId: row.custom_id ?? undefined,
    // Results of jobs store public ids.
    entityId: row.job_id === null ? fromUuid('ent', row.entity_id) : (row.entity_id as Id<'ent'>),
    candidates: [taken, ...row.alternatives.map(fromStoredAlternative)],
    creditsCharged: row.credits,
    askedAt: row.asked_at,
    meant: toMeant(row),
  };
}

function subjectOf({ job_id: jobId, batch_id: batchId, line }: UnsureRow): ReviewSubject {
  if (jobId !== null) return { jobId: fromUuid('job', jobId) };
  if (batchId === null || line === null) throw new Error('an unsure match is of nothing');
  return { batchId: fromUuid('bat', batchId), line };
}
