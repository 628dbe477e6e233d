import { once } from 'node:events';
import { compareNames } from '../core/matching/comparing/compare.js';
import { parseName } from '../core/matching/parsing/normalise.js';
import { runCommand, UsageError } from './cli/command.js';
import { printError } from './cli/print.js';
import { MATCH } from './cli/definitions.js';
import { csvLine } from '../core/csv.js';
import { weighAddressTexts } from '../core/matching/evidence/evidence.js';
import { supported } from '../core/matching/evidence/supported.js';
import { codeOf } from '../core/registries/jurisdiction.js';
import { readRows, type Row } from './cli/csv-rows.js';

const ROWS_PER_NOTICE = 50_000;

async function matchFile(file: string): Promise<void> {
  let count = 0;
  for await (const row of readRows(file, ['name_a', 'name_b'])) {
    if (count === 0) await write([...Object.keys(row), 'confidence', 'explanation']);
    const jurisdiction = codeOf(row['jurisdiction'] ?? '');
    const { confidence, explanation } = scored(row, jurisdiction);
    await write([...Object.values(row), confidence, explanation.join('; ')]);
    count++;
    if (count % ROWS_PER_NOTICE === 0) printError(`${count} pairs`);
  }
  printError(`${count} pairs scored`);
}

/** The first name and address are the ones entered; the second pair is the register's. */
function scored(row: Row, jurisdiction: string): { confidence: number; explanation: string[] } {
  const { name_a: asked = '', name_b: official = '', address_a: address = '', address_b: office = '' } = row;
  const name = compareNames(parseName(asked, jurisdiction), parseName(official, jurisdiction));
  if (address.trim() === '' || office.trim() === '') return name;
  const weighed = weighAddressTexts(address, office, jurisdiction);
  const details = weighed.findings.map(({ detail }) => `address: ${detail}`);
  return { confidence: supported(name.confidence, name.cap, weighed), explanation: [...name.explanation, ...details] };
}

async function write(fields: readonly (string | number)[]): Promise<void> {
  if (!process.stdout.write(csvLine(fields))) await once(process.stdout, 'drain');
}

await runCommand(MATCH, async ({ positionals: [file, ...rest] }) => {
  if (file === undefined) throw new UsageError('give a file of pairs');
  if (rest.length > 0) throw new UsageError(`give one file only: unexpected "${rest[0]}"`);
  await matchFile(file);
});
