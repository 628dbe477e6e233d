import type { Client } from 'pg';
import type { Bench } from './bench.js';
import { figure, type Report } from './report.js';
import { connect, makeApiKeys, seededDatabase } from './seed.js';
import { startService } from './service.js';

const ENTRIES = 100_000;
const PAGE = 50;

/** Measures one customer paging through a long ledger. */
export async function benchBilling({ stage, client, slices }: Bench): Promise<Report> {
  const [apiKey] = makeApiKeys(1);
  const databaseUrl = await seededDatabase(stage, [apiKey!], 0);
  const session = await connect(databaseUrl);
  await seedEntries(session, ENTRIES);
  await session.end();
  const service = await startService(stage, { databaseUrl });
  try {
    const figures = [];
    for (const offset of [0, ENTRIES / 2, ENTRIES - PAGE]) {
      const path = `/v1/billing?limit=${PAGE}&offset=${offset}`;
      const requests = [{ method: 'GET' as const, path, headers: { 'x-api-key': apiKey! }, body: undefined }];
      const order = {
        urls: [service.url],
        requests,
        first: 0,
        expectedStatus: 200,
        connections: 1,
        perSecond: undefined,
      };
      await client.run({ ...order, seconds: slices.warmUpSeconds });
      const { p50Ms } = await client.run({ ...order, seconds: slices.seconds });
      figures.push(figure('billing', `page at entry ${(offset + 1).toLocaleString('en-US')}, p50`, p50Ms, 'ms'));
    }
    return {
      path: 'billing',
      title: `GET /v1/billing, ${ENTRIES.toLocaleString('en-US')} entries`,
      sides: [],
      figures,
    };
  } finally {
    await service.stop();
  }
}

/**
 * Seeds charges after the one grant, with the numbers and balances the ledger would have given
 * them.
 */
async function seedEntries(session: Client, entries: number): Promise<void> {
  await session.query('begin');
  await session.query('alter table ledger_entries disable trigger user');
  await session.query('alter table accounts disable trigger user');
  await session.query(
    `insert into ledger_entries (account_id, number, type, amount, balance_after, description, operation)
     select a.id, a.last_entry + n, 'charge', -1, a.credit_balance - n, 'Verification (quick) in us-co', 'verify_quick'
       from accounts a, generate_series(1, $1::int) n order by n`,
    [entries],
  );
  await session.query('update accounts set last_entry = last_entry + $1, credit_balance = credit_balance - $1', [
    entries,
  ]);
  await session.query('alter table accounts enable trigger user');
  await session.query('alter table ledger_entries enable trigger user');
  await session.query('commit');
  await session.query('vacuum analyze accounts, ledger_entries');
}
