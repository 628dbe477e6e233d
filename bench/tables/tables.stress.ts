import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { measureTables, type MeasuredCase } from './measure.js';

let database: TestDatabase;
let cases: MeasuredCase[];
beforeAll(async () => {
  database = await createTestDatabase();
  // A hundredth of what `npm run bench -- tables` builds.
  cases = await measureTables(database.url, 10_000, () => undefined);
});
afterAll(() => database.drop());

describe('the tables of an installation that has worked for long', () => {
  it('are read as a whole by no statement', () => {
    expect(cases.flatMap(({ name, scans }) => scans.map((scan) => ({ name, ...scan })))).toEqual([]);
  });

  it('are worked on by every case', () => {
    expect(cases.filter(({ statements }) => statements === 0)).toEqual([]);
  });

  it('are all named in docs/reference/limits.md, each with its end', async () => {
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
