import type { DataSource } from 'typeorm';

/**
 * The world an edition describes: fictional companies must never answer a question about real ones.
 */
export type Realm = 'live' | 'sandbox';

/** A file that an edition was read from, unpacked. */
export interface EditionFile {
  /** The name inside its ZIP, or its own. */
  name: string;
  /** SHA-256, in hexadecimal. */
  digest: string;
}

export interface Edition {
  edition: string;
  jurisdiction: string;
  realm: Realm;
  /** `YYYY-MM-DD`, the date of the file. */
  asOf: string;
  fingerprint: string;
  /** The digest of what was read. `undefined` for editions imported before it was recorded. */
  content: string | undefined;
  /** Rows refer to these by index. `undefined` for editions imported before they were recorded. */
  files: readonly EditionFile[] | undefined;
  /** The columns of each part, in the order of the stored cells. */
  layout: Readonly<Record<string, readonly string[]>>;
  rows: number;
  /** Number of names. `undefined` for editions imported before they were counted. */
  names: number | undefined;
  importedAt: Date;
}

type StoredEdition = Omit<Edition, 'rows' | 'names' | 'content' | 'files'> & {
  rows: string;
  names: string | null;
  content: string | null;
  files: EditionFile[] | null;
};

/** Separates the cells of a stored row. Never part of a text from a file. */
export const CELL_SEPARATOR = '\u001f';

const COLUMNS = `edition, jurisdiction, realm, to_char(as_of, 'YYYY-MM-DD') as "asOf", fingerprint, content, files, layout, rows, names, imported_at as "importedAt"`;
/**
 * By then, a process that looked up an edition just before its replacement has finished reading it.
 */
const GRACE = '1 minute';

export function rowsTable(edition: string): string {
  return `mirror_rows_${edition}`;
}

export function wordsTable(edition: string): string {
  return `mirror_words_${edition}`;
}

export async function currentEditions(database: Queries, realm: Realm): Promise<Edition[]> {
  const rows = await database.query(
    `select ${COLUMNS} from mirror_editions where state = 'current' and realm = $1 order by jurisdiction`,
    [realm],
  );
  return (rows as StoredEdition[]).map((row) => ({
    ...row,
    rows: Number(row.rows),
    content: row.content ?? undefined,
    files: row.files ?? undefined,
    names: row.names === null ? undefined : Number(row.names),
  }));
}

export async function currentEdition(database: Queries, code: string, realm: Realm): Promise<string | undefined> {
  const rows = await database.query(
    `select edition from mirror_editions
      where jurisdiction = $1 and state = 'current' and (realm = 'live' or $2 = 'sandbox') order by realm limit 1`,
    [code, realm],
  );
  return (rows as { edition: string }[])[0]?.edition;
}

/** Returns editions that no process can still be reading. */
export async function expiredEditions(database: Queries): Promise<string[]> {
  const rows = await database.query(
    `select edition from mirror_editions where state = 'retired' and retired_at < now() - interval '${GRACE}'`,
    [],
  );
  return (rows as { edition: string }[]).map(({ edition }) => edition);
}

/** Safe to repeat, and to run in several processes at once. */
export async function dropEdition(database: Queries, edition: string): Promise<void> {
  await database.query(`drop table if exists ${rowsTable(edition)}, ${wordsTable(edition)}`, []);
  await database.query(`delete from mirror_editions where edition = $1 and state <> 'current'`, [edition]);
}

/** The common part of TypeORM's DataSource and the sessions of `queriesOf`. */
export type Queries = Pick<DataSource, 'query'>;
