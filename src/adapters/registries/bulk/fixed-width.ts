import type { ReadRows } from './bulk-format.js';
import { CorruptFile } from './corrupt-file.js';
import { linesOf, wholeLines, withoutReturn } from './line-reader.js';

/** Where a column stands: its first character counted from 0, and how many there are. */
export type Place = readonly [start: number, length: number];

export interface FixedWidth {
  /** In the order of the layout's columns. */
  places: readonly Place[];
  /** Every record is that long; left out where the publisher strips blanks at the end. */
  recordCharacters?: number;
  /** A first line that is no record, and the last one, in files that have them. */
  frame?: { header: RegExp; trailer: RegExp };
}

/** Records of fixed width, one a line, in an 8-bit encoding. A trailer states how many records there must be. */
export function fixedWidth({ places, recordCharacters, frame }: FixedWidth): ReadRows {
  return async function* read(chunks, file, { fault }) {
    let blankLine: number | undefined;
    let trailer: number | undefined;
    let records = 0;
    for await (const { bytes, firstLine } of wholeLines(chunks, file)) {
      const batch: string[][] = [];
      const lines = linesOf(bytes.toString('latin1'));
      for (let at = 0; at < lines.length; at++) {
        const line = withoutReturn(lines[at]!);
        const number = firstLine + at;
        const refuse = (reason: string) => new CorruptFile(file, number, reason);
        // Blank lines may end a file, and nothing may follow them.
        if (line === '' || line === '\u001a') {
          blankLine ??= number;
          continue;
        }
        if (blankLine !== undefined) throw new CorruptFile(file, blankLine, 'an empty line between records');
        if (trailer !== undefined) throw refuse('a line behind the trailer');
        if (frame && number === 1) {
          if (!frame.header.test(line)) throw refuse('the header line is missing');
          continue;
        }
        const stated = frame?.trailer.exec(line)?.[1];
        if (stated !== undefined) {
          trailer = Number(stated);
          if (trailer !== records) throw refuse(`the trailer states ${trailer} records, there are ${records}`);
          continue;
        }
        if (recordCharacters !== undefined && line.length !== recordCharacters) {
          throw refuse(`a record of ${line.length} characters instead of ${recordCharacters}`);
        }
        const cells = cut(line, places);
        const reason = fault?.(cells);
        if (reason !== undefined) throw refuse(reason);
        records += 1;
        batch.push(cells);
      }
      yield batch;
    }
    if (frame && trailer === undefined)
      throw new CorruptFile(file, undefined, 'the trailer line is missing: cut short');
  };
}

function cut(line: string, places: readonly Place[]): string[] {
  const cells: string[] = [];
  const end = line.trimEnd().length;
  for (const [start, length] of places) cells.push(start < end ? line.slice(start, start + length).trim() : '');
  return cells;
}
