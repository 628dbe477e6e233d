import { crc32, deflateRawSync } from 'node:zlib';

/** 2026-01-01 in MS-DOS format. The date is fixed so that output is reproducible. */
const DOS_DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;
const VERSION = 20;
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;

/** ZIP compression method numbers. */
const STORED = 0;
export const DEFLATE64 = 9;

/**
 * Creates a ZIP archive: stored by default, so that extracts can be read without unpacking, or
 * Deflate64.
 */
export function zip(files: ReadonlyMap<string, Buffer>, method: typeof STORED | typeof DEFLATE64 = STORED): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    // Stored blocks are identical in Deflate64 and Deflate.
    const packed = method === STORED ? content : deflateRawSync(content, { level: 0 });
    const described = description(name, content, packed.length, method);
    const local = Buffer.concat([numbers([LOCAL_HEADER, 4]), described, numbers([0, 2]), Buffer.from(name), packed]);
    directory.push(
      Buffer.concat([
        numbers([CENTRAL_HEADER, 4], [VERSION, 2]),
        described,
        numbers([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
        Buffer.from(name),
      ]),
    );
    pieces.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = numbers(
    [END, 4],
    [0, 2],
    [0, 2],
    [files.size, 2],
    [files.size, 2],
    [entries.length, 4],
    [offset, 4],
    [0, 2],
  );
  return Buffer.concat([...pieces, entries, end]);
}

/** The fields shared by both ZIP headers of a file, up to the length of its name. */
function description(name: string, content: Buffer, packedSize: number, method: number): Buffer {
  return numbers(
    ...([
      [VERSION, 2],
      [0, 2],
      [method, 2],
      [0, 2],
      [DOS_DATE, 2],
    ] as const),
    ...([
      [crc32(content), 4],
      [packedSize, 4],
      [content.length, 4],
      [Buffer.byteLength(name), 2],
    ] as const),
  );
}

function numbers(...fields: (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
