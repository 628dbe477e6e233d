import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { CorruptFile } from './corrupt-file.js';

/** A file to read: the given file, or one inside the given ZIP. */
export interface BulkEntry {
  /** Base name. It identifies the content. */
  name: string;
  /** For messages: `cordata.zip: cordata0.txt`. */
  label: string;
  /** `true` inside a ZIP. */
  packed: boolean;
  bytes: number;
  changedAt: Date;
  chunks(): AsyncIterable<Buffer>;
}

/**
 * The rows of such a chunk stay in the processor's cache while they are processed. Those of a
 * megabyte would not.
 */
const CHUNK_BYTES = 256 * 1024;
/** Windows uses it for ZIPs of more than 2 GB. Hardly any other program reads it. */
const DEFLATE64 = 9;
const READABLE_METHODS = new Set([0, 8]);
/** ZIP writers that know no date write 1980. */
const FIRST_CREDIBLE_YEAR = 1990;

/**
 * Returns the entries of a ZIP, or the file itself. Throws `CorruptFile` if it cannot be opened.
 * Call `close` afterwards.
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

/** Returns why the entry cannot be unpacked, and what to do. `undefined` if it can. */
function unreadableMethod({ compressionMethod: method, fileName }: yauzl.Entry): string | undefined {
  if (READABLE_METHODS.has(method)) return undefined;
  const name = method === DEFLATE64 ? 'Deflate64 (method 9)' : `compression method ${method}`;
  const unpacked = path.posix.basename(fileName);
  return `packed with ${name}, which is not read here: unpack it (7z x, or unzip) and import ${unpacked} itself`;
}

function earlier(inside: Date, outside: Date): Date {
  return inside.getFullYear() < FIRST_CREDIBLE_YEAR || inside > outside ? outside : inside;
}
