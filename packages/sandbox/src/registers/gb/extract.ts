import type { FictionalCompany, FilingType } from '../../companies/company.js';
import type { Row } from '../../dialect.js';

/**
 * Reads companies in the columns of the bulk product BasicCompanyData, with officers and filings,
 * and writes fictional ones in the same format.
 */

export type Nation = 'gb-eaw' | 'gb-sct' | 'gb-nir';

const CATEGORIES = {
  llc: ['Private Limited Company', 'ltd'],
  corporation: ['Public Limited Company', 'plc'],
  nonprofit: ['PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)', 'private-limited-guarant-nsc'],
} as const;
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(CATEGORIES)),
  'Overseas Company': 'oversea-company',
  'UK Establishment': 'uk-establishment',
  'Registered Society': 'registered-society-non-jurisdictional',
};

/** Statuses of the bulk product as the API words them: status and detail. */
const STATUSES: Readonly<Record<string, readonly [status: string, detail?: string]>> = {
  Active: ['active'],
  'Active - Proposal to Strike off': ['active', 'active-proposal-to-strike-off'],
  Dissolved: ['dissolved'],
  Liquidation: ['liquidation'],
  'In Administration': ['administration'],
  'Voluntary Arrangement': ['voluntary-arrangement'],
  RECEIVERSHIP: ['receivership'],
};

const PREFIXES: Readonly<Record<Nation, string>> = { 'gb-eaw': '99', 'gb-sct': 'SC', 'gb-nir': 'NI' };
const FILINGS: Readonly<Record<FilingType, readonly [type: string, category: string, description: string]>> = {
  formation: ['NEWINC', 'incorporation', 'incorporation-company'],
  report: ['CS01', 'confirmation-statement', 'confirmation-statement-with-no-updates'],
  'agent change': ['AD01', 'address', 'change-registered-office-address-company-with-date-old-address-new-address'],
  'name change': ['CERTNM', 'change-of-name', 'certificate-change-of-name-company'],
  end: ['GAZ2', 'gazette', 'gazette-dissolved-voluntary'],
};

export interface Company {
  number: string;
  name: string;
  formerNames: { name: string; until: string | undefined }[];
  status: string;
  detail: string | undefined;
  type: string;
  created: string | undefined;
  ceased: string | undefined;
  office: Record<string, string>;
  /** Home country and number of an overseas company. */
  home: { name: string | undefined; country: string | undefined; number: string | undefined } | undefined;
  /** The company this is a branch of. */
  parent: { name: string | undefined; number: string } | undefined;
}

/**
 * Number prefixes by register: companies, LLPs, limited partnerships, charities, overseas entities,
 * groupings, old ones.
 */
const NATIONS: Readonly<Record<string, Nation>> = {
  ...Object.fromEntries(
    ['SC', 'SO', 'SL', 'CS', 'ES', 'GS', 'SF', 'SP', 'SA', 'SI', 'SR', 'SZ'].map((letters) => [letters, 'gb-sct']),
  ),
  ...Object.fromEntries(
    ['NI', 'NC', 'NL', 'R0', 'GN', 'EN', 'NF', 'NO', 'NP', 'NA', 'NR', 'NV', 'NZ'].map((letters) => [
      letters,
      'gb-nir',
    ]),
  ),
};

/** All other numbers belong to England and Wales, including those that begin with `SE`. */
export function nationOf(number: string): Nation {
  return NATIONS[number.slice(0, 2)] ?? 'gb-eaw';
}

const RARE_LETTERS: Readonly<Record<Nation, readonly string[]>> = {
  'gb-eaw': ['SE', 'OC', 'CE'],
  'gb-sct': ['CS', 'ES', 'GS'],
  'gb-nir': ['R0', 'GN', 'EN'],
};

/** A Colorado company and its branch, with columns that the API has and the bulk product lacks. */
export const OVERSEAS_ROWS: readonly Row[] = [
  {
    CompanyName: 'ODDLY UNSAID BEACONS LLC',
    CompanyNumber: 'FC990002',
    'RegAddress.PostTown': 'NOWHERE',
    CompanyCategory: 'Overseas Company',
    CompanyStatus: 'Active',
    IncorporationDate: '05/04/2014',
    'originating_registry.name': 'Colorado, USA',
    'originating_registry.country': 'UNITED STATES',
    registration_number: '20109910001',
  },
  {
    CompanyName: 'ODDLY UNSAID BEACONS WHARF',
    CompanyNumber: 'BR990002',
    'RegAddress.PostTown': 'NOWHERE',
    CompanyCategory: 'UK Establishment',
    CompanyStatus: 'Active',
    IncorporationDate: '05/04/2014',
    parent_company_name: 'ODDLY UNSAID BEACONS LLC',
    parent_company_number: 'FC990002',
  },
];

/** A society, whose office the register does not have. */
export const UNPLACED_ROW: Row = {
  CompanyName: 'ODDLY UNPLACED BEACONS LIMITED',
  CompanyNumber: 'RS990003',
  CompanyCategory: 'Registered Society',
  CompanyStatus: 'Active',
};

/** Companies whose number prefix is easily mistaken for another nation's. */
export function oddRows(nation: Nation): Row[] {
  return RARE_LETTERS[nation].map((letters) => ({
    CompanyName: `ODDLY NUMBERED ${letters} BEACONS LIMITED`,
    CompanyNumber: `${letters}990001`,
    'RegAddress.PostTown': 'NOWHERE',
    CompanyCategory: CATEGORIES.llc[0],
    CompanyStatus: 'Active',
    IncorporationDate: '05/04/2012',
  }));
}

/**
 * Accepts the bulk product's columns, with their stray spaces, or those of a list made from API
 * responses.
 */
export function companyOf(raw: Row): Company {
  const row = Object.fromEntries(Object.entries(raw).map(([column, value]) => [column.trim(), value]));
  const number = (row['CompanyNumber'] ?? row['company_number'] ?? '').padStart(8, '0');
  const word = row['CompanyStatus'] ?? row['company_status'] ?? 'Active';
  const [status, detail] = STATUSES[word] ?? [word.toLowerCase()];
  const created = row['IncorporationDate'] ?? row['date_of_creation'];
  const ceased = row['DissolutionDate'];
  return {
    number,
    name: row['CompanyName'] ?? row['company_name'] ?? '',
    formerNames: Array.from({ length: 10 }, (_, at) => at + 1).flatMap((at) => {
      const name = row[`PreviousName_${at}.CompanyName`];
      return name === undefined ? [] : [{ name, until: iso(row[`PreviousName_${at}.CONDATE`]) }];
    }),
    status,
    detail,
    type: TYPES[row['CompanyCategory'] ?? ''] ?? 'ltd',
    created: iso(created),
    ceased: iso(ceased),
    office: officeOf(row),
    home: homeOf(row),
    parent: parentOf(row),
  };
}

function homeOf(row: Readonly<Record<string, string>>): Company['home'] {
  const name = row['originating_registry.name'];
  const country = row['originating_registry.country'];
  return name || country ? { name, country, number: row['registration_number'] } : undefined;
}

function parentOf(row: Readonly<Record<string, string>>): Company['parent'] {
  const number = row['parent_company_number'];
  return number ? { name: row['parent_company_name'], number } : undefined;
}

function officeOf(row: Readonly<Record<string, string>>): Record<string, string> {
  const parts = {
    address_line_1: row['RegAddress.AddressLine1'] ?? row['registered_office_address'],
    address_line_2: row['RegAddress.AddressLine2'],
    locality: row['RegAddress.PostTown'],
    region: row['RegAddress.County'],
    country: row['RegAddress.Country'],
    postal_code: row['RegAddress.PostCode'],
  };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The bulk product writes dates as `21/09/2010`. */
function iso(date: string | undefined): string | undefined {
  return date?.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1');
}

function british(date: string): string {
  return date.split('-').reverse().join('/');
}

function numberOf(nation: Nation, { serial }: FictionalCompany): string {
  return `${PREFIXES[nation]}${String(serial).padStart(6, '0')}`;
}

export function companyRow(company: FictionalCompany, nation: Nation): Row {
  const { street, unit, city, zip } = company.office;
  const ended = company.filings.find(({ type }) => type === 'end')?.date;
  const former = (company.formerNames ?? []).flatMap(({ name, until }, at) => [
    [`PreviousName_${at + 1}.CONDATE`, british(until)],
    [`PreviousName_${at + 1}.CompanyName`, name.toUpperCase()],
  ]);
  return {
    CompanyName: company.name.toUpperCase(),
    CompanyNumber: numberOf(nation, company),
    'RegAddress.AddressLine1': street,
    ...(unit !== undefined && { 'RegAddress.AddressLine2': unit }),
    'RegAddress.PostTown': city.toUpperCase(),
    'RegAddress.Country': 'UNITED KINGDOM',
    'RegAddress.PostCode': `${zip.slice(0, 4)}${zip.slice(-1)}ZZ`,
    CompanyCategory: CATEGORIES[company.kind][0],
    CompanyStatus: company.status ?? 'Active',
    ...(ended !== undefined && { DissolutionDate: british(ended) }),
    IncorporationDate: british(company.formed),
    ...Object.fromEntries(former),
  };
}

export function officerRows(company: FictionalCompany, nation: Nation): Row[] {
  const number = numberOf(nation, company);
  return company.officers.map(({ name, title }, at) => ({
    company_number: number,
    name: `OFFICER ${name.split(' ').at(-1)!}, Fictional`,
    officer_role: title === 'Secretary' ? 'secretary' : 'director',
    appointed_on: company.formed,
    ...(at > 1 && { resigned_on: '2020-01-31' }),
  }));
}

export function filingRows(company: FictionalCompany, nation: Nation): Row[] {
  const number = numberOf(nation, company);
  return company.filings.map(({ date, type: kind }, at) => {
    const [type, category, description] = FILINGS[kind];
    return { company_number: number, transaction_id: `${number}${at + 1}`, date, type, category, description };
  });
}
