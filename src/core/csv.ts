import { stringify, type Options } from 'csv-stringify/sync';

const RFC_4180: Options = { record_delimiter: 'windows', quoted_match: /[\r\n]/ };

/** One line of RFC 4180 CSV. */
export function csvLine(fields: readonly (string | number)[]): string {
  return stringify([[...fields]], RFC_4180);
}

/** What the sender joins rows by: it comes back byte for byte. */
const SENDERS_KEY = 'custom_id';

const NUMBER = /^[+-][\d.,]*\d(?:[eE][+-]?\d+)?$/;
const TELEPHONE = /^\+\(?\d[\d ()./\u00A0-]*$/;

/** Text under its column that no spreadsheet takes for a formula, but for the sender's key. */
export function csvText(column: string, text: string): string {
  return column === SENDERS_KEY ? text : inertText(text);
}

/** Text of somebody else that no spreadsheet takes for a formula: a number is none. */
export function inertText(text: string): string {
  return /^[=+\-@\t\r\0]/.test(text) && !NUMBER.test(text) && !TELEPHONE.test(text) ? `'${text}` : text;
}

const SEPARATORS = [',', ';', '\t'];
const DECLARATION = /^"?sep=(.)"?[,;\t ]*$/i;

/** The first line of a text that holds more than empty cells, without the mark of UTF-8. */
export function headerLine(text: string): { line: string; index: number } | undefined {
  const found = /^.*[^\s,;"\uFEFF].*$/m.exec(text);
  return found ? { line: found[0].replace(/^\uFEFF+/, ''), index: found.index } : undefined;
}

/**
 * What separates the cells of a file: what its first line declares as spreadsheets do (`sep=;`,
 * which is no header then), or what its header separates these columns by. `undefined` where it
 * mixes several, or declares another.
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

/** The columns of a header: cells at its end may be empty. */
export function columnsOf(header: readonly string[]): string[] {
  const columns = header.map((cell) => cell.trim());
  return columns.slice(0, columns.findLastIndex((column) => column !== '') + 1);
}

/**
 * A row under its columns: cells that it lacks at its end are empty, and empty ones too many are
 * nothing. `undefined` where one too many holds something.
 */
export function underColumns(columns: readonly string[], cells: readonly string[]): Record<string, string> | undefined {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) return undefined;
  return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
}
