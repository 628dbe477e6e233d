import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { RETRY_PAUSES_MS } from '../../src/core/verification/job.js';
import { apiKeyDigest, apiKeyPrefix, generateApiKey } from '../../src/core/accounts/keys/api-key.js';
import { createTestDatabase } from '../support/database.js';
import { startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';
import { PostgresTap } from './postgres-tap.js';

/** The writes of a verification, by what they do; what the program writes by the clock is none of them. */
const WRITES: readonly (readonly [name: string, sql: RegExp])[] = [
  ['forget an old Idempotency-Key', /delete from idempotency_keys where account_id/],
  ['claim the Idempotency-Key', /insert into idempotency_keys/],
  ['write together', /\bcommit_batch\b/],
  ['claim the retrieval', /\bclaim_due_retrievals\b/],
  ['keep the entity', /insert into entities/],
  ['release the claim', /with released as/],
  ['finish the Idempotency-Key', /update idempotency_keys set outcome/],
];
const FIRST = ['forget an old Idempotency-Key', 'claim the Idempotency-Key', 'write together', 'claim the retrieval'];
const LAST = ['write together', 'finish the Idempotency-Key'];

const nameOf = (sql: string) => WRITES.find(([, pattern]) => pattern.test(sql))?.[0];
const isWrite = (sql: string) => nameOf(sql) !== undefined;

/** More writes than any verification makes: the first run that gets through to the end closes the series. */
const MOST_POINTS = 60;
const LANES = 3;
/** A start of the program for every point, on whatever machine. */
const LIMIT_MS = 1_200_000;

/** An installation whose program runs behind a tap, to be killed at a write. Its successor recovers, and is the next to be killed. */
interface Installation {
  databaseUrl: string;
  sql: Client;
  program: TappedProgram;
}

interface TappedProgram extends Program {
  tap: PostgresTap;
}

/** Somebody who asks one question. */
interface Customer {
  accountId: string;
  key: string;
  name: string;
}

async function withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  const installation = { databaseUrl: database.url, sql, program: await startTapped(database.url) };
  try {
    return await work(installation);
  } finally {
    await stopTapped(installation.program);
    await sql.end();
    await database.drop();
  }
}

async function startTapped(databaseUrl: string): Promise<TappedProgram> {
  const tap = await PostgresTap.open(databaseUrl);
  return Object.assign(await startProgram({ DATABASE_URL: tap.url }), { tap });
}

async function stopTapped(program: TappedProgram, signal?: NodeJS.Signals): Promise<void> {
  await program.stop(signal);
  program.tap.close();
}

async function openAccount(sql: Client, name: string): Promise<Customer> {
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
  return { accountId, key, name };
}

/** The same request every time, as a client repeats it that got no answer. */
async function verify({ url }: Program, { key, name }: Customer): Promise<void> {
  const answer = await fetch(`${url}/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': 'once', prefer: 'wait=20' },
    body: JSON.stringify({ entity_name: name, jurisdiction: 'us-co' }),
  }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
}

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
async function killAtWrite(point: number, customer: Customer, { program }: Installation): Promise<string | undefined> {
  const reached = new Promise<string>((resolve) => {
    program.tap.arm(isWrite, point, (sql) => {
      program.process.kill('SIGKILL');
      resolve(sql);
    });
  });
  const gotThrough = verify(program, customer).then(() => sleep(300, undefined));
  const stoppedAt = await Promise.race([reached, gotThrough]);
  await stopTapped(program, 'SIGKILL');
  return stoppedAt;
}

/** Starts the program again, repeats the request, and waits for the job's end. */
async function recover(customer: Customer, installation: Installation): Promise<void> {
  const { databaseUrl, sql } = installation;
  await untilAlone(sql);
  await endClaims(sql);
  installation.program = await startTapped(databaseUrl);
  const asked = verify(installation.program, customer);
  await until(async () => {
    await endPauses(sql);
    const { jobs } = await booksOf(sql, customer);
    return jobs.length > 0 && jobs.every((status) => status === 'completed' || status === 'failed');
  });
  await asked;
}

/** Every write point, a few side by side, each lane with an installation of its own; resolves with those that were stopped, in their order. */
async function killAtEveryWrite(
  businessOf: (point: number) => string,
  expected: Awaited<ReturnType<typeof booksOf>>,
): Promise<string[]> {
  const stopped: string[] = [];
  let next = 1;
  let last = MOST_POINTS;
  const lane = () =>
    withInstallation(async (installation) => {
      while (next <= last) {
        const point = next++;
        const customer = await openAccount(installation.sql, businessOf(point));
        const stoppedAt = await killAtWrite(point, customer, installation);
        await recover(customer, installation);
        expect({ point, ...(await booksOf(installation.sql, customer)) }).toEqual({ point, ...expected });
        if (stoppedAt === undefined) last = Math.min(last, point - 1);
        else stopped[point - 1] = nameOf(stoppedAt) ?? '';
      }
    });
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(last).toBeLessThan(MOST_POINTS);
  return stopped;
}

/** Another business for every point: what is known already would not be asked for. */
const BUSINESSES = readFileSync('src/sandbox/extracts/us-co.csv', 'utf8')
  .split('\n')
  .filter((row) => row.includes(',Good Standing,'))
  .map((row) => row.split(',')[1] ?? '')
  .filter((name, at, names) => !name.startsWith('"') && names.indexOf(name) === at);

function nthBusiness(point: number): string {
  const name = BUSINESSES[point - 1];
  if (name === undefined) throw new Error('the sandbox has fewer businesses than there are writes');
  return name;
}

describe('a program killed at any write of a verification', () => {
  it(
    'ends the job once and charges once, after a restart and a repeated request',
    async () => {
      const stopped = await killAtEveryWrite(nthBusiness, {
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
      const stopped = await killAtEveryWrite(() => 'Sandbox Unavailable LLC', {
        jobs: ['failed'],
        entries: ['grant 50', 'charge -1', 'refund 1'],
        balance: 50,
      });
      const retries = RETRY_PAUSES_MS.flatMap(() => ['release the claim', 'claim the retrieval']);
      expect(stopped).toEqual([...FIRST, ...retries, ...LAST]);
    },
    LIMIT_MS,
  );
});
