import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { apiKeyDigest, apiKeyPrefix, generateApiKey } from '../../src/core/accounts/api-key.js';
import { createTestDatabase } from '../support/database.js';
import { startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';
import { PostgresTap } from './postgres-tap.js';

/** More writes than any verification makes: the first run that gets through to the end closes the series. */
const MOST_POINTS = 60;
const LANES = 3;
/** Two starts of the program for every point, on whatever machine. */
const LIMIT_MS = 1_200_000;

/** One installation with one customer. */
interface Installation {
  databaseUrl: string;
  sql: Client;
  key: string;
}

async function withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  try {
    return await work({ databaseUrl: database.url, sql, key: await openAccount(sql) });
  } finally {
    await sql.end();
    await database.drop();
  }
}

async function openAccount(sql: Client): Promise<string> {
  const id = randomUUID();
  const key = generateApiKey();
  await sql.query(`insert into accounts (id, email, email_verified) values ($1, 'customer@example.com', true)`, [id]);
  await sql.query(
    `insert into ledger_entries (account_id, type, amount, description) values ($1, 'grant', 50, 'for the test')`,
    [id],
  );
  await sql.query(
    `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at)
     values ($1, $2, 'test', $3, decode($4, 'hex'), 1000, now())`,
    [randomUUID(), id, apiKeyPrefix(key), apiKeyDigest(key)],
  );
  return key;
}

/** The same request every time, as a client repeats it that got no answer. */
async function verify({ url }: Program, key: string, name: string): Promise<void> {
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

async function booksOf(sql: Client) {
  const { rows: jobs } = await sql.query<{ status: string }>('select status from jobs');
  const { rows: entries } = await sql.query<{ type: string; amount: number }>(
    'select type, amount from ledger_entries order by number',
  );
  const { rows } = await sql.query<{ credit_balance: number }>('select credit_balance from accounts');
  return {
    jobs: jobs.map(({ status }) => status),
    entries: entries.map(({ type, amount }) => `${type} ${amount}`),
    balance: rows[0]?.credit_balance,
  };
}

/** Kills the program at its n-th write and sees whether it ever got there. */
async function killAtWrite(point: number, name: string, { databaseUrl, key }: Installation): Promise<boolean> {
  const tap = await PostgresTap.open(databaseUrl);
  const doomed = await startProgram({ DATABASE_URL: tap.url });
  const reached = new Promise<boolean>((resolve) => {
    tap.arm(point, () => {
      doomed.process.kill('SIGKILL');
      resolve(true);
    });
  });
  const gotThrough = verify(doomed, key, name).then(() => sleep(300, false));
  const killed = await Promise.race([reached, gotThrough]);
  await doomed.stop('SIGKILL');
  tap.close();
  return killed;
}

/** Starts the program again, repeats the request, and waits for the job's end. */
async function recover(name: string, { databaseUrl, sql, key }: Installation): Promise<void> {
  await untilAlone(sql);
  await endClaims(sql);
  const program = await startProgram({ DATABASE_URL: databaseUrl });
  try {
    const asked = verify(program, key, name);
    await until(async () => {
      await endPauses(sql);
      const { jobs } = await booksOf(sql);
      return jobs.length > 0 && jobs.every((status) => status === 'completed' || status === 'failed');
    });
    await asked;
  } finally {
    await program.stop();
  }
}

/** Every write point, a few side by side, each with an installation of its own; resolves with how many there are. */
async function killAtEveryWrite(name: string, expected: Awaited<ReturnType<typeof booksOf>>): Promise<number> {
  let next = 1;
  let last = MOST_POINTS;
  const lane = async () => {
    while (next <= last) {
      const point = next++;
      await withInstallation(async (installation) => {
        const killed = await killAtWrite(point, name, installation);
        await recover(name, installation);
        expect({ point, ...(await booksOf(installation.sql)) }).toEqual({ point, ...expected });
        if (!killed) last = Math.min(last, point - 1);
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return last;
}

describe('a program killed at any write of a verification', () => {
  it(
    'ends the job once and charges once, after a restart and a repeated request',
    async () => {
      const points = await killAtEveryWrite('Imaginary Lanterns LLC', {
        jobs: ['completed'],
        entries: ['grant 50', 'charge -1'],
        balance: 49,
      });
      expect(points).toBeGreaterThanOrEqual(10);
      expect(points).toBeLessThan(MOST_POINTS);
    },
    LIMIT_MS,
  );

  it(
    'refunds once when the register gives no answer',
    async () => {
      const points = await killAtEveryWrite('Sandbox Unavailable LLC', {
        jobs: ['failed'],
        entries: ['grant 50', 'charge -1', 'refund 1'],
        balance: 50,
      });
      expect(points).toBeGreaterThanOrEqual(15);
      expect(points).toBeLessThan(MOST_POINTS);
    },
    LIMIT_MS,
  );
});
