import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import type { PostgresDataSource } from '../adapters/postgres/client/data-source.js';
import { migrate } from '../adapters/postgres/client/migrate.js';
import { keepProbe } from '../adapters/postgres/registries/register-probes.js';
import { currentEditions } from '../adapters/registries/bulk/mirrors/editions.js';
import type { RegisterTable } from '../adapters/registries/register-table.js';
import { REGISTERS } from '../registers/registers.js';
import { importEdition } from '../adapters/registries/bulk/importing/importer.js';
import { loadLocalSettings } from '../config.js';
import { OLD_EDITION_DAYS } from '../core/limits.js';
import { codeOf } from '../core/registries/jurisdiction.js';
import { runCommand, UsageError } from './cli/command.js';
import { print, printJson } from './cli/print.js';
import { REGISTRY } from './cli/definitions.js';
import { probeAll } from './registry/probe-all.js';
import { formatsToUpdate, updateMirrors } from './registry/update.js';
import { MIGRATIONS_DIR, withConnections, withServer } from './cli/open-database.js';
import { ProgressDisplay } from './cli/progress-display.js';
import { importLine, leftOutLine } from './registry/import-line.js';

const DAY_MS = 86_400_000;
/** Rows of an import outlive Node's default young generation. */
const SEMI_SPACE_MB = 32;

async function importFiles(code: string | undefined, files: readonly string[], asOf: string | undefined) {
  if (code === undefined || files.length === 0) throw new UsageError('give a register and its files');
  const registers = registersInForce();
  const format = registers.format(code);
  if (!format) {
    throw new UsageError(
      `${code} is not imported from files; these are: ${registers.formats.map((known) => known.code).join(', ')}`,
    );
  }
  if (asOf !== undefined && !isDate(asOf)) throw new UsageError('--as-of must be a date such as 2026-01-31');
  await withDatabase(async ({ databaseUrl: url }) => {
    yieldToOthers();
    const display = new ProgressDisplay(process.stderr, importLine);
    const startedAt = performance.now();
    const outcome = await importEdition({
      databaseUrl: url,
      format,
      realm: 'live',
      files,
      fingerprint: await fingerprint(files),
      onProgress: (progress) => display.show(progress),
      ...(asOf !== undefined && { asOf }),
    }).finally(() => display.end());
    const seconds = (performance.now() - startedAt) / 1000;
    const { rows, resumedRows, replacedRows, leftOut } = outcome;
    const before = replacedRows === undefined ? '' : `, replacing ${count(replacedRows)}`;
    if (resumedRows > 0) print(`${code}: resumed after ${count(resumedRows)} rows of an interrupted import`);
    const speed = `${seconds.toFixed(1)} s, ${count((rows - resumedRows) / seconds)} rows/s`;
    print(`${code}: imported ${count(rows)} rows of ${outcome.asOf} in ${speed}${before}`);
    if (leftOut > 0) print(leftOutLine(code, leftOut));
    if (replacedRows !== undefined && rows < replacedRows / 2) {
      print(`${code}: this is less than half of the previous edition; was the file complete?`);
    }
  });
}

async function status(asJson: boolean): Promise<void> {
  await withDatabase(async ({ database }) => {
    const editions = await currentEditions(database, 'live');
    if (asJson) return printJson(editions);
    for (const { code } of registersInForce().formats) {
      const edition = editions.find(({ jurisdiction }) => jurisdiction === code);
      if (!edition) {
        print(`${code}  never imported`);
        continue;
      }
      const days = Math.max(0, Math.floor((Date.now() - Date.parse(edition.asOf)) / DAY_MS));
      const age = `${days} ${days === 1 ? 'day' : 'days'} old${days > OLD_EDITION_DAYS ? ', due for a new one' : ''}`;
      print(`${code}  edition of ${edition.asOf}  ${count(edition.rows)} rows  ${age}`);
    }
  });
}

async function update(codes: readonly string[]): Promise<void> {
  const formats = formatsToUpdate(registersInForce(), codes);
  await withDatabase(async (local) => {
    yieldToOthers();
    if (!(await updateMirrors(formats, { ...local, print }))) process.exitCode = 1;
  });
}

/** Exits with 1 if a register has drifted or could not be reached. */
async function probeRegisters(codes: readonly string[], report: string | undefined): Promise<void> {
  const registers = registersInForce();
  const known = registers.facts.map(({ code }) => code);
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined)
    throw new UsageError(`${unknown} is not in force here: the setting JURISDICTIONS adds registers to the usual ones`);
  const { mode, results } = await probeAll(registers, codes, report);
  if (results.some(({ verdict }) => verdict !== 'as_expected')) process.exitCode = 1;
  await withDatabase(async ({ database }) => {
    for (const result of results) await keepProbe(database, mode === 'live', result);
  });
}

interface Local {
  databaseUrl: string;
  dataDir: string;
  registryUrls: Readonly<Record<string, string | undefined>>;
  database: PostgresDataSource;
}

/** Opens the service's database, whether the service runs or not, and migrates it first. */
async function withDatabase(work: (local: Local) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir, registryUrls } = loadLocalSettings();
  await withServer({ databaseUrl, dataDir }, (url) =>
    withConnections(url, async (database) => {
      await migrate(database, MIGRATIONS_DIR, () => undefined);
      await work({ databaseUrl: url, dataDir, registryUrls, database });
    }),
  );
}

/** As for the service: with those that `JURISDICTIONS` adds. */
function registersInForce(): RegisterTable {
  return REGISTERS.inForce(loadLocalSettings().jurisdictions);
}

/**
 * Lowers the priority of this process. Call it after the database server has started, which would
 * inherit it.
 */
function yieldToOthers(): void {
  const { PRIORITY_BELOW_NORMAL } = os.constants.priority;
  if (os.getPriority() < PRIORITY_BELOW_NORMAL) os.setPriority(PRIORITY_BELOW_NORMAL);
}

async function fingerprint(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    const stat = await fs.stat(file).catch(() => undefined);
    hash.update(`${path.basename(file)}\0${stat?.size}\0${stat?.mtimeMs}\0`);
  }
  return hash.digest('hex');
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

v8.setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`);
await runCommand(REGISTRY, async ({ values, positionals: [verb, ...rest] }) => {
  const [code, ...files] = rest;
  const codes = rest.map(codeOf);
  if (verb === 'import') await importFiles(codes[0], files, values['as-of']);
  else if (verb === 'update') await update(codes);
  else if (verb === 'probe') await probeRegisters(codes, values.report);
  else if (verb === 'status' && code === undefined) await status(values.json === true);
  else
    throw new UsageError(
      verb === undefined ? 'name an action: import, update, probe or status' : `"${verb}" is not an action of registry`,
    );
});
