import type { DataSource } from 'typeorm';

/**
 * Which world an edition speaks of: fictional companies must never answer a question about real
 * ones.
 */
export type Realm = 'live' | 'sandbox';

/** A file that an edition was read from, unpacked. */
export interface EditionFile {
  /** As it is called in its ZIP, or by itself. */
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
  /** The digest of what was read; `undefined` in editions imported before it was noted. */
  content: string | undefined;
  /**
   * In the order in which rows name them; `undefined` in editions imported before they were noted.
   */
  files: readonly EditionFile[] | undefined;
  /** The columns of each part, in the order in which cells are stored. */
  layout: Readonly<Record<string, readonly string[]>>;
  rows: number;
  /** How many names it holds; `undefined` in editions imported before they were counted. */
  names: number | undefined;
  importedAt: Date;
}

type StoredEdition = Omit<Edition, 'rows' | 'names' | 'content' | 'files'> & {
  rows: string;
  names: string | null;
  content: string | null;
  files: EditionFile[] | null;
};

/** Between two cells of a stored row; never part of a text that came from a file. */
export const CELL_SEPARATOR = '\u001f';

const COLUMNS = `edition, jurisdiction, realm, to_char(as_of, 'YYYY-MM-DD') as "asOf", fingerprint, content, files, layout, rows, names, imported_at as "importedAt"`;
/** A process that looked up the edition just before it was replaced is done with it by then. */
const GRACE = '1 minute';

export function rowsTable(edition: string): string {
  return `mirror_rows_${edition}`;
}

export function wordsTable(edition: string): string {
  return `mirror_words_${edition}`;
}

/** The editions that answer now. */
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

/** The edition that answers for a register at this moment. */
export async function currentEdition(database: Queries, code: string, realm: Realm): Promise<string | undefined> {
  const rows = await database.query(
    `select edition from mirror_editions
      where jurisdiction = $1 and state = 'current' and (realm = 'live' or $2 = 'sandbox') order by realm limit 1`,
    [code, realm],
  );
  return (rows as { edition: string }[])[0]?.edition;
}

/** Editions that no process can be reading any more. */
export async function expiredEditions(database: Queries): Promise<string[]> {
  const rows = await database.query(
    `select edition from mirror_editions where state = 'retired' and retired_at < now() - interval '${GRACE}'`,
    [],
  );
  return (rows as { edition: string }[]).map(({ edition }) => edition);
}

/** Safe to repeat, and for several processes at once. */
export async function dropEdition(database: Queries, edition: string): Promise<void> {
  await database.query(`drop table if exists ${rowsTable(edition)}, ${wordsTable(edition)}`, []);
  await database.query(`delete from mirror_editions where edition = $1 and state <> 'current'`, [edition]);
}

/** What both TypeORM's DataSource and a session of `queriesOf` can do. */
export type Queries = Pick<DataSource, 'query'>;
