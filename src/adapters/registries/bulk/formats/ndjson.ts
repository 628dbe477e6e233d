import { isUtf8 } from 'node:buffer';
import type { FileRow, ReadRows } from './bulk-format.js';
import { CorruptFile } from './corrupt-file.js';
import { linesOf, wholeLines } from './line-reader.js';

/** One JSON object per line, in UTF-8. Columns without a value may be missing. */
export const ndjson: ReadRows = async function* (chunks, file, { columns, fault }) {
  let mark = true;
  for await (const { bytes, firstLine } of wholeLines(chunks, file)) {
    const batch: FileRow[] = [];
    const encoded = isUtf8(bytes);
    const lines = linesOf(bytes.toString('utf8'));
    for (let at = 0; at < lines.length; at++) {
      const text = mark ? lines[at]!.replace(/^\ufeff/, '') : lines[at]!;
      const line = firstLine + at;
      mark = false;
      if (text.trim() === '') continue;
      const refuse = (reason: string) => new CorruptFile(file, line, reason);
      if (!encoded && text.includes('\ufffd')) throw refuse('not in UTF-8');
      const row = parsed(text);
      if (row === undefined) throw refuse('not a JSON object');
      const cells = columns.map((column) => cell(row[column]));
      const reason = fault?.(cells);
      if (reason !== undefined) throw refuse(reason);
      batch.push({ cells, line });
    }
    yield batch;
  }
};

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
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
