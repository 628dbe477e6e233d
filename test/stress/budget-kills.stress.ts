import { partOf } from '../support/part-of.js';
import type { ApiKeyCache } from '../../src/adapters/postgres/cache/caches.js';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresBudgets } from '../../src/adapters/postgres/billing/budgets.js';
import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { apiKeyDigest, apiKeyPrefix, generateApiKey } from '../../src/core/accounts/keys/api-key.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';
import { repeats } from '../support/long.js';
import { fc } from '../support/property.js';

/** Overnight: BUDGET_KILL_SEEDS=20 */
const SEEDS = Array.from({ length: repeats('BUDGET_KILL_SEEDS', 3, 2) }, (_, at) => at + 1);
const LANES = 8;
const KNOWN = ['Imaginary Lanterns LLC', 'Tall Tale Trading Company LLC'];
/** Its register answers 503, so its charge is refunded. */
const UNANSWERED = 'Sandbox Unavailable LLC';
const CREDITS = 500;
const LEAST_BUDGET = 5;
const MAX_BUDGET = 40;

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let ledger: PostgresLedger;
let programs: Program[];
const start = () => startProgram({ DATABASE_URL: database.url });
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  db = new Database(dataSource);
  ledger = new PostgresLedger(db, new PrometheusMetrics());
  programs = [await start(), await start()];
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await dataSource.destroy();
  await database.drop();
});

/** The scenario that a seed determines. */
const story = fc.record({
  budgets: fc.array(fc.integer({ min: LEAST_BUDGET, max: MAX_BUDGET }), { minLength: 3, maxLength: 3 }),
  requests: fc.array(
    fc.record({
      holder: fc.constantFrom('key', 'key of application', 'second key of application'),
      name: fc.constantFrom(...KNOWN, UNANSWERED),
      tier: fc.constantFrom('quick', 'quick', 'deep'),
      process: fc.nat(1),
    }),
    { minLength: 60, maxLength: 100 },
  ),
  killsAfterMs: fc.array(fc.integer({ min: 5, max: 400 }), { minLength: 2, maxLength: 2 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;
type Holder = Story['requests'][number]['holder'];

/**
 * Creates a key with a budget, and two keys of an application with a budget. The second also has
 * its own.
 */
async function openHolders([ofKey = 0, ofApplication = 0, ofSecond = 0]: number[]) {
  const accountId = await openAccount({ db, ledger }, CREDITS);
  await db.change('update accounts set email_verified = true where id = $1', [toUuid(accountId)]);
  const grantId = randomUUID();
  await db.change(
    `insert into oauth_records (model, id, payload, account_id, expires_at) values ('Grant', $1, '{}', $2, now() + interval '1 hour')`,
    [grantId, toUuid(accountId)],
  );
  const [key, first, second] = [
    await newKey(accountId),
    await newKey(accountId, grantId),
    await newKey(accountId, grantId),
  ];
  const budgets = new PostgresBudgets(db, partOf<ApiKeyCache>({ forget: () => undefined }));
  await db.interactive(async (tx) => {
    await budgets.set(tx, { accountId, keyId: key.keyId }, { credits: ofKey, every: 'month' });
    await budgets.set(tx, { accountId, grantId }, { credits: ofApplication, every: 'week' });
    await budgets.set(tx, { accountId, keyId: second.keyId }, { credits: ofSecond, every: 'once' });
  });
  const keys: Record<Holder, string> = {
    key: key.key,
    'key of application': first.key,
    'second key of application': second.key,
  };
  return { accountId, keys };
}

async function newKey(accountId: Id<'acc'>, grantId?: string): Promise<{ key: string; keyId: Id<'key'> }> {
  const [key, keyId] = [generateApiKey(), newId('key')];
  await db.change(
    `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at, grant_id)
     values ($1, $2, 'lent', $3, decode($4, 'hex'), 100000, now(), $5)`,
    [toUuid(keyId), toUuid(accountId), apiKeyPrefix(key), apiKeyDigest(key), grantId ?? null],
  );
  return { key, keyId };
}

/** Returns the status; `undefined` if the process died meanwhile. */
async function verify({ url }: Program, key: string, name: string, tier: string): Promise<number | undefined> {
  const answer = await fetch(`${url}/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ entity_name: name, jurisdiction: 'us-co', tier }),
  }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status;
}

/**
 * Sends all requests, several at once, while one process after the other is killed and replaced.
 */
async function live({ requests, killsAfterMs }: Story, keys: Record<Holder, string>): Promise<(number | undefined)[]> {
  const told: (number | undefined)[] = [];
  const next = requests.values();
  const lane = async () => {
    for (const { holder, name, tier, process: at } of next) {
      told.push(await verify(programs[at]!, keys[holder], name, tier));
    }
  };
  const kills = async () => {
    for (const [at, pause] of killsAfterMs.entries()) {
      await sleep(pause);
      await programs[at]!.stop('SIGKILL');
      programs[at] = await start();
    }
  };
  await Promise.all([kills(), ...Array.from({ length: LANES }, lane)]);
  return told;
}

/**
 * Skips the minute it takes in production for claims of dead processes to expire and pauses between
 * attempts to pass.
 */
async function untilEnded(accountId: Id<'acc'>): Promise<void> {
  await db.change(
    `update retrievals set claimed_until = now() - interval '1 s' where claim is not null and finished_at is null`,
  );
  await until(async () => {
    await db.change(
      `update retrievals set due_at = now() - interval '2 s'
        where finished_at is null and (claimed_until is null or claimed_until < now())`,
    );
    const row = await db.row<{ n: number }>(
      `select count(*)::int as n from jobs where account_id = $1 and status in ('pending', 'processing')`,
      [toUuid(accountId)],
    );
    return row?.n === 0;
  });
}

/**
 * Returns the credits spent of each budget, next to the sum of the ledger entries of its key or
 * grant.
 */
function counted(accountId: Id<'acc'>) {
  return db.rows<{ credits: number; spent: number; added_up: number }>(
    `select b.credits, b.spent, (
       select coalesce(-sum(e.amount), 0)::int from ledger_entries e
        where e.account_id = b.account_id and (e.key_id = b.key_id or e.grant_id = b.grant_id) and e.type in ('charge', 'refund')
     ) as added_up from budgets b where b.account_id = $1 order by b.key_id nulls last`,
    [toUuid(accountId)],
  );
}

async function entriesOf(accountId: Id<'acc'>): Promise<{ charges: number; refunds: number; unanswered: number }> {
  const row = await db.row<{ charges: number; refunds: number; unanswered: number }>(
    `select count(*) filter (where type = 'charge')::int as charges, count(*) filter (where type = 'refund')::int as refunds,
            (select count(*)::int from jobs where account_id = $1 and status = 'failed') as unanswered
       from ledger_entries where account_id = $1`,
    [toUuid(accountId)],
  );
  if (!row) throw new Error('a count is always one row');
  return row;
}

describe('a budget under kills', () => {
  /** Over all seeds: the statuses returned, and the credits spent by each holder. */
  const seen = { statuses: new Set<number | undefined>(), spent: [0, 0, 0] };

  it.each(SEEDS)('keeps spent equal to charged less refunded, by key and by application (seed %i)', async (seed) => {
    const [told] = fc.sample(story, { seed, numRuns: 1 });
    const { accountId, keys } = await openHolders(told!.budgets);
    const statuses = await live(told!, keys);
    await untilEnded(accountId);
    const budgets = await counted(accountId);
    expect(budgets).toHaveLength(3);
    for (const [at, { credits, spent, added_up }] of budgets.entries()) {
      expect(spent).toBe(added_up);
      expect(spent).toBeLessThanOrEqual(credits);
      seen.spent[at]! += spent;
    }
    const { charges, refunds, unanswered } = await entriesOf(accountId);
    expect(refunds).toBe(unanswered);
    expect(charges).toBeGreaterThan(refunds);
    for (const status of statuses) seen.statuses.add(status);
    expect(statuses.filter((status) => ![undefined, 200, 202, 402].includes(status))).toEqual([]);
    expect((await new PostgresLedgerAudit(db).check()).difference).toBeUndefined();
  });

  it('covers spending by every holder, refusals, and requests that died with their process', () => {
    expect(seen.spent.filter((spent) => spent === 0)).toEqual([]);
    expect([402, undefined].filter((status) => !seen.statuses.has(status))).toEqual([]);
  });
});
