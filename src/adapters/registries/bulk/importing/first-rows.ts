import { constants, inflateRawSync } from 'node:zlib';
import type { BulkFormat, FileRow, PartLayout } from '../formats/bulk-format.js';
import { CorruptFile } from '../formats/corrupt-file.js';
import { beginningOf } from './download.js';

export interface FirstRows {
  layout: PartLayout;
  rows: readonly FileRow[];
}

const BYTES = 128 * 1024;
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** The fixed part of a ZIP's local file header (APPNOTE 4.3.7). */
const HEADER_BYTES = 30;
const HEADER = Buffer.from('PK\u0003\u0004');
const STORED = 0;
const DEFLATED = 8;

/**
 * Returns the first rows of a remote file, of which only the beginning is fetched. Throws
 * `FailedDownload`, or `CorruptFile` if they are not what the format expects.
 */
export async function firstRows(format: BulkFormat, url: string, name: string): Promise<FirstRows> {
  const entry = entryOf(await beginningOf(url, BYTES), name);
  const layout = format.layoutOf(entry.name) ?? (entry.packed ? undefined : format.layoutOf(format.usualName));
  if (!layout) throw new CorruptFile(entry.name, undefined, 'a file of another name than expected');
  const whole = entry.content.subarray(0, entry.content.lastIndexOf(LINE_FEED) + 1);
  const rows: FileRow[] = [];
  for await (const batch of layout.read(only(whole), entry.name, layout)) rows.push(...batch);
  return { layout, rows };
}

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve();
  yield content;
}

interface Entry {
  name: string;
  content: Buffer;
  packed: boolean;
}

/** Returns the readable part of the first file in a ZIP, or of the file itself. */
function entryOf(bytes: Buffer, name: string): Entry {
  if (!bytes.subarray(0, HEADER.length).equals(HEADER)) return { name, content: bytes, packed: false };
  const nameBytes = bytes.readUInt16LE(26);
  const packed = bytes.subarray(HEADER_BYTES + nameBytes + bytes.readUInt16LE(28));
  const inside = bytes.toString('utf8', HEADER_BYTES, HEADER_BYTES + nameBytes).replace(/^.*\//, '');
  return { name: inside, content: unpacked(packed, bytes, inside), packed: true };
}

function unpacked(packed: Buffer, header: Buffer, name: string): Buffer {
  const method = header.readUInt16LE(8);
  if (method === STORED) return packed.subarray(0, header.readUInt32LE(18));
  if (method !== DEFLATED) throw new CorruptFile(name, undefined, `packed with compression method ${method}`);
  try {
    return inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    throw new CorruptFile(name, undefined, 'a damaged ZIP');
  }
}
