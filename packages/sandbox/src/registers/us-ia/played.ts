import type { FictionalCompany } from '../../companies/company.js';
import fs from 'node:fs';
import path from 'node:path';
import type { PublishedFile } from '../../bulk/published-file.js';
import { zip } from '../../bulk/zip.js';
import type { Answer, Dialect, Question } from '../../dialect.js';

/** Iowa, dataset 554 of the Iowa Data Hub: one JSON object per line, without empty columns. */

const TYPES = {
  llc: 'LIMITED LIABILITY COMPANY',
  corporation: 'PROFIT',
  nonprofit: 'NON-PROFIT',
} as const;

export const published: PublishedFile = {
  code: 'us-ia',
  vocabulary: {
    code: 'us-ia',
    firstName: 'Storybook Marbles LLC',
    otherStatuses: [],
    notEntities: [],
    cities: ['Fable Rapids', 'Imaginary Bluffs', 'Nowhere City'],
    zipPrefix: '500',
  },
  words: {},
  names: [/^us-ia\.zip$/, /^us-ia\.(json|jsonl|ndjson)$/, /^us-ia\.csv$/],
  ending: 'jsonl',
  write: iowaFile,
  bundle: (companies) => [['us-ia.zip', zip(new Map([['rows.json', iowaFile(companies)]]))]],
  offer: openIowaHub,
};

export function iowaFile(companies: readonly FictionalCompany[]): Buffer {
  return Buffer.from(companies.map((company) => `${JSON.stringify(row(company))}\n`).join(''), 'utf8');
}

function row({ serial, name, kind, formed, foreignTo, agent, office }: FictionalCompany): Record<string, string> {
  return {
    corp_number: String(100_000 + serial),
    legal_name: name.toUpperCase(),
    corporation_type: `${foreignTo === undefined ? 'DOMESTIC' : 'FOREIGN'} ${TYPES[kind]}`,
    effective_date: formed,
    ...(agent !== false && {
      registered_agent: agent.toUpperCase(),
      ra_address_1: '400 NOWHERE PLAZA',
      ra_city: 'FABLE RAPIDS',
      ra_state: 'IA',
      ra_zip: '50000',
    }),
    ho_address_1: office.street.toUpperCase(),
    ...(office.unit !== undefined && { ho_address_2: office.unit.toUpperCase() }),
    ho_city: office.city.toUpperCase(),
    ho_state: 'IA',
    ho_zip: office.zip,
    ho_country: 'USA',
  };
}

/**
 * Iowa's data hub offers dataset 554 as a file: a redirect to a signed URL of a file store. The ZIP
 * there comes without length, digest or ETag and does not support range requests. The store refuses
 * a URL without a signature.
 */
const DATASET = '/api/v1/datasets/554/rows.json';
const STORE = '/store/554/rows.zip';
const SIGNATURE = 'sandbox';

/** `undefined` if the folder has no such file. */
function openIowaHub(folder: string): Dialect | undefined {
  const file = path.join(folder, 'us-ia.zip');
  if (!fs.existsSync(file)) return undefined;
  return { answer: (question) => answer(question, file), sampleNames: () => [] };
}

function answer({ path: asked, query }: Question, file: string): Answer {
  if (asked === DATASET) {
    return { status: 303, body: '', headers: { location: `/us-ia${STORE}?signature=${SIGNATURE}` } };
  }
  if (asked !== STORE) return { status: 404, body: { error: 'Not Found' } };
  if (query.get('signature') !== SIGNATURE) {
    const body = Buffer.from('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>');
    return { status: 403, body, headers: { 'content-type': 'application/xml' } };
  }
  return { status: 200, body: fs.readFileSync(file), headers: { 'content-type': 'application/zip' } };
}
