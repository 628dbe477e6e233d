import { Datastore } from '../../ckan/datastore.js';
import { sixDigits } from '../../companies/check-digits.js';
import type { FictionalCompany } from '../../companies/company.js';
import type { Dialect, PlayedRegister } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';

/**
 * Australia, company dataset of ASIC on data.gov.au: one row for each name of a company in a CKAN
 * data store. `Current Name` is filled in the rows of former names, and dates have the day first.
 */

const PATH = '/data/api/3/action/datastore_search';
const RESOURCE = '5c3914e6-413e-4a2c-b890-bf8efe3eabf2';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1];
const ENDED = 'DRGD';
const TYPES = { llc: ['APTY', 'LMSH'], corporation: ['APUB', 'LMSH'], nonprofit: ['APUB', 'LMGT'] } as const;

const AU: PlayedRegister = {
  code: 'au',
  vocabulary: {
    code: 'au',
    firstName: 'Bunyip Lanterns Pty Ltd',
    otherStatuses: ['EXAD', 'SOFF', 'NOAC', ENDED],
    script: { ended: ENDED },
    notEntities: [],
    cities: ['SYDNEY'],
    zipPrefix: '20',
    forms: { llc: 'Pty Ltd', corporation: 'Limited', nonprofit: 'Limited' },
  },

  extracts: (companies) => ({ 'au.jsonl': [...companies.flatMap(rowsOf), ...oddRows()] }),

  open(folder, companies): Dialect | undefined {
    const listed = loadObjects(folder, 'au');
    if (!listed) return undefined;
    const rows = [...listed, ...(companies.flatMap(rowsOf) as Record<string, unknown>[])];
    const store = new Datastore(
      PATH,
      RESOURCE,
      rows.map((row, at) => ({ _id: at + 1, ...row })),
    );
    const live = rows.filter((row) => row['Status'] === 'REGD' && row['Current Name'] === '');
    const names = [...new Set(live.map((row) => String(row['Company Name'])))].slice(0, 3);
    return { answer: (question) => store.answer(question), sampleNames: () => names };
  },
};

export const registers = [AU];

/** Australia has not issued numbers that begin with 99. */
function numberOf(serial: number): string {
  const beginning = `99${sixDigits(serial)}`;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(beginning[at]), 0);
  return `${beginning}${(10 - (sum % 10)) % 10}`;
}

/** `31/12/2021` */
function dayFirst(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** The rows of former names come first. */
function rowsOf(company: FictionalCompany): object[] {
  const former = (company.formerNames ?? []).map(({ name }) => name);
  const [type, kind] = TYPES[company.kind];
  const status = company.status ?? 'REGD';
  const common = {
    ...{ type, kind, status, formed: company.formed },
    since: company.formerNames?.at(-1)?.until ?? '',
    ended: status === ENDED ? '2022-06-30' : '',
  };
  return namedRows(numberOf(company.serial), company.name, former, common);
}

interface Common {
  type: string;
  kind: string;
  status: string;
  formed: string;
  since: string;
  ended: string;
}

function namedRows(acn: string, current: string, former: readonly string[], common: Common): object[] {
  const row = (name: string, isFormer: boolean) => ({
    'Company Name': name.toUpperCase(),
    ACN: acn,
    Type: common.type,
    Class: common.kind,
    'Sub Class': 'PROP',
    Status: common.status,
    'Date of Registration': dayFirst(common.formed),
    'Date of Deregistration': dayFirst(common.ended),
    'Previous State of Registration': '',
    'State Registration number': '',
    'Modified since last report': '',
    'Current Name Indicator': isFormer ? '' : 'Y',
    ABN: '',
    'Current Name': isFormer ? current.toUpperCase() : '',
    'Current Name Start Date': isFormer ? dayFirst(common.since) : '',
  });
  return [...former.map((name) => row(name, true)), row(current, false)];
}

/**
 * A company whose former name is now another's, that other one, one with two former names, and one
 * with a status word of its own.
 */
function oddRows(): object[] {
  const common = { type: 'APTY', kind: 'LMSH', status: 'REGD', formed: '1990-01-08', since: '2016-01-28', ended: '' };
  const later = { ...common, formed: '2017-03-04' };
  return [
    ...namedRows(numberOf(910_001), 'Odd Settled Lighthouse Pty Ltd', ['Odd Wandering Lighthouse Pty Ltd'], common),
    ...namedRows(numberOf(910_002), 'Odd Wandering Lighthouse Pty Ltd', [], later),
    ...namedRows(
      numberOf(910_003),
      'Odd Third Jetty Pty Ltd',
      ['Odd First Jetty Pty Ltd', 'Odd Second Jetty Pty Ltd'],
      common,
    ),
    ...namedRows(numberOf(910_004), 'Odd Unheard Jetty Pty Ltd', [], { ...common, status: 'QRST' }),
  ];
}
