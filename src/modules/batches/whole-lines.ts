import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FileRefused } from '../../core/batches/upload-batch.js';
import { MAX_BATCH_LINE_BYTES, MAX_BATCH_BYTES } from '../../core/limits.js';

const LF = 10;
const CR = 13;
const BLOCK_BYTES = 8 * 1024;
/** Milliseconds of reading before yielding to other work. */
export const BUSY_MS = 5;
/** UTF-16 begins with one of these bytes; UTF-8 never does. */
const UTF_16_MARKS = [0xff, 0xfe];
/** Signatures of spreadsheet files: a ZIP archive, or the older binary format. */
const WORKBOOK_MARKS = ['504b0304', 'd0cf11e0'];

/** Some lines of a file; a row may span several blocks. */
export interface Block {
  text: string;
  /** Number of its first line. */
  line: number;
  /** Its line ending: `\r` alone, or `\n`, which may follow a `\r`. */
  newline: '\r' | '\n';
}

/** Yields a file block by block, with little of it in memory at a time. Throws `FileRefused`. */
export async function* wholeLines(
  bytes: AsyncIterable<Buffer>,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Block> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  let size = 0;
  let newline: number | undefined;
  let turnBeganAt = performance.now();
  const blockOf = (part: Buffer) => readBlock(part, line, newline ?? LF);
  for await (const chunk of uncut(bytes, () => line)) {
    onChunk(chunk);
    size += chunk.length;
    if (size > MAX_BATCH_BYTES) throw new FileRefused(undefined, tooLarge());
    const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (newline === undefined) refuseOtherFormats(joined);
    newline ??= newlineOf(joined);
    const end = newline === undefined ? 0 : joined.lastIndexOf(newline) + 1;
    rest = joined.subarray(end);
    for (const lines of cutAtLines(joined.subarray(0, end), newline ?? LF)) {
      const block = blockOf(lines);
      yield block;
      line += block.lines;
      if (performance.now() - turnBeganAt > BUSY_MS) {
        await nextTurn();
        turnBeganAt = performance.now();
      }
    }
    if (rest.length > MAX_BATCH_LINE_BYTES) throw new FileRefused(line, tooLong());
  }
  if (rest.length > 0) yield blockOf(rest);
}

/** Detects the line ending of the first line; `undefined` while unknown. */
function newlineOf(beginning: Buffer): number | undefined {
  const first = beginning.findIndex((byte) => byte === LF || byte === CR);
  if (first === -1 || (beginning[first] === CR && first + 1 === beginning.length)) return undefined;
  return beginning[first] === CR && beginning[first + 1] !== LF ? CR : LF;
}

function refuseOtherFormats(beginning: Buffer): void {
  if (UTF_16_MARKS.includes(beginning[0] ?? 0)) {
    throw new FileRefused(1, 'The file is not UTF-8; it looks like UTF-16. Save it as UTF-8.');
  }
  if (WORKBOOK_MARKS.includes(beginning.toString('hex', 0, 4))) {
    throw new FileRefused(undefined, 'The file is a workbook or an archive. Save it as CSV.');
  }
}

/** Yields blocks of whole lines, as few as make up `BLOCK_BYTES`. */
function* cutAtLines(bytes: Buffer, newline: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const last = bytes.indexOf(newline, start + BLOCK_BYTES);
    const end = last === -1 ? bytes.length : last + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** A disconnecting client is not our fault. */
async function* uncut(bytes: AsyncIterable<Buffer>, line: () => number): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw new FileRefused(line(), 'The file was cut off.', error);
  }
}

function readBlock(bytes: Buffer, firstLine: number, newline: number): Block & { lines: number } {
  let lines = 0;
  const isSound = isUtf8(bytes) && !bytes.includes(0);
  for (let start = 0; start < bytes.length; lines++) {
    const last = bytes.indexOf(newline, start);
    const end = last === -1 ? bytes.length : last;
    if (end - start > MAX_BATCH_LINE_BYTES) throw new FileRefused(firstLine + lines, tooLong());
    if (!isSound) refuseUnsound(bytes.subarray(start, end), firstLine + lines);
    start = end + 1;
  }
  return { text: bytes.toString('utf8'), line: firstLine, newline: newline === CR ? '\r' : '\n', lines };
}

function refuseUnsound(bytes: Buffer, line: number): void {
  if (bytes.includes(0)) throw new FileRefused(line, 'The file contains a NUL character.');
  if (!isUtf8(bytes)) throw new FileRefused(line, 'The file is not UTF-8. Save it as UTF-8.');
}

export function tooLarge(): string {
  return `The file is larger than ${MAX_BATCH_BYTES / 1024 / 1024} MB.`;
}

export function tooLong(): string {
  return `A line may have ${MAX_BATCH_LINE_BYTES / 1024} kB at most.`;
}
