import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLED_EXTRACTS } from '../extracts.js';
import { fictionalCompanies } from '../companies/fictional-companies.js';
import { FOUND_COMPANIES } from '../companies/found-companies.js';
import { floridaFile } from './us-fl.js';
import { iowaFile } from './us-ia.js';
import { codedCompanies, virginiaFiles } from './us-va.js';
import { zip } from './zip.js';

/**
 * The bundled files of the bulk registers, by file name: fictional companies only, and the same
 * every time.
 */
export function generateBulkFiles(): Map<string, Buffer> {
  const florida = fictionalCompanies({
    code: 'us-fl',
    firstName: 'Nonesuch Sundials LLC',
    otherStatuses: ['Inactive'],
    notEntities: [],
    cities: ['Imaginary Key', 'Nowhere Beach', 'Port Fable'],
    zipPrefix: '320',
  });
  const iowa = fictionalCompanies({
    code: 'us-ia',
    firstName: 'Storybook Marbles LLC',
    otherStatuses: [],
    notEntities: [],
    cities: ['Fable Rapids', 'Imaginary Bluffs', 'Nowhere City'],
    zipPrefix: '500',
  });
  const virginia = fictionalCompanies({
    code: 'us-va',
    firstName: 'Unreal Bookends LLC',
    otherStatuses: [
      'Fee Delinquent',
      'Merged',
      'Revoked',
      'Involuntarily Dissolved',
      'Withdrawn',
      'Converted',
      'Surrendered',
    ],
    notEntities: [],
    cities: ['Fable Court', 'Nowhere Springs', 'Imaginary Beach'],
    zipPrefix: '230',
  });
  return new Map([
    ['us-fl.txt', floridaFile(florida)],
    ['us-fl.forced.txt', floridaFile(FOUND_COMPANIES)],
    ['us-ia.zip', zip(new Map([['rows.json', iowaFile(iowa)]]))],
    ['us-ia.forced.jsonl', iowaFile(FOUND_COMPANIES)],
    ['us-va.zip', zip(virginiaFiles([...virginia, ...codedCompanies(virginia[0]!)]))],
    ['us-va.forced.zip', zip(virginiaFiles(FOUND_COMPANIES))],
  ]);
}

// `npm run generate -- bulk` runs it. A test holds the files to this.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of generateBulkFiles()) fs.writeFileSync(path.join(BUNDLED_EXTRACTS, name), content);
}
