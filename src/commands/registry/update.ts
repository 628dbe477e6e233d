import path from 'node:path';
import type { PostgresDataSource } from '../../adapters/postgres/client/data-source.js';
import type { BulkFormat } from '../../adapters/registries/bulk/formats/bulk-format.js';
import type { RegisterTable } from '../../adapters/registries/register-table.js';
import { updateMirror, type UpdateOutcome } from '../../adapters/registries/bulk/importing/update.js';
import { typedAs, UsageError } from '../cli/command.js';
import { ProgressDisplay } from '../cli/progress-display.js';
import { importLine, leftOutLine } from './import-line.js';

interface UpdateSettings {
  database: PostgresDataSource;
  databaseUrl: string;
  dataDir: string;
  registryUrls: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
}

/** The named mirrors, or all that can be downloaded. */
export function formatsToUpdate(registers: RegisterTable, codes: readonly string[]): BulkFormat[] {
  if (codes.length === 0) return registers.formats.filter(({ published }) => published.download !== undefined);
  return codes.map((code) => {
    const format = registers.format(code);
    if (format) return format;
    const known = registers.formats.map((one) => one.code).join(', ');
    throw new UsageError(`${code} is not a mirror; these are: ${known}`);
  });
}

/** Returns false if something is left for a person to do. */
export async function updateMirrors(formats: readonly BulkFormat[], settings: UpdateSettings): Promise<boolean> {
  let done = true;
  for (const format of formats) {
    const display = new ProgressDisplay(process.stderr, importLine);
    const outcome = await updateMirror({
      database: settings.database,
      databaseUrl: settings.databaseUrl,
      format,
      origin: settings.registryUrls[format.code],
      folder: path.join(settings.dataDir, 'downloads'),
      onProgress: (progress) => display.show(progress),
    }).finally(() => display.end());
    for (const line of told(format.code, outcome)) settings.print(line);
    if (outcome.kind === 'by_hand') done = false;
  }
  return done;
}

function told(code: string, outcome: UpdateOutcome): string[] {
  if (outcome.kind === 'unchanged') return [`${code}: the register has no newer edition`];
  if (outcome.kind === 'by_hand') {
    return [
      `${code}: ${outcome.why}`,
      `${code}: fetch ${outcome.what}, then: ${typedAs({ name: 'registry' })} import ${code} FILE`,
    ];
  }
  const { outcome: imported, bytes, resumedBytes } = outcome;
  const kept = resumedBytes > 0 ? `, ${resumedBytes.toLocaleString('en-US')} of them from an interrupted download` : '';
  return [
    `${code}: downloaded ${bytes.toLocaleString('en-US')} bytes${kept}`,
    `${code}: imported ${imported.rows.toLocaleString('en-US')} rows of ${imported.asOf}`,
    ...(imported.leftOut > 0 ? [leftOutLine(code, imported.leftOut)] : []),
  ];
}
