import type { PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { exportAccount } from '../../src/adapters/postgres/accounts/account-export.js';
import { PostgresApiKeys } from '../../src/adapters/postgres/accounts/api-keys.js';
import { PostgresOAuthRecords } from '../../src/adapters/postgres/oauth/oauth-records.js';
import { PostgresOneTimeCodes } from '../../src/adapters/postgres/accounts/one-time-codes.js';
import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { ApiKeyCache, EntityCache } from '../../src/adapters/postgres/cache/caches.js';
import { Notifications } from '../../src/adapters/postgres/cache/notifications.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresEntities } from '../../src/adapters/postgres/entities/entities.js';
import { PostgresSnapshots } from '../../src/adapters/postgres/entities/snapshots.js';
import { queueMetrics } from '../../src/adapters/postgres/maintenance/queue-metrics.js';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { PostgresAdminAccounts } from '../../src/adapters/postgres/admin/admin-accounts.js';
import type { JobFilter } from '../../src/core/admin/ports.js';
import { PostgresAdminJobs } from '../../src/adapters/postgres/admin/admin-jobs.js';
import { PostgresIdempotencyRecords } from '../../src/adapters/postgres/idempotency/idempotency-records.js';
import { PostgresJobReader } from '../../src/adapters/postgres/verification/jobs.js';
import { PostgresRetrievals } from '../../src/adapters/postgres/verification/retrievals.js';
import { PostgresDeliveries } from '../../src/adapters/postgres/webhooks/deliveries.js';
import { PostgresEvents } from '../../src/adapters/postgres/webhooks/events.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { fromUuid, newId, type Id } from '../../src/core/ids.js';
import { PurgeExpired } from '../../src/core/maintenance/purge-expired.js';
import { RETAINED } from '../../src/core/maintenance/retention.js';
import { FakeRegistries, MemoryLog, record } from '../../test/support/fakes.js';
import { listsOf } from './record-lists.js';
import { account, ERASED_ENTITY, entity } from './seed.js';

const DAY_MS = 86_400_000;
const NEVER = new AbortController().signal;
const FIRST = { limit: 100, offset: 0 };

export interface Case {
  name: string;
  run: () => Promise<unknown>;
}

/**
 * Returns every sweep, claim, page, check, erasure and purge of the service, run by its own code.
 */
export async function tableCases(dataSource: PostgresDataSource): Promise<Case[]> {
  const db = new Database(dataSource);
  const notifications = new Notifications(db, [], new MemoryLog());
  const ttl = { entityMs: DAY_MS, noMatchMs: DAY_MS, rankingMs: DAY_MS };
  const clock = { now: () => new Date() };
  const retrievals = new PostgresRetrievals(db, 1_000, 1_000_000, new NoTracing(), new FakeRegistries());
  const deliveries = new PostgresDeliveries(db);
  const events = new PostgresEvents(db, { of: () => ({}) });
  const entities = new PostgresEntities(db, new FakeRegistries(), new EntityCache(notifications), clock, ttl);
  const snapshots = new PostgresSnapshots(db);
  const ledger = new PostgresLedger(db, new PrometheusMetrics());
  const keys = new PostgresApiKeys(db, new ApiKeyCache(notifications));
  const adminAccounts = new PostgresAdminAccounts(db, keys, new ApiKeyCache(notifications));
  const adminJobs = new PostgresAdminJobs(db);
  const jobsForAdmins = (filter: JobFilter) =>
    Promise.all([adminJobs.list({ ...filter, ...FIRST }), adminJobs.count(filter)]);
  const jobs = new PostgresJobReader(db, notifications);
  const codes = new PostgresOneTimeCodes(db);
  const records = new PostgresIdempotencyRecords(db);
  const one = fromUuid('acc', account(1));
  const known = fromUuid('ent', entity(2));
  const oldest = await db.row<{ id: string }>(
    'select id from deliveries where account_id = $1 order by number limit 1',
    [account(1)],
  );
  const unwell = await db.row<{ id: string }>(
    `select id from jobs where account_id = $1 and tier = 'deep' and status = 'completed' order by id limit 1`,
    [account(1)],
  );
  const charge = (accountId: Id<'acc'>, jobId?: Id<'job'>) =>
    ledger.charge({
      accountId,
      ...(jobId ? { jobId } : {}),
      operation: 'verify_quick',
      amountCredits: 1,
      description: 'x',
      entityName: 'Bench',
      jurisdiction: 'us-co',
    });
  const newJob = (accountId: Id<'acc'>, entityName: string) => ({
    id: newId('job'),
    accountId,
    entityName,
    jurisdiction: 'us-co',
    tier: 'quick' as const,
    amountCredits: 1,
    webhookUrl: undefined,
  });
  const grant = (accountId: Id<'acc'>) => db.interactive((tx) => ledger.grant(tx, accountId, 100, 'More'));
  const purge = new PurgeExpired(new PostgresRetention(db), {
    jobsKeptMs: 90 * DAY_MS,
    snapshotsKeptMs: 365 * DAY_MS,
    recordsKeptMs: 1_700 * DAY_MS,
    answersUsedMs: DAY_MS,
    rankingsUsedMs: DAY_MS,
  });

  return [
    { name: 'sweep for retrievals', run: () => retrievals.due(500) },
    { name: 'backlog of an account', run: () => retrievals.dueOf(one, 16, ['us-ny']) },
    { name: 'sweep for deliveries', run: () => deliveries.due(500) },
    { name: 'length and age of the queues', run: () => queueMetrics(db) },
    {
      name: 'claim of a retrieval',
      run: async () => (await retrievals.claim((await retrievals.due(1))[0]!.id))?.close(),
    },
    { name: 'claim of a delivery', run: async () => deliveries.claim((await deliveries.due(1))[0]!.id) },
    { name: 'claim of the next delivery', run: () => deliveries.claimNext('hooks1.example') },
    { name: 'grant', run: () => grant(one) },
    { name: 'charge', run: () => db.commit([charge(one)]) },
    {
      name: 'new job',
      run: async () => {
        const job = newJob(one, 'New LLC');
        await db.commit([retrievals.join(job, 'NEWLLC'), charge(one, job.id)]);
      },
    },
    {
      name: 'record from a register',
      run: () =>
        entities.upsert({
          jurisdiction: 'us-co',
          record: record({ id: 'B7', name: 'Bench' }),
          details: undefined,
          provenance: { url: 'https://example.com', retrievedAt: new Date(), coverage: 'all', sandbox: false },
        }),
    },
    {
      name: 'expected seconds',
      run: () => jobs.expectedSeconds({ kind: 'verification', jurisdiction: 'us-co', tier: 'quick' }),
    },
    {
      name: 'claim of an Idempotency-Key',
      run: () => records.claim({ accountId: one, key: 'bench', fingerprint: 'f' }),
    },
    {
      name: 'one-time code',
      run: () =>
        db.interactive((tx) =>
          codes.issue(tx, {
            email: 'bench-1@example.com',
            network: '::1',
            movingAccountId: undefined,
            digest: Buffer.alloc(1),
            ttlMs: 1,
          }),
        ),
    },
    { name: 'key by its digest', run: () => keys.findByDigest('00') },
    { name: 'first page of a ledger', run: () => ledger.page(one, FIRST) },
    {
      name: 'last page of a ledger',
      run: async () => ledger.page(one, { limit: 100, offset: (await ledger.page(one, FIRST)).total - 100 }),
    },
    { name: 'usage of a day', run: () => ledger.usage(one, { from: yesterday(), to: yesterday() }) },
    { name: 'page of deliveries', run: () => deliveries.list(one, FIRST) },
    { name: 'page of deliveries, far down', run: () => deliveries.list(one, { limit: 100, offset: 1_000 }) },
    { name: 'a delivery', run: () => deliveries.find(one, fromUuid('dlv', oldest!.id)) },
    { name: 'page of the event feed', run: () => events.after(one, undefined, 100) },
    { name: 'page of a history', run: () => snapshots.page(known, undefined, FIRST) },
    { name: 'jobs for administrators', run: () => jobsForAdmins(anyJob) },
    { name: 'jobs for administrators, failed', run: () => jobsForAdmins({ ...anyJob, status: 'failed' }) },
    {
      name: 'jobs for administrators, of a small register',
      run: () => jobsForAdmins({ ...anyJob, jurisdiction: 'us-ny' }),
    },
    {
      name: 'jobs for administrators, of an account',
      run: () => jobsForAdmins({ ...anyJob, accountId: one }),
    },
    { name: 'account for administrators', run: () => adminAccounts.find(one) },
    {
      name: 'refund of a deep job',
      run: () => db.interactive((tx) => adminJobs.markRefunded(tx, fromUuid('job', unwell!.id))),
    },
    {
      name: 'data export, a batch of each section',
      run: async () => {
        for (const rows of exportAccount(db, one).values()) for await (const row of rows) if (row) break;
      },
    },
    ...listsOf(dataSource),
    { name: 'check of the ledger', run: () => new PostgresLedgerAudit(db).checkOn(NEVER) },
    { name: 'check of the ledger, an hour later', run: () => new PostgresLedgerAudit(db).checkOn(NEVER) },
    {
      name: 'erasure of personal data',
      run: () => db.interactive((tx) => entities.erasePersonalData(tx, fromUuid('ent', ERASED_ENTITY))),
    },
    { name: `purges (${RETAINED.length} kinds)`, run: () => purge.run(NEVER) },
    { name: 'purges, an hour later', run: () => purge.run(NEVER) },
    { name: 'purge of OAuth records', run: () => new PostgresOAuthRecords(db).purge(NEVER) },
  ];
}

const anyJob = { status: undefined, jurisdiction: undefined, accountId: undefined };

function yesterday(): string {
  return new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
}
