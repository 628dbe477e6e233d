import { createHash } from 'node:crypto';
import type { GivenRow } from '../../core/batches/read-row.js';
import { csvRows } from './read-csv.js';
import { wholeLines, type Block } from './whole-lines.js';

/**
 * A file being uploaded: its rows, which can be read once, and afterwards the digest of its bytes.
 */
export interface ReadFile {
  rows: AsyncIterable<GivenRow>;
  digest: () => string;
}

/** Streams a UTF-8 file, with little of it in memory at a time. Its rows throw `FileRefused`. */
export function readFile(bytes: AsyncIterable<Buffer>, type: 'csv' | 'ndjson'): ReadFile {
  const hash = createHash('sha256');
  const blocks = wholeLines(bytes, (chunk) => hash.update(chunk));
  return { rows: type === 'csv' ? csvRows(blocks) : ndjsonRows(blocks), digest: () => hash.digest('hex') };
}

async function* ndjsonRows(blocks: AsyncIterable<Block>): AsyncGenerator<GivenRow> {
  for await (const { text, line: first, newline } of blocks) {
    let line = first;
    for (const part of text.split(newline)) {
      const json = part.replace(/^\uFEFF/, '').trim();
      if (json !== '') yield objectOf(json, line);
      line++;
    }
  }
}

function objectOf(json: string, line: number): GivenRow {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { line, cells: value as Record<string, unknown> };
    }
    return { line, problem: 'The line is no JSON object.' };
  } catch {
    return { line, problem: 'The line is not valid JSON.' };
  }
}
