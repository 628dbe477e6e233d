import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { keyFrom, startProgram, type Program } from '../support/program.js';

const REQUESTS = 1_000;
/** Concurrent requests per process. */
const LANES = 32;
const MAX_PROCESSES = 4;
const VERIFY = { entity_name: 'Imaginary Lanterns LLC', jurisdiction: 'us-co' };

let database: TestDatabase;
let programs: Program[];
let owner: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const start = () => startProgram({ DATABASE_URL: database.url });
  const first = await start();
  programs = [first, ...(await Promise.all(Array.from({ length: MAX_PROCESSES - 1 }, start)))];
  owner = await keyFrom(first);
  // Makes the answer known, so that each request only has to charge.
  await ask(first, owner, 'POST', '/v1/verify', VERIFY);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await database.drop();
});

async function ask({ url }: Program, key: string, method: string, path: string, body?: object) {
  const answer = await fetch(url + path, {
    method,
    headers: { 'x-api-key': key, prefer: 'wait=20', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: await answer.json() };
}

async function balance(): Promise<number> {
  return (await ask(programs[0]!, owner, 'GET', '/v1/account')).body.credit_balance;
}

/** Every process sends its share, several at once. Returns how often each answer came. */
async function race(processes: number, key: string): Promise<Record<string, number>> {
  const told: Record<string, number> = {};
  let left = REQUESTS;
  const lane = async (program: Program) => {
    while (left > 0) {
      left -= 1;
      const { status, body } = await ask(program, key, 'POST', '/v1/verify', VERIFY);
      const answer = `${status} ${body.error?.details?.limited_by ?? body.status}`;
      told[answer] = (told[answer] ?? 0) + 1;
    }
  };
  await Promise.all(
    programs.slice(0, processes).flatMap((program) => Array.from({ length: LANES }, () => lane(program))),
  );
  return told;
}

describe(`a budget of one credit, raced by ${REQUESTS} requests`, () => {
  it.each([1, 2, MAX_PROCESSES])('pays for exactly one request over %i processes', async (processes) => {
    const budget = { credits: 1, every: 'once' };
    const { body: issued } = await ask(programs[0]!, owner, 'POST', '/v1/account/keys', { label: 'raced', budget });
    const before = await balance();
    expect(await race(processes, issued.api_key)).toEqual({ '200 completed': 1, '402 key_budget': REQUESTS - 1 });
    expect(await balance()).toBe(before - 1);
    const { body } = await ask(programs[0]!, owner, 'GET', '/v1/account/keys');
    const raced = body.api_keys.find(({ id }: { id: string }) => id === issued.key_id);
    expect(raced.budget).toEqual({ ...budget, spent: 1 });
  });
});
