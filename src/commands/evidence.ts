import { runCommand, UsageError } from './cli/command.js';
import { print, printJson } from './cli/print.js';
import { EVIDENCE } from './cli/definitions.js';
import { ProgressDisplay } from './cli/progress-display.js';
import { checkRows, type CheckedRows } from './evidence/check-rows.js';
import { checkFile, type CheckedField, type CheckedFile } from './evidence/check-file.js';
import { importLine } from './registry/import-line.js';
import { UnreadableWarc } from '../adapters/warc/warc-records.js';

function lineOf({ field, stands, holds }: CheckedField): string {
  const places = stands.map(({ exchange, pointer, text, found }) => {
    const place = `at ${pointer} of exchange ${exchange}`;
    if (found === 'kept') return `${JSON.stringify(text)} ${place}`;
    if (found === 'not kept') return `not kept, was ${place}`;
    return `${JSON.stringify(text)} is not ${place}`;
  });
  const value = holds ? '' : 'does not hold: ';
  return `${field}: ${value}${places.join('; ')}`;
}

function notKept(fields: readonly CheckedField[]): string {
  const count = fields.filter(({ stands }) => stands.some(({ found }) => found === 'not kept')).length;
  return count === 0 ? '' : `, ${count} of them not kept`;
}

function printFile({ evidenceId, register, records, faults, fields }: CheckedFile): void {
  print(`${evidenceId}: ${records} records of ${register.name}, ${register.url}`);
  for (const field of fields) print(lineOf(field));
  for (const fault of faults) print(fault);
  const wrong = fields.filter(({ holds }) => !holds).length;
  if (faults.length + wrong === 0) return print(`the file holds: ${fields.length} fields${notKept(fields)}`);
  print(`the file does not hold: ${faults.length} records and ${wrong} of ${fields.length} fields are wrong`);
}

function printRows({ same, faults }: CheckedRows): void {
  for (const fault of faults) print(fault);
  print(`in the register's files: ${same} rows as they were kept, ${faults.length} wrong`);
}

function printCount(checked: readonly CheckedFile[]): void {
  const holding = checked.filter(({ holds }) => holds).length;
  print(`the file has ${checked.length} pieces of evidence: ${holding} hold, ${checked.length - holding} do not`);
}

/** One object a piece of evidence; the rows of several were looked up together. */
function printAllJson(checked: readonly CheckedFile[], rows: CheckedRows | undefined): void {
  const [only, ...others] = checked;
  if (others.length === 0) return printJson({ ...only, ...(rows && { rows }) });
  for (const one of checked) printJson(one);
  if (rows) printJson({ rows });
}

async function rowsOf(file: string, registerFiles: readonly string[]): Promise<CheckedRows> {
  const display = new ProgressDisplay(process.stderr, importLine);
  return checkRows(file, registerFiles, (progress) => display.show(progress)).finally(() => display.end());
}

async function named<T>(file: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof UnreadableWarc) throw new UnreadableWarc(`${file} ${error.message}`, error.changed);
    throw error;
  });
}

/** 1 means that a file of ours was changed; about other files nothing can be said. */
function exitCodeOf(error: unknown): number {
  return error instanceof UnreadableWarc && error.changed ? 1 : 2;
}

await runCommand(
  EVIDENCE,
  async ({ values, positionals: [verb, file, ...registerFiles] }) => {
    if (verb !== 'verify') {
      throw new UsageError(verb === undefined ? 'name an action: verify' : `"${verb}" is not an action of evidence`);
    }
    if (file === undefined) throw new UsageError('give a WARC file');
    const checked = await named(file, checkFile(file));
    const rows = registerFiles.length > 0 ? await named(file, rowsOf(file, registerFiles)) : undefined;
    if (checked.some(({ holds }) => !holds) || (rows && rows.faults.length > 0)) process.exitCode = 1;
    if (values.json) return printAllJson(checked, rows);
    for (const one of checked) printFile(one);
    if (rows) printRows(rows);
    if (checked.length > 1) printCount(checked);
  },
  exitCodeOf,
);
