import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { BulkEntry } from '../formats/bulk-file.js';
import type { EditionFile } from '../mirrors/editions.js';

/** How far an import has come, as it was committed together with the rows. */
export interface ResumePoint {
  /** The files it reads, in their order. */
  entries: readonly { name: string; bytes: number }[];
  /** Rows that are in the edition. */
  rows: number;
  /**
   * What had been read of the files by then, unpacked, and its CRC-32: distinguishes the same files
   * from others of equal size.
   */
  bytes: number;
  checksum: number;
  /** All rows are there: what is left is to index them. */
  loaded: boolean;
  /** What was read, once that is everything. */
  files?: readonly EditionFile[];
}

/** What has been read of some files. */
export class ReadSoFar {
  bytes = 0;
  checksum = 0;
  /** Those that were read to their end. */
  readonly files: EditionFile[] = [];

  async *through(entry: BulkEntry): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of entry.chunks()) {
      this.bytes += chunk.length;
      this.checksum = crc32(chunk, this.checksum);
      hash.update(chunk);
      yield chunk;
    }
    this.files.push({ name: entry.name, digest: hash.digest('hex') });
  }
}

/** Tells what was read from everything else: the digest of it. */
export function contentOf(files: readonly EditionFile[]): string {
  const digests = files.map(({ digest }) => digest);
  const [sole] = digests;
  if (sole !== undefined && digests.length === 1) return sole;
  return createHash('sha256').update(digests.join('\n')).digest('hex');
}

export function shapeOf(entries: readonly BulkEntry[]): ResumePoint['entries'] {
  return entries.map(({ name, bytes }) => ({ name, bytes }));
}

/**
 * Whether these are the files the point was reached in, up to it. What lies behind it is yet to be
 * read. Throws `CorruptFile`.
 */
export async function leadsTo(point: ResumePoint, entries: readonly BulkEntry[]): Promise<boolean> {
  if (JSON.stringify(shapeOf(entries)) !== JSON.stringify(point.entries)) return false;
  const read = new ReadSoFar();
  for (const entry of entries) {
    if (read.bytes === point.bytes) break;
    for await (const chunk of entry.chunks()) {
      const left = point.bytes - read.bytes;
      read.checksum = crc32(left < chunk.length ? chunk.subarray(0, left) : chunk, read.checksum);
      read.bytes += Math.min(left, chunk.length);
      if (read.bytes === point.bytes) break;
    }
  }
  return read.bytes === point.bytes && read.checksum === point.checksum;
}
