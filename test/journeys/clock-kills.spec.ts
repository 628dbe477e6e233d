import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { keyFrom, startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';

/** Far more than are made before the last kill, however late that comes. */
const DAYS = 100;
const FLIPS = Math.floor(DAYS / 7);
const KILLS = 3;
const LIMIT_MS = 240_000;

let database: TestDatabase;
let sql: Client;
let program: Program;

beforeEach(async () => {
  database = await createTestDatabase();
  sql = new Client({ connectionString: database.url });
  await sql.connect();
  program = await startProgram({ DATABASE_URL: database.url });
}, 60_000);

afterEach(async () => {
  await program.stop('SIGKILL');
  await sql.end();
  await database.drop();
}, 60_000);

async function ask(key: string, method: string, path: string, body?: object): Promise<any> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, prefer: 'wait=20' };
  const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers: { 'x-api-key': key } };
  return (await fetch(program.url + path, init)).json();
}

async function countOf(query: string): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(query);
  return Number(rows[0]?.count);
}

const checksMade = () => countOf(`select count(*) from jobs where watch_id is not null and completed_at is not null`);

it(
  'the clock of a sandbox goes on after kill -9 in the middle of an advance: every check made and paid for once, every change told once',
  async () => {
    const key = await keyFrom(program);
    await sql.query(
      `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', $1, 'for a test' from accounts`,
      [DAYS],
    );
    const { entity_id } = await ask(key, 'POST', '/v1/verify', {
      entity_name: 'Sandbox Flapping LLC',
      jurisdiction: 'us-co',
    });
    await ask(key, 'POST', '/v1/watches', { entity_id, every: '1d' });
    const began = Date.parse((await ask(key, 'GET', '/v1/sandbox/clock')).sandbox_time);
    const advanced = ask(key, 'POST', '/v1/sandbox/clock/advance', { by: `${DAYS}d` }).catch(() => undefined);
    for (let kill = 1; kill <= KILLS; kill++) {
      const wanted = kill * 6;
      await until(async () => (await checksMade()) >= wanted);
      await program.stop('SIGKILL');
      expect(await countOf(`select count(*) from sandbox_clock where sandbox_time < target`)).toBe(1);
      // What would take a minute or two in life: what the dead one held runs out.
      await sql.query(`update sandbox_clock set driven_until = now() where driver is not null`);
      await sql.query(`update watches set claimed_until = now() where claimed_until is not null`);
      program = await startProgram({ DATABASE_URL: database.url });
    }
    await advanced;
    await until(async () => (await ask(key, 'GET', '/v1/sandbox/clock')).advancing_to === undefined);
    const { sandbox_time: at } = await ask(key, 'GET', '/v1/sandbox/clock');
    expect(Date.parse(at) - began).toBe(DAYS * 86_400_000);
    expect(await countOf(`select -sum(amount) as count from ledger_entries where watch_id is not null`)).toBe(DAYS);
    const { events } = await ask(key, 'GET', '/v1/webhooks/events?limit=100');
    const codes = events.map(({ payload }: any) => payload.changes.at(-1).code);
    const told = (_: unknown, nth: number) => (nth % 2 === 0 ? 'GOOD_STANDING_LOST' : 'GOOD_STANDING_REGAINED');
    expect(codes).toEqual(Array.from({ length: FLIPS }, told));
  },
  LIMIT_MS,
);
