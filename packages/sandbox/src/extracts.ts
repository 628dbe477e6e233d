import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import type { Row } from './dialect.js';

/** The same relative path from the sources and the compiled files. */
export const BUNDLED_EXTRACTS = fileURLToPath(new URL('../extracts', import.meta.url));

/** Marks a cell that was not visible when the extract was made. */
const NOT_VISIBLE = '∅';

/**
 * Returns the rows of `<name>.csv` or `<name>.jsonl` in the folder, or `undefined` if there is
 * neither. Values are texts; empty cells are omitted.
 */
export function loadExtract(folder: string, name: string): Row[] | undefined {
  const csv = path.join(folder, `${name}.csv`);
  if (fs.existsSync(csv)) return readCsv(csv).map(withoutEmpty);
  const lines = path.join(folder, `${name}.jsonl`);
  if (fs.existsSync(lines)) return readLines(lines).map(withoutEmpty);
  return undefined;
}

function readCsv(file: string): Record<string, unknown>[] {
  const options = { columns: true, bom: true, relax_column_count: true, skip_empty_lines: true } as const;
  return parse(fs.readFileSync(file, 'utf8'), options) as Record<string, unknown>[];
}

function readLines(file: string): Record<string, unknown>[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
}

function withoutEmpty(cells: Record<string, unknown>): Row {
  const kept = Object.entries(cells).flatMap(([column, value]) => {
    const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
    return text === '' || text === NOT_VISIBLE ? [] : [[column, text] as const];
  });
  return Object.fromEntries(kept);
}

/** Like `loadExtract`, but keeps the values as they are in the file, including nested JSON. */
export function loadObjects(folder: string, name: string): Record<string, unknown>[] | undefined {
  const lines = path.join(folder, `${name}.jsonl`);
  return fs.existsSync(lines) ? readLines(lines) : loadExtract(folder, name)?.map((row) => ({ ...row }));
}
