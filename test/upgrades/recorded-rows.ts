import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

const LISTING = 'recorded.json';

/** Listing of a folder with the rows of each table, as written by `copy`. */
interface Recorded {
  takenAt: string;
  tables: readonly { name: string; columns: readonly string[]; rows: number }[];
  /** Sequence values of the identity columns. */
  counters: readonly { table: string; column: string; value: string }[];
}

export const recordedIn = (folder: string) => JSON.parse(readFileSync(join(folder, LISTING), 'utf8')) as Recorded;

const rowsFile = (folder: string, table: string) => join(folder, `${table}.copy.gz`);

/** Records every row, except those that migrations and imports write. */
export async function recordRows(url: string, folder: string): Promise<void> {
  await mkdir(folder);
  await inSession(url, async (client) => {
    await client.query('begin isolation level repeatable read, read only');
    const { rows: found } = await client.query<{ name: string; columns: string[] }>(
      `select relname as name, array_agg(attname::text order by attnum) as columns
         from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        where relkind = 'r' and relnamespace = 'public'::regnamespace
          and relname !~ '^(mirror_.*|migrations|migration_checksums|function_checksums)$'
        group by relname order by relname`,
    );
    const tables = [];
    for (const { name, columns } of found) {
      const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`));
      await pipeline(rows, createGzip(), createWriteStream(rowsFile(folder, name)));
      tables.push({ name, columns, rows: rows.rowCount });
    }
    const { rows: counters } = await client.query(
      `select * from (
         select relname as "table", attname as "column",
             pg_sequence_last_value(pg_get_serial_sequence(relname, attname)::regclass)::text as value
           from pg_class join pg_attribute on attrelid = pg_class.oid and attidentity <> ''
          where relname = any ($1) and relnamespace = 'public'::regnamespace) counted where value is not null`,
      [found.map(({ name }) => name)],
    );
    const recorded: Recorded = { takenAt: new Date().toISOString(), tables, counters };
    await writeFile(join(folder, LISTING), `${JSON.stringify(recorded, undefined, 2)}\n`);
  });
}

/** Replaces the rows that the migrations of that version wrote with the recorded ones. */
export async function loadRows(url: string, folder: string): Promise<void> {
  const { tables, counters } = recordedIn(folder);
  await inSession(url, async (client) => {
    // The rows already include the effects of triggers, and refer to rows of later tables.
    await client.query('set session_replication_role = replica');
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of tables) {
      const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
      await pipeline(createReadStream(rowsFile(folder, name)), createGunzip(), copy);
    }
    for (const { table, column, value } of counters) {
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [table, column, value]);
    }
    await client.query('analyze');
  });
}

async function inSession(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
