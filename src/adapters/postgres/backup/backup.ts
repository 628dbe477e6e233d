import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Archive, type Counter, type Definition, type Manifest, type TableData } from './archive.js';
import { inSession, list, MIRROR_TABLE, quoted, rowsOf } from './session.js';

export interface BackupOptions {
  url: string;
  folder: string;
  /** The version of this program. */
  program: string;
  /** The copies of bulk registers, which can be imported again. */
  mirrors: boolean;
  /** What registers sent; without it, answers stay and say that no evidence is kept. */
  evidence: boolean;
  /** Put beside the rows when given; better kept apart from them. */
  key?: string | undefined;
  migrations: readonly string[];
  onTable?: (table: TableData) => void;
}

/** What imports wrote and know of their files: of no use without the tables. */
const OF_MIRRORS = ['mirror_editions', 'mirror_downloads'];
/** Recorded in the manifest, and recreated by the migrations themselves. */
const OF_MIGRATIONS = ['migrations', 'migration_checksums', 'function_checksums'];

/** What is kept of a table that is not kept whole. */
interface Part {
  where?: string;
  /** A column that is empty then. */
  blank?: string;
}

/** The tables stay, for others refer to them. */
const WITHOUT_EVIDENCE: Readonly<Record<string, Part>> = {
  evidence: { where: 'false' },
  evidence_exchanges: { where: 'false' },
  evidence_bodies: { where: 'false' },
  snapshot_evidence: { where: 'false' },
  retrievals: { blank: 'evidence_id' },
  answers: { blank: 'evidence_id' },
  batch_rows: { blank: 'evidence_id' },
  jobs: { blank: 'evidence_id' },
};

/** Everything the database holds, as it was at one moment, beside services that go on working. */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  return Archive.write(options.folder, (archive) =>
    inSession(options.url, async (client) => {
      await client.query('begin isolation level repeatable read, read only');
      const names = await tablesOf(client, options.mirrors);
      await client.query(`lock table ${list(names)} in access share mode`);
      const tables: TableData[] = [];
      for (const name of names) {
        const table = await keep(client, archive, name, options.evidence ? undefined : WITHOUT_EVIDENCE[name]);
        tables.push(table);
        options.onTable?.(table);
      }
      if (options.key !== undefined) await archive.keepKey(options.key);
      const [server] = await rowsOf<{ server_version: string }>(client, 'show server_version');
      return {
        program: options.program,
        postgres: server?.server_version ?? '',
        takenAt: new Date().toISOString(),
        migrations: options.migrations,
        sealedWith: await sealedWith(client),
        mirrors: options.mirrors,
        evidence: options.evidence,
        tables,
        counters: await countersOf(client, names),
      };
    }),
  );
}

async function tablesOf(client: Client, mirrors: boolean): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    client,
    `select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace and relname <> all ($1)
        and ($2 or relname !~ $3) order by relname`,
    [[...OF_MIGRATIONS, ...(mirrors ? [] : OF_MIRRORS)], mirrors, MIRROR_TABLE],
  );
  return rows.map(({ name }) => name);
}

async function keep(
  client: Client,
  archive: Archive,
  name: string,
  { where = 'true', blank }: Part = {},
): Promise<TableData> {
  const columns = await rowsOf<{ name: string; type: string; required: boolean }>(
    client,
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quoted(name)],
  );
  const names = columns.map((column) => column.name);
  // As a query, because a partitioned table itself has no rows to copy.
  const selected = columns.map((column) => (column.name === blank ? `null::${column.type}` : quoted(column.name)));
  const copy = client.query(
    copyTo(`copy (select ${selected.join(', ')} from ${quoted(name)} where ${where}) to stdout`),
  );
  const sha256 = await archive.keepRows(name, copy);
  const isMirror = new RegExp(MIRROR_TABLE).test(name);
  const definition: Definition | undefined = isMirror ? { columns, indexes: await indexesOf(client, name) } : undefined;
  return { name, columns: names, rows: copy.rowCount, sha256, definition };
}

async function indexesOf(client: Client, name: string): Promise<string[]> {
  const rows = await rowsOf<{ made_by: string }>(
    client,
    'select pg_get_indexdef(indexrelid, 0, true) as made_by from pg_index where indrelid = $1::regclass order by indexrelid',
    [quoted(name)],
  );
  return rows.map((row) => row.made_by);
}

async function countersOf(client: Client, tables: readonly string[]): Promise<Counter[]> {
  return rowsOf<Counter>(
    client,
    `select * from (
       select c.relname as "table", a.attname as "column",
           pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass)::text as value
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
        where c.relname = any ($1) and c.relnamespace = current_schema()::regnamespace) counted where value is not null`,
    [tables],
  );
}

async function sealedWith(client: Client): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    client,
    `select distinct split_part(secret, '.', 1) as id
       from (select sealed from webhook_secrets union all select sealed_before from webhook_secrets) kept (secret)
      where secret is not null order by id`,
  );
  return rows.map(({ id }) => id);
}
