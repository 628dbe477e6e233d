import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { toUuid, type Id } from '../../src/core/ids.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { startReceiver, type Receiver } from '../receiver.js';
import { describeWithRedis } from '../redis.js';
import { Customer } from './customer.js';
import { Fleet } from './fleet.js';

/** `npm run chaos` takes ten minutes; beside the other tests, every fault happens once. */
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 0);
const CUSTOMERS = 4;
const BETWEEN_FAULTS_MS = SECONDS === 0 ? 1_500 : 8_000;
const RECOVERY_LIMIT_MS = 90_000;

describeWithRedis('two API processes and two workers, while one fault follows the other', () => {
  let database: TestDatabase;
  let sql: Client;
  let receiver: Receiver;
  let fleet: Fleet;
  let customers: Customer[];

  beforeAll(
    async () => {
      database = await createTestDatabase();
      sql = new Client({ connectionString: database.url });
      await sql.connect();
      receiver = await startReceiver();
      fleet = await Fleet.start(database.url, sql);
      customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => Customer.open(sql, fleet, receiver.url)));
      await underFaults();
    },
    SECONDS * 1_000 + 300_000,
  );

  afterAll(async () => {
    await fleet.stop();
    await receiver.close();
    await sql.end();
    await database.drop();
  }, 60_000);

  async function underFaults(): Promise<void> {
    const running = customers.map((customer) => customer.run());
    const endsAt = Date.now() + SECONDS * 1_000;
    do {
      for (const fault of Object.values(fleet.faults)) {
        await sleep(BETWEEN_FAULTS_MS);
        await fault();
      }
    } while (Date.now() < endsAt);
    await sleep(BETWEEN_FAULTS_MS);
    for (const customer of customers) customer.stop();
    // The minute after which the key of a request whose process died is free again.
    const outlived = `update idempotency_keys set claimed_at = now() - interval '61 s' where not finished`;
    const minutePasses = setInterval(() => void sql.query(outlived), 2_000);
    await Promise.all(running).finally(() => clearInterval(minutePasses));
    await everythingEnded();
  }

  async function everythingEnded(): Promise<void> {
    for (const deadline = Date.now() + RECOVERY_LIMIT_MS; Date.now() < deadline; await sleep(500)) {
      const open = await rows(`select from jobs where status in ('pending', 'processing')
        union all select from deliveries where status = 'pending'`);
      if (open.length === 0) return;
    }
  }

  async function rows<R extends object>(statement: string): Promise<R[]> {
    return (await sql.query<R>(statement)).rows;
  }

  it('answers every request in the end, and with nothing the contract does not know', () => {
    expect(customers.flatMap(({ surprises }) => surprises)).toEqual([]);
    for (const { record } of customers) expect(record.length).toBeGreaterThan(5);
  });

  it('knows every job it gave a number for, and has brought each to an end', async () => {
    const ended = await rows<{ id: string }>(`select id::text from jobs where status in ('completed', 'failed')`);
    const known = new Set(ended.map(({ id }) => id));
    const promised = customers.flatMap(({ record }) => record.map(({ jobId }) => toUuid(jobId as Id<'job'>)));
    expect(promised.filter((id) => !known.has(id))).toEqual([]);
    expect(await rows(`select id, status from jobs where status in ('pending', 'processing')`)).toEqual([]);
  });

  it('makes one job of a request, however often it had to be repeated', async () => {
    const doubled = await rows(
      `select entity_name, count(*)::int from jobs where entity_name like 'Unheard Of %' group by 1 having count(*) > 1`,
    );
    expect(doubled).toEqual([]);
  });

  it('charges every job once, and gives back exactly what was not answered, once', async () => {
    const wrong = await rows(
      `select j.id, j.status, count(*) filter (where e.type = 'charge') as charges, coalesce(sum(e.amount), 0) as left
         from jobs j left join ledger_entries e on e.job_id = j.id
        group by j.id, j.status
       having count(*) filter (where e.type = 'charge') <> 1
           or coalesce(sum(e.amount), 0) <> case j.status when 'failed' then 0 else -1 end`,
    );
    expect(wrong).toEqual([]);
    const unbalanced = await rows(
      `select a.id from accounts a where credit_balance <> (select sum(amount) from ledger_entries where account_id = a.id)`,
    );
    expect(unbalanced).toEqual([]);
  });

  it('tells the receiver how every job ended', async () => {
    const jobs = await rows<{ id: string }>('select id::text from jobs');
    const told = new Set(receiver.received.map(({ json }) => toUuid(json.job_id)));
    expect(jobs.filter(({ id }) => !told.has(id))).toEqual([]);
  });
});
