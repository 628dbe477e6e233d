import { LedgerAudit, type LedgerCheck } from '../../../core/billing/ports.js';
import type { HealthIndicator } from '../../../core/health.js';
import { fromUuid } from '../../../core/ids.js';
import type { Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';

const ONE_CHECKER = 7_827_663_002;

interface CheckRow {
  checked_at: Date;
  accounts: number;
  entries: string;
  difference: string | null;
}

interface Finding {
  account_id: string;
  number: number | null;
  said: string;
  computed: string;
}

/** One statement sees the ledger at one moment, however busy it is. */
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
    const counted = await tx.row<Omit<CheckRow, 'difference'>>(
      `select now() as checked_at, (select count(*)::int from accounts) as accounts, (select count(*) from ledger_entries) as entries`,
    );
    if (!counted) throw new Error('counting returned nothing');
    return toCheck({ ...counted, difference: finding ? inWords(finding) : null });
  }

  async checkUnlessSince(since: Date): Promise<LedgerCheck | undefined> {
    return this.db.interactive(async (tx) => {
      const lock = await tx.row<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [ONE_CHECKER]);
      const last = lock?.mine ? await this.last() : undefined;
      if (!lock?.mine || (last && last.checkedAt > since)) return undefined;
      const check = await this.checkIn(tx);
      await tx.change(
        `insert into ledger_checks (checked_at, accounts, entries, difference) values ($1, $2, $3, $4)
         on conflict (only_row) do update set checked_at = $1, accounts = $2, entries = $3, difference = $4`,
        [check.checkedAt, check.accounts, check.entries, check.difference ?? null],
      );
      return check;
    });
  }

  async last(): Promise<LedgerCheck | undefined> {
    const row = await this.db.row<CheckRow>('select checked_at, accounts, entries, difference from ledger_checks');
    return row && toCheck(row);
  }
}

/** A ledger that does not add up calls for a person; it is no reason to turn customers away, so this never fails. */
export function ledgerIndicator(books: LedgerAudit): HealthIndicator {
  return {
    name: 'ledger',
    check: async () => {
      const last = await books.last();
      if (!last) return { balanced: null };
      const { checkedAt, accounts, entries, difference } = last;
      return { balanced: difference === undefined, checked_at: checkedAt.toISOString(), accounts, entries };
    },
  };
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
