import type { Row } from '../dialect.js';
import { invalidParameter, malformed, noSuchColumn, notGrouped } from './soda-error.js';
import { tokenise } from './tokens.js';
import { parseWhere } from './where.js';

const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 50_000;
const PARAMETERS = new Set(['$select', '$where', '$group', '$q', '$order', '$limit', '$offset', '$$app_token']);

export interface Table {
  columns: ReadonlySet<string>;
  rows: readonly Row[];
}

/**
 * Answers `GET /resource/<dataset>.json`: SODA 2.1's `$` parameters, and `column=value` as an
 * equality filter.
 */
export function runQuery({ columns, rows }: Table, query: URLSearchParams): Row[] {
  const parameter = (name: string) => query.get(name) ?? undefined;
  const limit = count(parameter('$limit'), '$limit') ?? DEFAULT_LIMIT;
  const offset = count(parameter('$offset'), '$offset') ?? 0;
  if (limit > MAX_LIMIT) throw invalidParameter(`$limit exceeds ${MAX_LIMIT}`);
  const select = parseSelect(parameter('$select') ?? '*', columns);
  const order = parseOrder(parameter('$order'), columns);
  refuseUngrouped(parameter('$select') ?? '*', parameter('$group'));
  const tests = [
    ...[...query].filter(([name]) => !PARAMETERS.has(name)).map(([name, value]) => equality(name, value, columns)),
    ...(parameter('$where') === undefined ? [] : [parseWhere(parameter('$where')!, columns)]),
    ...(parameter('$q') === undefined ? [] : [fullText(parameter('$q')!)]),
  ];
  const matching = rows.filter((row) => tests.every((test) => test(row)));
  if (select.countAs !== undefined) return [{ [select.countAs]: String(matching.length) }];
  const ordered = order.length === 0 ? matching : matching.toSorted((left, right) => compare(left, right, order));
  const projected = ordered.map(select.project);
  const answered = parameter('$group') === undefined ? projected : distinct(projected);
  return answered.slice(offset, offset + limit);
}

/** As in SQL, columns selected next to aggregates must be grouped by. */
function refuseUngrouped(select: string, group: string | undefined): void {
  if (group === undefined) return;
  const grouped = new Set(group.split(',').map((column) => column.trim()));
  const ungrouped = select.split(',').find((item) => !item.includes('(') && !grouped.has(item.trim()));
  if (ungrouped !== undefined) throw notGrouped(ungrouped.trim());
}

/** Equivalent to `$group` by all selected columns. */
function distinct(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

function count(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw invalidParameter(`Invalid value for ${name}: ${value}`);
  return Number(value);
}

function equality(column: string, value: string, columns: ReadonlySet<string>): (row: Row) => boolean {
  if (column.startsWith('$')) throw invalidParameter(`Unrecognized arguments [${column}]`);
  if (!columns.has(column)) throw noSuchColumn(column);
  return (row) => row[column] === value;
}

/** Every search word must be a whole word in some text of the row. */
function fullText(asked: string): (row: Row) => boolean {
  const words = wordsOf(asked);
  return (row) => {
    const present = new Set(Object.values(row).flatMap(wordsOf));
    return words.every((word) => present.has(word));
  };
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function parseSelect(soql: string, columns: ReadonlySet<string>): { countAs?: string; project: (row: Row) => Row } {
  const counting = /^\s*count\s*\(\s*\*\s*\)\s*(?:as\s+(\w+)\s*)?$/i.exec(soql);
  if (counting) return { countAs: counting[1] ?? 'count', project: (row) => row };
  if (soql.trim() === '*') return { project: (row) => row };
  const selected = soql.split(',').map((item) => {
    const parts = /^\s*(:?\w+)(?:\s+as\s+(\w+))?\s*$/i.exec(item);
    if (!parts) throw malformed(soql.indexOf(item));
    if (!columns.has(parts[1]!)) throw noSuchColumn(parts[1]!);
    return { column: parts[1]!, as: parts[2] ?? parts[1]! };
  });
  return {
    project: (row) =>
      Object.fromEntries(selected.flatMap(({ column, as }) => (row[column] === undefined ? [] : [[as, row[column]]]))),
  };
}

interface Ordering {
  column: string;
  descending: boolean;
}

function parseOrder(soql: string | undefined, columns: ReadonlySet<string>): Ordering[] {
  if (soql === undefined || soql.trim() === ':id') return [];
  return soql.split(',').map((item) => {
    const [column, direction, surplus] = tokenise(item).filter(({ kind }) => kind !== 'end');
    if (column?.kind !== 'word' || surplus || (direction && !/^(asc|desc)$/i.test(direction.value))) {
      throw malformed(soql.indexOf(item));
    }
    if (!columns.has(column.value) && column.value !== ':id') throw noSuchColumn(column.value);
    return { column: column.value, descending: direction?.value.toLowerCase() === 'desc' };
  });
}

/** Rows without the value come last in both directions. */
function compare(left: Row, right: Row, order: readonly Ordering[]): number {
  for (const { column, descending } of order) {
    const [first, second] = [left[column], right[column]];
    if (first === second) continue;
    if (first === undefined) return 1;
    if (second === undefined) return -1;
    return first < second === descending ? 1 : -1;
  }
  return 0;
}
