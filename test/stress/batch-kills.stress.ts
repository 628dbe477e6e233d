import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { toUuid, type Id } from '../../src/core/ids.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { keyFrom, startProgram, type Program } from '../support/program.js';
import { repeats } from '../support/long.js';

/** Overnight: BATCH_KILL_ROWS=20000 BATCH_KILL_EVERY_MS=10000 BATCH_KILLS=1000 */
const ROWS = repeats('BATCH_KILL_ROWS', 1_500, 1_500);
const KILL_EVERY_MS = repeats('BATCH_KILL_EVERY_MS', 300, 300);
const MAX_KILLS = repeats('BATCH_KILLS', 3, 2);
const NAMES = ['Imaginary Lanterns LLC', 'Sandbox Flaky LLC', 'Sandbox Unavailable LLC'];
const MIRRORED = 'us-ia';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let program: Program;
const start = () => startProgram({ DATABASE_URL: database.url });
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
  db = new Database(dataSource);
  program = await start();
});
afterAll(async () => {
  await program.stop();
  await dataSource.destroy();
  await database.drop();
});

/** Some rows are known or repeated, some go to a queried register, most to a mirror. */
function file(): string {
  const rows = Array.from({ length: ROWS }, (_, n) =>
    n % 50 === 0 ? `${NAMES[(n / 50) % NAMES.length]},us-co` : `Rowan Causeway ${n} LLC,${MIRRORED}`,
  );
  return ['entity_name,jurisdiction', ...rows].join('\n');
}

/**
 * Kills and replaces the working process again and again until the batch has ended, and returns the
 * number of kills.
 */
async function live(id: string): Promise<number> {
  const deadline = Date.now() + 20 * 60_000;
  let kills = 0;
  let killedAt = Date.now();
  for (;;) {
    const row = await db.row<{ status: string }>('select status from batches where id = $1', [toUuid(id as Id<'bat'>)]);
    if (row?.status !== 'running') return kills;
    if (Date.now() > deadline) throw new Error('the batch does not end');
    if (kills < MAX_KILLS && Date.now() - killedAt > KILL_EVERY_MS) {
      await program.stop('SIGKILL');
      program = await start();
      killedAt = Date.now();
      kills++;
    }
    // Skip the seconds it takes in production for claims of dead processes to expire and pauses
    // between attempts to pass.
    await db.change(
      `update retrievals set due_at = now() - interval '2 s' where finished_at is null and (claimed_until is null or claimed_until < now())`,
    );
    await sleep(100);
  }
}

describe('a batch under kills', () => {
  it('ends with one outcome for each row, charges that sum its rows, and stable results', async () => {
    const key = await keyFrom(program);
    await db.change(
      `insert into ledger_entries (account_id, type, amount, description) select account_id, 'grant', $1, 'for the test' from api_keys`,
      [ROWS],
    );
    const uploaded = await fetch(`${program.url}/v1/batches?start=true`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-api-key': key },
      body: file(),
    });
    const { batch_id: id } = (await uploaded.json()) as { batch_id: string };
    expect(await live(id)).toBeGreaterThan(0);
    const read = await fetch(`${program.url}/v1/batches/${id}`, { headers: { 'x-api-key': key } });
    const batch = await read.json();
    expect(batch).toMatchObject({ status: 'completed', accepted: ROWS });
    const { pending, ...ended } = batch.counts as Record<string, number>;
    expect(pending).toBe(0);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(Object.values(ended))).toBe(ROWS);
    const results = async () => {
      const answer = await fetch(`${program.url}/v1/batches/${id}/results?format=ndjson`, {
        headers: { 'x-api-key': key },
      });
      return answer.text();
    };
    const told = await results();
    const lines = told
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, any>);
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: ROWS }, (_, n) => n + 2));
    const charges = await db.rows<{ line: number; amount: number }>(
      `select batch_line as line, -amount as amount from ledger_entries where batch_id = $1 order by batch_line`,
      [toUuid(id as Id<'bat'>)],
    );
    const charged = lines.filter(({ credits_charged }) => credits_charged > 0);
    expect(charges).toEqual(charged.map(({ line, credits_charged }) => ({ line, amount: credits_charged })));
    expect(batch.credits_charged).toBe(sum(charges.map(({ amount }) => amount)));
    const recorded = await db.rows<{ line: number; credits: number }>(
      `select line, credits_charged as credits from all_records where batch_id = $1 order by line`,
      [toUuid(id as Id<'bat'>)],
    );
    expect(recorded).toEqual(lines.map(({ line, credits_charged: credits }) => ({ line, credits })));
    await program.stop('SIGKILL');
    program = await start();
    expect(await results()).toBe(told);
  });
});
