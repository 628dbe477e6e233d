import path from 'node:path';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import { createDataSource } from '../../../src/adapters/postgres/client/data-source.js';
import { importEdition } from '../../../src/adapters/registries/bulk/importing/importer.js';
import { rowsTable } from '../../../src/adapters/registries/bulk/mirrors/editions.js';
import { REGISTERS } from '../../../src/registers/registers.js';
import { createTestDatabase } from '../../support/database.js';

it('an import of the Estonian file keeps nothing of a sole trader but that there was one', async () => {
  const database = await createTestDatabase();
  const source = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
  try {
    const { edition, rows, leftOut } = await importEdition({
      databaseUrl: database.url,
      format: REGISTERS.format('ee')!,
      realm: 'live',
      files: [path.join(BUNDLED_EXTRACTS, 'ee.csv')],
      fingerprint: 'test',
    });
    expect([rows, leftOut]).toEqual([54, 1]);
    const kept = await source.query(`select * from ${rowsTable(edition)} where part = 'entity'`);
    expect(kept).toHaveLength(54);
    expect(JSON.stringify(kept).toUpperCase()).not.toMatch(/MÕELDUD|MOELDUD|ISIKUST/);
  } finally {
    await source.destroy();
    await database.drop();
  }
});
