import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createDataSource } from '../../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../../src/adapters/postgres/client/database.js';
import { migrate } from '../../../src/adapters/postgres/client/migrate.js';
import { PostgresSnapshots } from '../../../src/adapters/postgres/entities/snapshots.js';
import { fromUuid } from '../../../src/core/ids.js';
import { createEmptyDatabase } from '../../support/database.js';
import { DETAILS, record } from '../../support/fakes.js';

const ENTITY = '0198c0de-0000-7000-8000-000000000001';

it('the migration to light snapshots keeps what every snapshot said', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'standing-test-'));
  const database = await createEmptyDatabase();
  const dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
  try {
    await cp('migrations', directory, {
      recursive: true,
      filter: (path) => !/\/(004[1-9]|00[5-9]\d|0[1-9]\d\d)_/.test(path),
    });
    await migrate(dataSource, directory, () => {});
    const db = new Database(dataSource);
    const active = JSON.stringify(record({ id: '1', name: 'Slate Orchard LLC' }));
    const dissolved = JSON.stringify(record({ id: '1', name: 'Slate Orchard LLC', status: 'dissolved' }));
    await db.change(
      `insert into entities (id, jurisdiction, record_id, name_key, record, url, sandbox, retrieved_at, snapshots)
       values ($1, 'us-co', '1', 'SLATEORCHARD', $2, 'https://example.com', false, now(), 4)`,
      [ENTITY, active],
    );
    for (const [number, said, details] of [
      [1, active, null],
      [2, dissolved, JSON.stringify(DETAILS)],
      [3, active, JSON.stringify(DETAILS)],
      [4, active, null],
    ] as const) {
      await db.change(
        `insert into snapshots (id, entity_id, number, tier, verified_at, record, details)
         values (gen_random_uuid(), $1, $2, 'quick', now() + make_interval(days => $2), $3, $4)`,
        [ENTITY, number, said, details],
      );
    }
    await cp('migrations', directory, { recursive: true });
    await migrate(dataSource, directory, () => {});

    const { items } = await new PostgresSnapshots(db).page(fromUuid('ent', ENTITY), undefined, { limit: 9, offset: 0 });
    expect(items.map((item) => [item.record.status, item.details])).toEqual([
      ['active', undefined],
      ['active', DETAILS],
      ['dissolved', DETAILS],
      ['active', undefined],
    ]);
    expect(await db.rows('select 1 from snapshot_contents')).toHaveLength(3);
  } finally {
    await dataSource.destroy();
    await database.drop();
    await rm(directory, { recursive: true });
  }
});
