import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { columnsOf, headerLine, separatorOf, underColumns } from '../../core/csv.js';

export type Row = Record<string, string>;

/**
 * Yields the rows of a CSV file with a header line in order, parsed like the rows of a batch.
 * Throws if the file or a needed column is missing.
 */
export async function* readRows(file: string, needed: readonly string[]): AsyncGenerator<Row> {
  const source = createReadStream(file, 'utf8');
  const chunks = source.iterator() as AsyncIterableIterator<string>;
  const { value: beginning = '' } = (await chunks.next()) as { value?: string };
  const separation = separatorOf(headerLine(beginning)?.line ?? '', needed);
  if (!separation) throw new Error(`${file}: the header must separate its columns by comma, semicolon or tab`);
  const { separator: delimiter, isDeclared } = separation;
  const whole = Readable.from(
    (async function* () {
      yield beginning;
      yield* chunks;
    })(),
  );
  const options = { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true };
  const parser = whole.pipe(parse({ ...options, skip_records_with_empty_values: true, info: true }));
  whole.on('error', (error) => parser.destroy(error));
  let columns: string[] | undefined;
  let isHeader = !isDeclared;
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    const row = columns && underColumns(columns, record);
    if (row) yield row;
    else if (columns) throw new Error(`${file}:${info.lines}: more cells than columns`);
    else if (isHeader) columns = headerOf(file, record, needed);
    isHeader = true;
  }
}

function headerOf(file: string, record: readonly string[], needed: readonly string[]): string[] {
  const columns = columnsOf(record);
  const missing = needed.find((column) => !columns.includes(column));
  if (missing !== undefined) throw new Error(`${file}: the header has no column ${missing}`);
  return columns;
}
