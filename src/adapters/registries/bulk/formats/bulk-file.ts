import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { CorruptFile } from './corrupt-file.js';

/** One file as it is read: the one given, or one inside the ZIP given. */
export interface BulkEntry {
  /** The bare name, which says what the file holds. */
  name: string;
  /** For messages: `cordata.zip: cordata0.txt`. */
  label: string;
  /** Inside a ZIP. */
  packed: boolean;
  bytes: number;
  /** When it was last changed, as far as anybody knows. */
  changedAt: Date;
  chunks(): AsyncIterable<Buffer>;
}

/**
 * The rows of one chunk stay in the processor's cache while they are worked on, which those of a
 * megabyte do not.
 */
const CHUNK_BYTES = 256 * 1024;
/** What Windows writes into ZIPs of more than 2 GB, and hardly anything else reads. */
const DEFLATE64 = 9;
const READABLE_METHODS = new Set([0, 8]);
/** ZIP writers that know no date write 1980. */
const FIRST_CREDIBLE_YEAR = 1990;

/**
 * The entries of a ZIP, or the file itself. Throws `CorruptFile` when it cannot be opened. `close`
 * ends it.
 */
export async function openBulkFile(file: string): Promise<{ entries: BulkEntry[]; close: () => void }> {
  const base = path.basename(file);
  const stat = await fs.promises.stat(file).catch(() => undefined);
  if (!stat?.isFile()) throw new CorruptFile(file, undefined, 'there is no such file');
  if (stat.size === 0) throw new CorruptFile(base, undefined, 'the file is empty');
  if (!(await isZip(file))) {
    const chunks = () => fs.createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
    const entry = { name: base, label: base, packed: false, bytes: stat.size, changedAt: stat.mtime, chunks };
    return { entries: [entry], close: () => undefined };
  }
  const zip = await yauzl.openPromise(file, { autoClose: false, lazyEntries: true }).catch((error: Error) => {
    throw new CorruptFile(base, undefined, `a damaged ZIP: ${error.message}`);
  });
  return { entries: await entriesOf(zip, base, stat.mtime), close: () => zip.close() };
}

async function isZip(file: string): Promise<boolean> {
  const handle = await fs.promises.open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1', 0, 2) === 'PK' && buffer[2]! <= 7;
  } finally {
    await handle.close();
  }
}

async function entriesOf(zip: yauzl.ZipFile, base: string, zipChangedAt: Date): Promise<BulkEntry[]> {
  const entries: BulkEntry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const label = `${base}: ${entry.fileName}`;
      entries.push({
        name: path.posix.basename(entry.fileName),
        label,
        packed: true,
        bytes: entry.uncompressedSize,
        changedAt: earlier(entry.getLastModDate(), zipChangedAt),
        chunks: () => unzipped(zip, entry, label),
      });
    }
  } catch (error) {
    zip.close();
    throw new CorruptFile(base, undefined, `a damaged ZIP: ${(error as Error).message}`);
  }
  return entries;
}

async function* unzipped(zip: yauzl.ZipFile, entry: yauzl.Entry, label: string): AsyncGenerator<Buffer> {
  const unreadable = unreadableMethod(entry);
  if (unreadable !== undefined) throw new CorruptFile(label, undefined, unreadable);
  let sum = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof CorruptFile) throw error;
    throw new CorruptFile(label, undefined, `a damaged ZIP: ${(error as Error).message}`);
  }
  if (sum !== entry.crc32) throw new CorruptFile(label, undefined, 'a damaged ZIP: the checksum does not fit');
}

/** Why the entry cannot be unpacked here, and what to do; `undefined` when it can. */
function unreadableMethod({ compressionMethod: method, fileName }: yauzl.Entry): string | undefined {
  if (READABLE_METHODS.has(method)) return undefined;
  const name = method === DEFLATE64 ? 'Deflate64 (method 9)' : `compression method ${method}`;
  const unpacked = path.posix.basename(fileName);
  return `packed with ${name}, which is not read here: unpack it (7z x, or unzip) and import ${unpacked} itself`;
}

function earlier(inside: Date, outside: Date): Date {
  return inside.getFullYear() < FIRST_CREDIBLE_YEAR || inside > outside ? outside : inside;
}
