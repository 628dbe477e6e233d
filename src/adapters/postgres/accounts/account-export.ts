import { fromUuid, toUuid, type Id, type IdPrefix } from '../../../core/ids.js';
import { fromStoredHits, fromStoredResult, type StoredHits, type StoredResult } from '../client/stored-results.js';
import type { Database } from '../client/database.js';
import type { Value } from '../client/statements.js';
import { newestDecision } from '../client/decision-columns.js';

type Row = Record<string, unknown> & { cursor: string };

interface Section {
  /**
   * Selects at most $3 rows after the cursor $2 (null at first), ordered by it, and none after the
   * last. The column `cursor` marks where the next page starts and is not shown; a row with nothing
   * else is none.
   */
  sql: string;
  /** Columns that hold a bare UUID. */
  ids: Record<string, IdPrefix>;
  /** Columns stored in their own format. */
  read?: Record<string, (stored: unknown) => unknown>;
}

const BATCH = 500;

/** `m` is the alias of `newestDecision`. */
const DECISION = `jsonb_build_object('jurisdiction_id', m.jurisdiction_id, 'note', m.note, 'decided_by', m.decided_by, 'recorded_at', m.decided_at,
                   'decided_with', case when m.key_id is not null then jsonb_build_object('key_id', m.key_id, 'name', m.decided_with)
                                        when m.grant_id is not null then jsonb_build_object('grant_id', m.grant_id, 'name', m.decided_with) end)`;

/**
 * Everything stored about an account besides the account itself and its keys. Add every new table
 * with account data here.
 */
const SECTIONS: Record<string, Section> = {
  transactions: {
    sql: `select number::text as cursor, id as transaction_id, type, amount, balance_after, description, operation, key_id, grant_id, job_id,
                 watch_id, batch_id, batch_line, entity_id, entity_name, jurisdiction, search_id, package_id, reference, created_at
            from ledger_entries where account_id = $1 and number > coalesce($2::int, 0) order by number limit $3`,
    ids: {
      transaction_id: 'txn',
      key_id: 'key',
      job_id: 'job',
      watch_id: 'wch',
      batch_id: 'bat',
      entity_id: 'ent',
      search_id: 'srch',
    },
  },
  jobs: {
    sql: `select id::text as cursor, id as job_id, status, entity_name, jurisdiction, tier, amount_credits as credits_charged,
                 result, evidence as given, reference, search_id, created_at, completed_at,
                 case when status = 'completed' then coalesce((select evidence_id from retrievals where id = jobs.retrieval_id), evidence_id) end as evidence_id,
                 (select ${DECISION}
                    from ${newestDecision('jobs.id')} m) as meant
            from jobs where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`,
    ids: { job_id: 'job', search_id: 'srch', evidence_id: 'evd' },
    read: { result: (stored) => fromStoredResult(stored as StoredResult), meant: fromMeantRecord },
  },
  searches: {
    sql: `select id::text as cursor, id as search_id, entity_name, reference, jurisdictions, known, not_asked, created_at
            from searches where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`,
    ids: { search_id: 'srch' },
    read: { known: (stored) => (stored as StoredHits[]).map(fromStoredHits) },
  },
  events: {
    sql: `select id::text as cursor, id as event_id, job_id, watch_id, batch_id, record_id, type as event, body::json as body, created_at
            from events where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`,
    ids: { event_id: 'evt', job_id: 'job', watch_id: 'wch', batch_id: 'bat', record_id: 'rec' },
  },
  webhook_deliveries: {
    sql: `select d.number::text as cursor, d.id as delivery_id, d.event_id, d.job_id, e.type as event, d.url, d.status, e.body::json as body,
                 (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('number', a -> 'number', 'at', a -> 'at', 'duration_ms', a -> 'durationMs',
                    'response_status', a -> 'responseStatus', 'error', a -> 'error')))
                    from jsonb_array_elements(d.attempts) a) as attempts, d.created_at, d.finished_at
            from deliveries d join events e on e.id = d.event_id
           where d.account_id = $1 and d.number > coalesce($2::bigint, 0) order by d.number limit $3`,
    ids: { delivery_id: 'dlv', event_id: 'evt', job_id: 'job' },
  },
  watches: {
    sql: `select id::text as cursor, id as watch_id, entity_id, jurisdiction, status, pause_reason as reason, every, tier, codes as "on", webhook_url,
                 max_credits_per_month, reference, key_id, created_at, next_check_at, last_checked_at, blind_since, ended_at
            from readable_watches where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`,
    ids: { watch_id: 'wch', entity_id: 'ent', key_id: 'key' },
  },
  batches: {
    sql: `select id::text as cursor, id as batch_id, file_name, status, pause_reason as reason, rows, accepted, rejected, max_credits, found, review, no_match, failed,
                 duplicate, credits_charged, webhook_url, key_id, created_at, started_at, ended_at
            from batches where account_id = $1 and status <> 'uploading' and ($2::uuid is null or id > $2::uuid) order by id limit $3`,
    ids: { batch_id: 'bat', key_id: 'key' },
  },
  batch_rows: {
    sql: `select r.batch_id || ' ' || r.line as cursor, r.batch_id, r.line, r.custom_id, r.entity_name, r.jurisdiction, r.tier, r.record_number, r.evidence as given,
                 coalesce(r.outcome, 'not_asked') as outcome, r.entity_id, r.official_name, r.status, r.good_standing, r.jurisdiction_id, r.confidence,
                 r.credits_charged, r.error, r.registration, r.alternatives, r.evidence_id,
                 (select ${DECISION}
                    from ${newestDecision('record_of_row(r.batch_id, r.line)')} m) as meant
            from account_batch_rows($1, split_part($2, ' ', 1)::uuid, split_part($2, ' ', 2)::integer, $3) r`,
    ids: { batch_id: 'bat', entity_id: 'ent', evidence_id: 'evd' },
    read: { meant: fromMeantRecord },
  },
  records: {
    sql: `select coalesce(id, reached)::text as cursor, id as record_id, at, via, key_id, grant_id, member, job_id, search_id, watch_id, batch_id, line, reference, entity_name,
                 asked_number, jurisdiction, tier, evidence as given, outcome, cached, entity_id, official_name, record_number as jurisdiction_id, status,
                 good_standing, confidence, answer, evidence_id, credits_charged, credits_refunded, decided_at, erased
            from records_page($1, $2::uuid, null, null, null, null, null, null, null, $3) with ordinality p (kept, reached, place)
            cross join lateral (select (p.kept).*) r order by p.place`,
    ids: {
      record_id: 'rec',
      key_id: 'key',
      job_id: 'job',
      search_id: 'srch',
      watch_id: 'wch',
      batch_id: 'bat',
      entity_id: 'ent',
      evidence_id: 'evd',
    },
  },
  decisions: {
    sql: `select id::text as cursor, record_id, number, jurisdiction_id, entity_id, note, decided_by, key_id, grant_id, decided_with, decided_at
            from record_decisions where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`,
    ids: { record_id: 'rec', entity_id: 'ent', key_id: 'key' },
  },
  paid_entities: {
    sql: `select entity_id::text as cursor, entity_id, tier, asked_on::text as last_charged_on
            from access where account_id = $1 and ($2::uuid is null or entity_id > $2::uuid) order by entity_id limit $3`,
    ids: { entity_id: 'ent' },
  },
  evidence: {
    sql: `select k.entity_id || ' ' || k.number as cursor, k.evidence_id, k.entity_id, e.retrieved_at
            from access a join snapshot_evidence k on k.entity_id = a.entity_id join evidence e on e.id = k.evidence_id
            join entities n on n.id = a.entity_id
           where a.account_id = $1 and exists (
               select from evidence_exchanges x where x.evidence_id = k.evidence_id and (a.tier = 'deep' or x.tier = 'quick')
                 and (x.record_id = n.record_id or exists (select from own_questions(k.evidence_id, $1))))
             and ($2::text is null or (k.entity_id, k.number) > (split_part($2, ' ', 1)::uuid, split_part($2, ' ', 2)::integer))
           order by k.entity_id, k.number limit $3`,
    ids: { evidence_id: 'evd', entity_id: 'ent' },
  },
  payments: {
    sql: `select id::text as cursor, session_id, package_id, amount_credits, price_cents, status, created_at, expires_at, paid_at
            from payments where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`,
    ids: {},
  },
  debts: {
    sql: `select d.reference as cursor, p.session_id, d.amount_credits, d.collected_credits, d.forgiven_credits, d.created_at
            from debts d join payments p on p.id = d.payment_id
           where d.account_id = $1 and ($2::text is null or d.reference > $2::text) order by d.reference limit $3`,
    ids: {},
  },
  idempotency_keys: {
    sql: `select key as cursor, key, finished, created_at
            from idempotency_keys where account_id = $1 and ($2::text is null or key > $2::text) order by key limit $3`,
    ids: {},
  },
  sessions: {
    sql: `select id as cursor, id as session_id, created_at as signed_in_at, expires_at
            from (select id, created_at, expires_at from console_sessions where account_id = $1
                  union all
                  select uid, created_at, expires_at from oauth_records
                   where model = 'Session' and account_id = $1 and uid is not null) signed_in
           where $2::text is null or id > $2::text order by id limit $3`,
    ids: {},
  },
  oauth_grants: {
    sql: `select g.id as cursor, g.id as grant_id, g.client_id, b.credits as budget_credits, b.every as budget_every, t.credits as confirm_above_credits,
                 g.created_at as granted_at, g.expires_at
            from oauth_records g left join budgets b on b.grant_id = g.id left join confirmation_thresholds t on t.grant_id = g.id
           where g.model = 'Grant' and g.account_id = $1 and ($2::text is null or g.id > $2::text) order by g.id limit $3`,
    ids: {},
  },
};

/** Parses the time, which Postgres writes differently in JSON than in a timestamp column. */
interface DecidedWithStored {
  key_id?: string;
  grant_id?: string;
  name: string;
}

function fromMeantRecord(stored: unknown): Record<string, unknown> {
  const { decided_with: sent, ...meant } = stored as { recorded_at: string; decided_with: DecidedWithStored | null };
  return {
    ...meant,
    ...(sent && { decided_with: { ...sent, ...(sent.key_id && { key_id: fromUuid('key', sent.key_id) }) } }),
    recorded_at: new Date(meant.recorded_at),
  };
}

/** Returns the sections by name. The records of a section are read lazily. */
export function exportAccount(
  db: Database,
  accountId: Id<'acc'>,
): ReadonlyMap<string, AsyncIterable<Record<string, unknown>>> {
  return new Map(Object.entries(SECTIONS).map(([name, section]) => [name, recordsOf(db, section, accountId)]));
}

async function* recordsOf(
  db: Database,
  section: Section,
  accountId: Id<'acc'>,
): AsyncIterable<Record<string, unknown>> {
  for (let cursor: string | null = null; ;) {
    const values: Value[] = [toUuid(accountId), cursor, BATCH];
    const rows: Row[] = await db.reading((from) => from.rows<Row>(section.sql, values));
    yield* rows.map((row) => toRecord(row, section)).filter((record) => Object.keys(record).length > 0);
    const last = rows.at(-1);
    if (!last) return;
    cursor = last.cursor;
  }
}

function toRecord(row: Record<string, unknown>, { ids, read = {} }: Section): Record<string, unknown> {
  const fields = Object.entries(row).filter(([field, value]) => field !== 'cursor' && value !== null);
  return Object.fromEntries(
    fields.map(([field, value]) => {
      const prefix = ids[field];
      return [field, prefix ? fromUuid(prefix, String(value)) : (read[field]?.(value) ?? value)];
    }),
  );
}
