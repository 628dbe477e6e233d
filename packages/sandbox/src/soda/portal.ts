import { LRUCache } from 'lru-cache';
import type { FictionalCompany } from '../companies/company.js';
import type { Answer, Dialect, PlayedRegister, Row } from '../dialect.js';
import type { RegisterVocabulary } from '../companies/fictional-companies.js';
import { loadExtract } from '../extracts.js';
import { runQuery, type Table } from './query.js';
import { noSuchDataset, SodaError } from './soda-error.js';

/**
 * A dataset of a portal. The main one has no nickname: its extract is `<code>.csv`; a sibling's is
 * `<code>.<nickname>.csv`.
 */
export interface SodaDataset {
  id: string;
  nickname?: string;
  columns: readonly string[];
}

export interface SodaRegister {
  code: string;
  vocabulary: RegisterVocabulary;
  datasets: readonly [main: SodaDataset, ...siblings: SodaDataset[]];
  nameColumn: string;
  isLive(row: Row): boolean;
  /** Adds the join columns of the sibling datasets that an extract of the main dataset may lack. */
  complete?(row: Row): Row;
  /**
   * Answers for another service of the same register; `undefined` if the path is not its own.
   * `rowsOf` returns the rows of a dataset by nickname.
   */
  service?(path: string, rowsOf: (nickname: string) => readonly Row[]): Answer | undefined;
  oddRows?: readonly Row[];
  /** Rows of one company by dataset nickname; the main dataset's is empty. */
  rowsOf(company: FictionalCompany): Readonly<Record<string, readonly Row[]>>;
}

const MAX_QUERY_CHARACTERS = 8_000;
/**
 * Above this many patterns with a leading `%`, a portal times out: they use no index and scan
 * millions of rows.
 */
const MAX_PATTERNS = 84;
/** Cached answers per state of a portal: watches repeat the same queries. */
const MAX_ANSWERS = 200;
/** Longer than any client waits. */
const SLOW_QUERY_MS = 20_000;
const LAST_MODIFIED = 'Thu, 01 Jan 2026 05:00:00 GMT';

export function portal(register: SodaRegister): PlayedRegister {
  const { code, vocabulary } = register;
  return {
    code,
    vocabulary,
    extracts: (companies) => extractsOf(register, companies),
    open: (folder, companies) => openPortal(register, folder, companies),
  };
}

/** Omits empty columns to keep the file readable. */
function extractsOf(
  register: SodaRegister,
  companies: readonly FictionalCompany[],
): Readonly<Record<string, readonly Row[]>> {
  const listed = companies.map((company) => register.rowsOf(company));
  const files = register.datasets.map(({ nickname = '', columns }) => {
    const odd = nickname === '' ? (register.oddRows ?? []) : [];
    const rows = [...listed.flatMap((company) => company[nickname] ?? []), ...odd];
    const filled = columns.filter((column) => rows.some((row) => row[column] !== undefined));
    const cells = (row: Row) => Object.fromEntries(filled.map((column) => [column, row[column] ?? '']));
    return [`${[register.code, nickname].filter(Boolean).join('.')}.csv`, rows.map(cells)] as const;
  });
  return Object.fromEntries(files);
}

/**
 * Opens a portal over its extract and the given companies. `undefined` if the folder has no extract
 * of it.
 */
function openPortal(
  register: SodaRegister,
  folder: string,
  companies: readonly FictionalCompany[],
): Dialect | undefined {
  const rows = loadExtract(folder, register.code);
  if (!rows) return undefined;
  const added = companies.map((company) => register.rowsOf(company));
  const tables = new Map<string, Table>();
  for (const [at, dataset] of register.datasets.entries()) {
    const loaded =
      at === 0 ? rows.map((row) => register.complete?.(row) ?? row) : siblingRows(register, dataset, folder);
    const columns = new Set(dataset.columns);
    const all = [...loaded, ...added.flatMap((company) => company[dataset.nickname ?? ''] ?? [])];
    tables.set(dataset.id, { columns, rows: all.map((row) => restrictedTo(columns, row)) });
  }
  const listed = rows.filter((row) => register.isLive(row)).flatMap((row) => row[register.nameColumn] ?? []);
  const names = [...new Set(listed)];
  const sibling = (nickname: string) => {
    const dataset = register.datasets.find((candidate) => (candidate.nickname ?? '') === nickname);
    return tables.get(dataset?.id ?? '')?.rows ?? [];
  };
  const answers = new LRUCache<string, Answer>({ max: MAX_ANSWERS });
  const answerOnce = (path: string, query: URLSearchParams) => {
    const question = `${path}?${query.toString()}`;
    const known = answers.get(question) ?? answer(tables, path, query);
    answers.set(question, known);
    return known;
  };
  return {
    answer: ({ path, query }) => register.service?.(path, sibling) ?? tooLong(query) ?? answerOnce(path, query),
    sampleNames: () => names.slice(0, 3),
  };
}

function siblingRows({ code }: SodaRegister, { nickname }: SodaDataset, folder: string): readonly Row[] {
  return loadExtract(folder, `${code}.${nickname}`) ?? [];
}

/** Extracts may have extra columns; the portal does not serve them. */
function restrictedTo(columns: ReadonlySet<string>, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column)));
}

/** The web server in front of a portal rejects longer URLs with an HTML page. */
function tooLong(query: URLSearchParams): Answer | undefined {
  if (query.toString().length <= MAX_QUERY_CHARACTERS) return undefined;
  const body = Buffer.from('<html><head><title>414 Request-URI Too Large</title></head></html>');
  return { status: 414, body, headers: { 'content-type': 'text/html' } };
}

/**
 * The headers of a portal's response: the requested columns, all of them texts here, and when the
 * data last changed.
 */
function sodaHeaders({ columns }: Table, query: URLSearchParams): Record<string, string> {
  const selected = query.get('$select');
  const fields = selected === null || selected === '*' ? [...columns] : selected.split(',').map((item) => item.trim());
  return {
    'x-soda2-fields': JSON.stringify(fields),
    'x-soda2-types': JSON.stringify(fields.map(() => 'text')),
    'x-soda2-data-out-of-date': 'false',
    'x-soda2-truth-last-modified': LAST_MODIFIED,
    'last-modified': LAST_MODIFIED,
    'x-socrata-requestid': 'sandbox',
  };
}

function answer(tables: ReadonlyMap<string, Table>, path: string, query: URLSearchParams): Answer {
  const id = /^\/resource\/([^/]+)\.json$/.exec(path)?.[1] ?? '';
  try {
    const table = tables.get(id);
    if (!table) throw noSuchDataset(id);
    const rows = runQuery(table, query);
    const patterns = query.get('$where')?.match(/\blike '%/gi)?.length ?? 0;
    const slow = patterns > MAX_PATTERNS && { takesMs: SLOW_QUERY_MS };
    return { status: 200, body: rows, headers: sodaHeaders(table, query), ...slow };
  } catch (error) {
    if (!(error instanceof SodaError)) throw error;
    return { status: error.status, body: error.body };
  }
}
