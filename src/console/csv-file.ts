import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { csvLine, csvText } from '../core/csv.js';

export type Cell = string | number | boolean | Date | undefined;

export interface ListPage<T, C> {
  items: readonly T[];
  next: C | undefined;
}

/** Without it, spreadsheets read the file as text of a national code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A CSV file for people: they open it in a spreadsheet, whereas programs ask the API. */
export function csvDownload(name: string, text: AsyncIterable<string | Buffer> | Iterable<string>): StreamableFile {
  async function* marked(): AsyncGenerator<Buffer> {
    yield Buffer.from(BYTE_ORDER_MARK);
    for await (const part of text) yield Buffer.from(part);
  }
  return new StreamableFile(Readable.from(marked()), {
    type: 'text/csv; charset=utf-8; header=present',
    disposition: `attachment; filename="standing-${name}.csv"`,
  });
}

/** The columns of a file by name, in their order, with what makes the cell of an item. */
export type Columns<T> = Readonly<Record<string, (item: T) => Cell>>;

export interface CsvTable<T> {
  /** Of the file. */
  name: string;
  columns: Columns<T>;
}

/** Streams a whole list as a CSV file, page by page. `read` returns the page after a cursor. */
export function csvFile<T, C>(
  { name, columns }: CsvTable<T>,
  read: (after: C | undefined) => Promise<ListPage<T, C>>,
): StreamableFile {
  return csvDownload(name, csvLines(columns, everyItem(read)));
}

async function* everyItem<T, C>(read: (after: C | undefined) => Promise<ListPage<T, C>>): AsyncGenerator<T> {
  for (let after: C | undefined; ;) {
    const { items, next } = await read(after);
    yield* items;
    if (next === undefined) return;
    after = next;
  }
}

async function* csvLines<T>(columns: Columns<T>, items: AsyncIterable<T>): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  for await (const item of items) {
    yield csvLine(Object.entries(columns).map(([name, cell]) => csvText(name, plainText(cell(item)))));
  }
}

export function plainText(cell: Cell): string {
  if (cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString() : String(cell);
}
