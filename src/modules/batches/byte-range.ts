/** A part of a file, both ends inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Parses a Range header for a file of this size (RFC 9110, section 14). Returns `undefined` for the
 * whole file, which also answers multiple ranges and invalid headers.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'beyond the end' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const first = Math.max(size - Number(to), 0);
    return Number(to) === 0 || size === 0 ? 'beyond the end' : { first, last: size - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= size) return 'beyond the end';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

export async function* partOf(file: AsyncIterable<Buffer>, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const bytes of file) {
    const from = Math.max(first - at, 0);
    const to = Math.min(last + 1 - at, bytes.length);
    if (from < to) yield bytes.subarray(from, to);
    at += bytes.length;
    if (at > last) return;
  }
}

export async function sizeOf(file: AsyncIterable<Buffer>): Promise<number> {
  let size = 0;
  for await (const bytes of file) size += bytes.length;
  return size;
}
