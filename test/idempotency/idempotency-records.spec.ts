import { randomUUID } from 'node:crypto';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresIdempotencyRecords } from '../../src/adapters/postgres/idempotency/idempotency-records.js';
import type { HeldKey } from '../../src/core/idempotency/ports.js';
import { fromUuid, toUuid, type Id } from '../../src/core/ids.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
let records: PostgresIdempotencyRecords;
let accountId: Id<'acc'>;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  db = new Database(dataSource);
  records = new PostgresIdempotencyRecords(db);
  const id = randomUUID();
  await db.change('insert into accounts (id, email, email_verified) values ($1, $2, true)', [id, `${id}@example.com`]);
  accountId = fromUuid('acc', id);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const request = (fingerprint = 'one request') => ({ accountId, key: 'order-1', fingerprint });

async function held(): Promise<HeldKey> {
  await db.change('delete from idempotency_keys where account_id = $1', [toUuid(accountId)]);
  const claim = await records.claim(request());
  if (claim.kind !== 'claimed') throw new Error(`the key is not free, but ${claim.kind}`);
  return claim.held;
}

/** Makes the claim look as if its process had died a minute ago. */
const die = () => db.change(`update idempotency_keys set claimed_at = now() - interval '61 seconds'`);

describe('an idempotency key', () => {
  it('belongs to one caller until it is done, and detects another request under it', async () => {
    await held();
    expect(await records.claim(request())).toEqual({ kind: 'in_progress' });
    expect(await records.claim(request('another'))).toEqual({ kind: 'other_request' });
  });

  it('is taken over from a process that died before it wrote an outcome', async () => {
    const before = await held();
    await die();
    const taken = await records.claim(request());
    expect(taken).toMatchObject({ kind: 'claimed' });
    await expect(records.finish(before, {})).rejects.toThrow('is gone');
    expect(await records.claim(request())).toEqual({ kind: 'in_progress' });
  });

  it('returns the outcome that a process wrote before it died', async () => {
    const claim = await held();
    const outcome = { status: 200, body: { found: true } };
    await db.commit([records.record(claim, outcome)]);
    expect(await records.claim(request())).toEqual({ kind: 'in_progress' });
    await die();
    expect(await records.claim(request())).toEqual({ kind: 'done', outcome });
  });

  it('returns the outcome once it is finished, and is free once it is released without one', async () => {
    await records.finish(await held(), { status: 201 });
    expect(await records.claim(request())).toEqual({ kind: 'done', outcome: { status: 201 } });
    await records.release(await held());
    expect(await records.claim(request())).toMatchObject({ kind: 'claimed' });
  });
});
