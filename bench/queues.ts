import type { Client } from 'pg';
import { NoTracing } from '../src/adapters/in-process/left-out.js';
import { createDataSource } from '../src/adapters/postgres/client/data-source.js';
import { Database } from '../src/adapters/postgres/client/database.js';
import { PostgresDeliveries } from '../src/adapters/postgres/webhooks/deliveries.js';
import { PostgresRetrievals } from '../src/adapters/postgres/verification/retrievals.js';
import { newId, toUuid } from '../src/core/ids.js';
import { FakeRegistries } from '../test/support/fakes.js';
import type { Bench } from './bench.js';
import { figure, type Report } from './report.js';
import { connect, firstAccount, makeApiKeys, seededDatabase } from './seed.js';
import { median } from './slices.js';

const FEW = 1_000;
const TIMES = 300;
const DUE = 500;

interface Times {
  /** Sweeping for forgotten work of both kinds. */
  sweepMs: number;
  /** Claiming a retrieval. */
  takeMs: number;
}

/** Measures the statements that find and claim work, with few and with many ended jobs. */
export async function benchQueues({ stage, jobs, say }: Bench): Promise<Report> {
  const databaseUrl = await seededDatabase(stage, makeApiKeys(1), 0);
  const session = await connect(databaseUrl);
  const dataSource = await createDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
  try {
    const database = new Database(dataSource);
    await seedEndedJobs(session, 1, FEW);
    const few = await measureTimes(database, session);
    say(`  ${jobs.toLocaleString('en-US')} ended jobs`);
    await seedEndedJobs(session, FEW + 1, jobs);
    const many = await measureTimes(database, session);
    return {
      path: 'queues',
      title: `Sweeps and takes behind ${jobs.toLocaleString('en-US')} ended jobs`,
      sides: [],
      figures: [
        figure('queues', 'sweep, p50', many.sweepMs, 'ms'),
        figure('queues', 'sweep with many ended jobs against a thousand', many.sweepMs / few.sweepMs),
        figure('queues', 'take, p50', many.takeMs, 'ms'),
        figure('queues', 'take with many ended jobs against a thousand', many.takeMs / few.takeMs),
      ],
    };
  } finally {
    await dataSource.destroy();
    await session.end();
  }
}

async function measureTimes(database: Database, session: Client): Promise<Times> {
  const retrievals = new PostgresRetrievals(database, 10_000, Infinity, new NoTracing(), new FakeRegistries());
  const deliveries = new PostgresDeliveries(database);
  const sweeps: number[] = [];
  const takes: number[] = [];
  for (let at = 0; at < TIMES; at++) {
    const id = await pendingRetrieval(session, at);
    takes.push(await timed(async () => (await retrievals.claim(id))?.close()));
    sweeps.push(
      await timed(async () => {
        await retrievals.due(DUE);
        await deliveries.due(DUE);
      }),
    );
    await session.query('update retrievals set finished_at = now() where id = $1', [id]);
  }
  return { sweepMs: median(sweeps), takeMs: median(takes) };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function pendingRetrieval(session: Client, at: number): Promise<string> {
  const { rows } = await session.query<{ id: string }>(
    `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, account_id)
     values (gen_random_uuid(), 'us-co', $1, $1, 'quick', $2) returning id`,
    [`PENDING${at}`, firstAccount],
  );
  const id = rows[0]!.id;
  await session.query(
    `insert into jobs (id, account_id, retrieval_id, entity_name, jurisdiction, tier, amount_credits)
     values ($1, $2, $3, 'Pending', 'us-co', 'quick', 1)`,
    [toUuid(newId('job')), firstAccount, id],
  );
  return id;
}

/** Seeds ended jobs with everything they leave: the retrieval, the event and its delivery. */
async function seedEndedJobs(session: Client, first: number, last: number): Promise<void> {
  const range = [first, last];
  const id = (kind: number) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const numbers = 'generate_series($1::int, $2::int) n';
  await session.query(
    `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, attempts, finished_at)
     select ${id(1)}, 'us-co', 'Ended ' || n, 'ENDED' || n, 'quick', 1, now() from ${numbers}`,
    range,
  );
  await session.query(
    `insert into jobs (id, account_id, retrieval_id, entity_name, jurisdiction, tier, amount_credits, status, result, completed_at)
     select ${id(2)}, '${firstAccount}', ${id(1)}, 'Ended ' || n, 'us-co', 'quick', 1, 'completed',
            '{"kind":"no_match","closest":[]}', now() from ${numbers}`,
    range,
  );
  await session.query(
    `insert into events (id, account_id, job_id, type, body, number)
     select ${id(3)}, '${firstAccount}', ${id(2)}, 'verification.completed', '{}', n from ${numbers}`,
    range,
  );
  await session.query(
    `insert into deliveries (id, event_id, account_id, job_id, url, status, finished_at)
     select ${id(4)}, ${id(3)}, '${firstAccount}', ${id(2)}, 'https://hooks.example/' || n % 100, 'delivered', now() from ${numbers}`,
    range,
  );
  await session.query('vacuum analyze retrievals, jobs, events, deliveries');
}
