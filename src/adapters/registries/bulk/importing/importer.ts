import type { Client } from 'pg';
import type { BulkFormat } from '../formats/bulk-format.js';
import { CorruptFile } from '../formats/corrupt-file.js';
import { dropEdition, expiredEditions, rowsTable, type EditionFile, type Realm } from '../mirrors/editions.js';
import { lockRegister, openSession, queriesOf } from './import-session.js';
import { indexEdition } from './indexing.js';
import { loadRows, type ImportProgress } from './load.js';
import { contentOf, leadsTo, type ResumePoint } from './resume-point.js';
import { openSources, type Source } from './sources.js';

export interface ImportOrder {
  databaseUrl: string;
  format: BulkFormat;
  realm: Realm;
  files: readonly string[];
  /** `YYYY-MM-DD`. Default: the date of the files. */
  asOf?: string;
  fingerprint: string;
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportOutcome {
  edition: string;
  rows: number;
  /** The part of `rows` that a killed import had left. */
  resumedRows: number;
  asOf: string;
  /** Rows of people, which are not among `rows`. */
  leftOut: number;
  /** Rows of the replaced edition. `undefined` if there was none. */
  replacedRows: number | undefined;
}

/**
 * Imports a register's files into a new edition, which takes over in one transaction. Until then,
 * and for good if the files are bad, the old edition stays in use. Rows are streamed, so memory use
 * stays flat. If killed at any point, an import leaves only a staging edition. The next import
 * continues it if given the same files, and removes it otherwise. Throws `CorruptFile` for bad
 * files.
 */
export async function importEdition(order: ImportOrder): Promise<ImportOutcome> {
  const { sources, close } = await openSources(order.files, order.format);
  try {
    const client = await openSession(order.databaseUrl);
    try {
      await lockRegister(client, { code: order.format.code, realm: order.realm, session: 'rows' });
      const begun = await takeUp(client, order, sources);
      await clearAway(client, order, begun?.edition);
      return await build(client, order, sources, begun);
    } finally {
      await client.end();
    }
  } finally {
    close();
  }
}

interface Begun {
  edition: string;
  resume: ResumePoint;
}

/** Returns what a killed import has left of these very files. */
async function takeUp(client: Client, order: ImportOrder, sources: readonly Source[]): Promise<Begun | undefined> {
  const { rows } = await client.query<Begun>(
    `select edition, resume from mirror_editions
      where jurisdiction = $1 and realm = $2 and state = 'staging' and resume is not null and layout = $3 order by edition desc limit 1`,
    [order.format.code, order.realm, JSON.stringify(layoutOf(sources))],
  );
  const [begun] = rows;
  const entries = sources.map(({ entry }) => entry);
  return begun && (await leadsTo(begun.resume, entries)) ? begun : undefined;
}

/** Drops the remains of killed imports except `kept`, and expired editions. */
async function clearAway(client: Client, { format, realm }: ImportOrder, kept = '0'): Promise<void> {
  const database = queriesOf(client);
  const staging = await client.query<{ edition: string }>(
    `select edition from mirror_editions where jurisdiction = $1 and realm = $2 and state = 'staging' and edition <> $3`,
    [format.code, realm, kept],
  );
  for (const { edition } of staging.rows) await dropEdition(database, edition);
  for (const edition of await expiredEditions(database)) await dropEdition(database, edition);
}

async function build(
  client: Client,
  order: ImportOrder,
  sources: readonly Source[],
  begun: Begun | undefined,
): Promise<ImportOutcome> {
  const asOf = order.asOf ?? dateOf(sources);
  const edition = begun?.edition ?? (await begin(client, order, sources, asOf));
  const resumedRows = begun?.resume.rows ?? 0;
  try {
    const { rows, leftOut, files } = begun?.resume.loaded
      ? { rows: resumedRows, leftOut: begun.resume.leftOut ?? 0, files: begun.resume.files }
      : await loadRows(client, {
          edition,
          sources,
          country: order.format.code.slice(0, 2),
          skipRows: resumedRows,
          onProgress: order.onProgress,
        });
    if (rows === 0) throw new CorruptFile(sources[0]!.entry.label, undefined, 'there are no records in it');
    const totalBytes = sources.reduce((sum, { entry }) => sum + entry.bytes, 0);
    order.onProgress?.({ phase: 'indexing', rows, bytes: totalBytes, totalBytes });
    const names = await buildIndexes(client, edition, order);
    const replacedRows = await takeOver(client, { edition, asOf, names, fingerprint: order.fingerprint, files });
    return { edition, rows, resumedRows, asOf, leftOut, replacedRows };
  } catch (error) {
    // A bad file stays bad. After any other failure, the next import may continue this one.
    if (error instanceof CorruptFile) await dropEdition(queriesOf(client), edition);
    throw error;
  }
}

async function begin(client: Client, order: ImportOrder, sources: readonly Source[], asOf: string): Promise<string> {
  await client.query('begin');
  const inserted = await client.query<{ edition: string }>(
    `insert into mirror_editions (jurisdiction, realm, as_of, fingerprint, layout) values ($1, $2, $3, $4, $5) returning edition`,
    [order.format.code, order.realm, asOf, order.fingerprint, JSON.stringify(layoutOf(sources))],
  );
  const { edition } = inserted.rows[0]!;
  await client.query(
    `create table ${rowsTable(edition)} (
       line integer, file smallint, id text collate "C" not null, part text collate "C" not null, key text collate "C", words text[] collate "C", cells text not null
     ) with (autovacuum_enabled = off)`,
  );
  await client.query('commit');
  return edition;
}

function layoutOf(sources: readonly Source[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(sources.map(({ layout: { part, columns } }) => [part, columns]));
}

/** Returns the number of names in the edition. */
async function buildIndexes(
  client: Client,
  edition: string,
  { databaseUrl, format, realm }: ImportOrder,
): Promise<number> {
  const second = await openSession(databaseUrl);
  try {
    await lockRegister(second, { code: format.code, realm, session: 'indexes' });
    return await indexEdition(client, second, edition);
  } finally {
    await second.end();
  }
}

interface Finished {
  edition: string;
  asOf: string;
  names: number;
  fingerprint: string;
  /** `undefined` if an import that did not record them yet had read everything. */
  files: readonly EditionFile[] | undefined;
}

async function takeOver(
  client: Client,
  { edition, asOf, names, fingerprint, files }: Finished,
): Promise<number | undefined> {
  await client.query('begin');
  try {
    // Makes everything before it durable as well.
    await client.query('set local synchronous_commit to default');
    const replaced = await client.query<{ rows: string }>(
      `update mirror_editions old set state = 'retired', retired_at = now()
       from mirror_editions new
       where new.edition = $1 and old.jurisdiction = new.jurisdiction and old.realm = new.realm and old.state = 'current'
       returning old.rows`,
      [edition],
    );
    await client.query(
      `update mirror_editions
          set state = 'current', as_of = $2, fingerprint = $3, names = $4, content = $5, files = $6, resume = null, imported_at = clock_timestamp()
        where edition = $1`,
      [edition, asOf, fingerprint, names, files ? contentOf(files) : null, files ? JSON.stringify(files) : null],
    );
    await client.query('commit');
    const [old] = replaced.rows;
    return old && Number(old.rows);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The oldest date: an answer is as old as the oldest file it may come from. */
function dateOf(sources: readonly Source[]): string {
  const oldest = Math.min(...sources.map(({ entry }) => entry.changedAt.getTime()));
  return new Date(oldest).toISOString().slice(0, 10);
}
