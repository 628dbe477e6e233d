import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { measureTables, type MeasuredCase } from './measure.js';

let database: TestDatabase;
let cases: MeasuredCase[];
beforeAll(async () => {
  database = await createTestDatabase();
  // A hundredth of what `npm run bench -- tables` builds.
  cases = await measureTables(database.url, { jobs: 10_000, records: 20_000 }, () => undefined);
});
afterAll(() => database.drop());

describe('the table benchmark of a long-running installation', () => {
  it('scans no whole table in any statement', () => {
    expect(cases.flatMap(({ name, scans }) => scans.map((scan) => ({ name, ...scan })))).toEqual([]);
  });

  it('runs statements in every case', () => {
    expect(cases.filter(({ statements }) => statements === 0)).toEqual([]);
  });

  it('docs/reference/limits.md names every table with its end', async () => {
    const session = new Client({ connectionString: database.url });
    await session.connect();
    const { rows } = await session.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
    );
    await session.end();
    const page = await readFile('docs/reference/limits.md', 'utf8');
    const named = [...page.matchAll(/^\| `(\w+)` +\|.*\| (.+?) +\|$/gm)].map(([, name, end]) => ({ name, end }));
    expect(named.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    expect(named.filter(({ end }) => !end || end === '-')).toEqual([]);
  });
});
