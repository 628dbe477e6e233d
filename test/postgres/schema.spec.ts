import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
}

const isMapped = ({ table }: { table: string }) =>
  dataSource.entityMetadatas.some(({ tableName }) => tableName === table);
const inOrder = (columns: Column[]) => columns.map((each) => JSON.stringify(each)).toSorted();

describe('an entity class', () => {
  it('has the table, columns, types and nullability of the migrated database', async () => {
    const migrated: Column[] = await dataSource.query(
      `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as nullable
         from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
    );
    const mapped = dataSource.entityMetadatas.flatMap(({ tableName: table, columns }) =>
      columns.map((column) => ({
        table,
        column: column.databaseName,
        type: dataSource.driver
          .normalizeType(column)
          .concat(column.isArray ? '[]' : '')
          .replace(/^timestamptz$/, 'timestamp with time zone'),
        nullable: column.isNullable,
      })),
    );
    expect(inOrder(mapped)).toEqual(inOrder(migrated.filter(isMapped)));
  });

  it('has the primary key of the migrated database', async () => {
    const keys: { table: string; columns: string[] }[] = await dataSource.query(
      `select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
         from pg_constraint k join pg_class c on c.oid = k.conrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
        where k.contype = 'p' and c.relnamespace = 'public'::regnamespace group by 1`,
    );
    const mapped = dataSource.entityMetadatas.map(({ tableName: table, primaryColumns }) => ({
      table,
      columns: primaryColumns.map(({ databaseName }) => databaseName).toSorted(),
    }));
    const byTable = (a: { table: string }, b: { table: string }) => a.table.localeCompare(b.table);
    expect(mapped.toSorted(byTable)).toEqual(keys.filter(isMapped).toSorted(byTable));
  });
});
