import fs from 'node:fs';
import path from 'node:path';
import type { PublishedFile } from '../../bulk/published-file.js';
import { zip } from '../../bulk/zip.js';
import { sixDigits } from '../../companies/check-digits.js';
import type { FictionalCompany } from '../../companies/company.js';
import type { Answer, Dialect, Question } from '../../dialect.js';

/**
 * Lithuania, the two files of the Register of Legal Entities: cells between `|`, quotation marks
 * doubled. Names carry their form before a name in quotation marks. The numbers begin with 9, as
 * none does.
 */

const REGISTERED = 'JAR_IREGISTRUOTI.csv';
const STRUCK_OUT = 'JAR_ISREGISTRUOTI.csv';
const COMMON = ['ja_kodas', 'ja_pavadinimas', 'adresas', 'ja_reg_data', 'form_kodas', 'form_pavadinimas'];
const COLUMNS = {
  [REGISTERED]: [...COMMON, 'stat_kodas', 'stat_pavadinimas', 'stat_data_nuo', 'formavimo_data'],
  [STRUCK_OUT]: [...COMMON, 'isreg_data', 'formavimo_data'],
};
const MADE_ON = '2026-05-27';
const ENDED = 'Išregistruotas';
const NORMAL = ['0', 'Teisinis stat neįregistruotas'] as const;

const FORMS = {
  UAB: ['310', 'Uždaroji akcinė bendrovė'],
  AB: ['320', 'Akcinė bendrovė'],
  VšĮ: ['560', 'Viešoji įstaiga'],
  IĮ: ['210', 'Individuali įmonė'],
} as const;
type Form = keyof typeof FORMS;
const KINDS = { llc: 'UAB', corporation: 'AB', nonprofit: 'VšĮ' } as const;

const STATUSES: Readonly<Record<string, string>> = {
  Bankrutuojantis: '5',
  Restruktūrizuojamas: '4',
  Likviduojamas: '7',
  Reorganizuojamas: '1',
};

export const published: PublishedFile = {
  code: 'lt',
  vocabulary: {
    code: 'lt',
    firstName: 'Aitvaro Žibintai UAB',
    otherStatuses: [...Object.keys(STATUSES), ENDED],
    notEntities: [],
    cities: ['Vilnius', 'Kaunas', 'Klaipėda'],
    zipPrefix: '090',
    forms: KINDS,
  },
  words: { ended: ENDED, lapsed: 'Likviduojamas' },
  names: [/^lt\.JAR_IS?REGISTRUOTI\.csv$/],
  ending: 'zip',
  write: (companies) => zip(filesOf(companies.map(rowOf))),
  bundle: (companies) =>
    [...filesOf([...companies.map(rowOf), ...oddRows()])].map(([name, content]) => [`lt.${name}`, content] as const),
  offer: openDownloads,
};

interface Listed {
  code: string;
  name: string;
  office: string;
  formed: string;
  form: Form;
  status: readonly [code: string, word: string];
  since: string;
  /** The day on which it was struck out. */
  ended?: string | undefined;
}

function rowOf(company: FictionalCompany): Listed {
  const { serial, name, kind, formed, status, office, filings } = company;
  const isEnded = status === ENDED;
  return {
    code: `900${sixDigits(serial)}`,
    name: quoted(name),
    office: `${office.city}, ${office.street}${office.unit === undefined ? '' : ` ${office.unit}`}, LT-${office.zip}`,
    formed,
    form: KINDS[kind],
    status: status === undefined || isEnded ? NORMAL : [STATUSES[status] ?? '', status],
    since: filings.at(-1)?.date ?? formed,
    ended: isEnded ? (filings.at(-1)?.date ?? formed) : undefined,
  };
}

/** `Aitvaro Žibintai UAB` is registered as `UAB "Aitvaro Žibintai"`. */
function quoted(name: string): string {
  const [, words, form] = /^(.+) (UAB|AB|VšĮ)$/.exec(name) ?? [];
  return words === undefined ? name : `${form} "${words.replaceAll('"', '')}"`;
}

function oddRows(): Listed[] {
  const like = { formed: '1991-04-25', form: 'UAB', status: NORMAL, since: '2025-03-04' } as const;
  const vilnius = 'Vilnius, Pramano g. 1, LT-09001';
  return [
    { ...like, code: '9100001', name: 'Uždaroji akcinė bendrovė "Senasis Kaukas"', office: vilnius },
    { ...like, code: '91000002', name: 'UAB „Lietuviškos Kabutės“', office: vilnius },
    { ...like, code: '910000003', name: 'Pramanytos Laumės IĮ', office: vilnius, form: 'IĮ' },
    { ...like, code: '910000004', name: 'UAB "Keista Būsena"', office: vilnius, status: ['12', 'Nepersiregistravęs'] },
    { ...like, code: '910000005', name: 'UAB "Be Kablelių"', office: 'Vilniaus m. sav. Vilniaus m. Pramano g. 2' },
    {
      ...like,
      code: '910000006',
      name: 'UAB "Kaimo Aitvaras"',
      office: 'Kauno r. sav., Garliavos sen., Garliava, Pramano g. 3, LT-53200',
    },
  ];
}

function filesOf(rows: readonly Listed[]): Map<string, Buffer> {
  const isEnded = ({ ended }: Listed) => ended !== undefined;
  return new Map([
    [
      REGISTERED,
      fileOf(
        REGISTERED,
        rows.filter((row) => !isEnded(row)),
      ),
    ],
    [STRUCK_OUT, fileOf(STRUCK_OUT, rows.filter(isEnded))],
  ]);
}

function fileOf(file: keyof typeof COLUMNS, rows: readonly Listed[]): Buffer {
  const lines = rows.map(({ code, name, office, formed, form, status, since, ended }) => {
    const cells = [code, name, office, formed, ...FORMS[form]];
    return [...cells, ...(ended === undefined ? [...status, since] : [ended]), MADE_ON];
  });
  return Buffer.from([COLUMNS[file], ...lines].map((cells) => `${cells.map(cell).join('|')}\n`).join(''), 'utf8');
}

function cell(value: string): string {
  return value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value;
}

/** `undefined` if the folder lacks one of the files. */
function openDownloads(folder: string): Dialect | undefined {
  const files = new Map([REGISTERED, STRUCK_OUT].map((name) => [name, path.join(folder, `lt.${name}`)]));
  if (![...files.values()].every((file) => fs.existsSync(file))) return undefined;
  return { answer: (question) => answer(question, files), sampleNames: () => [] };
}

/** The file is named in the query; any other name is answered with a page. */
function answer({ path: asked, query }: Question, files: ReadonlyMap<string, string>): Answer {
  const file = asked === '/aduomenys/' ? files.get(query.get('byla') ?? '') : undefined;
  if (file === undefined) {
    return {
      status: 200,
      body: Buffer.from('<!DOCTYPE html><p>Nerasta</p>'),
      headers: { 'content-type': 'text/html' },
    };
  }
  return { status: 200, body: fs.readFileSync(file), headers: { 'content-type': 'text/csv' } };
}
