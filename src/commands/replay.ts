import { REGISTERS } from '../registers/registers.js';
import 'reflect-metadata';
import { Database } from '../adapters/postgres/client/database.js';
import { PostgresEvidenceReader } from '../adapters/postgres/entities/evidence-reader.js';
import { AdaptersOfToday } from '../adapters/registries/kept/kept-registers.js';
import { UnreadableWarc } from '../adapters/warc/warc-records.js';
import { loadLocalSettings } from '../config.js';
import { parseId, type Id } from '../core/ids.js';
import type { FieldChange } from '../core/verification/field-changes.js';
import { ReplayEvidence, type Replay } from '../core/verification/replay-evidence.js';
import { runCommand, UsageError } from './cli/command.js';
import { REPLAY } from './cli/definitions.js';
import { print, printJson } from './cli/print.js';
import { withDatabase } from './cli/open-database.js';
import { keptIn, type Kept } from './evidence/kept-file.js';

async function fromDatabase(id: Id<'evd'>): Promise<Kept> {
  const found = await withDatabase(loadLocalSettings(), (source) =>
    new PostgresEvidenceReader(new Database(source)).find(id),
  );
  if (!found) throw new Error(`${id}: no evidence of this id is kept`);
  const exchanges = found.exchanges.map(({ method, url, sent, status, body }) => {
    return { method, url, sent: sent?.text, status, body };
  });
  return { evidenceId: id, reading: { ...found, exchanges } };
}

async function fromFile(file: string): Promise<Kept[]> {
  if (/^[a-z]{3,4}_[^./\\]*$/.test(file)) throw new Error(`${file} is not the id of evidence`);
  return keptIn(file).catch((error: unknown) => {
    throw error instanceof UnreadableWarc ? new Error(`${file} ${error.message}`) : error;
  });
}

function lineOf({ field, before, today, stands }: FieldChange): string {
  const places = stands.map(({ exchange, pointer, text }) => {
    return `${JSON.stringify(text)} at ${pointer} of exchange ${exchange}`;
  });
  const from = places.length === 0 ? '' : `, from ${places.join('; ')}`;
  return `${field}: ${JSON.stringify(before)} before, ${JSON.stringify(today)} today${from}`;
}

function printReplay({ evidenceId, reading }: Kept, replay: Replay): void {
  const { parserVersion, records, foundToday, isSame } = replay;
  print(
    `${evidenceId}: ${reading.jurisdiction}, read by parser ${parserVersion.before} before, ${parserVersion.today} today`,
  );
  for (const { id, name, changes } of records) {
    print(`${name} (${id}): ${changes.length === 0 ? 'the same' : 'changed'}`);
    for (const change of changes) print(lineOf(change));
  }
  if (foundToday) print(`nothing was found then, ${foundToday.name} (${foundToday.id}) is found today`);
  if (isSame) return print(records.length === 0 ? 'the same: nothing is found' : 'the reading is the same');
  const fields = records.reduce((sum, { changes }) => sum + changes.length, 0);
  print(fields === 0 ? 'the reading changed' : `the reading changed in ${fields} fields`);
}

await runCommand(
  REPLAY,
  async ({ values, positionals: [source, ...rest] }) => {
    if (source === undefined || rest.length > 0) throw new UsageError('give the id of evidence, or one WARC file');
    const id = parseId('evd', source);
    const all = id ? [await fromDatabase(id)] : await fromFile(source);
    const signal = AbortSignal.timeout(600_000);
    for (const kept of all) {
      const replay = await new ReplayEvidence(new AdaptersOfToday(REGISTERS)).run(kept.reading, signal);
      if (!replay.isSame) process.exitCode = 1;
      if (values.json) printJson({ evidenceId: kept.evidenceId, ...replay });
      else printReplay(kept, replay);
    }
  },
  () => 2,
);
