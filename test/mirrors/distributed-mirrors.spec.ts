import { REGISTERS } from '../../src/registers/registers.js';
import { readFileSync } from 'node:fs';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { importBundled } from '../../src/adapters/registries/bulk/importing/bundled.js';
import { bulkExtracts } from '@standing/sandbox/bulk/files';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { block } from '../support/pages.js';

/**
 * Refuses what Citus refuses, as far as the catalogue shows it, and records the accepted tables.
 */
const CITUS = `
  create table distributed (name text);
  create function create_distributed_table(t regclass, c text, colocate_with text default 'default') returns void language plpgsql as $$
  begin
    if not exists (select from pg_attribute where attrelid = t and attname = c and attnotnull) then
      raise exception '% has no column % that is never null', t, c;
    end if;
    if exists (select from pg_index i where indrelid = t and (indisunique or indisexclusion) and not exists (
                 select from pg_attribute a where a.attrelid = t and attname = c and a.attnum = any(i.indkey))) then
      raise exception 'a unique index of % lacks %', t, c;
    end if;
    if exists (select from pg_constraint where contype = 'f' and t in (conrelid, confrelid)) then
      raise exception 'a foreign key leads from or to %', t;
    end if;
    if exists (select from pg_trigger where tgrelid = t and not tgisinternal) then raise exception '% has a trigger', t; end if;
    if exists (select from pg_inherits where t in (inhrelid, inhparent)) then raise exception '% inherits', t; end if;
    if exists (select from pg_attribute a join pg_collation l on l.oid = a.attcollation where attrelid = t and attname = c and not collisdeterministic) then
      raise exception 'the collation of % is not deterministic', c;
    end if;
    insert into distributed values (t::text);
  end $$`;

describe('distribution of tables', () => {
  let database: TestDatabase;
  let source: PostgresDataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = createDataSource({ url: database.url, poolSize: 2 });
    await source.initialize();
    const bundle = {
      registers: REGISTERS,
      database: source,
      databaseUrl: database.url,
      extracts: bulkExtracts(),
      say: () => undefined,
    };
    await importBundled(bundle);
    await source.query(CITUS);
  });
  afterAll(async () => {
    await source?.destroy();
    await database?.drop();
  });

  it('distributes all mirror tables with the documented statements', async () => {
    await source.query(block(readFileSync('docs/how-to/scale.md', 'utf8'), '**Beyond one machine**', 'sql'));
    const distributed: { name: string }[] = await source.query('select name from distributed order by name');
    const tables: { name: string }[] = await source.query(
      `select format('mirror_%s_%s', kind, edition) as name from mirror_editions, unnest(array['rows', 'words']) kind where state = 'current' order by 1`,
    );
    expect(tables.length).toBeGreaterThan(3);
    expect(distributed).toEqual(tables);
  });

  it.each([
    ['entities', 'jurisdiction', /unique index|foreign key/],
    ['ledger_entries', 'account_id', /unique index|foreign key|trigger/],
  ])('refuses the table %s', async (table, column, why) => {
    await expect(source.query(`select create_distributed_table('${table}', '${column}')`)).rejects.toThrow(why);
  });
});
