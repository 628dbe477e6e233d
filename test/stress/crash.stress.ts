import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { RETRY_PAUSES_MS } from '../../src/core/verification/job.js';
import { apiKeyDigest, apiKeyPrefix, generateApiKey } from '../../src/core/accounts/keys/api-key.js';
import { fromUuid } from '../../src/core/ids.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { inLongRun, repeats } from '../support/long.js';
import { startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';
import { FailingRegisters } from './failing-registers.js';
import { PostgresTap } from '../support/postgres-tap.js';
import { fc } from '../support/property.js';

/** The writes of what is charged, by what they do; what the program writes by the clock is none of them. */
const WRITES: readonly (readonly [name: string, sql: RegExp])[] = [
  ['forget an old Idempotency-Key', /delete from idempotency_keys where account_id/],
  ['claim the Idempotency-Key', /insert into idempotency_keys/],
  ['write together', /\bcommit_batch\b/],
  ['claim the retrieval', /\bclaim_due_retrievals\b/],
  ['keep the evidence', /\bevidence_keep\b/],
  ['keep the entity', /insert into entities/],
  ['release the claim', /with released as/],
  ['finish the Idempotency-Key', /update idempotency_keys set outcome/],
  ['claim the check', /check_due <= \$2.*for update skip locked/s],
  ['end the check', /update watches w set seen/],
];
const FIRST = ['forget an old Idempotency-Key', 'claim the Idempotency-Key', 'write together', 'claim the retrieval'];
const LAST = ['write together', 'finish the Idempotency-Key'];
/** The short form kills once at the writes with which every question begins: in the first story. */
const skipped = (begun: number) => inLongRun(0, begun);

const nameOf = (sql: string) => WRITES.find(([, pattern]) => pattern.test(sql))?.[0];
const isWrite = (sql: string) => nameOf(sql) !== undefined;

/** More writes than any verification makes: the first run that gets through to the end closes the series. */
const MAX_POINTS = 60;
const LANES = 2;
/** Before a name is searched again by another story. */
const SEARCH_CACHE_TTL = '10s';

/** An installation whose program runs behind a tap, to be killed at a write. Its successor recovers, and is the next to be killed. */
interface Installation {
  database: TestDatabase;
  sql: Client;
  registers: FailingRegisters;
  program: TappedProgram;
}

interface TappedProgram extends Program {
  tap: PostgresTap;
}

/** Somebody who asks one question, in the same words every time, as a client repeats it that got no answer. */
interface Customer {
  accountId: string;
  key: string;
  /** What the account has in the end, at least: the job of a check is made a while after it was asked for. */
  jobs: number;
  ask: (program: Program) => Promise<void>;
}

/** All stories use the same: a start of the program costs more than what is done with it. */
let installations: Installation[] = [];
beforeAll(async () => {
  installations = await Promise.all(Array.from({ length: LANES }, newInstallation));
});
afterAll(async () => {
  await Promise.all(
    installations.map(async ({ database, sql, program, registers }) => {
      await stopTapped(program);
      registers.close();
      await sql.end();
      await database.drop();
    }),
  );
});

async function newInstallation(): Promise<Installation> {
  const database = await createTestDatabase();
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  const registers = await FailingRegisters.open();
  return { database, sql, registers, program: await startTapped({ database, registers }) };
}

async function startTapped({
  database,
  registers,
}: Pick<Installation, 'database' | 'registers'>): Promise<TappedProgram> {
  const tap = await PostgresTap.open(database.url);
  return Object.assign(await startProgram({ DATABASE_URL: tap.url, SEARCH_CACHE_TTL, ...registers.env }), { tap });
}

async function stopTapped(program: TappedProgram, signal?: NodeJS.Signals): Promise<void> {
  await program.stop(signal);
  program.tap.close();
}

async function openAccount(sql: Client, credits = 50): Promise<Pick<Customer, 'accountId' | 'key' | 'jobs'>> {
  const accountId = randomUUID();
  const key = generateApiKey();
  await sql.query(`insert into accounts (id, email, email_verified) values ($1, $2, true)`, [
    accountId,
    `${accountId}@example.com`,
  ]);
  await sql.query(
    `insert into ledger_entries (account_id, type, amount, description) values ($1, 'grant', $2, 'for the test')`,
    [accountId, credits],
  );
  await sql.query(
    `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at)
     values ($1, $2, 'test', $3, decode($4, 'hex'), 1000, now())`,
    [randomUUID(), accountId, apiKeyPrefix(key), apiKeyDigest(key)],
  );
  return { accountId, key, jobs: 1 };
}

/** `undefined` when the program died meanwhile. */
async function post(
  { url }: Program,
  key: string,
  path: string,
  body: object,
  idempotencyKey = 'once',
): Promise<Record<string, string> | undefined> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      'idempotency-key': idempotencyKey,
      prefer: 'wait=20',
    },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  return (await answer?.json().catch(() => undefined)) as Record<string, string> | undefined;
}

type OpenCustomer = (installation: Installation) => Promise<Customer>;

/** Somebody who verifies this business. */
function verifying(business: () => string): OpenCustomer {
  return async ({ sql }) => {
    const account = await openAccount(sql);
    const asked = { entity_name: business(), jurisdiction: 'us-co' };
    return { ...account, ask: async (program) => void (await post(program, account.key, '/v1/verify', asked)) };
  };
}

/** Somebody who has a business of their watch checked. */
const checking: OpenCustomer = async ({ sql, program }) => {
  const account = await openAccount(sql);
  const { key } = account;
  // Deep: what a search everywhere has just made known is quick, and would be answered without a job.
  const asked = { entity_name: newToDetail(), jurisdiction: 'us-co', tier: 'deep' };
  const verified = await post(program, key, '/v1/verify', asked, 'first');
  const watched = { entity_id: verified?.['entity_id'], every: '1d' };
  const watch = await post(program, key, '/v1/watches', watched, 'second');
  expect(watch).toHaveProperty('watch_id');
  const path = `/v1/watches/${watch?.['watch_id']}/check`;
  return { ...account, jobs: 2, ask: async (running) => void (await post(running, key, path, {})) };
};

/** Somebody who searches a register. */
const searching: OpenCustomer = async ({ sql }) => {
  const account = await openAccount(sql);
  const asked = { entity_name: newBusiness(), jurisdictions: ['us-co'] };
  return { ...account, ask: async (program) => void (await post(program, account.key, '/v1/search', asked)) };
};

/** The server may still be at what it was given last. */
async function untilAlone(sql: Client): Promise<void> {
  await until(async () => {
    const { rows } = await sql.query(
      `select from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows.length === 0;
  });
}

/** What would take a minute in life: the claims of the dead run out. */
async function endClaims(sql: Client): Promise<void> {
  await sql.query(`update idempotency_keys set claimed_at = now() - interval '61 s' where not finished`);
  await sql.query(
    `update retrievals set claimed_until = now() - interval '1 s' where claim is not null and finished_at is null`,
  );
  await sql.query(`update watches set claimed_until = now() - interval '1 s' where claim is not null`);
}

/** Pauses between attempts pass; what the living have claimed stays theirs. */
async function endPauses(sql: Client): Promise<void> {
  await sql.query(
    `update retrievals set due_at = now() - interval '2 s'
      where finished_at is null and (claimed_until is null or claimed_until < now())`,
  );
}

async function booksOf(sql: Client, { accountId }: Customer) {
  const of = [accountId];
  const { rows: jobs } = await sql.query<{ status: string }>('select status from jobs where account_id = $1', of);
  const { rows: entries } = await sql.query<{ type: string; amount: number }>(
    'select type, amount from ledger_entries where account_id = $1 order by number',
    of,
  );
  const { rows } = await sql.query<{ credit_balance: number }>('select credit_balance from accounts where id = $1', of);
  return {
    jobs: jobs.map(({ status }) => status),
    entries: entries.map(({ type, amount }) => `${type} ${amount}`),
    balance: rows[0]?.credit_balance,
  };
}

/** Answers, and states of businesses, that nothing proves. */
async function unproven(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select (select count(*) from jobs j join retrievals r on r.id = j.retrieval_id
              where j.status = 'completed' and r.evidence_id is null)::integer
          + (select count(*) from snapshots s where not exists (
              select from snapshot_evidence k where k.entity_id = s.entity_id and k.number = s.number))::integer as count`,
  );
  return rows[0]?.count ?? 0;
}

/** Evidence that no answer rests on. */
async function ofNothing(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::integer as count from evidence e
      where not exists (select from snapshot_evidence k where k.evidence_id = e.id)
        and not exists (select from retrievals r where r.evidence_id = e.id)`,
  );
  return rows[0]?.count ?? 0;
}

/** Kills the program at its n-th write from now on; resolves with the statement, or `undefined` when it never got there. */
async function killAtWrite(
  point: number,
  customer: Customer,
  { program, sql }: Installation,
): Promise<string | undefined> {
  let stoppedAt: string | undefined;
  const reached = new Promise<void>((resolve) => {
    program.tap.arm(isWrite, point, (statement) => {
      program.process.kill('SIGKILL');
      stoppedAt = statement;
      resolve();
    });
  });
  const isThrough = async () =>
    stoppedAt !== undefined ||
    (hasEndedAll(customer, await booksOf(sql, customer)) && (await holdsNothing(sql, customer)));
  await Promise.race([reached, customer.ask(program).then(() => until(isThrough))]);
  await stopTapped(program, 'SIGKILL');
  return stoppedAt;
}

/** The account holds no claim, so that nothing is left to write for it. */
async function holdsNothing(sql: Client, { accountId }: Customer): Promise<boolean> {
  const { rows } = await sql.query<{ nothing: boolean }>(
    `select not exists (select from watches where account_id = $1 and claim is not null)
        and not exists (select from idempotency_keys where account_id = $1 and not finished) as nothing`,
    [accountId],
  );
  return rows[0]?.nothing === true;
}

function hasEndedAll(customer: Customer, { jobs }: Pick<Awaited<ReturnType<typeof booksOf>>, 'jobs'>): boolean {
  return jobs.length >= customer.jobs && jobs.every((status) => status === 'completed' || status === 'failed');
}

/** Starts the program again, repeats the request, and waits for the job's end. */
async function recover(customer: Customer, installation: Installation): Promise<void> {
  const { sql } = installation;
  await untilAlone(sql);
  await endClaims(sql);
  installation.program = await startTapped(installation);
  let isAnswered = false;
  const asked = customer.ask(installation.program).then(() => (isAnswered = true));
  await until(async () => {
    await endPauses(sql);
    // Before the books are read: the answer may bring one more job.
    const wasAnswered = isAnswered;
    return wasAnswered && hasEndedAll(customer, await booksOf(sql, customer));
  });
  await asked;
}

/** Every write point from this on, a few side by side, each lane on its installation; resolves with those that were stopped, in their order. */
async function killAtEveryWrite(
  open: OpenCustomer,
  expected: Awaited<ReturnType<typeof booksOf>>,
  from = 1,
): Promise<string[]> {
  const stopped: string[] = [];
  let next = from;
  let last = MAX_POINTS;
  const lane = async (installation: Installation) => {
    while (next <= last) {
      const point = next++;
      const customer = await open(installation);
      const stoppedAt = await killAtWrite(point, customer, installation);
      await recover(customer, installation);
      expect({ point, ...(await booksOf(installation.sql, customer)) }).toEqual({ point, ...expected });
      expect({ point, unproven: await unproven(installation.sql) }).toEqual({ point, unproven: 0 });
      if (stoppedAt === undefined) last = Math.min(last, point - 1);
      else stopped[point - from] = nameOf(stoppedAt) ?? '';
    }
  };
  await Promise.all(installations.map(lane));
  expect(last).toBeLessThan(MAX_POINTS);
  return stopped;
}

const BUSINESSES = readFileSync('src/sandbox/extracts/us-co.csv', 'utf8')
  .split('\n')
  .filter((row) => row.includes(',Good Standing,'))
  .map((row) => row.split(',')[1] ?? '')
  .filter((name, at, names) => !name.startsWith('"') && names.indexOf(name) === at);

/** Another business every time: what is known already would not be asked for. */
function eachBusiness(): () => string {
  const names = BUSINESSES.values();
  return () => {
    const { value: name } = names.next();
    if (name === undefined) throw new Error('the sandbox has fewer businesses than there are writes');
    return name;
  };
}
const newBusiness = eachBusiness();
const newToDetail = eachBusiness();

describe('a program killed at any write of a verification', () => {
  it('ends the job once and charges once, after a restart and a repeated request', async () => {
    const stopped = await killAtEveryWrite(verifying(newBusiness), {
      jobs: ['completed'],
      entries: ['grant 50', 'charge -1'],
      balance: 49,
    });
    expect(stopped).toEqual([...FIRST, 'keep the evidence', 'keep the entity', ...LAST]);
  });

  it('refunds once when the register gives no answer', async () => {
    const stopped = await killAtEveryWrite(
      verifying(() => 'Sandbox Unavailable LLC'),
      {
        jobs: ['failed'],
        entries: ['grant 50', 'charge -1', 'refund 1'],
        balance: 50,
      },
      skipped(FIRST.length) + 1,
    );
    const retries = RETRY_PAUSES_MS.flatMap(() => ['release the claim', 'claim the retrieval']);
    expect(stopped).toEqual([...FIRST.slice(skipped(FIRST.length)), ...retries, ...LAST]);
  });
});

describe('a program killed at any write of a search', () => {
  it('ends its jobs once and charges each once, after a restart and a repeated request', async () => {
    const books = { jobs: ['completed'], entries: ['grant 50', 'charge -2'], balance: 48 };
    const stopped = await killAtEveryWrite(searching, books, skipped(2) + 1);
    expect(stopped.filter((name) => name === 'write together').length).toBeGreaterThan(1);
  });
});

/** EVERYWHERE_KILLS=200 for a night. */
const EVERYWHERE_KILLS = repeats('EVERYWHERE_KILLS', 60, 4);
/** A search everywhere writes more often than this, whatever is written together. */
const EVERYWHERE_WRITES = 30;
const SEARCHES = 2;
const SEARCH_CREDITS = 200;

/** What a seed decides. */
const disaster = (codes: readonly string[]) =>
  fc.record({
    point: fc.integer({ min: 1, max: EVERYWHERE_WRITES }),
    failing: fc.subarray([...codes], { minLength: 1, maxLength: codes.length - 1 }),
    /** A failing register gets over it, or not. */
    forGood: fc.array(fc.boolean(), { minLength: codes.length, maxLength: codes.length }),
  });

/** Somebody who searches everywhere, for two names at once. */
async function openSearcher({ sql }: Installation, seed: number): Promise<Customer> {
  const account = await openAccount(sql, SEARCH_CREDITS);
  const names = Array.from(
    { length: SEARCHES },
    (_, at) => BUSINESSES[(seed * SEARCHES + at) % BUSINESSES.length] ?? '',
  );
  const ask = async (program: Program) => {
    await Promise.all(names.map((name) => post(program, account.key, '/v1/search', { entity_name: name }, name)));
  };
  return { ...account, ask };
}

/** Each search as its customer reads it. */
async function searchesOf({ sql, program }: Installation, { accountId, key }: Customer): Promise<any[]> {
  const { rows } = await sql.query<{ id: string }>('select id from searches where account_id = $1', [accountId]);
  return Promise.all(
    rows.map(async ({ id }) => {
      const answer = await fetch(`${program.url}/v1/search/${fromUuid('srch', id)}`, { headers: { 'x-api-key': key } });
      return answer.json();
    }),
  );
}

/** What was charged for each job, and refunded. */
async function movementsOf(sql: Client, { accountId }: Customer): Promise<Map<string, number[]>> {
  const { rows } = await sql.query<{ id: string; amounts: number[] }>(
    `select j.id, array_agg(e.amount order by e.number) as amounts
       from jobs j left join ledger_entries e on e.job_id = j.id where j.account_id = $1 group by j.id`,
    [accountId],
  );
  return new Map(rows.map(({ id, amounts }) => [fromUuid('job', id), amounts]));
}

describe('a program killed at any write of searches everywhere, while some registers fail', () => {
  const seen = { stopped: 0, searched: 0, failed: 0, found: 0 };

  it('ends each search, says of each register what happened, and charges for those that answered', async () => {
    const seeds = Array.from({ length: EVERYWHERE_KILLS }, (_, at) => at + 1).values();
    const lane = async (installation: Installation) => {
      const { sql, registers } = installation;
      for (const seed of seeds) {
        const [told] = fc.sample(disaster(registers.codes), { seed, numRuns: 1 });
        const { point, failing, forGood } = told!;
        const silent = failing.filter((_, at) => forGood[at]);
        registers.fail({ silent, stumbling: failing.filter((code) => !silent.includes(code)) });
        const customer = await openSearcher(installation, seed);
        if ((await killAtWrite(point, customer, installation)) !== undefined) seen.stopped += 1;
        await recover(customer, installation);

        const searches = await searchesOf(installation, customer);
        const movements = await movementsOf(sql, customer);
        expect({ seed, searches: searches.length }).toEqual({ seed, searches: SEARCHES });
        let searched = 0;
        for (const { jobs, coverage, results, failures, status } of searches) {
          const answered = coverage.searched.map(({ jurisdiction }: any) => jurisdiction);
          const unreachable = coverage.not_searched
            .filter(({ reason }: any) => reason === 'unreachable')
            .map(({ jurisdiction }: any) => jurisdiction);
          const asked = jobs.map(({ jurisdiction }: any) => jurisdiction);
          expect({ seed, status }).toEqual({ seed, status: 'completed' });
          expect({ seed, unreachable }).toEqual({
            seed,
            unreachable: asked.filter((code: string) => silent.includes(code)),
          });
          expect({ seed, answered }).toEqual({
            seed,
            answered: asked.filter((code: string) => !silent.includes(code)),
          });
          expect(asked).toEqual(expect.arrayContaining([...registers.codes]));
          expect(failures.map(({ jurisdiction }: any) => jurisdiction)).toEqual(unreachable);
          for (const { job_id, jurisdiction } of jobs) {
            const amounts = silent.includes(jurisdiction) ? [-2, 2] : [-2];
            expect({ seed, jurisdiction, amounts: movements.get(job_id) }).toEqual({ seed, jurisdiction, amounts });
            movements.delete(job_id);
          }
          const records = results.map(({ jurisdiction, jurisdiction_id }: any) => `${jurisdiction} ${jurisdiction_id}`);
          expect(new Set(records).size).toBe(records.length);
          const athome = results.some(({ jurisdiction }: any) => jurisdiction === 'us-co');
          expect({ seed, athome }).toEqual({ seed, athome: answered.includes('us-co') });
          searched += answered.length;
          seen.found += records.length;
          seen.failed += unreachable.length;
        }
        expect({ seed, ofNoSearch: [...movements] }).toEqual({ seed, ofNoSearch: [] });
        const { balance } = await booksOf(sql, customer);
        expect({ seed, balance }).toEqual({ seed, balance: SEARCH_CREDITS - 2 * searched });
        expect({ seed, unproven: await unproven(sql) }).toEqual({ seed, unproven: 0 });
        seen.searched += searched;
        registers.fail({ silent: [], stumbling: [] });
      }
    };
    await Promise.all(installations.map(lane));
  });

  it('did so: kills were met, registers failed, others answered', () => {
    expect(Object.values(seen).filter((count) => count === 0)).toEqual([]);
  });
});

/** The last, because the watches that it leaves are checked by the clock. */
describe('a program killed at any write of a check of a watch', () => {
  it('makes the check once and charges it once, after a restart and a repeated request', async () => {
    const books = {
      jobs: ['completed', 'completed'],
      entries: ['grant 50', 'charge -15', 'charge -1'],
      balance: 34,
    };
    const stopped = await killAtEveryWrite(checking, books, skipped(2) + 1);
    expect(stopped).toEqual([
      ...FIRST.slice(skipped(2), 2),
      'write together',
      'finish the Idempotency-Key',
      'claim the check',
      'keep the evidence',
      'keep the entity',
      'write together',
      'end the check',
    ]);
  });
});

describe('evidence that a killed program kept for an answer which it did not write', () => {
  it('goes with the purge once it is an hour old, and the evidence of answers stays', async () => {
    const before = await Promise.all(installations.map(({ sql }) => ofNothing(sql)));
    expect(Math.max(...before)).toBeGreaterThan(0);
    for (const { database, sql } of installations) {
      const source = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
      const inAnHour = new Date(Date.now() + 60_000);
      const retention = new PostgresRetention(new Database(source));
      for (const what of ['evidence of nothing', 'evidence bodies'] as const) {
        for (let last: string | undefined, more = true; more;)
          ({ more, last } = await retention.purge(what, inAnHour, last));
      }
      await source.destroy();
      expect([await ofNothing(sql), await unproven(sql)]).toEqual([0, 0]);
      const { rows } = await sql.query(
        'select from evidence_bodies b where not exists (select from evidence_exchanges x where x.digest = b.digest)',
      );
      expect(rows).toEqual([]);
    }
  });
});
