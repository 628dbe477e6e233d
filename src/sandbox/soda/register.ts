import type { FictionalCompany } from '../company.js';
import type { Answer, Dialect, Row } from '../dialect.js';
import { loadExtract } from '../extracts.js';
import { runQuery, type Table } from './query.js';
import { noSuchDataset, SodaError } from './soda-error.js';

/** A dataset of a portal. The main one has no nickname: its extract is `<code>.csv`, a sibling's `<code>.<nickname>.csv`. */
export interface SodaDataset {
  id: string;
  nickname?: string;
  columns: readonly string[];
}

/** Everything that tells one Socrata portal from another. */
export interface SodaRegister {
  code: string;
  datasets: readonly [main: SodaDataset, ...siblings: SodaDataset[]];
  nameColumn: string;
  isLive(row: Row): boolean;
  /** Fills what an extract of the main dataset may lack and its siblings join on. */
  complete?(row: Row): Row;
  /** What another service of the same register answers; `undefined` for a path that is not its own. Gets the rows of a dataset by its nickname. */
  service?(path: string, rowsOf: (nickname: string) => readonly Row[]): Answer | undefined;
  /** The rows of one company, the main dataset's under the empty nickname. */
  rowsOf(company: FictionalCompany): Readonly<Record<string, readonly Row[]>>;
}

/** A portal over its extract; the companies given are listed too. `undefined` when the folder has no extract of it. */
export function openPortal(
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
  return {
    answer: ({ path, query }) => register.service?.(path, sibling) ?? answer(tables, path, query),
    sampleNames: () => names.slice(0, 3),
  };
}

function siblingRows({ code }: SodaRegister, { nickname }: SodaDataset, folder: string): readonly Row[] {
  return loadExtract(folder, `${code}.${nickname}`) ?? [];
}

/** An extract may carry columns of its maker; the portal has none of them. */
function restrictedTo(columns: ReadonlySet<string>, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column)));
}

function answer(tables: ReadonlyMap<string, Table>, path: string, query: URLSearchParams): Answer {
  const id = /^\/resource\/([^/]+)\.json$/.exec(path)?.[1] ?? '';
  try {
    const table = tables.get(id);
    if (!table) throw noSuchDataset(id);
    return { status: 200, body: runQuery(table, query) };
  } catch (error) {
    if (!(error instanceof SodaError)) throw error;
    return { status: error.status, body: error.body };
  }
}
