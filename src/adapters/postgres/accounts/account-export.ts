import { AccountExport } from '../../../core/accounts/ports.js';
import { fromUuid, toUuid, type Id, type IdPrefix } from '../../../core/ids.js';
import type { Database } from '../client/database.js';

interface Section {
  /** Rows after the cursor ($2, null at first) in its order, at most $3; the column `cursor` goes on from a row and is not shown. */
  sql: string;
  /** Columns that hold a bare uuid. */
  ids: Record<string, IdPrefix>;
}

const BATCH = 500;

/** What is kept about an account beside itself and its keys. What else comes to hold something of an account is entered here. */
const SECTIONS: Record<string, Section> = {
  transactions: {
    sql: `select number::text as cursor, id as transaction_id, type, amount, balance_after, description, operation, key_id, job_id,
                 search_id, package_id, created_at
            from ledger_entries where account_id = $1 and number > coalesce($2::int, 0) order by number limit $3`,
    ids: { transaction_id: 'txn', key_id: 'key', job_id: 'job', search_id: 'srch' },
  },
  jobs: {
    sql: `select id::text as cursor, id as job_id, status, entity_name, jurisdiction, tier, amount_credits as credits_charged,
                 result -> 'entityId' as entity_id, result -> 'data' as data, result -> 'hits' as hits, result ->> 'error' as error,
                 search_id, created_at, completed_at
            from jobs where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`,
    ids: { job_id: 'job', search_id: 'srch' },
  },
  searches: {
    sql: `select id::text as cursor, id as search_id, entity_name, jurisdictions, known as results, created_at
            from searches where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit $3`,
    ids: { search_id: 'srch' },
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
  oauth_grants: {
    sql: `select id as cursor, id as grant_id, client_id, created_at as granted_at, expires_at
            from oauth_records where model = 'Grant' and account_id = $1 and ($2::text is null or id > $2::text) order by id limit $3`,
    ids: {},
  },
};

export class PostgresAccountExport extends AccountExport {
  readonly sections = Object.keys(SECTIONS);

  constructor(private readonly db: Database) {
    super();
  }

  async *read(name: string, accountId: Id<'acc'>): AsyncIterable<Record<string, unknown>> {
    const section = SECTIONS[name];
    if (!section) throw new Error(`nothing is held under ${name}`);
    for (let cursor: string | null = null; ;) {
      const rows: ({ cursor: string } & Record<string, unknown>)[] = await this.db.rows(section.sql, [
        toUuid(accountId),
        cursor,
        BATCH,
      ]);
      for (const row of rows) yield toRecord(row, section.ids);
      if (rows.length < BATCH) return;
      cursor = rows.at(-1)?.cursor ?? null;
    }
  }
}

function toRecord(row: Record<string, unknown>, ids: Section['ids']): Record<string, unknown> {
  const fields = Object.entries(row).filter(([field, value]) => field !== 'cursor' && value !== null);
  return Object.fromEntries(
    fields.map(([field, value]) => {
      const prefix = ids[field];
      return [field, prefix ? fromUuid(prefix, String(value)) : value];
    }),
  );
}
