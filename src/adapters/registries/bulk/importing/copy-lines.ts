import type { FileRow, PartLayout } from '../formats/bulk-format.js';
import { CELL_SEPARATOR } from '../mirrors/editions.js';
import { indexedName } from '../mirrors/name-words.js';

/** Rows that only make a further name of an entity findable; nothing is read from them. */
const NAME_ONLY = '-';
const NOTHING = '\\N';

/** What COPY's text format or a stored row gives a meaning to. */
const SPECIAL = /[\\\p{Cc}]/gu;
const HAS_SPECIAL = /[\\\p{Cc}]/u;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** In the order of the columns. */
export const COPY_COLUMNS = 'id, part, key, words, cells, file, line';

/**
 * The rows as lines of COPY's text format. `file`: which of the edition's files, counted from 0.
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
 * The words are letters, digits and at most a sign that needs no quote; the one that needs it
 * means "no value".
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

/** Of a cell, what can be read again. */
export function storedText(cell: string): string {
  return cell.replace(SPECIAL, (sign) => (ESCAPES[sign] === undefined ? '' : sign));
}

/** Control characters without a meaning to anybody are dropped. */
function escaped(text: string): string {
  return HAS_SPECIAL.test(text) ? text.replace(SPECIAL, (sign) => ESCAPES[sign] ?? '') : text;
}
