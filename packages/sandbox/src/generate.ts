import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from './dialect.js';
import { BUNDLED_EXTRACTS } from './extracts.js';
import { fictionalCompanies } from './companies/fictional-companies.js';
import { REGISTERS } from './registers.js';

/**
 * Returns the bundled extracts by file name. They contain fictional companies only and are
 * reproducible.
 */
export function generateExtracts(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [name, records] of recordsByFile()) {
    files.set(name, name.endsWith('.csv') ? csv(columnsOf(records), records as readonly Row[]) : jsonLines(records));
  }
  return files;
}

/** One file may describe several registers. */
function recordsByFile(): Map<string, readonly object[]> {
  const byFile = new Map<string, readonly object[]>();
  for (const register of REGISTERS) {
    const extracts = register.extracts(fictionalCompanies(register.vocabulary));
    for (const [name, records] of Object.entries(extracts)) byFile.set(name, [...(byFile.get(name) ?? []), ...records]);
  }
  return byFile;
}

function columnsOf(records: readonly object[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

function jsonLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Omits empty columns to keep the file readable. */
function csv(columns: readonly string[], rows: readonly Row[]): string {
  const filled = columns.filter((column) => rows.some((row) => row[column] !== undefined));
  const lines = [filled, ...rows.map((row) => filled.map((column) => row[column] ?? ''))];
  return `${lines.map((cells) => cells.map(cell).join(',')).join('\n')}\n`;
}

function cell(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

// Run by `npm run generate -- sandbox`. A test compares the committed files with the output.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of generateExtracts()) fs.writeFileSync(path.join(BUNDLED_EXTRACTS, name), content);
}
