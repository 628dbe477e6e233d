import type { FileRow, PartLayout } from '../formats/bulk-format.js';
import { CELL_SEPARATOR } from '../mirrors/editions.js';
import { indexedName } from '../mirrors/name-words.js';

/**
 * The part of rows that only make another name of an entity findable. Nothing is read from them.
 */
const NAME_ONLY = '-';
const NOTHING = '\\N';

/** Characters with a meaning in COPY's text format or in a stored row. */
const SPECIAL = /[\\\p{Cc}]/gu;
const HAS_SPECIAL = /[\\\p{Cc}]/u;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** In the order that `copyLines` writes. */
export const COPY_COLUMNS = 'id, part, key, words, cells, file, line';

/**
 * Formats rows as lines of COPY's text format. `file` is the index of the edition's file, from 0.
 */
export function copyLines(rows: readonly FileRow[], layout: PartLayout, file: number, country: string): Buffer {
  const { part, columns } = layout;
  const idAt = columns.indexOf(layout.idColumn);
  const [nameAt = -1, ...furtherNames] = layout.nameColumns.map((column) => columns.indexOf(column));
  let lines = '';
  for (const { cells, line } of rows) {
    const id = escaped(cells[idAt]!);
    lines += `${id}\t${part}\t${nameAt === -1 ? `${NOTHING}\t${NOTHING}` : searchable(cells[nameAt]!, country)}\t${stored(cells)}\t${file}\t${line}\n`;
    for (const at of furtherNames) {
      if (cells[at] !== '')
        lines += `${id}\t${NAME_ONLY}\t${searchable(cells[at]!, country)}\t\t${NOTHING}\t${NOTHING}\n`;
    }
  }
  return Buffer.from(lines, 'utf8');
}

/**
 * Words are letters, digits and at most a sign that needs no quotes in an array. Only `NULL` needs
 * them: unquoted, it means "no value".
 */
function searchable(name: string, country: string): string {
  const { key, words } = indexedName(name, country);
  if (key === '') return `${NOTHING}\t${NOTHING}`;
  const list = words.includes('NULL') ? words.map((word) => `"${word}"`) : words;
  return `${key}\t{${list.join(',')}}`;
}

function stored(cells: readonly string[]): string {
  let last = cells.length;
  while (last > 0 && cells[last - 1] === '') last -= 1;
  let text = '';
  for (let at = 0; at < last; at++) text += at === 0 ? escaped(cells[at]!) : CELL_SEPARATOR + escaped(cells[at]!);
  return text;
}

/** Returns a cell as it will be read back. */
export function storedText(cell: string): string {
  return cell.replace(SPECIAL, (sign) => (ESCAPES[sign] === undefined ? '' : sign));
}

/** Drops control characters without a meaning. */
function escaped(text: string): string {
  return HAS_SPECIAL.test(text) ? text.replace(SPECIAL, (sign) => ESCAPES[sign] ?? '') : text;
}
