import { createHash } from 'node:crypto';
import type { GivenRow } from '../../core/batches/read-row.js';
import { whereJsonBreaks } from '../http/server/json-position.js';
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
      const given = part.replace(/^\uFEFF/, '');
      if (given.trim() !== '') yield objectOf(given, line);
      line++;
    }
  }
}

function objectOf(given: string, line: number): GivenRow {
  const json = given.trim();
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { line, cells: textsOf(value as Record<string, unknown>) };
    }
    return { line, problem: 'The line is no JSON object.' };
  } catch {
    const column = given.length - given.trimStart().length + 1;
    const where = whereJsonBreaks(json, { line, column });
    return { line, problem: `The line is not valid JSON. ${where}` };
  }
}

/** Often digits only, which a name is not. */
const IDENTIFIERS: readonly string[] = ['custom_id', 'jurisdiction_id', 'postal_code'];

/**
 * Writes the numbers of identifiers as text, also in an address: programs that write tables make a
 * number of each cell of digits. Other numbers, and those that may have lost digits, are refused.
 */
function textsOf({ address, ...cells }: Record<string, unknown>): Record<string, unknown> {
  const isObject = typeof address === 'object' && address !== null && !Array.isArray(address);
  const parts = isObject ? withTexts(address as Record<string, unknown>) : address;
  return withTexts(address === undefined ? cells : { ...cells, address: parts });
}

function withTexts(cells: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([name, value]) => {
      const isText = IDENTIFIERS.includes(name) && Number.isSafeInteger(value);
      return [name, isText ? String(value) : value];
    }),
  );
}
