import { Client } from 'pg';
import { fromUuid } from '../../../src/core/ids.js';

/** The service's own records, which the checker compares with what the outside saw. */
export interface Books {
  accounts: { id: string; balance: number }[];
  jobs: { id: string; accountId: string; status: string; price: number }[];
  /** Ordered by account and number. */
  entries: Entry[];
}

export interface Entry {
  accountId: string;
  number: number;
  type: 'grant' | 'purchase' | 'charge' | 'refund' | 'adjustment';
  amount: number;
  balanceAfter: number;
  jobId: string | undefined;
}

interface EntryRow {
  account_id: string;
  number: number;
  type: Entry['type'];
  amount: number;
  balance_after: number;
  job_id: string | null;
}

export async function readBooks(databaseUrl: string): Promise<Books> {
  const session = new Client({ connectionString: databaseUrl });
  await session.connect();
  try {
    const accounts = await session.query<{ id: string; credit_balance: number }>(
      'select id, credit_balance from accounts',
    );
    const jobs = await session.query<{ id: string; account_id: string; status: string; amount_credits: number }>(
      'select id, account_id, status, amount_credits from jobs order by id',
    );
    const entries = await session.query<EntryRow>(
      'select account_id, number, type, amount, balance_after, job_id from ledger_entries order by account_id, number',
    );
    return {
      accounts: accounts.rows.map((row) => ({ id: fromUuid('acc', row.id), balance: row.credit_balance })),
      jobs: jobs.rows.map((row) => ({
        id: fromUuid('job', row.id),
        accountId: fromUuid('acc', row.account_id),
        status: row.status,
        price: row.amount_credits,
      })),
      entries: entries.rows.map((row) => ({
        accountId: fromUuid('acc', row.account_id),
        number: row.number,
        type: row.type,
        amount: row.amount,
        balanceAfter: row.balance_after,
        jobId: row.job_id === null ? undefined : fromUuid('job', row.job_id),
      })),
    };
  } finally {
    await session.end();
  }
}
