import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { askProgram, keyFrom, startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';

const DAY_MS = 86_400_000;
const COMPANIES = ['Renamed', 'Dissolving', 'Flapping', 'Blind', 'Moving'];

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

it('reports every scripted change in registers that come as files, on its day', async () => {
  const key = await keyFrom(program);
  await sql.query(
    `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', 5000, 'for a test' from accounts`,
  );
  const roles = new Map<string, string>();
  const began = Date.parse((await ask(key, 'GET', '/v1/sandbox/clock')).began_at);
  for (const jurisdiction of ['us-va', 'us-fl', 'us-ia']) {
    for (const role of COMPANIES) {
      const asked = { entity_name: `Sandbox ${role} LLC`, jurisdiction, tier: 'deep' };
      const { entity_id } = await ask(key, 'POST', '/v1/verify', asked);
      const watch = await ask(key, 'POST', '/v1/watches', { entity_id, every: '30d', tier: 'deep' });
      expect(watch).toMatchObject({ status: 'active', tier: 'deep' });
      expect(watch.next_check_at).toBeUndefined();
      roles.set(watch.watch_id, `${jurisdiction} ${role}`);
    }
  }
  const pass = async (days: number) => {
    await ask(key, 'POST', '/v1/sandbox/clock/advance', { by: `${days}d` });
    await until(async () => (await ask(key, 'GET', '/v1/sandbox/clock')).advancing_to === undefined);
  };
  await pass(6);
  const [blind = ''] = [...roles].find(([, role]) => role === 'us-fl Blind') ?? [];
  const { job_id: job } = await ask(key, 'POST', `/v1/watches/${blind}/check`, {});
  const silence = await until(async () => {
    const answer = await ask(key, 'GET', `/v1/verify/status/${job}`);
    return answer.status === 'failed' && answer;
  });
  expect(JSON.stringify(silence)).toContain('DATA_SOURCE_UNAVAILABLE');
  await pass(34);
  const { events } = await ask(key, 'GET', '/v1/webhooks/events?limit=100');
  const told: Record<string, string[]> = {};
  for (const { payload } of events) {
    const { watch_id: id, changes, event, sandbox_time: at } = payload;
    const what = changes ? changes.map(({ code }: { code: string }) => code).join('+') : event;
    (told[roles.get(id) ?? ''] ??= []).push(`${Math.floor((Date.parse(at) - began) / DAY_MS)} ${what}`);
  }
  expect(told).toEqual({
    'us-va Renamed': ['10 NAME_CHANGED'],
    'us-va Dissolving': ['30 DISSOLVED+GOOD_STANDING_LOST'],
    'us-va Flapping': [7, 14, 21, 28, 35].map(
      (day, at) => `${day} STATUS_CHANGED+GOOD_STANDING_${at % 2 === 0 ? 'LOST' : 'REGAINED'}`,
    ),
    'us-va Moving': ['20 ADDRESS_CHANGED+OFFICERS_CHANGED'],
    'us-fl Renamed': ['10 NAME_CHANGED+FILED'],
    'us-fl Dissolving': ['30 STATUS_CHANGED+GOOD_STANDING_LOST+FILED'],
    'us-fl Moving': ['20 ADDRESS_CHANGED+OFFICERS_CHANGED'],
    'us-ia Renamed': ['10 NAME_CHANGED'],
    'us-ia Moving': ['20 ADDRESS_CHANGED'],
  });
  const renamed = await ask(key, 'POST', '/v1/verify', { entity_name: 'Sandbox Renamed LLC', jurisdiction: 'us-va' });
  expect(renamed.data.match.alias).toEqual({ kind: 'former', from: '2015-03-02' });
  // Iowa lists only active companies, and has dropped one. No edition has come since, so the owner
  // requests the second complete search, days after the first.
  const [dropped = ''] = [...roles].find(([, role]) => role === 'us-ia Dissolving') ?? [];
  await ask(key, 'POST', `/v1/watches/${dropped}/check`, {});
  const gone = await until(async () => {
    const feed = await ask(key, 'GET', '/v1/webhooks/events?limit=100');
    return feed.events.map(({ payload }: { payload: any }) => payload).find(({ watch_id: id }: any) => id === dropped);
  });
  expect(gone).toMatchObject({
    event: 'entity.changed',
    changes: [{ field: 'status', code: 'RECORD_GONE', from: 'active', to: null }],
    coverage: 'active_only',
  });
  const { transactions } = await ask(key, 'GET', '/v1/billing?limit=1');
  expect(transactions).toMatchObject([{ type: 'charge', watch_id: dropped, entity_id: gone.entity_id }]);
});
