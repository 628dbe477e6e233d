import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

export type Row = Record<string, string>;

/**
 * The rows of a CSV file with a header line, in their order; throws when the file, or a column in
 * its header, is missing.
 */
export async function* readRows(file: string, needed: readonly string[]): AsyncGenerator<Row> {
  const columns = (header: string[]) => {
    const missing = needed.find((column) => !header.includes(column));
    if (missing !== undefined) throw new Error(`${file}: the header has no column ${missing}`);
    return header;
  };
  const source = createReadStream(file);
  const parser = source.pipe(parse({ bom: true, columns, skip_empty_lines: true }));
  source.on('error', (error) => parser.destroy(error));
  yield* parser as AsyncIterable<Row>;
}
