import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { FileRow, ReadRows } from './bulk-format.js';
import { CorruptFile } from './corrupt-file.js';
import { fromBytes, linesOf, wholeLines } from './line-reader.js';

const BATCH_ROWS = 500;

/**
 * CSV with a header line. Columns are matched by name, ignoring blanks, case and order; others are
 * skipped. Lines that are not UTF-8 are read as Latin-1: some registers mix the two in one file.
 * Empty cells after the last column are accepted.
 */
export function csv(needed: readonly string[], delimiter = ','): ReadRows {
  return async function* read(chunks, file, { columns, fault }) {
    const lines = Readable.from(decoded(chunks, file));
    const parser = lines.pipe(parse({ bom: true, delimiter, relax_column_count: true, relax_quotes: true }));
    lines.on('error', (error) => parser.destroy(error));
    let places: number[] | undefined;
    let width = 0;
    let next = 1;
    let batch: FileRow[] = [];
    try {
      for await (const record of parser as AsyncIterable<string[]>) {
        const line = next;
        next += linesIn(record);
        if (!places) {
          places = placesOf(record, columns, needed, file);
          width = record.length;
          continue;
        }
        const refuse = (reason: string) => new CorruptFile(file, line, reason);
        if (record.length === 1 && record[0]!.trim() === '') continue;
        if (!fits(record, width)) throw refuse(`${record.length} cells under ${width} columns`);
        const cells = places.map((place) => (record[place] ?? '').trim());
        const reason = fault?.(cells);
        if (reason !== undefined) throw refuse(reason);
        batch.push({ cells, line });
        if (batch.length < BATCH_ROWS) continue;
        yield batch;
        batch = [];
      }
    } catch (error) {
      if (error instanceof CsvError) throw new CorruptFile(file, Number(error['lines']) || undefined, plain(error));
      throw error;
    }
    yield batch;
  };
}

/** Exact, because the parser drops no line, and no line feed inside a cell. */
function linesIn(record: readonly string[]): number {
  let lines = 1;
  for (const cell of record) if (cell.includes('\n')) lines += cell.split('\n').length - 1;
  return lines;
}

function placesOf(header: string[], columns: readonly string[], needed: readonly string[], file: string): number[] {
  const names = header.map(bare);
  const missing = needed.find((column) => !names.includes(bare(column)));
  if (missing !== undefined) throw new CorruptFile(file, 1, `the header has no column ${missing}`);
  return columns.map((column) => names.indexOf(bare(column)));
}

function fits(record: readonly string[], width: number): boolean {
  return record.length >= width - 1 && record.slice(width).every((cell) => cell.trim() === '');
}

function bare(column: string): string {
  return column.replace(/\s+/g, '').toUpperCase();
}

async function* decoded(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  for await (const { bytes } of wholeLines(chunks, file)) {
    if (isUtf8(bytes)) yield bytes.toString('utf8');
    else for (const line of linesOf(bytes.toString('latin1'))) yield `${fromBytes(line)}\n`;
  }
}

function plain(error: CsvError): string {
  return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark is never closed' : error.message.split('\n')[0]!;
}
