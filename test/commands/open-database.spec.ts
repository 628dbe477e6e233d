import { withConnections } from '../../src/commands/cli/open-database.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

it('sets no query timeout for commands', async () => {
  const settings = await withConnections(database.url, ({ options }) => Promise.resolve(options));
  expect(settings).toMatchObject({ extra: { query_timeout: 0 } });
});
