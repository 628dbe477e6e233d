import type { Budget, BudgetPeriod, BudgetStanding } from '../../../core/billing/budget.js';
import { Budgets, type BudgetHolder } from '../../../core/billing/ports.js';
import { toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { BUDGET_COLUMNS, toBudgetStanding, type BudgetColumns } from '../schema/columns.js';
import { ApiKeyCache } from '../cache/caches.js';
import { Database } from '../client/database.js';
import type { PostgresTx } from '../client/postgres-tx.js';
import { Injectable } from '../../../core/injectable.js';

/** A chunk takes some tens of milliseconds. */
const ENTRIES_AT_ONCE = 100_000;

/** The account's UUID, and either the key's UUID or the grant's id. */
type Holder = readonly [account: string, keyId: string | null, grantId: string | null];

interface Period {
  /** A Postgres timestamp as text: it has microseconds, and `once` begins at -infinity. */
  start: string;
  /** Number of the last entry before the period. */
  before: number;
  /** Number of the newest entry. */
  last: number;
}

@Injectable()
export class PostgresBudgets extends Budgets {
  constructor(
    private readonly db: Database,
    private readonly holders: ApiKeyCache,
  ) {
    super();
  }

  async set(tx: Tx, whose: BudgetHolder, budget: Budget | undefined): Promise<void> {
    const on = this.db.in(tx);
    const holder = holderOf(whose);
    if (!budget) await lift(on, holder);
    else if ((await currentPeriod(on, holder)) === budget.every) await changeCredits(on, holder, budget);
    else await begin(on, holder, budget);
    tx.afterCommit(() => this.holders.forget(whose.accountId));
  }

  async ofClient(accountId: Id<'acc'>, clientId: string): Promise<BudgetStanding | undefined> {
    const row = await this.db.row<BudgetColumns>(
      `select ${BUDGET_COLUMNS} from budgets b cross join lateral budget_standing(b, ledger_now()) s
        where b.account_id = $1 and b.client_id = $2 order by b.created_at desc limit 1`,
      [toUuid(accountId), clientId],
    );
    return row && toBudgetStanding(row);
  }

  ofGrant(grantId: string): Promise<Budget | undefined> {
    return this.db.row<Budget>('select credits, every from budgets where grant_id = $1', [grantId]);
  }
}

function holderOf(whose: BudgetHolder): Holder {
  const account = toUuid(whose.accountId);
  return 'keyId' in whose ? [account, toUuid(whose.keyId), null] : [account, null, whose.grantId];
}

async function currentPeriod(on: PostgresTx, holder: Holder): Promise<BudgetPeriod | undefined> {
  const row = await on.row<{ every: BudgetPeriod }>(
    'select every from budgets where account_id = $1 and (key_id = $2 or grant_id = $3)',
    holder,
  );
  return row?.every;
}

async function changeCredits(on: PostgresTx, holder: Holder, budget: Budget): Promise<void> {
  await lockAccount(on, holder);
  const changed = await on.change(
    'update budgets set credits = $4 where account_id = $1 and (key_id = $2 or grant_id = $3) and every = $5',
    [...holder, budget.credits, budget.every],
  );
  // The budget was removed or its period changed in the meantime.
  if (changed === 0) await begin(on, holder, budget);
}

/**
 * Entries never change, so spending is summed before the account is locked. Charges only wait while
 * the entries added since then are summed. A charge before `created_at` is carried over, and its
 * refund lowers what is carried.
 */
async function begin(on: PostgresTx, holder: Holder, { credits, every }: Budget): Promise<void> {
  const seen = await periodOf(on, holder, every);
  const earlier = await earlierGrants(on, holder);
  const spentBefore = await spentIn(on, holder, seen);
  const carriedBefore = earlier.length === 0 ? 0 : await spentIn(on, [holder[0], null, earlier], seen);
  await lockAccount(on, holder);
  const now = await periodOf(on, holder, every);
  const sinceThen = async (whose: Parameters<typeof spentIn>[1], before: number) =>
    now.start === seen.start
      ? before + (await spentIn(on, whose, { ...now, before: Math.max(now.before, seen.last) }))
      : spentIn(on, whose, now);
  const spent = await sinceThen(holder, spentBefore);
  const carried = earlier.length === 0 ? 0 : await sinceThen([holder[0], null, earlier], carriedBefore);
  await on.change(`update accounts set last_budgeted_at = '-infinity' where id = $1 and last_budgeted_at is null`, [
    holder[0],
  ]);
  await on.change('delete from budgets where account_id = $1 and (key_id = $2 or grant_id = $3)', holder);
  await on.change(
    `insert into budgets (account_id, key_id, grant_id, client_id, credits, every, period_start, spent, carried, carried_in, created_at)
     values ($1, $2, $3, (select client_id from oauth_records where model = 'Grant' and id = $3), $4, $5, $6::timestamptz, $7::int + $8::int, $8, $6::timestamptz, ledger_now())`,
    [...holder, credits, every, now.start, spent, carried],
  );
}

/** Other grants with a budget that the same application had, including ended ones. */
async function earlierGrants(on: PostgresTx, [account, , grantId]: Holder): Promise<string[]> {
  if (grantId === null) return [];
  const rows = await on.rows<{ grant_id: string }>(
    `select b.grant_id from budgets b join oauth_records g on g.model = 'Grant' and g.id = $2 and g.client_id = b.client_id
      where b.account_id = $1 and b.grant_id <> $2`,
    [account, grantId],
  );
  return rows.map(({ grant_id }) => grant_id);
}

async function lift(on: PostgresTx, holder: Holder): Promise<void> {
  await lockAccount(on, holder);
  await on.change('delete from budgets where account_id = $1 and (key_id = $2 or grant_id = $3)', holder);
  await on.change(
    `update accounts set last_budgeted_at = null
      where id = $1 and last_budgeted_at is not null and not exists (select from budgets where account_id = $1)`,
    [holder[0]],
  );
}

/** The same lock that charges take. The account is not charged until the commit. */
async function lockAccount(on: PostgresTx, [account]: Holder): Promise<void> {
  await on.rows('select from accounts where id = $1 for no key update', [account]);
}

async function periodOf(on: PostgresTx, [account]: Holder, every: BudgetPeriod): Promise<Period> {
  const period = await on.row<Period>(
    `select p.start::text as start, a.last_entry as last, coalesce((
         select e.number - 1 from ledger_entries e where e.account_id = a.id and e.created_at >= p.start order by e.created_at, e.number limit 1
       ), a.last_entry) as before
       from accounts a cross join lateral (select budget_period_start($2, greatest(ledger_now(), a.last_budgeted_at)) as start) p
      where a.id = $1`,
    [account, every],
  );
  if (!period) throw new Error('the account of a budget is gone');
  return period;
}

async function spentIn(
  on: PostgresTx,
  [account, keyId, grantIds]: readonly [
    account: string,
    keyId: string | null,
    grantIds: string | readonly string[] | null,
  ],
  { start, before, last }: Period,
): Promise<number> {
  let spent = 0;
  for (let after = before; after < last; after += ENTRIES_AT_ONCE) {
    const row = await on.row<{ spent: number }>(
      `select coalesce(-sum(e.amount), 0)::int as spent from ledger_entries e
        where e.account_id = $1 and (e.key_id = $2 or e.grant_id = any ($3)) and e.number > $4 and e.number <= $5
          and e.type in ('charge', 'refund') and counted_at(e) >= $6::timestamptz`,
      [account, keyId, [grantIds ?? []].flat(), after, Math.min(after + ENTRIES_AT_ONCE, last), start],
    );
    spent += row?.spent ?? 0;
  }
  return spent;
}
