import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { apiKeyDigest, apiKeyPrefix, generateApiKey } from '../../src/core/accounts/keys/api-key.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { PostgresTap } from './postgres-tap.js';
import { until } from './until.js';

/** The writes of charged requests, by purpose. Excludes scheduled writes. */
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
export const FIRST = [
  'forget an old Idempotency-Key',
  'claim the Idempotency-Key',
  'write together',
  'claim the retrieval',
];
export const LAST = ['write together', 'finish the Idempotency-Key'];
const nameOf = (sql: string) => WRITES.find(([, pattern]) => pattern.test(sql))?.[0];
const isWrite = (sql: string) => nameOf(sql) !== undefined;

/**
 * More writes than any verification makes. The first run that completes without a kill ends the
 * series.
 */
const MAX_POINTS = 60;
/** Expires before another test searches for the same name. */
export const SEARCH_CACHE_TTL = '10s';

/** A process of the service with a tap on its database connection. */
export interface TappedProcess {
  url: string;
  tap: PostgresTap;
  /** Cuts the process off from the database. */
  kill(): void;
  /** Resolves once the process has exited, killed or not. */
  stop(): Promise<void>;
}

/**
 * An installation whose process is killed at a write. Its successor recovers, and is killed next.
 */
export interface Installation {
  database: TestDatabase;
  sql: Client;
  running: TappedProcess;
  start: (tap: PostgresTap) => Promise<Omit<TappedProcess, 'tap'>>;
}

export async function openInstallation(start: Installation['start']): Promise<Installation> {
  const database = await createTestDatabase();
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  return { database, sql, start, running: await startTapped(database, start) };
}

export async function closeInstallation({ database, sql, running }: Installation): Promise<void> {
  await running.stop();
  running.tap.close();
  await sql.end();
  await database.drop();
}

async function startTapped({ url }: TestDatabase, start: Installation['start']): Promise<TappedProcess> {
  const tap = await PostgresTap.open(url);
  return { ...(await start(tap)), tap };
}

type Asked = Pick<TappedProcess, 'url'>;

/** A customer who sends one question and repeats it unchanged, like a client that got no answer. */
export interface Customer {
  accountId: string;
  key: string;
  /** Minimum number of jobs at the end. The job of a check is created a while after the request. */
  jobs: number;
  ask: (running: Asked) => Promise<void>;
}

export async function openAccount(sql: Client, credits = 50): Promise<Pick<Customer, 'accountId' | 'key' | 'jobs'>> {
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

/** Returns the parsed answer, or `undefined` if the program died meanwhile. */
export async function post(
  { url }: Asked,
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

export type OpenCustomer = (installation: Installation) => Promise<Customer>;

export function verifying(business: () => string): OpenCustomer {
  return async ({ sql }) => {
    const account = await openAccount(sql);
    const asked = { entity_name: business(), jurisdiction: 'us-co' };
    return { ...account, ask: async (running) => void (await post(running, account.key, '/v1/verify', asked)) };
  };
}

export const checking: OpenCustomer = async ({ sql, running }) => {
  const account = await openAccount(sql);
  const { key } = account;
  // Deep, because a quick answer may be known from a search everywhere and would create no job.
  const asked = { entity_name: newToDetail(), jurisdiction: 'us-co', tier: 'deep' };
  const verified = await post(running, key, '/v1/verify', asked, 'first');
  const watched = { entity_id: verified?.['entity_id'], every: '1d' };
  const watch = await post(running, key, '/v1/watches', watched, 'second');
  expect(watch).toHaveProperty('watch_id');
  const path = `/v1/watches/${watch?.['watch_id']}/check`;
  return { ...account, jobs: 2, ask: async (then) => void (await post(then, key, path, {})) };
};

export const searching: OpenCustomer = async ({ sql }) => {
  const account = await openAccount(sql);
  const asked = { entity_name: newBusiness(), jurisdictions: ['us-co'] };
  return { ...account, ask: async (running) => void (await post(running, account.key, '/v1/search', asked)) };
};

/** Waits until no other session exists: the server may still be running the last statements. */
async function untilAlone(sql: Client): Promise<void> {
  await until(async () => {
    const { rows } = await sql.query(
      `select from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows.length === 0;
  });
}

/** Expires the claims of the dead process; otherwise that takes a minute. */
async function endClaims(sql: Client): Promise<void> {
  await sql.query(`update idempotency_keys set claimed_at = now() - interval '61 s' where not finished`);
  await sql.query(
    `update retrievals set claimed_until = now() - interval '1 s' where claim is not null and finished_at is null`,
  );
  await sql.query(`update watches set claimed_until = now() - interval '1 s' where claim is not null`);
}

/** Ends the pauses between attempts; leaves live claims alone. */
async function endPauses(sql: Client): Promise<void> {
  await sql.query(
    `update retrievals set due_at = now() - interval '2 s'
      where finished_at is null and (claimed_until is null or claimed_until < now())`,
  );
}

export async function booksOf(sql: Client, { accountId }: Customer) {
  const of = [accountId];
  const { rows: jobs } = await sql.query<{ status: string }>('select status from jobs where account_id = $1', of);
  const { rows: entries } = await sql.query<{ type: string; amount: number }>(
    'select type, amount from ledger_entries where account_id = $1 order by number',
    of,
  );
  const { rows } = await sql.query<{ credit_balance: number }>('select credit_balance from accounts where id = $1', of);
  const { rows: records } = await sql.query<{ outcome: string }>(
    'select outcome from all_records where account_id = $1 order by at, id',
    of,
  );
  return {
    jobs: jobs.map(({ status }) => status),
    records: records.map(({ outcome }) => outcome),
    entries: entries.map(({ type, amount }) => `${type} ${amount}`),
    balance: rows[0]?.credit_balance,
  };
}

/** Counts answers and entity snapshots without evidence. */
export async function unproven(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select (select count(*) from jobs j join retrievals r on r.id = j.retrieval_id
              where j.status = 'completed' and r.evidence_id is null)::integer
          + (select count(*) from snapshots s where not exists (
              select from snapshot_evidence k where k.entity_id = s.entity_id and k.number = s.number))::integer as count`,
  );
  return rows[0]?.count ?? 0;
}

/** Counts evidence that no answer refers to. */
export async function ofNothing(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::integer as count from evidence e
      where not exists (select from snapshot_evidence k where k.evidence_id = e.id)
        and not exists (select from retrievals r where r.evidence_id = e.id)`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Kills the process at its n-th write from now on. Returns the statement, or `undefined` if the
 * process never reached it.
 */
export async function killAtWrite(
  point: number,
  customer: Customer,
  { running, sql }: Installation,
): Promise<string | undefined> {
  let stoppedAt: string | undefined;
  const reached = new Promise<void>((resolve) => {
    running.tap.arm(isWrite, point, (statement) => {
      running.kill();
      stoppedAt = statement;
      resolve();
    });
  });
  const isThrough = async () =>
    stoppedAt !== undefined ||
    (hasEndedAll(customer, await booksOf(sql, customer)) && (await holdsNothing(sql, customer)));
  await Promise.race([reached, customer.ask(running).then(() => until(isThrough))]);
  running.kill();
  await running.stop();
  running.tap.close();
  return stoppedAt;
}

/** Returns true if the account holds no claim, so that nothing remains to be written for it. */
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

/** Restarts the service, repeats the request, and waits until its jobs end. */
export async function recover(customer: Customer, installation: Installation): Promise<void> {
  const { sql } = installation;
  await untilAlone(sql);
  await endClaims(sql);
  installation.running = await startTapped(installation.database, installation.start);
  let isAnswered = false;
  const asked = customer.ask(installation.running).then(() => (isAnswered = true));
  await until(async () => {
    await endPauses(sql);
    // Read before the books, because the answer may add a job.
    const wasAnswered = isAnswered;
    return wasAnswered && hasEndedAll(customer, await booksOf(sql, customer));
  });
  await asked;
}

/**
 * Runs every write point from `from` on, in one lane per installation. Returns the names of the
 * writes where it stopped, in order.
 */
export async function killAtEveryWrite(
  installations: readonly Installation[],
  open: OpenCustomer,
  expected: Omit<Awaited<ReturnType<typeof booksOf>>, 'records'> & { records: unknown[] },
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

export const BUSINESSES = readFileSync('packages/sandbox/extracts/us-co.csv', 'utf8')
  .split('\n')
  .filter((row) => row.includes(',Good Standing,'))
  .map((row) => row.split(',')[1] ?? '')
  .filter((name, at, names) => !name.startsWith('"') && names.indexOf(name) === at);

/**
 * Returns a new business each time, because the service would not ask the register about a known
 * one.
 */
function eachBusiness(): () => string {
  const names = BUSINESSES.values();
  return () => {
    const { value: name } = names.next();
    if (name === undefined) throw new Error('the sandbox has fewer businesses than there are writes');
    return name;
  };
}
export const newBusiness = eachBusiness();
const newToDetail = eachBusiness();
