import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { askProgram, keyFrom, startProgram, type Program } from '../support/program.js';
import { repeats } from '../support/long.js';

/** Far more days than the clock reaches before the last kill, however late that comes. */
const DAYS = 100;
const FLIPS = Math.floor(DAYS / 7);
/** Overnight: CLOCK_KILL_ACCOUNTS=720 CLOCK_KILLS=20, which makes 10,080 changes. */
const ACCOUNTS = repeats('CLOCK_KILL_ACCOUNTS', 10, 10);
const KILLS = repeats('CLOCK_KILLS', 3, 2);
const DAYS_BETWEEN = Math.min(6, Math.floor(60 / KILLS));
const LOOK_EVERY_MS = 100;
const LIMIT_MS = 240_000 + ACCOUNTS * 3_000;

let database: TestDatabase;
let sql: Client;
let program: Program;

beforeEach(async () => {
  database = await createTestDatabase();
  sql = new Client({ connectionString: database.url });
  await sql.connect();
  program = await startProgram({ DATABASE_URL: database.url });
});

afterEach(async () => {
  await program.stop('SIGKILL');
  await sql.end();
  await database.drop();
});

const ask = (key: string, method: string, path: string, body?: object) =>
  askProgram(program, key, [method, path], body);

async function countOf(query: string): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(query);
  return Number(rows[0]?.count);
}

/** Reads the sandbox clock rather than counting rows, because that table grows with every check. */
async function reaches(days: number): Promise<void> {
  for (const deadline = performance.now() + LIMIT_MS; performance.now() < deadline;) {
    const { rows } = await sql.query<{ there: boolean }>(
      `select sandbox_time >= began_at + make_interval(days => $1) as there from sandbox_clock`,
      [days],
    );
    if (rows[0]?.there === true) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`the clock does not reach day ${days}`);
}

/** Copies the watches to many accounts, and grants each account their cost. */
async function watchForMany(): Promise<void> {
  await sql.query(
    `insert into accounts (id, email, email_verified)
       select gen_random_uuid(), 'kill-' || n || '@example.com', true from generate_series(2, $1::int) n`,
    [ACCOUNTS],
  );
  await sql.query(
    `insert into watches (id, account_id, entity_id, jurisdiction, sandbox, every, tier, seen, seen_at, seen_reading, next_check_at)
       select gen_random_uuid(), a.id, w.entity_id, w.jurisdiction, w.sandbox, w.every, w.tier, w.seen, w.seen_at, w.seen_reading, w.next_check_at
         from watches w, accounts a where a.id <> w.account_id`,
  );
  await sql.query(
    `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', $1, 'for a test' from accounts`,
    [2 * DAYS],
  );
}

async function arrives(key: string): Promise<void> {
  for (const deadline = performance.now() + LIMIT_MS; performance.now() < deadline;) {
    const clock = await ask(key, 'GET', '/v1/sandbox/clock');
    // An error response has no `advancing_to` either.
    if (clock.sandbox_time !== undefined && clock.advancing_to === undefined) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('the clock does not arrive');
}

it('a sandbox clock resumes after kill -9: checks paid once, changes sent once, no false outage', async () => {
  const key = await keyFrom(program);
  for (const role of ['Flapping', 'Blind']) {
    const asked = { entity_name: `Sandbox ${role} LLC`, jurisdiction: 'us-co' };
    const { entity_id } = await ask(key, 'POST', '/v1/verify', asked);
    await ask(key, 'POST', '/v1/watches', { entity_id, every: '1d' });
  }
  await watchForMany();
  const began = Date.parse((await ask(key, 'GET', '/v1/sandbox/clock')).sandbox_time);
  const advanced = ask(key, 'POST', '/v1/sandbox/clock/advance', { by: `${DAYS}d` }).catch(() => undefined);
  for (let kill = 1; kill <= KILLS; kill++) {
    await reaches(kill * DAYS_BETWEEN);
    // Kills at a different point of a round each time.
    await sleep((kill * 37) % LOOK_EVERY_MS);
    await program.stop('SIGKILL');
    expect(await countOf(`select count(*) from sandbox_clock where sandbox_time < target`)).toBe(1);
    // Expires the claims of the dead process; otherwise that takes a minute or two.
    await sql.query(`update sandbox_clock set driven_until = now() where driver is not null`);
    await sql.query(`update watches set claimed_until = now() where claimed_until is not null`);
    program = await startProgram({ DATABASE_URL: database.url });
  }
  await advanced;
  await arrives(key);
  const { sandbox_time: at } = await ask(key, 'GET', '/v1/sandbox/clock');
  expect(Date.parse(at) - began).toBe(DAYS * 86_400_000);
  // One of the two watches is not charged on three days without an answer.
  expect(await countOf(`select -sum(amount) as count from ledger_entries where watch_id is not null`)).toBe(
    (2 * DAYS - 3) * ACCOUNTS,
  );
  const { rows } = await sql.query<{ told: string[]; watches: number }>(
    `select told, count(*)::int as watches from (
           select array_agg(coalesce(e.body::jsonb -> 'changes' -> -1 ->> 'code', e.type) order by e.created_at) as told
             from events e where e.watch_id is not null group by e.watch_id) each
         group by told order by told`,
  );
  const flip = (_: unknown, nth: number) => (nth % 2 === 0 ? 'GOOD_STANDING_LOST' : 'GOOD_STANDING_REGAINED');
  expect(rows).toEqual([
    { told: Array.from({ length: FLIPS }, flip), watches: ACCOUNTS },
    { told: ['watch.blind', 'watch.sighted'], watches: ACCOUNTS },
  ]);
});
