import fs from 'node:fs';
import path from 'node:path';
import type { PublishedFile } from '../../bulk/published-file.js';
import { zip } from '../../bulk/zip.js';
import { sixDigits, withEstonianCheckDigit } from '../../companies/check-digits.js';
import type { FictionalCompany } from '../../companies/company.js';
import type { Dialect } from '../../dialect.js';

/**
 * Estonia, basic data of the e-Business Register: a byte order mark, cells between `;`, days as
 * `25.04.2014`, and rows of sole traders among those of companies. The numbers begin with 5, as
 * none does.
 */

const FILE = 'ettevotja_rekvisiidid__lihtandmed.csv';
const HEADER =
  'nimi;ariregistri_kood;ettevotja_oiguslik_vorm;ettevotja_oigusliku_vormi_alaliik;kmkr_nr;ettevotja_staatus;' +
  'ettevotja_staatus_tekstina;ettevotja_esmakande_kpv;ettevotja_aadress;asukoht_ettevotja_aadressis;asukoha_ehak_kood;' +
  'asukoha_ehak_tekstina;indeks_ettevotja_aadressis;ads_adr_id;ads_ads_oid;ads_normaliseeritud_taisaadress;teabesysteemi_link';
const FORMS = { llc: 'Osaühing', corporation: 'Aktsiaselts', nonprofit: 'Sihtasutus' } as const;
const SOLE_TRADER = 'Füüsilisest isikust ettevõtja';
const STATUSES: Readonly<Record<string, string>> = { Likvideerimisel: 'L', Pankrotis: 'N' };

export const published: PublishedFile = {
  code: 'ee',
  vocabulary: {
    code: 'ee',
    firstName: 'Kratt Laternad OÜ',
    otherStatuses: Object.keys(STATUSES),
    notEntities: [],
    cities: [
      'Haabersti linnaosa, Tallinn, Harju maakond',
      'Tartu linn, Tartu maakond',
      'Muinasjutu küla, Viimsi vald, Harju maakond',
    ],
    zipPrefix: '135',
    forms: { llc: 'OÜ', corporation: 'AS', nonprofit: 'SA' },
  },
  words: { lapsed: 'Likvideerimisel' },
  names: [/^ee\.csv$/],
  ending: 'csv',
  write: (companies) => fileOf(companies.map(rowOf)),
  bundle: (companies) => [['ee.csv', fileOf([...companies.map(rowOf), ...oddRows()])]],
  offer: openDownloads,
};

function rowOf({ serial, name, kind, formed, status, office }: FictionalCompany): string[] {
  const street = `${office.street}${office.unit === undefined ? '' : `-${office.unit}`}`;
  return cells(
    numberOf(serial),
    name,
    FORMS[kind],
    status ?? 'Registrisse kantud',
    formed,
    street,
    office.city,
    office.zip,
  );
}

/** A sole trader, a branch, and a company whose status no table has. */
function oddRows(): string[][] {
  const place = ['2014-04-25', 'Muinasjutu tee 1', 'Tartu linn, Tartu maakond', '13599'] as const;
  return [
    cells(numberOf(910_001), 'Väljamõeldud Füüsiline Isik', SOLE_TRADER, 'Registrisse kantud', ...place),
    cells(
      numberOf(910_002),
      'Välismaine Kratt Eesti filiaal',
      'Välismaa äriühingu filiaal',
      'Registrisse kantud',
      ...place,
    ),
    cells(numberOf(910_003), 'Imelik Seisund OÜ', FORMS.llc, 'Unustatud', ...place),
  ];
}

function cells(
  number: string,
  name: string,
  form: string,
  status: string,
  formed: string,
  street: string,
  place: string,
  code: string,
): string[] {
  const letter = status === 'Registrisse kantud' ? 'R' : (STATUSES[status] ?? 'U');
  const link = `https://ariregister.rik.ee/est/company/${number}`;
  const day = formed.split('-').toReversed().join('.');
  return [name, number, form, '', '', letter, status, day, '', street, '', place, code, '', '', '', link];
}

function numberOf(serial: number): string {
  return withEstonianCheckDigit(`5${sixDigits(serial)}`);
}

function fileOf(rows: readonly string[][]): Buffer {
  const lines = rows.map((row) => row.map(cell).join(';'));
  return Buffer.from(`\uFEFF${[HEADER, ...lines].map((line) => `${line}\r\n`).join('')}`, 'utf8');
}

function cell(value: string): string {
  return /[";]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** `undefined` if the folder lacks the file. */
function openDownloads(folder: string): Dialect | undefined {
  const file = path.join(folder, 'ee.csv');
  if (!fs.existsSync(file)) return undefined;
  return {
    answer: ({ path: asked }) =>
      asked === `/sites/default/files/avaandmed/${FILE}.zip`
        ? {
            status: 200,
            body: zip(new Map([[FILE, fs.readFileSync(file)]])),
            headers: { 'content-type': 'application/zip' },
          }
        : { status: 404, body: { error: 'Not Found' } },
    sampleNames: () => [],
  };
}
