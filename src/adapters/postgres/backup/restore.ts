import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Archive, Manifest, TableData } from './archive.js';
import { inSession, list, MIRROR_TABLE, quoted, rowsOf } from './session.js';

/** Any constant that no other lock of this program uses. */
const ONE_RESTORE = 7_827_663_003;

export interface RestoreOptions {
  url: string;
  archive: Archive;
  manifest: Manifest;
  /** Applied to the database already. */
  applied: readonly string[];
  /** Brings the schema to these migrations, or to the newest when none are named. */
  migrate: (only?: ReadonlySet<string>) => Promise<void>;
  onTable?: (table: TableData) => void;
}

/**
 * Puts a backup into a database that holds no accounts. The schema is made as it was when the
 * backup was taken, the rows come in by one transaction, and newer migrations then work on them as
 * on any other installation. Safe to repeat after it was interrupted.
 */
export async function restore({ url, archive, manifest, applied, migrate, onTable }: RestoreOptions): Promise<void> {
  const then = new Set(manifest.migrations);
  const ahead = applied.filter((name) => !then.has(name));
  if (ahead.length > 0) {
    throw new Error(`the database is newer than the backup (it has ${ahead.join(', ')}): restore into an empty one`);
  }
  await inSession(url, refuseOccupied);
  await migrate(then);
  await inSession(url, async (client) => {
    await client.query('begin');
    // Of two that were started together the second waits here, and then finds accounts.
    await client.query('select pg_advisory_xact_lock($1)', [ONE_RESTORE]);
    await refuseOccupied(client);
    await fill(client, archive, manifest, onTable);
    await client.query('commit');
    await client.query('analyze');
  });
  await migrate();
}

async function refuseOccupied(client: Client): Promise<void> {
  const [there] = await rowsOf<{ accounts: string | null }>(client, `select to_regclass('accounts')::text as accounts`);
  if (!there?.accounts) return;
  const accounts = await rowsOf(client, 'select from accounts limit 1');
  if (accounts.length > 0) throw new Error('the database already has accounts: restore into an empty one');
}

async function fill(
  client: Client,
  archive: Archive,
  { tables, counters }: Manifest,
  onTable: RestoreOptions['onTable'],
): Promise<void> {
  const made = tables.filter(({ definition }) => definition === undefined);
  const mirrors = await rowsOf<{ name: string }>(
    client,
    'select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = $1 and relname ~ $2',
    ['r', MIRROR_TABLE],
  );
  for (const { name } of mirrors) await client.query(`drop table ${quoted(name)}`);
  // What triggers did when the rows were written is in the rows.
  for (const { name } of made) await client.query(`alter table ${quoted(name)} disable trigger user`);
  await client.query(`truncate ${list(made.map(({ name }) => name))}`);
  // Without mirrors nothing may point at one.
  if (!tables.some(({ name }) => name === 'mirror_editions'))
    await client.query('truncate mirror_editions, mirror_downloads');
  for (const table of [...(await parentsFirst(client, made)), ...tables.filter((each) => !made.includes(each))]) {
    await fillTable(client, archive, table);
    onTable?.(table);
  }
  for (const { table, column, value } of counters) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [quoted(table), column, value]);
  }
  for (const { name } of made) await client.query(`alter table ${quoted(name)} enable trigger user`);
}

async function fillTable(client: Client, archive: Archive, table: TableData): Promise<void> {
  const { name, columns, definition, rows } = table;
  if (definition) {
    const lines = definition.columns.map((c) => `${quoted(c.name)} ${c.type}${c.required ? ' not null' : ''}`);
    await client.query(`create table ${quoted(name)} (${lines.join(', ')})`);
  }
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${list(columns)}) from stdin`));
  await archive.sendRows(table, copy);
  if (copy.rowCount !== rows) throw new Error(`${name}: ${copy.rowCount} rows came in of ${rows} that were kept`);
  for (const index of definition?.indexes ?? []) await client.query(index);
}

/**
 * A row comes after those that it refers to, so that every foreign key is checked as the rows come
 * in.
 */
async function parentsFirst(client: Client, tables: readonly TableData[]): Promise<TableData[]> {
  const references = await rowsOf<{ child: string; parent: string }>(
    client,
    `select c.relname as child, p.relname as parent from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace and c.oid <> p.oid`,
  );
  const sorted: TableData[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const next = left.filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && waiting.has(parent)),
    );
    if (next.length === 0) throw new Error(`these tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    sorted.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
}
