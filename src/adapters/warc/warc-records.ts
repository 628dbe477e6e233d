import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

export interface FileRecord {
  type: string;
  /** Keys in lower case. */
  headers: ReadonlyMap<string, string>;
  block: Buffer;
}

/** `changed`: the file was once ours. Otherwise its origin is unknown. */
export class UnreadableWarc extends Error {
  constructor(
    message: string,
    readonly changed = false,
  ) {
    super(message);
  }
}

const MAX_FILE_BYTES = 1024 * 1024 * 1024;
const MAX_HEADER_BYTES = 64 * 1024;
/** Bodies over 8 MB are not kept. */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;
const MAX_RECORDS = 10_000;
/** A small file can be packed from very much. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
const VERSION = 'WARC/1.1';
const GZIP = Buffer.from([0x1f, 0x8b]);
const FOREIGN = 'is not a WARC 1.1 file';
const PADDED = 'is padded: what follows one of its records is none';
const END_OF_HEADERS = Buffer.from('\r\n\r\n');

/**
 * Yields the records of a file one at a time, so that memory use is limited to one record. A file
 * may be packed record by record or as a whole, or not at all: browsers unpack what they save.
 * Stricter than other WARC readers, which tolerate truncated or appended data: this one verifies
 * evidence. Only blank lines after a record are harmless.
 */
export async function* recordsIn(file: string, maxBytes = MAX_UNPACKED_BYTES): AsyncIterable<FileRecord> {
  const { size, isPacked } = await openedFile(file);
  const gunzip = isPacked ? createGunzip() : undefined;
  const input = createReadStream(file);
  const unpacked = gunzip && pipeline(input, gunzip).catch((error: unknown) => error);
  const source = new Taker(gunzip ?? (input as AsyncIterable<Buffer>));
  let bytes = 0;
  try {
    for (let count = 0; await source.hasMore(); count++) {
      if (count === MAX_RECORDS) throw new UnreadableWarc(`has more than ${MAX_RECORDS} records`);
      if (!isBeginning(await source.peek(VERSION.length))) throw await noRecord(source, count);
      const record = await recordFrom(source);
      bytes += record.block.length + (await source.skipLineEnds(maxBytes - bytes));
      if (bytes > maxBytes) throw new UnreadableWarc('has records of too many bytes, unpacked');
      yield record;
    }
    if (gunzip && gunzip.bytesWritten !== size)
      throw new UnreadableWarc('is padded: something follows its last record');
  } catch (error) {
    throw reasonOf(error);
  } finally {
    (gunzip ?? input).destroy();
    await unpacked;
  }
}

/** A file may be cut within the version. */
function isBeginning(bytes: Buffer): boolean {
  return VERSION.startsWith(bytes.toString('latin1'));
}

async function noRecord(source: Taker, count: number): Promise<UnreadableWarc> {
  if (count === 0) return new UnreadableWarc(FOREIGN);
  const isPacked = (await source.peek(GZIP.length)).equals(GZIP);
  return new UnreadableWarc(isPacked ? 'has something packed after an unpacked record' : PADDED);
}

async function openedFile(file: string): Promise<{ size: number; isPacked: boolean }> {
  const handle = await open(file);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new UnreadableWarc('is not a file');
    if (stat.size > MAX_FILE_BYTES) throw new UnreadableWarc('is larger than 1 GB');
    const { buffer } = await handle.read(Buffer.alloc(VERSION.length), 0, VERSION.length, 0);
    const isPacked = buffer.subarray(0, GZIP.length).equals(GZIP);
    if (!isPacked && buffer.toString() !== VERSION) throw new UnreadableWarc('is not a WARC 1.1 file, packed or not');
    return { size: stat.size, isPacked };
  } finally {
    await handle.close();
  }
}

async function recordFrom(source: Taker): Promise<FileRecord> {
  const head = (await source.until(END_OF_HEADERS, MAX_HEADER_BYTES)).toString();
  const [version, ...lines] = head.split('\r\n');
  if (version !== VERSION) throw new UnreadableWarc(FOREIGN);
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
  // Readers differ in which one they take.
  if (headers.size < lines.length) throw new UnreadableWarc('has a record that states a header twice');
  const length = headers.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) throw new UnreadableWarc('has a record without a length');
  if (Number(length) > MAX_BLOCK_BYTES) throw new UnreadableWarc('has a record of more than 16 MB');
  const block = await source.take(Number(length));
  if (!(await source.take(END_OF_HEADERS.length)).equals(END_OF_HEADERS)) {
    throw new UnreadableWarc('has a record that is longer than it says');
  }
  return { type: headers.get('warc-type') ?? '', headers, block };
}

function reasonOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR') return new UnreadableWarc('is cut: its last record has no end');
  const isHeader = error instanceof Error && error.message === 'incorrect header check';
  if (isHeader) return new UnreadableWarc('has something unpacked after a packed record');
  if (code === 'Z_DATA_ERROR') return new UnreadableWarc('was changed: its packing does not add up', true);
  return error;
}

/** Takes bytes from a stream. Buffers no more than was asked for, plus one chunk. */
class Taker {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    return this.rest.length > 0 || (await this.more()) !== undefined;
  }

  /** Returns the next bytes, fewer at the end, without taking them. */
  async peek(count: number): Promise<Buffer> {
    while (this.rest.length < count && (await this.more()));
    return this.rest.subarray(0, count);
  }

  /** Returns how many there were; stops once there were more than `most`. */
  async skipLineEnds(most: number): Promise<number> {
    let skipped = 0;
    while (skipped <= most && (await this.hasMore())) {
      const other = this.rest.findIndex((byte) => byte !== 0x0d && byte !== 0x0a);
      const count = other < 0 ? this.rest.length : other;
      this.rest = this.rest.subarray(count);
      skipped += count;
      if (other >= 0) break;
    }
    return skipped;
  }

  async until(end: Buffer, most: number): Promise<Buffer> {
    for (;;) {
      const at = this.rest.indexOf(end);
      if (at >= 0 && at <= most) {
        const found = this.rest.subarray(0, at);
        this.rest = this.rest.subarray(at + end.length);
        return found;
      }
      if (at > most || this.rest.length > most) throw new UnreadableWarc(FOREIGN);
      const chunk = await this.more();
      if (!chunk) throw new UnreadableWarc('is cut: its last record has no end');
    }
  }

  async take(count: number): Promise<Buffer> {
    const taken = [this.rest];
    let length = this.rest.length;
    while (length < count) {
      const { value, done } = await this.chunks.next();
      if (done) throw new UnreadableWarc('is cut: its last record has no end');
      taken.push(value);
      length += value.length;
    }
    const whole = Buffer.concat(taken);
    this.rest = whole.subarray(count);
    return whole.subarray(0, count);
  }

  private async more(): Promise<Buffer | undefined> {
    const { value, done } = await this.chunks.next();
    if (done) return undefined;
    this.rest = Buffer.concat([this.rest, value]);
    return value;
  }
}
