import { isUtf8 } from 'node:buffer';
import type { ReadRows } from './bulk-format.js';
import { CorruptFile } from './corrupt-file.js';
import { linesOf, wholeLines } from './line-reader.js';

/** One JSON object a line, in UTF-8. Columns without a value may be left out. */
export const ndjson: ReadRows = async function* (chunks, file, { columns, fault }) {
  let mark = true;
  for await (const { bytes, firstLine } of wholeLines(chunks, file)) {
    const batch: string[][] = [];
    const encoded = isUtf8(bytes);
    const lines = linesOf(bytes.toString('utf8'));
    for (let at = 0; at < lines.length; at++) {
      const line = mark ? lines[at]!.replace(/^\ufeff/, '') : lines[at]!;
      mark = false;
      if (line.trim() === '') continue;
      const refuse = (reason: string) => new CorruptFile(file, firstLine + at, reason);
      if (!encoded && line.includes('\ufffd')) throw refuse('not in UTF-8');
      const row = parsed(line);
      if (row === undefined) throw refuse('not a JSON object');
      const cells = columns.map((column) => cell(row[column]));
      const reason = fault?.(cells);
      if (reason !== undefined) throw refuse(reason);
      batch.push(cells);
    }
    yield batch;
  }
};

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function cell(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
