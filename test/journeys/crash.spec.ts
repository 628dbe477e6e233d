import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { RETRY_PAUSES_MS } from '../../src/core/verification/job.js';
import { apiKeyDigest, apiKeyPrefix, generateApiKey } from '../../src/core/accounts/keys/api-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { inLongRun } from '../support/long.js';
import { startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';
import { PostgresTap } from './postgres-tap.js';

/** The writes of what is charged, by what they do; what the program writes by the clock is none of them. */
const WRITES: readonly (readonly [name: string, sql: RegExp])[] = [
  ['forget an old Idempotency-Key', /delete from idempotency_keys where account_id/],
  ['claim the Idempotency-Key', /insert into idempotency_keys/],
  ['write together', /\bcommit_batch\b/],
  ['claim the retrieval', /\bclaim_due_retrievals\b/],
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
/** A start of the program for every point, on whatever machine. */
const LIMIT_MS = 1_200_000;

/** An installation whose program runs behind a tap, to be killed at a write. Its successor recovers, and is the next to be killed. */
interface Installation {
  database: TestDatabase;
  sql: Client;
  program: TappedProgram;
}

interface TappedProgram extends Program {
  tap: PostgresTap;
}

/** Somebody who asks one question, in the same words every time, as a client repeats it that got no answer. */
interface Customer {
  accountId: string;
  key: string;
  ask: (program: Program) => Promise<void>;
}

/** All stories use the same: a start of the program costs more than what is done with it. */
let installations: Installation[] = [];
beforeAll(async () => {
  installations = await Promise.all(Array.from({ length: LANES }, newInstallation));
}, 120_000);
afterAll(async () => {
  await Promise.all(
    installations.map(async ({ database, sql, program }) => {
      await stopTapped(program);
      await sql.end();
      await database.drop();
    }),
  );
}, 120_000);

async function newInstallation(): Promise<Installation> {
  const database = await createTestDatabase();
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  return { database, sql, program: await startTapped(database.url) };
}

async function startTapped(databaseUrl: string): Promise<TappedProgram> {
  const tap = await PostgresTap.open(databaseUrl);
  return Object.assign(await startProgram({ DATABASE_URL: tap.url }), { tap });
}

async function stopTapped(program: TappedProgram, signal?: NodeJS.Signals): Promise<void> {
  await program.stop(signal);
  program.tap.close();
}

async function openAccount(sql: Client): Promise<Pick<Customer, 'accountId' | 'key'>> {
  const accountId = randomUUID();
  const key = generateApiKey();
  await sql.query(`insert into accounts (id, email, email_verified) values ($1, $2, true)`, [
    accountId,
    `${accountId}@example.com`,
  ]);
  await sql.query(
    `insert into ledger_entries (account_id, type, amount, description) values ($1, 'grant', 50, 'for the test')`,
    [accountId],
  );
  await sql.query(
    `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at)
     values ($1, $2, 'test', $3, decode($4, 'hex'), 1000, now())`,
    [randomUUID(), accountId, apiKeyPrefix(key), apiKeyDigest(key)],
  );
  return { accountId, key };
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
  const asked = { entity_name: newBusiness(), jurisdiction: 'us-co' };
  const verified = await post(program, key, '/v1/verify', asked, 'first');
  const watched = { entity_id: verified?.['entity_id'], every: '1d' };
  const watch = await post(program, key, '/v1/watches', watched, 'second');
  const path = `/v1/watches/${watch?.['watch_id']}/check`;
  return { ...account, ask: async (running) => void (await post(running, key, path, {})) };
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

/** Kills the program at its n-th write from now on; resolves with the statement, or `undefined` when it never got there. */
async function killAtWrite(
  point: number,
  customer: Customer,
  { program, sql }: Installation,
): Promise<string | undefined> {
  const reached = new Promise<string>((resolve) => {
    program.tap.arm(isWrite, point, (statement) => {
      program.process.kill('SIGKILL');
      resolve(statement);
    });
  });
  // A check that was asked for is taken up within a second.
  const gotThrough = customer
    .ask(program)
    .then(() => until(async () => (await booksOf(sql, customer)).jobs.every(hasEnded)))
    .then(() => sleep(300, undefined));
  const stoppedAt = await Promise.race([reached, gotThrough]);
  await stopTapped(program, 'SIGKILL');
  return stoppedAt;
}

const hasEnded = (status: string) => status === 'completed' || status === 'failed';

/** Starts the program again, repeats the request, and waits for the job's end. */
async function recover(customer: Customer, installation: Installation): Promise<void> {
  const { database, sql } = installation;
  await untilAlone(sql);
  await endClaims(sql);
  installation.program = await startTapped(database.url);
  let isAnswered = false;
  const asked = customer.ask(installation.program).then(() => (isAnswered = true));
  await until(async () => {
    await endPauses(sql);
    // Before the books are read: the answer may bring one more job.
    const wasAnswered = isAnswered;
    const { jobs } = await booksOf(sql, customer);
    return wasAnswered && jobs.length > 0 && jobs.every(hasEnded);
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
      if (stoppedAt === undefined) last = Math.min(last, point - 1);
      else stopped[point - from] = nameOf(stoppedAt) ?? '';
    }
  };
  await Promise.all(installations.map(lane));
  expect(last).toBeLessThan(MAX_POINTS);
  return stopped;
}

/** Another business every time: what is known already would not be asked for. */
const BUSINESSES = readFileSync('src/sandbox/extracts/us-co.csv', 'utf8')
  .split('\n')
  .filter((row) => row.includes(',Good Standing,'))
  .map((row) => row.split(',')[1] ?? '')
  .filter((name, at, names) => !name.startsWith('"') && names.indexOf(name) === at);

let taken = 0;
function newBusiness(): string {
  const name = BUSINESSES[taken++];
  if (name === undefined) throw new Error('the sandbox has fewer businesses than there are writes');
  return name;
}

describe('a program killed at any write of a verification', () => {
  it(
    'ends the job once and charges once, after a restart and a repeated request',
    async () => {
      const stopped = await killAtEveryWrite(verifying(newBusiness), {
        jobs: ['completed'],
        entries: ['grant 50', 'charge -1'],
        balance: 49,
      });
      expect(stopped).toEqual([...FIRST, 'keep the entity', ...LAST]);
    },
    LIMIT_MS,
  );

  it(
    'refunds once when the register gives no answer',
    async () => {
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
    },
    LIMIT_MS,
  );
});

describe('a program killed at any write of a search', () => {
  it(
    'ends its jobs once and charges each once, after a restart and a repeated request',
    async () => {
      const books = { jobs: ['completed'], entries: ['grant 50', 'charge -2'], balance: 48 };
      const stopped = await killAtEveryWrite(searching, books, skipped(2) + 1);
      expect(stopped.filter((name) => name === 'write together').length).toBeGreaterThan(1);
    },
    LIMIT_MS,
  );
});

/** The last, because the watches that it leaves are checked by the clock. */
describe('a program killed at any write of a check of a watch', () => {
  it(
    'makes the check once and charges it once, after a restart and a repeated request',
    async () => {
      const books = {
        jobs: ['completed', 'completed'],
        entries: ['grant 50', 'charge -1', 'charge -1'],
        balance: 48,
      };
      const stopped = await killAtEveryWrite(checking, books, skipped(2) + 1);
      expect(stopped).toEqual([
        ...FIRST.slice(skipped(2), 2),
        'write together',
        'finish the Idempotency-Key',
        'claim the check',
        'keep the entity',
        'write together',
        'end the check',
      ]);
    },
    LIMIT_MS,
  );
});
