import type { FileRow, ReadRows } from './bulk-format.js';
import { CorruptFile } from './corrupt-file.js';
import { fromBytes, linesOf, wholeLines, withoutReturn } from './line-reader.js';

const BEYOND_ASCII = /[^\p{ASCII}]/u;

/** A column's position: its first character, counted from 0, and its length in characters. */
export type Place = readonly [start: number, length: number];

export interface FixedWidth {
  /** In the order of the layout's columns. */
  places: readonly Place[];
  /** The length of every record. `undefined` if the publisher strips trailing blanks. */
  recordCharacters?: number;
  /** The first line, which is not a record, and the last one, in files that have them. */
  frame?: { header: RegExp; trailer: RegExp };
}

/**
 * Fixed-width records, one per line. Bytes are read as UTF-8 if valid, else as Latin-1. A publisher
 * that moves from one to the other may count widths in characters or still in bytes, so both are
 * accepted. The record count in a trailer is checked.
 */
export function fixedWidth({ places, recordCharacters, frame }: FixedWidth): ReadRows {
  return async function* read(chunks, file, { fault }) {
    let blankLine: number | undefined;
    let trailer: number | undefined;
    let records = 0;
    for await (const { bytes, firstLine } of wholeLines(chunks, file)) {
      const batch: FileRow[] = [];
      const lines = linesOf(bytes.toString('latin1'));
      for (let at = 0; at < lines.length; at++) {
        const record = withoutReturn(lines[at]!);
        const line = firstLine + at;
        const refuse = (reason: string) => new CorruptFile(file, line, reason);
        // A file may end with blank lines, but nothing may follow them.
        if (record === '' || record === '\u001a') {
          blankLine ??= line;
          continue;
        }
        if (blankLine !== undefined) throw new CorruptFile(file, blankLine, 'an empty line between records');
        if (trailer !== undefined) throw refuse('a line after the trailer');
        if (frame && line === 1) {
          if (!frame.header.test(record)) throw refuse('the header line is missing');
          continue;
        }
        const stated = frame?.trailer.exec(record)?.[1];
        if (stated !== undefined) {
          trailer = Number(stated);
          if (trailer !== records) throw refuse(`the trailer states ${trailer} records, there are ${records}`);
          continue;
        }
        const cells = cellsOf(record, places, recordCharacters);
        if (cells === undefined) throw refuse(`a record of ${record.length} characters instead of ${recordCharacters}`);
        const reason = fault?.(cells);
        if (reason !== undefined) throw refuse(reason);
        records += 1;
        batch.push({ cells, line });
      }
      yield batch;
    }
    if (frame && trailer === undefined)
      throw new CorruptFile(file, undefined, 'the trailer line is missing: cut short');
  };
}

/**
 * Takes a `line` with one character per byte. Returns `undefined` if the record has the wrong
 * length both in bytes and in characters.
 */
function cellsOf(line: string, places: readonly Place[], recordCharacters: number | undefined): string[] | undefined {
  const plain = !BEYOND_ASCII.test(line);
  if (recordCharacters === undefined || line.length === recordCharacters) {
    const cells = cut(line, places);
    return plain ? cells : cells.map(inByteColumns);
  }
  const characters = plain ? line : fromBytes(line);
  return characters.length === recordCharacters ? cut(characters, places) : undefined;
}

/**
 * Decodes a cell whose width was counted in bytes as UTF-8. Adds blanks after longer letters, to
 * keep the text that follows in its column.
 */
function inByteColumns(cell: string): string {
  const decoded = fromBytes(cell);
  if (decoded.length === cell.length) return cell;
  const widen = (whole: string, words: string) => whole + ' '.repeat(Buffer.byteLength(words) - words.length);
  return decoded.replace(/(\S+(?: \S+)*) {2,}/g, widen);
}

function cut(line: string, places: readonly Place[]): string[] {
  const cells: string[] = [];
  const end = line.trimEnd().length;
  for (const [start, length] of places) cells.push(start < end ? line.slice(start, start + length).trim() : '');
  return cells;
}
