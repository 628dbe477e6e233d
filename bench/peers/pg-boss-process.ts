import { AT_ONCE, begin, carryOut, pool, serve, type Job } from '../baselines/jobs-work.js';
import { peer } from './installed.js';

// The same work as in baselines/jobs-process.ts, with pg-boss: charge, job and queue entry are one
// commit. Its workers poll at most twice a second; a process that files a job wakes one of its own.

const QUEUE = 'jobs';
const WORKERS = 8;

const { default: PgBoss } = await peer('pg-boss');
const boss = new PgBoss({
  db: { executeSql: (text: string, values: unknown[]) => pool.query(text, values) },
});
boss.on('error', (error: Error) => console.error(error));
await boss.start();
await boss.createQueue(QUEUE);
const workers: string[] = [];
for (let at = 0; at < WORKERS; at++) {
  const options = { batchSize: Math.ceil(AT_ONCE / WORKERS), pollingIntervalSeconds: 0.5 };
  workers.push(
    await boss.work(QUEUE, options, async (jobs: { data: Job }[]) => {
      await Promise.all(jobs.map(({ data }) => carryOut(data)));
    }),
  );
}

let turn = 0;
await serve(async (asked) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const begun = await begin(client, asked);
    const db = { executeSql: (text: string, values: unknown[]) => client.query(text, values) };
    await boss.send(QUEUE, begun.job, { db });
    await client.query('commit');
    boss.notifyWorker(workers[turn++ % WORKERS]!);
    return begun;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});
