import { once } from 'node:events';
import fs from 'node:fs';
import { nameMaker, seeded } from './fictional-names.js';

const RECORD_CHARACTERS = 1440;
const RECORDS_PER_WRITE = 1000;

/**
 * Writes records in the layout of the Florida corporate data file and returns every
 * `sampleEvery`-th name. Records selected by `changes` have another status than in the file without
 * it.
 */
export async function writeFictionalBulkFile(
  file: string,
  records: number,
  sampleEvery: number,
  changes: (serial: number) => boolean = () => false,
): Promise<string[]> {
  const name = nameMaker(seeded(20_260_101));
  const samples: string[] = [];
  await writeLines(file, records, (serial) => {
    const made = name();
    if (serial % sampleEvery === 0) samples.push(made);
    return record(serial, made, changes(serial));
  });
  return samples;
}

/** Writes records in the layout of the Iowa file, with other names. */
export async function writeFictionalIowaFile(file: string, records: number): Promise<void> {
  const name = nameMaker(seeded(20_260_102));
  await writeLines(file, records, (serial) =>
    JSON.stringify({
      corp_number: String(serial),
      legal_name: name(),
      corporation_type: 'DOMESTIC LIMITED LIABILITY COMPANY',
      effective_date: `${1990 + (serial % 36)}-03-15`,
      registered_agent: 'NOWHERE REGISTERED AGENTS LLC',
      ra_address_1: '1 PLACEHOLDER PLAZA',
      ra_city: 'FABLE RAPIDS',
      ra_state: 'IA',
      ra_zip: '50001',
      ho_address_1: `${serial % 9999} IMAGINARY STREET`,
      ho_city: 'NOWHERE RAPIDS',
      ho_state: 'IA',
      ho_zip: '50000',
      ho_country: 'USA',
    }),
  );
}

async function writeLines(file: string, records: number, lineOf: (serial: number) => string): Promise<void> {
  const out = fs.createWriteStream(file, 'latin1');
  let lines: string[] = [];
  for (let at = 0; at < records; at++) {
    lines.push(lineOf(at));
    if (lines.length < RECORDS_PER_WRITE && at + 1 < records) continue;
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain');
    lines = [];
  }
  out.end();
  await once(out, 'finish');
}

function record(serial: number, name: string, changed: boolean): string {
  const year = 1990 + (serial % 36);
  const fields: readonly (readonly [start: number, text: string])[] = [
    [0, `L${String(serial).padStart(11, '0')}`],
    [12, name],
    [204, (serial % 3 === 0) === changed ? 'A' : 'I'],
    [205, 'FLAL'],
    [220, `${serial % 9999} IMAGINARY STREET`],
    [304, 'NOWHERE FALLS'],
    [332, 'FL'],
    [334, '32000'],
    [472, `0315${year}`],
    [503, 'FL'],
    [505, '2024'],
    [510, '04012024'],
    [544, 'NOWHERE REGISTERED AGENTS LLC'],
    [586, 'C'],
    [587, '1 PLACEHOLDER PLAZA'],
    [629, 'FABLE JUNCTION'],
    [657, 'FL'],
    [659, '32001'],
    [668, 'MGR'],
    [672, 'C'],
    [673, `FICTIONAL MANAGERS ${serial % 997} LLC`],
  ];
  let line = '';
  for (const [start, text] of fields) line = line.padEnd(start) + text;
  return line.padEnd(RECORD_CHARACTERS);
}
