import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { FileRefused } from '../../core/batches/upload-batch.js';
import { REQUIRED_FIELDS, ROW_FIELDS, type GivenRow } from '../../core/batches/read-row.js';
import { columnsOf, headerLine, separatorOf, underColumns } from '../../core/csv.js';
import { MAX_BATCH_LINE_BYTES } from '../../core/limits.js';
import { endWithMeant } from '../../core/text/meant-field.js';
import { BUSY_MS, tooLong, type Block } from './whole-lines.js';

/** Characters per parser call. */
const PIECE_CHARACTERS = 4 * 1024;
const MIXED = 'The header must separate its columns in one way: by comma, semicolon or tab.';

/** Yields the rows of a file by its header. Throws `FileRefused`. */
export async function* csvRows(blocks: AsyncIterable<Block>): AsyncGenerator<GivenRow> {
  const read = await readBeginning(blocks);
  if (read === undefined) return;
  const { separator, isDeclared, beginning, rest } = read;
  const { newline } = beginning;
  const lines = Readable.from(texts(beginning, rest, separator), { highWaterMark: 1 });
  const linesBefore = beginning.line - 1;
  // The parser counts either newline character as a line, even within a cell.
  const other = newline === '\n' ? '\r' : '\n';
  let others = 0;
  // The line of the last parsed row, which may not have been read yet when parsing fails.
  let last = linesBefore;
  // The lines of parsed rows that have not been read yet.
  const lastLines: number[] = [];
  const parser = lines.pipe(
    parse({
      bom: true,
      delimiter: separator,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: newline === '\n' ? ['\r\n', '\n'] : ['\r\n', '\n', '\r'],
      max_record_size: MAX_BATCH_LINE_BYTES,
      on_record: (parsed: string[], context) => {
        others += occurrences(parsed, other);
        last = linesBefore + context.lines - others;
        lastLines.push(last);
        return parsed;
      },
    }),
  );
  lines.on('error', (error) => parser.destroy(error));
  let header: string[] | undefined;
  let isHeader = !isDeclared;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      const line = (lastLines.shift() ?? last) - occurrences(record, newline);
      if (header) yield rowOf(header, record, line);
      else if (isHeader) header = readHeader(record, line);
      isHeader = true;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileRefused(last + 1, plain(error), error);
    throw error;
  } finally {
    lines.destroy();
  }
}

/**
 * Returns the separator, and the file from its first non-empty line. `undefined` if there is none.
 */
async function readBeginning(blocks: AsyncIterable<Block>) {
  const rest = blocks[Symbol.asyncIterator]();
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    const beginning = next.value;
    const { line, index } = headerLine(beginning.text) ?? {};
    if (line === undefined) continue;
    const separation = separatorOf(line, REQUIRED_FIELDS);
    if (separation) return { ...separation, beginning, rest: { [Symbol.asyncIterator]: () => rest } };
    const linesAbove = beginning.text.slice(0, index).split(beginning.newline).length - 1;
    throw new FileRefused(beginning.line + linesAbove, MIXED);
  }
  return undefined;
}

/**
 * Passes the file to the parser in pieces: a line of thousands of cells would take too long in one
 * turn of the event loop.
 */
async function* texts(beginning: Block, rest: AsyncIterable<Block>, separator: string): AsyncGenerator<string> {
  let turnBeganAt = performance.now();
  const emptied = new EmptyRows(separator);
  const blocks = async function* () {
    yield beginning;
    yield* rest;
  };
  for await (const block of blocks()) {
    for (const piece of piecesOf(emptied.without(block))) {
      yield piece;
      if (performance.now() - turnBeganAt <= BUSY_MS) continue;
      await nextTurn();
      turnBeganAt = performance.now();
    }
  }
}

/**
 * Replaces rows of empty cells by empty lines, which the parser skips quickly: a file may end with
 * millions of them.
 */
class EmptyRows {
  private readonly empty: RegExp;
  private isQuoted = false;

  constructor(separator: string) {
    this.empty = new RegExp(`^(?:""| *)(?:${separator}(?:""| *))*$`);
  }

  /** Returns the text of the next block. A line within quotes is not a row. */
  without({ text, newline }: Block): string {
    const lines = text.split(newline).map((line) => {
      const isEmpty = !this.isQuoted && this.empty.test(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (line.includes('"') && occurrences([line], '"') % 2 === 1) this.isQuoted = !this.isQuoted;
      return isEmpty ? '' : line;
    });
    return lines.join(newline);
  }
}

/** Never splits a character. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + PIECE_CHARACTERS;
    const whole = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
    yield text.slice(start, whole);
    start = whole;
  }
}

function readHeader(record: readonly string[], line: number): string[] {
  const columns = columnsOf(record);
  const fields: readonly string[] = ROW_FIELDS;
  const unknown = columns.find((column) => !fields.includes(column));
  const known = `The columns are ${ROW_FIELDS.join(', ')}.`;
  if (unknown !== undefined) {
    const missing = `There is no column "${unknown.slice(0, 40)}"${endWithMeant(unknown, ROW_FIELDS)}`;
    throw new FileRefused(line, `${missing} ${known}`);
  }
  const missing = REQUIRED_FIELDS.find((column) => !columns.includes(column));
  if (missing) throw new FileRefused(line, `The header has no column ${missing}. ${known}`);
  const twice = columns.find((column, place) => columns.indexOf(column) !== place);
  if (twice !== undefined) throw new FileRefused(line, `The column ${twice} appears twice.`);
  return columns;
}

function rowOf(header: readonly string[], record: readonly string[], line: number): GivenRow {
  const cells = underColumns(header, record);
  if (cells) return { line, cells };
  return { line, problem: `The row has ${record.length} cells under ${header.length} columns.` };
}

function occurrences(record: readonly string[], sign: string): number {
  return record.reduce((sum, cell) => sum + (cell.includes(sign) ? cell.split(sign).length - 1 : 0), 0);
}

function plain(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark is never closed.';
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `A quotation mark is never closed, or the row is too long. ${tooLong()}`;
  return 'A quotation mark is misplaced: quote the whole cell, and double the marks inside it.';
}
