import { isUtf8 } from 'node:buffer';
import { CorruptFile } from './corrupt-file.js';

interface Block {
  /** Whole lines, the last one possibly without its line feed. */
  bytes: Buffer;
  /** Of the first line in the block, from 1. */
  firstLine: number;
}

const LINE_FEED = 0x0a;
const MAX_LINE_BYTES = 1024 * 1024;

/**
 * Cuts the chunks of a file at line ends. Throws `CorruptFile` for an empty file, a web page, and a
 * line that does not end.
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

/** The lines of a block that holds whole ones; the last is not followed by a further, empty one. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * Text with a character for each byte, as UTF-8 where the bytes are that, else as it is: Latin-1.
 */
export function fromBytes(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}

export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** True once there was something to judge by. */
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
