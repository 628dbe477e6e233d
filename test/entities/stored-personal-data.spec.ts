import { randomUUID } from 'node:crypto';
import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresEntities } from '../../src/adapters/postgres/entities/entities.js';
import { EntityCache } from '../../src/adapters/postgres/cache/caches.js';
import { PostgresEvents } from '../../src/adapters/postgres/webhooks/events.js';
import { PostgresIdempotencyRecords } from '../../src/adapters/postgres/idempotency/idempotency-records.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { Notifications } from '../../src/adapters/postgres/cache/notifications.js';
import { PostgresRetrievals } from '../../src/adapters/postgres/verification/retrievals.js';
import { PostgresSnapshots } from '../../src/adapters/postgres/entities/snapshots.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import type { Entity } from '../../src/core/entities/entity.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import type { Match } from '../../src/core/matching/decide.js';
import type { RecordDetails } from '../../src/core/registries/record.js';
import { found, type Found } from '../../src/core/entities/verified-entity.js';
import type { WebhookUrl } from '../../src/core/webhooks/public-address.js';
import type { PendingWrite, WriteSet } from '../../src/core/ports.js';
import { openAccount, thoseWhoWait } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DETAILS, FakeRegistries, MemoryLog, record } from '../support/fakes.js';
import { until } from '../support/until.js';
import { toStoredResult } from '../../src/adapters/postgres/client/stored-results.js';
import { webhookBody } from '../../src/modules/webhooks/webhooks.response.js';

const PEOPLE: RecordDetails = { ...DETAILS, officers: [{ name: 'Fictional Holding Inc.', title: 'Manager' }] };
const GONE = { officers: null, registeredAgent: null, principalAddress: null };
const GONE_IN_ANSWERS = { officers: null, registered_agent: null, principal_address: null };
const MATCH: Match = {
  method: 'exact',
  confidence: 1,
  matchedName: 'Slate Orchard LLC',
  review: false,
  alternatives: [],
};

/** Writes an answer and anything stored with it, in its own commit unless `write` is given. */
type Writing = (result: Found, write?: (writes: WriteSet) => Promise<unknown>) => Promise<unknown>;

/** One process of the service. */
class Replica {
  readonly db: Database;
  readonly ledger: PostgresLedger;
  readonly entities: PostgresEntities;
  readonly snapshots: PostgresSnapshots;
  readonly records: PostgresIdempotencyRecords;
  private readonly events: PostgresEvents;
  private readonly retrievals: PostgresRetrievals;

  constructor(readonly dataSource: PostgresDataSource) {
    this.db = new Database(dataSource);
    this.ledger = new PostgresLedger(this.db, new PrometheusMetrics());
    const notifications = new Notifications(this.db, [], new MemoryLog());
    const memory = new EntityCache(notifications);
    const ttl = { entityMs: 1, noMatchMs: 1, rankingMs: 1 };
    const clock = { now: () => new Date() };
    this.entities = new PostgresEntities(this.db, new FakeRegistries(), memory, clock, ttl);
    this.snapshots = new PostgresSnapshots(this.db);
    this.records = new PostgresIdempotencyRecords(this.db);
    this.events = new PostgresEvents(this.db, { of: webhookBody });
    this.retrievals = new PostgresRetrievals(this.db, 10_000, 100, new NoTracing(), new FakeRegistries());
  }

  retrieve(id: string, details: RecordDetails = PEOPLE): Promise<Entity> {
    return this.entities.upsert({
      jurisdiction: 'us-co',
      record: record({ id, name: 'Slate Orchard LLC' }),
      details,
      provenance: { url: 'https://example.com', retrievedAt: new Date(), coverage: 'all', sandbox: false },
    });
  }

  /** Files a job and claims its retrieval. The returned function ends the retrieval. */
  async fileJob(): Promise<Writing> {
    const name = `SLATE ORCHARD ${randomUUID()}`;
    const job = {
      id: newId('job'),
      accountId,
      entityName: 'Slate Orchard LLC',
      jurisdiction: 'us-co',
      tier: 'deep' as const,
      amountCredits: 5,
      webhookUrl: 'https://example.com/hook' as WebhookUrl,
    };
    await this.db.commit([this.retrievals.join(job, name)]);
    const row = await this.db.row<{ id: string }>('select id from retrievals where name_key = $1', [name]);
    const claim = await this.retrievals.claim(row?.id ?? '');
    if (!claim) throw new Error('there was nothing to claim');
    claim.close();
    const ending = claim.end();
    return (result, write = (writes) => this.db.commit(writes)) => {
      const event = this.events.record({
        event: 'verification.completed',
        jobId: job.id,
        jurisdiction: 'us-co',
        entityName: job.entityName,
        data: result.data,
        creditsCharged: 5,
        creditsRefunded: false,
        completedAt: new Date(),
      });
      return write([ending.finish([]), ...this.noteAsked(result), this.retrievals.settle(job.id, result), event]);
    };
  }

  /**
   * Claims an idempotency key. The returned function stores an answer for repeats with that key.
   */
  async claimKey(): Promise<Writing> {
    const claim = await this.records.claim({ accountId, key: randomUUID(), fingerprint: 'a request' });
    if (claim.kind !== 'claimed') throw new Error('somebody had the key');
    return async (result) => {
      await this.db.commit([...this.noteAsked(result), this.records.record(claim.held, { result })]);
      await this.records.finish(claim.held, { result });
    };
  }

  erase(id: Id<'ent'>): Promise<boolean> {
    return this.db.interactive((tx) => this.entities.erasePersonalData(tx, id));
  }

  private noteAsked({ entityId }: Found): PendingWrite[] {
    return this.entities.recordAccess(accountId, entityId, 'deep');
  }
}

let database: TestDatabase;
let one: Replica;
let other: Replica;
let accountId: Id<'acc'>;
let entity: Entity;
let result: Found;
beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = (await Promise.all(
    [1, 2].map(async () => new Replica(await createDataSource({ url: database.url, poolSize: 4 }).initialize())),
  )) as [Replica, Replica];
  accountId = await openAccount(one, 1_000);
});
afterAll(async () => {
  for (const { dataSource } of [one, other]) await dataSource.destroy();
  await database.drop();
});
beforeEach(async () => {
  await one.db.change('delete from deliveries');
  await one.db.change('delete from events');
  await one.db.change('delete from idempotency_keys');
  await one.db.change('delete from jobs');
  entity = await one.retrieve(randomUUID());
  result = found({ entity, match: MATCH }, 'Slate Orchard LLC', 'deep');
});

async function keptAnswers(): Promise<Record<string, unknown>[]> {
  const rows = await one.db.rows<{ data: Record<string, unknown> }>(
    `select result -> 'data' as data from jobs union all select body::json -> 'data' from events
     union all select outcome #> '{result,data}' from idempotency_keys`,
  );
  return rows.map(({ data }) => data);
}

describe('personal data', () => {
  it('is stored only as far as answers show it', async () => {
    const [officer] = PEOPLE.officers ?? [];
    const { deep } = await one.retrieve('leaky', { ...DETAILS, officers: [{ ...officer!, born: '1970-01' } as never] });
    expect(deep?.details.officers).toEqual([officer]);
  });

  it('is erased from the entity and its history, and stays away at the next retrieval', async () => {
    const { id } = await one.retrieve('person');
    await one.retrieve('person', { ...PEOPLE, principalAddress: null });
    expect(await one.erase(id)).toBe(true);
    const again = await one.retrieve('person');
    expect(again.deep?.details).toEqual({ ...GONE, filingHistorySummary: DETAILS.filingHistorySummary });
    const { items } = await one.snapshots.page(id, undefined, { limit: 100, offset: 0 });
    expect(items).toMatchObject([{ details: GONE }, { details: GONE }, { details: GONE }]);
    const copies = await one.db.rows(
      `select content from snapshot_contents where content::text like '%Fictional Holding%' and entity_id = $1`,
      [toUuid(id)],
    );
    expect(copies).toEqual([]);
  });

  it('cannot be erased for an unknown entity', async () => {
    expect(await one.erase(newId('ent'))).toBe(false);
  });

  it('stays unchanged in answers about another entity', async () => {
    const erased = await one.retrieve(randomUUID());
    const writes = [await one.fileJob(), await one.claimKey()];
    for (const write of writes) await write(result);
    await other.erase(erased.id);
    const { data: stored } = JSON.parse(JSON.stringify(toStoredResult(result)));
    expect((await keptAnswers()).map((data) => JSON.stringify(data))).toEqual(
      Array.from({ length: 3 }, () => JSON.stringify(stored)),
    );
  });

  it('is erased from answers stored before', async () => {
    const writes = [await one.fileJob(), await one.claimKey()];
    for (const write of writes) await write(result);
    expect(await keptAnswers()).toMatchObject(Array.from({ length: 3 }, () => ({ officers: [{}] })));
    await other.erase(entity.id);
    expect(await keptAnswers()).toMatchObject(Array.from({ length: 3 }, () => GONE_IN_ANSWERS));
  });

  it('does not return with an answer made before the erasure and stored after it', async () => {
    const writes = [await one.fileJob(), await one.claimKey()];
    await other.erase(entity.id);
    for (const write of writes) await write(result);
    const kept = await keptAnswers();
    expect(kept).toMatchObject(Array.from({ length: 3 }, () => ({ ...GONE_IN_ANSWERS, tier: 'deep' })));
  });

  it('does not return with an answer stored during the erasure, and does not delay it', async () => {
    const writes = [await one.fileJob(), await one.claimKey()];
    await other.db.interactive(async (tx) => {
      await other.entities.erasePersonalData(tx, entity.id);
      for (const write of writes) await write(result);
    });
    expect(await keptAnswers()).toMatchObject(Array.from({ length: 3 }, () => GONE_IN_ANSWERS));
  });

  it('is erased after the answers whose storing began before the erasure', async () => {
    const write = await one.fileJob();
    let erasing: Promise<boolean> | undefined;
    await one.db.interactive(async (tx) => {
      await write(result, (writes) => tx.write(writes));
      erasing = other.erase(entity.id);
      await until(async () => (await thoseWhoWait(one.db)).length === 1);
    });
    expect(await erasing).toBe(true);
    expect(await keptAnswers()).toMatchObject([GONE_IN_ANSWERS, GONE_IN_ANSWERS]);
  });

  it('is absent in the end, even when answers are stored during the erasure', async () => {
    for (let round = 0; round < 10; round++) {
      const again = await one.retrieve(randomUUID());
      const told = found({ entity: again, match: MATCH }, 'Slate Orchard LLC', 'deep');
      const writes = await Promise.all(
        [one, other].flatMap((replica) => [1, 2, 3, 4].flatMap(() => [replica.fileJob(), replica.claimKey()])),
      );
      const erasing = new Promise((resolve) => setTimeout(resolve, round)).then(() => one.erase(again.id));
      await Promise.all([erasing, ...writes.map((write) => write(told))]);
    }
    const kept = await keptAnswers();
    expect(kept).toHaveLength(10 * (8 + 8 + 8));
    expect(kept.filter((data) => JSON.stringify(data).includes('Fictional'))).toEqual([]);
  });
});
