import { stringify, type Options } from 'csv-stringify/sync';

const RFC_4180: Options = { record_delimiter: 'windows', quoted_match: /[\r\n]/ };

/** Formats a line of RFC 4180 CSV. */
export function csvLine(fields: readonly (string | number)[]): string {
  return stringify([[...fields]], RFC_4180);
}

/** A join key of the sender, returned byte for byte. */
const SENDERS_KEY = 'custom_id';

const NUMBER = /^[+-][\d.,]*\d(?:[eE][+-]?\d+)?$/;
const TELEPHONE = /^\+\(?\d[\d ()./\u00A0-]*$/;

/** Escapes text that spreadsheets would read as a formula, except for the sender's key. */
export function csvText(column: string, text: string): string {
  return column === SENDERS_KEY ? text : inertText(text);
}

/** A separator of other countries' spreadsheets, before a formula in what is then the next cell. */
const NEXT_CELL = /(?:;|(?<!^)\t)(?=[\s"]*[=+\-@＝＋－＠\0])/g;

/** Escapes foreign text that spreadsheets would read as a formula. Numbers stay unchanged. */
export function inertText(text: string): string {
  const inert = text.replace(NEXT_CELL, "$&'");
  return /^[=+\-@＝＋－＠\t\r\0]/.test(text) && !NUMBER.test(text) && !TELEPHONE.test(text) ? `'${inert}` : inert;
}

const SEPARATORS = [',', ';', '\t'];
const DECLARATION = /^"?sep=(.)"?[,;\t ]*$/i;

/** Returns the first line with more than empty cells, without the byte order mark. */
export function headerLine(text: string): { line: string; index: number } | undefined {
  const found = /^.*[^\s,;"\uFEFF].*$/m.exec(text);
  return found ? { line: found[0].replace(/^\uFEFF+/, ''), index: found.index } : undefined;
}

/**
 * Returns the separator of a CSV file: the one its first line declares as spreadsheets do (`sep=;`,
 * which then is not the header), or the one that separates these columns in the header. `undefined`
 * if the header mixes several or the declared one is not supported.
 */
export function separatorOf(
  line: string,
  columns: readonly string[],
): { separator: string; isDeclared: boolean } | undefined {
  const [, declared] = DECLARATION.exec(line) ?? [];
  if (declared !== undefined) {
    return SEPARATORS.includes(declared) ? { separator: declared, isDeclared: true } : undefined;
  }
  const unquoted = line.replaceAll(/"[^"]*"/g, '');
  const [used = ',', ...others] = SEPARATORS.filter((each) => unquoted.includes(each));
  const named = SEPARATORS.find((each) => {
    const cells = line.split(each).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    );
    return columns.every((column) => cells.includes(column));
  });
  const separator = named ?? (others.length === 0 ? used : undefined);
  return separator === undefined ? undefined : { separator, isDeclared: false };
}

/** Drops empty cells at the end of the header. */
export function columnsOf(header: readonly string[]): string[] {
  const columns = header.map((cell) => cell.trim());
  return columns.slice(0, columns.findLastIndex((column) => column !== '') + 1);
}

/**
 * Maps cells to columns. Missing cells at the end are empty, and surplus empty cells are ignored.
 * `undefined` if a surplus cell has a value.
 */
export function underColumns(columns: readonly string[], cells: readonly string[]): Record<string, string> | undefined {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) return undefined;
  return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
}
