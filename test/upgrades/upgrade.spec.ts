import { pendingMigrations } from '../../src/adapters/postgres/client/migrate.js';
import { MIGRATIONS_DIR, withConnections } from '../../src/commands/cli/open-database.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { startService, type Service } from '../support/harness.js';
import { schemaListing } from '../support/schema-listing.js';
import { recordedIn } from './recorded-rows.js';
import {
  accountOf,
  asRecorded,
  databaseOf,
  ENCRYPTION_KEY,
  ledgerOf,
  migrateNow,
  releases,
  rowsOf,
} from './releases.js';

/**
 * Tables whose rows live for minutes: those of a connection, a confirmation page or a change in
 * progress.
 */
const SHORT_LIVED = ['admin_confirmations', 'batch_waits', 'used_confirmations', 'watch_wakes'];

const listingOf = ({ url }: TestDatabase) => withConnections(url, schemaListing);

describe.each(releases())('an installation of version %s', (release) => {
  it('is recorded with rows in every table that lasts', () => {
    const { tables } = recordedIn(rowsOf(release));
    expect(tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual(SHORT_LIVED);
  });

  describe('an installation migrated to this version', () => {
    let database: TestDatabase;
    let service: Service | undefined;
    beforeAll(async () => {
      database = await databaseOf(release);
      await migrateNow(database);
    });
    afterAll(async () => {
      await service?.close();
      await database?.drop();
    });

    it('has the schema of a new installation', async () => {
      const fresh = await createEmptyDatabase();
      try {
        await migrateNow(fresh);
        expect(await listingOf(database)).toEqual(await listingOf(fresh));
        expect(await withConnections(database.url, (each) => pendingMigrations(each, MIGRATIONS_DIR))).toEqual([]);
      } finally {
        await fresh.drop();
      }
    });

    it('has a ledger that adds up', async () => {
      expect(await ledgerOf(database)).toMatchObject({ difference: undefined });
    });

    it('shows an account everything that it showed before, and serves its requests', async () => {
      const { key, dataExport } = accountOf(release);
      service = await startService({ databaseUrl: database.url, env: { ENCRYPTION_KEY } });
      const { exported_at: _then, ...shown } = dataExport;
      const { status, body } = await service.ask('GET', '/v1/account/data-export', { key });
      expect(status).toBe(200);
      expect(asRecorded(body, release)).toMatchObject(shown);
      const before = await service.balance(key);
      const question = { entity_name: 'Unheard Of Upgrades LLC', jurisdiction: 'us-co' };
      const asked = { key, body: question, headers: { prefer: 'wait=20' } };
      const answer = await service.ask('POST', '/v1/verify', asked);
      expect([answer.status, await service.balance(key)]).toEqual([404, before - 1]);
    });
  });
});
