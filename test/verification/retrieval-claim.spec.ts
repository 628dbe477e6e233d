import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { EntityWriter } from '../../src/adapters/postgres/entities/entity-writer.js';
import { PostgresRetrievals } from '../../src/adapters/postgres/verification/retrievals.js';
import type { RetrievedRecord } from '../../src/core/entities/entity.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import { WriteConflict } from '../../src/core/ports.js';
import type { NewJob } from '../../src/core/verification/ports.js';
import type { RetrievalClaim } from '../../src/core/verification/retrieval-claim.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FakeRegistries, DETAILS, record } from '../support/fakes.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let retrievals: PostgresRetrievals;
let accountId: Id<'acc'>;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  db = new Database(dataSource);
  retrievals = new PostgresRetrievals(db, 10_000, 100, new NoTracing(), new FakeRegistries());
  accountId = await openAccount({ db, ledger: new PostgresLedger(db, new PrometheusMetrics()) }, 1_000);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});
beforeEach(async () => {
  await db.change('delete from jobs');
  await db.change('delete from retrievals');
});

async function file(name: string, jurisdiction = 'us-co'): Promise<{ id: string; jobId: string }> {
  const job: NewJob = {
    id: newId('job'),
    accountId,
    entityName: name,
    jurisdiction,
    tier: 'quick',
    amountCredits: 1,
    webhookUrl: undefined,
  };
  const joined = retrievals.join(job, name);
  const due = (await db.commit([joined])).resultOf(joined);
  return { id: due!.id, jobId: toUuid(job.id) };
}

async function claimed(id: string): Promise<RetrievalClaim> {
  const claim = await retrievals.claim(id);
  if (!claim) throw new Error('there was nothing to claim');
  return claim;
}

const stateOf = (id: string) =>
  db.row<{ attempts: number; claims: number; held: boolean; due: boolean; job: string }>(
    `select r.attempts, r.claims, r.claim is not null as held, r.due_at <= now() as due, j.status as job
       from retrievals r join jobs j on j.retrieval_id = r.id where r.id = $1`,
    [id],
  );

const expire = (id: string) =>
  db.change(`update retrievals set claimed_until = now() - interval '1 s' where id = $1`, [id]);

describe('a claim on a retrieval', () => {
  it.each([
    ['try_again', 60_000, { attempts: 1, claims: 1, held: false, due: false, job: 'processing' }],
    ['throttled', 60_000, { attempts: 0, claims: 1, held: false, due: false, job: 'pending' }],
    ['hand_back', 0, { attempts: 0, claims: 1, held: false, due: true, job: 'processing' }],
  ] as const)('sets attempts, claims, due time and job status when released as %s', async (how, pauseMs, expected) => {
    const { id } = await file(`RELEASE ${how}`);
    const claim = await claimed(id);
    expect(await stateOf(id)).toMatchObject({ attempts: 1, claims: 1, held: true, job: 'processing' });
    const due = await claim.release(how, pauseMs);
    claim.close();
    expect(due).toEqual({ id, claimNumber: 2, accountId, jurisdiction: 'us-co' });
    expect(await stateOf(id)).toEqual(expected);
  });

  it('never acts for a claim that was made later', async () => {
    const { id, jobId } = await file('TOKENS');
    const first = await claimed(id);
    await expire(id);
    const second = await claimed(id);
    expect(await first.release('try_again', 60_000)).toBeUndefined();
    await expect(
      db.commit([
        first.end().finish([]),
        retrievals.settle(newId('job'), { kind: 'hits', jurisdiction: 'us-co', hits: [] }),
      ]),
    ).rejects.toThrow(WriteConflict);
    expect(await db.interactive((tx) => first.lockForEnd(tx))).toBeUndefined();
    expect(await stateOf(id)).toMatchObject({ attempts: 2, claims: 2, held: true, job: 'processing' });
    const ending = second.end();
    expect(ending.jobs.map((job) => toUuid(job.id))).toEqual([jobId]);
    await db.commit([ending.finish([])]);
    expect(await db.row('select finished_at is not null as over from retrievals where id = $1', [id])).toEqual({
      over: true,
    });
    for (const claim of [first, second]) claim.close();
  });

  it('stays alive after the register has answered, until it is closed', async () => {
    const { id } = await file('SETTLING');
    const claim = await claimed(id);
    expect(await claim.attempt(async () => 'answered')).toBe('answered');
    await db.change(`update retrievals set claimed_until = now() + interval '2 s' where id = $1`, [id]);
    await until(async () => {
      const row = await db.row<{ left: number }>(
        'select extract(epoch from claimed_until - now())::float8 as left from retrievals where id = $1',
        [id],
      );
      return (row?.left ?? 0) > 5;
    });
    claim.close();
  });

  it('is made at once for a free row while another row is locked', async () => {
    const [held, free] = [await file('HELD'), await file('FREE')];
    const session = await db.connect();
    await session.client.query('begin');
    await session.client.query('select from retrievals where id = $1 for update', [held.id]);
    const waiting = retrievals.claim(held.id);
    const claim = await claimed(free.id);
    expect(await stateOf(held.id)).toMatchObject({ claims: 0 });
    await session.client.query('commit');
    session.end();
    const later = await waiting;
    expect(later?.retrieval.id).toBe(held.id);
    claim.close();
    later?.close();
  });

  it('finds the backlog of an account by register, even when one has a long queue', async () => {
    for (let at = 0; at < 40; at += 1) await file(`SLOW ${at}`, 'gb-eaw');
    const fast = await file('FAST', 'us-co');
    await db.change(`update retrievals set due_at = now() - interval '1 min' where jurisdiction = 'gb-eaw'`);
    await db.change(`update retrievals set due_at = now() - interval '2 s' where jurisdiction = 'us-co'`);
    const ids = async (except: string[]) => (await retrievals.dueOf(accountId, 4, except)).map(({ id }) => id);
    expect(await ids([])).toContain(fast.id);
    expect(await ids(['gb-eaw'])).toEqual([fast.id]);
    expect((await retrievals.due(2)).map(({ jurisdiction }) => jurisdiction).toSorted()).toEqual(['gb-eaw', 'us-co']);
  });
});

describe('EntityWriter', () => {
  const read = (id: string, secondsAgo: number, status: 'active' | 'dissolved', deep = false): RetrievedRecord => ({
    jurisdiction: 'us-co',
    record: record({ id, name: 'Ageing Lanterns LLC', status }),
    details: deep ? DETAILS : undefined,
    provenance: {
      url: 'https://example.test',
      retrievedAt: new Date(Date.now() - secondsAgo * 1_000),
      coverage: 'all',
      sandbox: true,
    },
  });
  const snapshotsOf = async (id: string) =>
    (await db.rows('select from snapshots s join entities e on e.id = s.entity_id where e.record_id = $1', [id]))
      .length;

  it('does not overwrite facts with older ones, and adds no snapshot for them', async () => {
    const writer = new EntityWriter(db);
    await writer.keep(read('20261000001', 10, 'dissolved'));
    const kept = await writer.keep(read('20261000001', 60, 'active'));
    expect(kept.record.status).toBe('dissolved');
    expect([kept.snapshots, await snapshotsOf('20261000001')]).toEqual([1, 1]);
    const newer = await writer.keep(read('20261000001', 0, 'active'));
    expect([newer.record.status, newer.snapshots]).toEqual(['active', 2]);
  });

  it('adds the deep part of an older read when there was none', async () => {
    const writer = new EntityWriter(db);
    await writer.keep(read('20261000002', 10, 'dissolved'));
    const kept = await writer.keep(read('20261000002', 60, 'active', true));
    expect(kept.record.status).toBe('dissolved');
    expect(kept.deep?.details).toEqual(DETAILS);
    expect(kept.snapshots).toBe(1);
  });

  it('dates facts from a fast clock to now, and keeps accepting newer ones', async () => {
    const writer = new EntityWriter(db);
    const ahead = await writer.keep(read('20261000003', -26 * 3_600, 'active'));
    expect(ahead.provenance.retrievedAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    const next = await writer.keep(read('20261000003', -1, 'dissolved'));
    expect(next.record.status).toBe('dissolved');
  });
});

describe('the realm of a question', () => {
  const inSandbox = () => new PostgresRetrievals(db, 10_000, 100, new NoTracing(), { isSandbox: () => true });
  const fileAs = async (realm: PostgresRetrievals, name: string): Promise<string> => {
    const job = { id: newId('job'), accountId, entityName: name, jurisdiction: 'us-co', tier: 'quick' as const };
    const joined = realm.join({ ...job, amountCredits: 1, webhookUrl: undefined }, name);
    return (await db.commit([joined])).resultOf(joined)!.id;
  };

  it('separates the workers and the equal questions of the two realms', async () => {
    const [live, sandboxed] = [await fileAs(retrievals, 'SAME'), await fileAs(inSandbox(), 'SAME')];
    expect(live).not.toBe(sandboxed);
    expect(await fileAs(inSandbox(), 'SAME')).toBe(sandboxed);
    expect(await inSandbox().claim(live)).toBeUndefined();
    expect(await retrievals.claim(sandboxed)).toBeUndefined();
    for (const [realm, id] of [[retrievals, live] as const, [inSandbox(), sandboxed] as const]) {
      const claim = await realm.claim(id);
      claim?.close();
      expect(claim?.retrieval).toMatchObject({ id, attempt: 1, ofOtherRealm: false });
    }
  });

  it('leaves questions that the previous version filed open to any worker', async () => {
    const id = await fileAs(retrievals, 'OLD');
    await db.change('update retrievals set sandbox = null where id = $1', [id]);
    const claim = await inSandbox().claim(id);
    claim?.close();
    expect(claim?.retrieval).toMatchObject({ id, ofOtherRealm: false });
  });

  it('is reported as another when its own realm has left the question for an hour', async () => {
    const id = await fileAs(inSandbox(), 'LEFT');
    expect(await retrievals.claim(id)).toBeUndefined();
    await db.change(`update retrievals set created_at = now() - interval '1 hour' where id = $1`, [id]);
    const claim = await retrievals.claim(id);
    claim?.close();
    expect(claim?.retrieval).toMatchObject({ id, ofOtherRealm: true });
  });
});
