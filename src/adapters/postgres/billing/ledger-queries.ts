import type { LedgerEntry } from '../../../core/billing/ledger-entry.js';
import type { Operation } from '../../../core/billing/charge.js';
import type { ChargeLimit } from '../../../core/billing/budget.js';
import type { Spender } from '../../../core/billing/charge.js';
import type { EntriesWanted, EntryList } from '../../../core/billing/ports.js';
import type { UsageRow } from '../../../core/billing/usage.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import { pageOf, type Page, type Paged } from '../../../core/page.js';
import type { Reads } from '../client/statements.js';
import type { LedgerEntryRow } from '../schema/billing.tables.js';
import type { Columns } from '../schema/columns.js';

type EntryColumns = Columns<LedgerEntryRow, typeof ENTRY> & { record_id: string | null };

const ENTRY =
  'id, type, amount, balance_after, description, job_id, entity_id, entity_name, jurisdiction, search_id, watch_id, batch_id, batch_line, package_id, reference, recorded, created_at';

/**
 * The record of what entry `e` paid for or refunded; null if there is none. The charge that keeps
 * its own is not looked up once more.
 */
const RECORD_ID = `coalesce(
  case when e.recorded is not null then (select e.id from charges_recorded where e.created_at >= since) end,
  (select r.id from records r where r.id = coalesce(e.job_id, record_of_row(e.batch_id, e.batch_line), e.id)),
  case when e.type = 'refund' then (select c.id from charge_records c where c.id = record_of_row(e.batch_id, e.batch_line)) end) as record_id`;

/**
 * Entries looked at per page. A filter that matches few of them must not slow down a busy account's
 * list.
 */
const MAX_ENTRIES_LOOKED_AT = 20_000;

const LIST = `
  with looked as (
    select number, ${ENTRY} from ledger_entries
     where account_id = $1 and ($2::uuid is null or number < (select number from ledger_entries where id = $2 and account_id = $1))
     order by number desc limit ${MAX_ENTRIES_LOOKED_AT}
  ), last as (select (array_agg(id order by number))[1] as last_id, count(*)::int as looked_at from looked)
  select last.*, e.*, ${RECORD_ID} from last left join lateral (
    select * from looked
     where ($3::text is null or type = $3)
       and ($4::text is null or contains_text(concat_ws(chr(10), description, entity_name), $4))
       and ($5::date is null or created_at >= $5::date::timestamp at time zone 'UTC')
       and ($6::date is null or created_at < ($6::date + 1)::timestamp at time zone 'UTC')
     order by number desc limit $7
  ) e on true order by e.number desc`;

export async function readEntries(
  from: Reads,
  accountId: Id<'acc'>,
  { before, type, text, from: since, to, limit }: EntriesWanted,
): Promise<EntryList> {
  const narrowed = [type, text, since, to].map((value) => value ?? null);
  const values = [toUuid(accountId), before ? toUuid(before) : null, ...narrowed, limit + 1];
  const rows = await from.rows<EntryColumns & { last_id: string | null; looked_at: number }>(LIST, values);
  const { last_id: last = null, looked_at: lookedAt = 0 } = rows[0] ?? {};
  const { items, next } = pageOf(rows.filter(({ id }) => id !== null).map(toEntry), limit);
  const further = last !== null && lookedAt === MAX_ENTRIES_LOOKED_AT ? fromUuid('txn', last) : undefined;
  return { items, next: next ?? further };
}

export async function readEntry(from: Reads, accountId: Id<'acc'>, id: Id<'txn'>): Promise<LedgerEntry | undefined> {
  const row = await from.row<EntryColumns>(
    `select ${ENTRY}, ${RECORD_ID} from ledger_entries e where id = $1 and account_id = $2`,
    [toUuid(id), toUuid(accountId)],
  );
  return row && toEntry(row);
}

export async function readPage(
  from: Reads,
  accountId: Id<'acc'>,
  { limit, offset }: Page,
): Promise<Paged<LedgerEntry> & { balance: number }> {
  // Entries are numbered without gaps, so the offset translates to a number and no entry is read
  // only to be skipped.
  const rows = await from.rows<EntryColumns & { account_balance: number; last_entry: number }>(
    `select a.credit_balance as account_balance, a.last_entry, e.*, ${RECORD_ID} from accounts a left join lateral (
         select ${ENTRY} from ledger_entries
          where account_id = a.id and number <= a.last_entry - $2 order by number desc limit $3
       ) e on true where a.id = $1`,
    [toUuid(accountId), offset, limit],
  );
  const { account_balance: balance = 0, last_entry: total = 0 } = rows[0] ?? {};
  return { items: rows.filter(({ id }) => id !== null).map(toEntry), total, balance };
}

export async function readLimits(db: Reads, { accountId, keyId, grantId }: Spender): Promise<ChargeLimit[]> {
  const rows = await db.rows<{ limited_by: ChargeLimit['limitedBy']; available: number; resets_at: Date | null }>(
    `select 'balance' as limited_by, credit_balance as available, null::timestamptz as resets_at from accounts where id = $1
     union all
     select 'key_budget', s.available, s.resets_at from budgets b cross join lateral budget_standing(b, ledger_now()) s where b.key_id = $2
     union all
     select 'grant_budget', s.available, s.resets_at from budgets b cross join lateral budget_standing(b, ledger_now()) s where b.grant_id = $3`,
    [toUuid(accountId), keyId && toUuid(keyId), grantId],
  );
  return rows.map(({ limited_by: limitedBy, available, resets_at: resetsAt }) => {
    return { limitedBy, available, resetsAt: resetsAt ?? undefined };
  });
}

export async function readUsage(
  db: Reads,
  accountId: Id<'acc'>,
  { from, to }: { from: string; to: string },
): Promise<UsageRow[]> {
  const rows = await db.rows<{
    date: string;
    operation: Operation;
    key_id: string | null;
    grant_id: string | null;
    requests: number;
    charged: number;
    refunded: number;
  }>(
    `select (created_at at time zone 'UTC')::date::text as date, operation, key_id, grant_id,
              (count(distinct coalesce(search_id, id)) filter (where type = 'charge'))::int as requests,
              coalesce(-sum(amount) filter (where type = 'charge'), 0)::int as charged,
              coalesce(sum(amount) filter (where type = 'refund'), 0)::int as refunded
         from ledger_entries
        where account_id = $1 and operation is not null
          and created_at >= $2::date::timestamp at time zone 'UTC'
          and created_at < ($3::date + 1)::timestamp at time zone 'UTC'
        group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [toUuid(accountId), from, to],
  );
  return rows.map((row) => ({
    date: row.date,
    operation: row.operation,
    keyId: row.key_id === null ? undefined : fromUuid('key', row.key_id),
    grantId: row.grant_id ?? undefined,
    requests: row.requests,
    creditsCharged: row.charged,
    creditsRefunded: row.refunded,
  }));
}

function toEntry(row: EntryColumns): LedgerEntry {
  return {
    id: fromUuid('txn', row.id),
    type: row.type,
    amountCredits: row.amount,
    balanceAfter: row.balance_after,
    description: row.description,
    jobId: row.job_id === null ? undefined : fromUuid('job', row.job_id),
    entityId: row.entity_id === null ? undefined : fromUuid('ent', row.entity_id),
    entityName: row.entity_name ?? undefined,
    jurisdiction: row.jurisdiction ?? undefined,
    searchId: row.search_id === null ? undefined : fromUuid('srch', row.search_id),
    watchId: row.watch_id === null ? undefined : fromUuid('wch', row.watch_id),
    batchRow:
      row.batch_id === null || row.batch_line === null
        ? undefined
        : { batchId: fromUuid('bat', row.batch_id), line: row.batch_line },
    packageId: row.package_id ?? undefined,
    recordId: row.record_id === null ? undefined : fromUuid('rec', row.record_id),
    reference: row.reference ?? undefined,
    createdAt: row.created_at,
  };
}
