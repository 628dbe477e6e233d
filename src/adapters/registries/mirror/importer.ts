import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openBulkFile, type BulkEntry } from './bulk-file.js';
import type { BulkFormat, PartLayout } from './bulk-format.js';
import { copyLines } from './copy-lines.js';
import { CorruptFile } from './corrupt-file.js';
import { dropEdition, expiredEditions, rowsTable, wordsTable, type Realm } from './editions.js';
import { lockRegister, openSession, queriesOf } from './import-session.js';

export interface ImportProgress {
  phase: 'reading' | 'indexing';
  rows: number;
  /** Of the files unpacked. */
  bytes: number;
  totalBytes: number;
}

export interface ImportOrder {
  databaseUrl: string;
  format: BulkFormat;
  realm: Realm;
  files: readonly string[];
  /** `YYYY-MM-DD`; the date of the files when left out. */
  asOf?: string;
  fingerprint: string;
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportOutcome {
  edition: string;
  rows: number;
  asOf: string;
  /** Rows of the edition that was replaced. */
  replacedRows: number | undefined;
}

interface Source {
  entry: BulkEntry;
  layout: PartLayout;
}

/**
 * Reads what a register publishes into a new edition and lets it take over in one transaction; until then, and for ever when anything
 * is wrong with the files, the old edition answers. Memory stays flat: rows stream through. Killed at any moment, it leaves nothing but
 * a staging edition, which the next import of the register clears away before it starts anew. Throws `CorruptFile` for bad files.
 */
export async function importEdition(order: ImportOrder): Promise<ImportOutcome> {
  const opened = await openAll(order.files);
  try {
    const sources = sourcesOf(opened.entries, order.format, order.files);
    const client = await openSession(order.databaseUrl);
    try {
      await lockRegister(client, order.format.code, order.realm);
      await clearAway(client, order);
      return await build(client, order, sources);
    } finally {
      await client.end();
    }
  } finally {
    opened.close();
  }
}

async function openAll(files: readonly string[]): Promise<{ entries: BulkEntry[]; close: () => void }> {
  const opened: Awaited<ReturnType<typeof openBulkFile>>[] = [];
  const close = () => opened.forEach((file) => file.close());
  try {
    for (const file of files) opened.push(await openBulkFile(file));
  } catch (error) {
    close();
    throw error;
  }
  return { entries: opened.flatMap(({ entries }) => entries), close };
}

function sourcesOf(entries: readonly BulkEntry[], format: BulkFormat, files: readonly string[]): Source[] {
  const sole = entries.length === 1;
  const sources = entries.flatMap((entry) => {
    const layout =
      format.layoutOf(entry.name) ?? (sole && !entry.packed ? format.layoutOf(format.usualName) : undefined);
    return layout ? [{ entry, layout }] : [];
  });
  if (sources.length > 0) return sources;
  const found = entries.map(({ name }) => name).slice(0, 3);
  const given = files.map((file) => path.basename(file)).join(', ');
  const reason = `not what ${format.code} publishes, which is ${format.publishes}`;
  throw new CorruptFile(given, undefined, `${reason}; found ${found.join(', ') || 'nothing'}`);
}

/** What killed imports have left, and editions that have had their time. */
async function clearAway(client: Client, { format, realm }: ImportOrder): Promise<void> {
  const database = queriesOf(client);
  const staging = await client.query<{ edition: string }>(
    `select edition from mirror_editions where jurisdiction = $1 and realm = $2 and state = 'staging'`,
    [format.code, realm],
  );
  for (const { edition } of staging.rows) await dropEdition(database, edition);
  for (const edition of await expiredEditions(database)) await dropEdition(database, edition);
}

async function build(client: Client, order: ImportOrder, sources: readonly Source[]): Promise<ImportOutcome> {
  const asOf = order.asOf ?? dateOf(sources);
  const layout = Object.fromEntries(sources.map(({ layout: { part, columns } }) => [part, columns]));
  const inserted = await client.query<{ edition: string }>(
    `insert into mirror_editions (jurisdiction, realm, as_of, fingerprint, layout) values ($1, $2, $3, $4, $5) returning edition`,
    [order.format.code, order.realm, asOf, order.fingerprint, JSON.stringify(layout)],
  );
  const { edition } = inserted.rows[0]!;
  try {
    const rows = await load(client, edition, order, sources);
    if (rows === 0) throw new CorruptFile(sources[0]!.entry.label, undefined, 'there are no records in it');
    await buildIndexes(client, edition, order.databaseUrl);
    return { edition, rows, asOf, replacedRows: await takeOver(client, edition, rows) };
  } catch (error) {
    // When the connection is what failed, the next import clears away.
    await dropEdition(queriesOf(client), edition).catch(() => undefined);
    throw error;
  }
}

async function load(client: Client, edition: string, order: ImportOrder, sources: readonly Source[]): Promise<number> {
  const table = rowsTable(edition);
  await client.query(
    `create table ${table} (
       id text collate "C" not null, part text collate "C" not null, key text collate "C", words text[] collate "C", cells text not null
     ) with (autovacuum_enabled = off)`,
  );
  const progress: ImportProgress = {
    phase: 'reading',
    rows: 0,
    bytes: 0,
    totalBytes: sources.reduce((sum, { entry }) => sum + entry.bytes, 0),
  };
  const report = () => order.onProgress?.(progress);
  const copy = client.query(copyFrom(`copy ${table} (id, part, key, words, cells) from stdin`));
  await pipeline(Readable.from(allLines(order.format, sources, progress, report), { objectMode: false }), copy);
  order.onProgress?.({ ...progress, phase: 'indexing' });
  return progress.rows;
}

async function* allLines(
  format: BulkFormat,
  sources: readonly Source[],
  progress: ImportProgress,
  report: () => void,
): AsyncGenerator<Buffer> {
  const country = format.code.slice(0, 2);
  const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      progress.bytes += chunk.length;
      yield chunk;
    }
  };
  for (const { entry, layout } of sources) {
    for await (const batch of layout.read(counted(entry.chunks()), entry.label, layout)) {
      if (batch.length === 0) continue;
      progress.rows += batch.length;
      yield copyLines(batch, layout, country);
      report();
    }
  }
}

/** Two sessions, because a server builds one index on one core. */
async function buildIndexes(client: Client, edition: string, databaseUrl: string): Promise<void> {
  const rows = rowsTable(edition);
  const words = wordsTable(edition);
  const second = await openSession(databaseUrl);
  try {
    const done = await Promise.allSettled([
      run(client, [`create index ${rows}_words on ${rows} using gin (words) with (fastupdate = off)`]),
      run(second, [
        `create index ${rows}_key on ${rows} (key) where key is not null`,
        `create index ${rows}_id on ${rows} (id)`,
        `create table ${words} as
           select word collate "C" as word, count(*)::int as names from ${rows}, unnest(words) word group by 1`,
        `alter table ${words} add primary key (word)`,
        `create index ${words}_trigrams on ${words} using gin (word gin_trgm_ops) with (fastupdate = off)`,
        `analyze ${words}`,
      ]),
    ]);
    for (const outcome of done) if (outcome.status === 'rejected') throw outcome.reason;
    await client.query(`analyze ${rows}`);
  } finally {
    await second.end();
  }
}

async function run(client: Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

async function takeOver(client: Client, edition: string, rows: number): Promise<number | undefined> {
  await client.query('begin');
  try {
    const replaced = await client.query<{ rows: string }>(
      `update mirror_editions old set state = 'retired', retired_at = now()
       from mirror_editions new
       where new.edition = $1 and old.jurisdiction = new.jurisdiction and old.realm = new.realm and old.state = 'current'
       returning old.rows`,
      [edition],
    );
    await client.query(
      `update mirror_editions set state = 'current', rows = $2, imported_at = now() where edition = $1`,
      [edition, rows],
    );
    await client.query('commit');
    const [old] = replaced.rows;
    return old && Number(old.rows);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The oldest: an answer is as old as the oldest file it may come from. */
function dateOf(sources: readonly Source[]): string {
  const oldest = Math.min(...sources.map(({ entry }) => entry.changedAt.getTime()));
  return new Date(oldest).toISOString().slice(0, 10);
}
