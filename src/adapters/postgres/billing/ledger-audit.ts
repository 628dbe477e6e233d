import { LedgerAudit, type LedgerCheck } from '../../../core/billing/ports.js';
import type { HealthIndicator } from '../../../core/health.js';
import { fromUuid } from '../../../core/ids.js';
import { Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';
import type { GaugeReading } from '../../../core/metrics/ports.js';
import { Injectable } from '../../../core/injectable.js';

const FIRST_UUID = '00000000-0000-0000-0000-000000000000';
/** A chunk takes some tens of milliseconds. */
const ACCOUNTS_AT_ONCE = 1_000;
const ENTRIES_AT_ONCE = 10_000;
const BUDGETS_AT_ONCE = 50;

interface CheckRow {
  checked_at: Date;
  accounts: number;
  entries: string;
  difference: string | null;
}

interface AccountsRow {
  accounts: number;
  entries: string;
  last: string | null;
  more: boolean;
  finding: Finding | null;
}

interface Finding {
  account_id: string;
  number: number | null;
  said: string;
  computed: string;
}

interface BudgetFinding {
  key_id: string | null;
  grant_id: string | null;
  said: string;
  computed: string;
}

interface BudgetsRow {
  last: string | null;
  finding: BudgetFinding | null;
}

/** A single statement, so that it sees a consistent ledger, however busy. */
const FIRST_WRONG_ENTRY = `
  select account_id, number, balance_after::text as said, sum_so_far::text as computed from (
    select account_id, number, balance_after, sum(amount) over entries as sum_so_far, row_number() over entries as place
      from ledger_entries window entries as (partition by account_id order by number)
  ) walked where number <> place or balance_after <> sum_so_far order by account_id, number limit 1`;
const FIRST_WRONG_ACCOUNT = `
  select a.id as account_id, null::int as number, a.credit_balance::text as said, coalesce(e.total, 0)::text as computed
    from accounts a left join (
      select account_id, sum(amount) as total, count(*) as entries from ledger_entries group by account_id
    ) e on e.account_id = a.id
   where a.credit_balance <> coalesce(e.total, 0) or a.last_entry <> coalesce(e.entries, 0) order by a.id limit 1`;

/**
 * A budget's spent amount is the sum of its period's entries. A grant's budget also counts the keys
 * that the application created, and carries over what earlier grants spent. A refund is never older
 * than its charge, so nothing before the period has to be read.
 */
const wrongBudgets = (budgets: string) => `
  select b.key_id, b.grant_id, b.spent::text as said, added.total::text as computed
    from ${budgets} b cross join lateral (
      select coalesce(-sum(e.amount), 0) + case when b.carried_in = b.period_start then b.carried else 0 end as total from ledger_entries e
       where e.account_id = b.account_id and e.created_at >= b.period_start and e.type in ('charge', 'refund')
         and (e.key_id = b.key_id or e.grant_id = b.grant_id) and counted_at(e) >= b.period_start) added
   where b.spent <> added.total order by b.id limit 1`;

/**
 * Budgets after $1 with the entries of their periods, in a single statement for a consistent view.
 */
const CHECK_BUDGETS = `
  with batch as materialized (select * from budgets where id > $1 order by id limit ${BUDGETS_AT_ONCE})
  select (select id from batch order by id desc limit 1) as last, (select row_to_json(f) from (${wrongBudgets('batch')}) f) as finding`;

/**
 * Accounts after $1, each from where its last check ended, in a single statement for a consistent
 * view.
 */
const CHECK_ON = `
  with batch as materialized (
    select id, last_entry, credit_balance from accounts where id > $1 order by id limit ${ACCOUNTS_AT_ONCE}
  ), changed as materialized (
    select b.*, coalesce(c.entries, 0) as from_number, coalesce(c.balance, 0) as from_balance
      from batch b left join checked_ledgers c on c.account_id = b.id
     where (b.last_entry, b.credit_balance) is distinct from (coalesce(c.entries, 0), coalesce(c.balance, 0)) order by b.id
  ), added as materialized (
    select c.*, e.number, e.amount, e.balance_after from changed c left join lateral (
      select number, amount, balance_after from ledger_entries where account_id = c.id and number > c.from_number
       order by number limit ${ENTRIES_AT_ONCE}) e on true
     limit ${ENTRIES_AT_ONCE}
  ), walked as (
    select *, row_number() over entries as nth, from_balance + coalesce(sum(amount) over entries, 0) as sum_so_far
      from added window entries as (partition by id order by number)
  ), wrong as (
    select id as account_id, number, balance_after::text as said, sum_so_far::text as computed from walked
     where number <> from_number + nth or balance_after <> sum_so_far order by id, number limit 1
  ), summed as (
    select id, last_entry, credit_balance, coalesce(max(number), from_number) as reached, from_balance + coalesce(sum(amount), 0)::int as total
      from added where id is distinct from (select account_id from wrong) group by id, last_entry, credit_balance, from_number, from_balance
  ), noted as (
    insert into checked_ledgers as c (account_id, entries, balance) select id, reached, total from summed
    on conflict (account_id) do update set entries = excluded.entries, balance = excluded.balance
  ), read_to_the_end as (
    select count(*) < ${ENTRIES_AT_ONCE} as all_of_them from added
  ), different as (
    select id as account_id, null::int as number, credit_balance::text as said, total::text as computed from summed, read_to_the_end
     where (reached >= last_entry or all_of_them) and (reached, total) is distinct from (last_entry, credit_balance) order by id limit 1
  )
  select (select count(*)::int from batch) as accounts, (select coalesce(sum(last_entry), 0)::text from batch) as entries,
         (select id from batch order by id desc limit 1) as last, (select not all_of_them from read_to_the_end) as more,
         (select row_to_json(f) from (select * from wrong union all select * from different limit 1) f) as finding`;

@Injectable()
export class PostgresLedgerAudit extends LedgerAudit {
  constructor(private readonly db: Database) {
    super();
  }

  check(): Promise<LedgerCheck> {
    return this.db.interactive((tx) => this.checkIn(tx));
  }

  private async checkIn(tx: Statements): Promise<LedgerCheck> {
    await tx.rows('set local statement_timeout = 0');
    const finding = (await tx.row<Finding>(FIRST_WRONG_ENTRY)) ?? (await tx.row<Finding>(FIRST_WRONG_ACCOUNT));
    const wrongBudget = await tx.row<BudgetFinding>(wrongBudgets('budgets'));
    const counted = await tx.row<Omit<CheckRow, 'difference'>>(
      `select now() as checked_at, (select count(*)::int from accounts) as accounts, (select count(*) from ledger_entries) as entries`,
    );
    if (!counted) throw new Error('counting returned nothing');
    const difference = finding ? inWords(finding) : wrongBudget ? budgetInWords(wrongBudget) : null;
    return toCheck({ ...counted, difference });
  }

  async checkOn(stopping: AbortSignal): Promise<LedgerCheck | undefined> {
    const counted = { accounts: 0, entries: 0 };
    let after = FIRST_UUID;
    while (!stopping.aborted) {
      const batch = await this.db.row<AccountsRow>(CHECK_ON, [after]);
      if (!batch) throw new Error('a check returned nothing');
      if (batch.finding) return this.note({ ...counted, difference: inWords(batch.finding) });
      if (batch.more) continue;
      if (batch.last === null) return this.checkBudgets(counted, stopping);
      counted.accounts += batch.accounts;
      counted.entries += Number(batch.entries);
      after = batch.last;
    }
    return undefined;
  }

  private async checkBudgets(
    counted: { accounts: number; entries: number },
    stopping: AbortSignal,
  ): Promise<LedgerCheck | undefined> {
    let after = FIRST_UUID;
    while (!stopping.aborted) {
      const batch = await this.db.row<BudgetsRow>(CHECK_BUDGETS, [after]);
      if (!batch) throw new Error('a check returned nothing');
      if (batch.finding) return this.note({ ...counted, difference: budgetInWords(batch.finding) });
      if (batch.last === null) return this.note({ ...counted, difference: null });
      after = batch.last;
    }
    return undefined;
  }

  private async note(found: { accounts: number; entries: number; difference: string | null }): Promise<LedgerCheck> {
    const { accounts, entries, difference } = found;
    const row = await this.db.row<CheckRow>(
      `insert into ledger_checks (checked_at, accounts, entries, difference) values (now(), $1, $2, $3)
       on conflict (only_row) do update set checked_at = now(), accounts = $1, entries = $2, difference = $3
       returning checked_at, accounts, entries, difference`,
      [accounts, entries, difference],
    );
    if (!row) throw new Error('a check was not noted');
    return toCheck(row);
  }

  async last(): Promise<LedgerCheck | undefined> {
    const row = await this.db.row<CheckRow>('select checked_at, accounts, entries, difference from ledger_checks');
    return row && toCheck(row);
  }
}

/**
 * Says nothing of its size, because anyone may read it. Never fails: a ledger that does not add up
 * needs a person, but is no reason to turn customers away.
 */
export function ledgerIndicator(books: LedgerAudit): HealthIndicator {
  return {
    name: 'ledger',
    check: async () => {
      const last = await books.last();
      if (!last) return { balanced: null };
      const { checkedAt, difference } = last;
      return { balanced: difference === undefined, checked_at: checkedAt.toISOString() };
    },
  };
}

/**
 * Seconds by which the ledger of an account with budgets is ahead of the clock. It was charged
 * while a clock was wrong, and its periods wait for that time.
 */
export async function ledgerAhead(db: Database): Promise<GaugeReading[]> {
  const row = await db.row<{ seconds: number }>(
    `select greatest(coalesce(extract(epoch from max(a.last_budgeted_at) - ledger_now()), 0), 0)::float8 as seconds
       from accounts a where a.id in (select account_id from budgets)`,
  );
  return [{ name: 'ledger_ahead_seconds', labels: {}, value: row?.seconds ?? 0 }];
}

function toCheck({ checked_at, accounts, entries, difference }: CheckRow): LedgerCheck {
  return { checkedAt: checked_at, accounts, entries: Number(entries), difference: difference ?? undefined };
}

function inWords({ account_id: uuid, number, said, computed }: Finding): string {
  const account = fromUuid('acc', uuid);
  return number === null
    ? `account ${account} has a balance of ${said}, and its entries add up to ${computed}`
    : `entry ${number} of account ${account} leaves a balance of ${said}, and the entries up to it add up to ${computed}`;
}

function budgetInWords({ key_id: uuid, grant_id: grantId, said, computed }: BudgetFinding): string {
  const holder = uuid === null ? `grant ${grantId}` : `key ${fromUuid('key', uuid)}`;
  return `the budget of ${holder} counts ${said} as spent, and the entries of its period add up to ${computed}`;
}
