import { isUtf8 } from 'node:buffer';
import { CorruptFile } from './corrupt-file.js';

interface Block {
  /** Whole lines. The last line of a file may lack its line feed. */
  bytes: Buffer;
  /** Number of the block's first line, from 1. */
  firstLine: number;
}

const LINE_FEED = 0x0a;
const MAX_LINE_BYTES = 1024 * 1024;

/**
 * Cuts a file's chunks at line ends. Throws `CorruptFile` for an empty file, a web page, a nested
 * ZIP or an overlong line.
 */
export async function* wholeLines(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Block> {
  let rest: Buffer = Buffer.alloc(0);
  let firstLine = 1;
  let seen = false;
  let judged = false;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    rest = bytes.subarray(end);
    if (rest.length > MAX_LINE_BYTES) {
      throw new CorruptFile(file, undefined, `a line of more than ${MAX_LINE_BYTES} bytes: this is no text file`);
    }
    if (end === 0) continue;
    const block = { bytes: bytes.subarray(0, end), firstLine };
    judged ||= isJudged(block.bytes, file);
    seen = true;
    yield block;
    firstLine += lineFeeds(block.bytes);
  }
  if (rest.length > 0) {
    if (!judged) isJudged(rest, file);
    yield { bytes: rest, firstLine };
  } else if (!seen) {
    throw new CorruptFile(file, undefined, 'the file is empty');
  }
}

/** Splits a block into lines, without an empty one at the end. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * Decodes text that has one character per byte: as UTF-8 if valid, else unchanged, which is
 * Latin-1.
 */
export function fromBytes(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}

export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Returns `true` once there was text to judge by. */
function isJudged(bytes: Buffer, file: string): boolean {
  const start = bytes
    .toString('latin1', 0, 512)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^<(!doctype|html|head|body|script|\?xml)/i.test(start)) {
    throw new CorruptFile(file, 1, 'an HTML page instead of data: the download was refused');
  }
  if (start.startsWith('PK\u0003\u0004')) throw new CorruptFile(file, 1, 'a ZIP inside: unpack it first');
  return start !== '';
}

function lineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
