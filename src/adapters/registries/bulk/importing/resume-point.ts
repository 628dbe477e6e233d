import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { BulkEntry } from '../formats/bulk-file.js';
import type { EditionFile } from '../mirrors/editions.js';

/** The progress of an import, committed together with the rows. */
export interface ResumePoint {
  /** The files, in the order they are read. */
  entries: readonly { name: string; bytes: number }[];
  /** Rows already in the edition. */
  rows: number;
  /**
   * Unpacked bytes read so far, and their CRC-32. Distinguishes the same files from others of equal
   * size.
   */
  bytes: number;
  checksum: number;
  /** All rows are loaded. Only the indexes are missing. */
  loaded: boolean;
  /** The files read, once all of them were. */
  files?: readonly EditionFile[];
  /** Rows of people that were left out, once all files were read. */
  leftOut?: number;
}

export class ReadSoFar {
  bytes = 0;
  checksum = 0;
  /** Files read to their end. */
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

/** Returns a digest that identifies the content of the files. */
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
 * Returns whether these files match those of the resume point, up to that point. The rest is yet to
 * be read. Throws `CorruptFile`.
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
