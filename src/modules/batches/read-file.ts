import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { FileRefused } from '../../core/batches/file-refused.js';
import { REQUIRED_FIELDS, ROW_FIELDS, type GivenRow } from '../../core/batches/read-row.js';
import { MAX_BATCH_LINE_BYTES, MAX_BATCH_BYTES } from '../../core/limits.js';

const NEWLINE = 10;
/** Bytes that are read at a time. */
const BLOCK_BYTES = 8 * 1024;
/** Characters that are parsed at a time. */
const PIECE_CHARACTERS = 4 * 1024;
/** Reading yields to other work after this long. */
const BUSY_MS = 5;
/** Neither ever begins UTF-8, and UTF-16 begins with one of them. */
const UTF_16_MARKS = [0xff, 0xfe];

/** A file as it arrives: its rows once, and then the digest of its bytes. */
export interface ReadFile {
  rows: AsyncIterable<GivenRow>;
  digest: () => string;
}

/** Reads a file in UTF-8, little of it in memory at a time. The rows throw `FileRefused`. */
export function readFile(bytes: AsyncIterable<Buffer>, type: 'csv' | 'ndjson'): ReadFile {
  const hash = createHash('sha256');
  const blocks = wholeLines(bytes, (chunk) => hash.update(chunk));
  return { rows: type === 'csv' ? csvRows(blocks) : ndjsonRows(blocks), digest: () => hash.digest('hex') };
}

/** Some lines of a file; a row may go over several. */
interface Block {
  text: string;
  /** The number of its first line. */
  line: number;
}

async function* wholeLines(bytes: AsyncIterable<Buffer>, onChunk: (chunk: Buffer) => void): AsyncGenerator<Block> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  let size = 0;
  let turnBeganAt = performance.now();
  for await (const chunk of uncut(bytes, () => line)) {
    onChunk(chunk);
    size += chunk.length;
    if (size > MAX_BATCH_BYTES) throw new FileRefused(undefined, tooLarge());
    if (UTF_16_MARKS.includes(chunk[0] ?? 0) && size === chunk.length) {
      throw new FileRefused(1, 'The file is not UTF-8; it looks like UTF-16. Save it as UTF-8.');
    }
    const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = joined.lastIndexOf(NEWLINE) + 1;
    rest = joined.subarray(end);
    for (const lines of cutAtLines(joined.subarray(0, end))) {
      const block = readBlock(lines, line);
      yield { text: block.text, line };
      line += block.lines;
      if (performance.now() - turnBeganAt > BUSY_MS) {
        await nextTurn();
        turnBeganAt = performance.now();
      }
    }
    if (rest.length > MAX_BATCH_LINE_BYTES) throw new FileRefused(line, tooLong());
  }
  if (rest.length > 0) yield { text: readBlock(rest, line).text, line };
}

/** What is read at a time: whole lines, as few as there are in so many bytes. */
function* cutAtLines(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start + BLOCK_BYTES);
    const end = newline === -1 ? bytes.length : newline + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** A client that disconnects is no fault of ours. */
async function* uncut(bytes: AsyncIterable<Buffer>, line: () => number): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw new FileRefused(line(), 'The file was cut off.', error);
  }
}

function readBlock(bytes: Buffer, firstLine: number): { text: string; lines: number } {
  let lines = 0;
  const isSound = isUtf8(bytes) && !bytes.includes(0);
  for (let start = 0; start < bytes.length; lines++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    if (end - start > MAX_BATCH_LINE_BYTES) throw new FileRefused(firstLine + lines, tooLong());
    if (!isSound) refuseUnsound(bytes.subarray(start, end), firstLine + lines);
    start = end + 1;
  }
  return { text: bytes.toString('utf8'), lines };
}

function refuseUnsound(bytes: Buffer, line: number): void {
  if (bytes.includes(0)) throw new FileRefused(line, 'The file contains a NUL character.');
  if (!isUtf8(bytes)) throw new FileRefused(line, 'The file is not UTF-8. Save it as UTF-8.');
}

async function* csvRows(blocks: AsyncIterable<Block>): AsyncGenerator<GivenRow> {
  const lines = Readable.from(texts(blocks), { highWaterMark: 1 });
  // The parser takes a carriage return within a cell for a line of its own.
  let returns = 0;
  // Of the last row that was parsed, which may not have been read yet when the next one cannot be.
  let last = 0;
  // Of those that were not.
  const lastLines: number[] = [];
  const parser = lines.pipe(
    parse({
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n'],
      max_record_size: MAX_BATCH_LINE_BYTES,
      on_record: (parsed: string[], context) => {
        returns += occurrences(parsed, '\r');
        last = context.lines - returns;
        lastLines.push(last);
        return parsed;
      },
    }),
  );
  lines.on('error', (error) => parser.destroy(error));
  let header: string[] | undefined;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      const line = (lastLines.shift() ?? last) - occurrences(record, '\n');
      if (header) yield rowOf(header, record, line);
      else header = readHeader(record, line);
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileRefused(last + 1, plain(error), error);
    throw error;
  } finally {
    lines.destroy();
  }
}

/**
 * A line of thousands of cells takes the parser longer than a turn may take, so it is handed over
 * in pieces.
 */
async function* texts(blocks: AsyncIterable<Block>): AsyncGenerator<string> {
  let turnBeganAt = performance.now();
  for await (const { text } of blocks) {
    for (const piece of piecesOf(text)) {
      yield piece;
      if (performance.now() - turnBeganAt <= BUSY_MS) continue;
      await nextTurn();
      turnBeganAt = performance.now();
    }
  }
}

/** Never cut within a character. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + PIECE_CHARACTERS;
    const whole = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
    yield text.slice(start, whole);
    start = whole;
  }
}

function readHeader(record: readonly string[], line: number): string[] {
  const columns = record.map((cell) => cell.trim());
  const fields: readonly string[] = ROW_FIELDS;
  const unknown = columns.find((column) => !fields.includes(column));
  const known = `The columns are ${ROW_FIELDS.join(', ')}.`;
  if (unknown !== undefined) throw new FileRefused(line, `There is no column "${unknown.slice(0, 40)}". ${known}`);
  const missing = REQUIRED_FIELDS.find((column) => !columns.includes(column));
  if (missing) throw new FileRefused(line, `The header has no column ${missing}. ${known}`);
  const twice = columns.find((column, place) => columns.indexOf(column) !== place);
  if (twice !== undefined) throw new FileRefused(line, `The column ${twice} appears twice.`);
  return columns;
}

function rowOf(header: readonly string[], record: readonly string[], line: number): GivenRow {
  if (record.length !== header.length) {
    return { line, problem: `The row has ${record.length} cells under ${header.length} columns.` };
  }
  return { line, cells: Object.fromEntries(header.map((column, place) => [column, record[place]])) };
}

function occurrences(record: readonly string[], sign: string): number {
  return record.reduce((sum, cell) => sum + (cell.includes(sign) ? cell.split(sign).length - 1 : 0), 0);
}

function plain(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark is never closed.';
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `A quotation mark is never closed, or the row is too long. ${tooLong()}`;
  return 'A quotation mark stands where none may be: a cell that holds one is quoted as a whole, and the mark doubled.';
}

async function* ndjsonRows(blocks: AsyncIterable<Block>): AsyncGenerator<GivenRow> {
  for await (const { text, line: first } of blocks) {
    let line = first;
    for (const part of text.split('\n')) {
      const json = part.replace(/^\uFEFF/, '').trim();
      if (json !== '') yield objectOf(json, line);
      line++;
    }
  }
}

function objectOf(json: string, line: number): GivenRow {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { line, cells: value as Record<string, unknown> };
    }
    return { line, problem: 'The line is no JSON object.' };
  } catch {
    return { line, problem: 'The line is not valid JSON.' };
  }
}

export function tooLarge(): string {
  return `The file is larger than ${MAX_BATCH_BYTES / 1024 / 1024} MB.`;
}

function tooLong(): string {
  return `A line may have ${MAX_BATCH_LINE_BYTES / 1024} kB at most.`;
}
