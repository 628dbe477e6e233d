import { Datastore } from '../../ckan/datastore.js';
import { sixDigits } from '../../companies/check-digits.js';
import type { FictionalCompany } from '../../companies/company.js';
import type { Dialect, PlayedRegister } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';

/**
 * Ireland, open data of the Companies Registration Office (https://opendata.cro.ie): one row for
 * each company in a CKAN data store. Numbers are JSON numbers, `Normal` has a blank behind it, and
 * stars take the place of an address that nobody knows.
 */

const PATH = '/api/3/action/datastore_search';
const RESOURCE = '3fef41bc-b8f4-4b10-8434-ce51c29b1bba';
const ENDED = 'Dissolved';
const NO_ADDRESS = '********NO ADDRESS DETAILS*******';
const TYPES = {
  llc: [1153, 'LTD - Private Company Limited by Shares'],
  corporation: [1160, 'PLC - Public Limited Company'],
  nonprofit: [1155, 'CLG - Company Limited by Guarantee'],
} as const;
const STATUS_CODES: Readonly<Record<string, number>> = { Normal: 1151, 'Strike Off Listed': 1156 };

const IE: PlayedRegister = {
  code: 'ie',
  vocabulary: {
    code: 'ie',
    firstName: 'Leprechaun Lanterns Limited',
    otherStatuses: ['Strike Off Listed', 'Liquidation', 'Receivership', ENDED],
    script: { ended: ENDED },
    notEntities: [],
    cities: ['DUBLIN 2'],
    zipPrefix: 'D02X',
    forms: { llc: 'Limited', corporation: 'plc', nonprofit: 'CLG' },
  },

  extracts: (companies) => ({ 'ie.jsonl': [...companies.map(rowOf), ...oddRows()] }),

  open(folder, companies): Dialect | undefined {
    const listed = loadObjects(folder, 'ie');
    if (!listed) return undefined;
    const rows = [...listed, ...(companies.map(rowOf) as Record<string, unknown>[])];
    const store = new Datastore(
      PATH,
      RESOURCE,
      rows.map((row, at) => ({ _id: at + 1, ...row })),
    );
    const live = rows.filter((row) => row['company_status'] === 'Normal ');
    const names = [...new Set(live.map((row) => String(row['company_name'])))].slice(0, 3);
    return { answer: (question) => store.answer(question), sampleNames: () => names };
  },
};

export const registers = [IE];

/** Ireland has not issued numbers of seven digits. */
function numberOf(serial: number): number {
  return Number(`9${sixDigits(serial)}`);
}

function rowOf(company: FictionalCompany): object {
  const { street, unit, city, zip } = company.office;
  const status = company.status ?? 'Normal';
  const [typeCode, type] = TYPES[company.kind];
  return {
    company_num: numberOf(company.serial),
    company_name: company.name.toUpperCase(),
    company_status_code: STATUS_CODES[status] ?? 1199,
    company_status: status === 'Normal' ? 'Normal ' : status,
    company_type_code: typeCode,
    company_type: type,
    company_reg_date: `${company.formed}T00:00:00`,
    last_ar_date: '2025-09-30T00:00:00',
    company_address_1: (unit === undefined ? street : `${unit}, ${street}`).toUpperCase(),
    company_address_2: city.toUpperCase(),
    company_address_3: `${city.toUpperCase()}.`,
    company_address_4: city.toUpperCase(),
    comp_dissolved_date: status === ENDED ? '2022-06-30T00:00:00' : null,
    nard: status === ENDED ? null : '2999-09-30T00:00:00',
    last_accounts_date: null,
    company_status_date: null,
    nace_v2_code: '4741.0',
    eircode: zip,
    company_name_eff_date: `${company.formed}T00:00:00`,
    company_type_eff_date: null,
    princ_object_code: null,
  };
}

/**
 * A company dissolved long ago, of which little is known; one that has not filed for years; one
 * with a status word of its own; and one whose name has stop words only.
 */
function oddRows(): object[] {
  const plain = (serial: number, name: string, more: object) => ({
    company_num: numberOf(serial),
    company_name: name,
    company_status: 'Normal ',
    company_type: 'Private limited by shares',
    company_reg_date: '2010-01-02T00:00:00',
    nard: '2999-09-30T00:00:00',
    company_address_1: '7 IMAGINARY STREET',
    company_address_2: 'NOWHERE',
    company_address_3: 'CO. CORK',
    company_address_4: null,
    eircode: null,
    ...more,
  });
  return [
    plain(910_001, 'ODD VANISHED LIGHTHOUSE LIMITED', {
      company_status: ENDED,
      company_type: 'Unknown',
      company_reg_date: null,
      comp_dissolved_date: '1977-07-01T00:00:00',
      nard: null,
      company_address_1: NO_ADDRESS,
      company_address_2: NO_ADDRESS,
      company_address_3: `${NO_ADDRESS} ${NO_ADDRESS}`,
    }),
    plain(910_002, 'ODD SILENT LIGHTHOUSE LIMITED', { nard: '2021-01-15T00:00:00' }),
    plain(910_003, 'ODD EXAMINED LIGHTHOUSE LIMITED', { company_status: 'Examinership' }),
    plain(910_004, 'WHO WE ARE LIMITED', {}),
  ];
}
