import type { BulkFormat, Parts } from '../../src/adapters/registries/bulk/formats/bulk-format.js';

export type Rows = Record<string, string>[];

/** Returns the rows that the format reads from a file arriving in pieces of this size. */
export async function read(format: BulkFormat, name: string, bytes: Buffer, pieceBytes = 64 * 1024): Promise<Rows> {
  const layout = format.layoutOf(name)!;
  const rows: Rows = [];
  for await (const batch of layout.read(pieces(bytes, pieceBytes), name, layout)) {
    for (const { cells } of batch)
      rows.push(Object.fromEntries(layout.columns.map((column, at) => [column, cells[at]!])));
  }
  return rows;
}

/** Returns the line on which each row begins, for a file that arrives in small pieces. */
export async function linesOf(format: BulkFormat, name: string, bytes: Buffer): Promise<number[]> {
  const layout = format.layoutOf(name)!;
  const lines: number[] = [];
  for await (const batch of layout.read(pieces(bytes, 100), name, layout)) lines.push(...batch.map(({ line }) => line));
  return lines;
}

async function* pieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Expects a record without status or standing, and returns the status words reported for it. */
export function unknownIn(format: BulkFormat, parts: Parts): string[] {
  const told: string[] = [];
  const record = format.toRecord(parts, { unknownStatus: (word) => told.push(word) });
  expect(record).toMatchObject({ status: 'unknown', goodStanding: null });
  return told;
}

/** Each status word that no table has comes with the parts of a record in that status. */
export function itReportsUnknownStatuses(
  format: BulkFormat,
  words: readonly (readonly [word: string, parts: (status: string) => Parts])[],
): void {
  it.each(words)(
    `reports status %s, unlisted in ${format.code}, as unknown without standing, but no empty one`,
    (word, parts) => {
      expect(unknownIn(format, parts(word))).toEqual([word]);
      expect(unknownIn(format, parts(''))).toEqual([]);
    },
  );
}
