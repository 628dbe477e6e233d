import type { FictionalCompany, FilingType } from './company.js';
import type { Answer, Dialect, PlayedRegister, Question, Row } from './dialect.js';
import { loadExtract } from './extracts.js';
import { byNearness, textTest } from './text-search.js';

/**
 * Companies House (https://developer-specs.company-information.service.gov.uk) over an extract in the columns of its own bulk product,
 * BasicCompanyData; the sandbox asks for no key. One extract, `gb.csv`, holds all three registers.
 */

type Nation = 'gb-eaw' | 'gb-sct' | 'gb-nir';

const CATEGORIES = {
  llc: ['Private Limited Company', 'ltd'],
  corporation: ['Public Limited Company', 'plc'],
  nonprofit: ['PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)', 'private-limited-guarant-nsc'],
} as const;
const TYPES: Readonly<Record<string, string>> = Object.fromEntries(Object.values(CATEGORIES));

/** What the bulk product calls a state, as the service words it: the state, and its detail. */
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
const JURISDICTIONS: Readonly<Record<Nation, string>> = {
  'gb-eaw': 'england-wales',
  'gb-sct': 'scotland',
  'gb-nir': 'northern-ireland',
};

const FILINGS: Readonly<Record<FilingType, readonly [type: string, category: string, description: string]>> = {
  formation: ['NEWINC', 'incorporation', 'incorporation-company'],
  report: ['CS01', 'confirmation-statement', 'confirmation-statement-with-no-updates'],
  'agent change': ['AD01', 'address', 'change-registered-office-address-company-with-date-old-address-new-address'],
  'name change': ['CERTNM', 'change-of-name', 'certificate-change-of-name-company'],
  end: ['GAZ2', 'gazette', 'gazette-dissolved-voluntary'],
};

const SEARCH_ROWS = 20;
const ADVANCED_ROWS = 20;

interface Company {
  number: string;
  name: string;
  formerNames: { name: string; until: string | undefined }[];
  status: string;
  detail: string | undefined;
  type: string;
  created: string | undefined;
  ceased: string | undefined;
  office: Record<string, string>;
}

function register(code: Nation, firstName: string, cities: readonly string[], zipPrefix: string): PlayedRegister {
  return {
    code,
    vocabulary: {
      code,
      firstName,
      otherStatuses: [
        'Dissolved',
        'Liquidation',
        'In Administration',
        'Voluntary Arrangement',
        'Active - Proposal to Strike off',
      ],
      notEntities: [],
      cities,
      zipPrefix,
      forms: { llc: 'LIMITED', corporation: 'PLC', nonprofit: 'FOUNDATION' },
    },

    extracts: (companies) => ({
      'gb.csv': companies.map((company) => companyRow(company, code)),
      'gb.officers.csv': companies.flatMap((company) => officerRows(company, code)),
      'gb.filings.csv': companies.flatMap((company) => filingRows(company, code)),
    }),

    open(folder, companies) {
      const files = ['gb', 'gb-basic-full', 'gb-insurance'].flatMap((name) => loadExtract(folder, name) ?? []);
      if (files.length === 0) return undefined;
      const sibling = (name: string, rowsOf: (company: FictionalCompany, nation: Nation) => Row[]) => [
        ...(loadExtract(folder, name) ?? []),
        ...companies.flatMap((company) => rowsOf(company, code)),
      ];
      const rows = [...files, ...companies.map((company) => companyRow(company, code))];
      const byNumber = new Map(rows.map(companyOf).map((company) => [company.number, company]));
      return new CompaniesHouseDialect(
        code,
        byNumber,
        sibling('gb.officers', officerRows),
        sibling('gb.filings', filingRows),
      );
    },
  };
}

export const COMPANIES_HOUSE_REGISTERS: readonly PlayedRegister[] = [
  register('gb-eaw', 'STORYBOOK UMBRELLAS LIMITED', ['Nowhere-on-Sea', 'Fable Magna', 'Little Imagining'], 'ZZ1 '),
  register('gb-sct', 'SELKIE LANTERNS LIMITED', ['Inverfable', 'Nowhere Muir', 'Glen Imaginary'], 'ZZ7 '),
  register('gb-nir', 'LEPRECHAUN KITES LIMITED', ['Ballyfable', 'Nowherebridge', 'Imaginarytown'], 'ZZ9 '),
];

class CompaniesHouseDialect implements Dialect {
  constructor(
    private readonly code: Nation,
    private readonly companies: ReadonlyMap<string, Company>,
    private readonly officers: readonly Row[],
    private readonly filings: readonly Row[],
  ) {}

  answer({ path, query }: Question): Answer {
    if (path === '/search/companies') return this.search(query);
    if (path === '/advanced-search/companies') return this.advancedSearch(query);
    const [, number = '', list] = /^\/company\/([^/]+)(?:\/(officers|filing-history))?$/.exec(path) ?? [];
    const company = this.companies.get(number);
    if (!company)
      return { status: 404, body: { errors: [{ error: 'company-profile-not-found', type: 'ch:service' }] } };
    if (list === 'officers') return ok(officerList(this.officers.filter(({ company_number: of }) => of === number)));
    if (list === 'filing-history') {
      return ok(
        filingList(
          this.filings.filter(({ company_number: of }) => of === number),
          query,
        ),
      );
    }
    return ok(profile(company));
  }

  sampleNames(): string[] {
    const own = [...this.companies.values()].filter(({ number }) => nationOf(number) === this.code);
    const live = own.filter(({ status, detail }) => status === 'active' && detail === undefined);
    return [...new Set(live.map(({ name }) => name))].slice(0, 3);
  }

  private search(query: URLSearchParams): Answer {
    const asked = query.get('q') ?? '';
    const found = this.find(asked, (company) => [company.name, ...company.formerNames.map(({ name }) => name)]);
    const start = Number(query.get('start_index') ?? 0);
    const rows = Number(query.get('items_per_page') ?? SEARCH_ROWS);
    return ok({
      kind: 'search#companies',
      items: found.slice(start, start + rows).map(searchItem),
      total_results: found.length,
      start_index: start,
      items_per_page: rows,
      page_number: Math.floor(start / rows) + 1,
    });
  }

  private advancedSearch(query: URLSearchParams): Answer {
    const found = this.find(query.get('company_name_includes') ?? '', ({ name }) => [name]);
    if (found.length === 0) return { status: 404, body: { errors: [{ error: 'no-results', type: 'ch:service' }] } };
    const start = Number(query.get('start_index') ?? 0);
    const rows = Number(query.get('size') ?? ADVANCED_ROWS);
    return ok({
      kind: 'search#advanced-search',
      etag: 'sandbox',
      top_hit: advancedItem(found[0]!),
      items: found.slice(start, start + rows).map(advancedItem),
      hits: found.length,
    });
  }

  private find(asked: string, namesOf: (company: Company) => string[]): Company[] {
    const test = textTest(asked);
    const found = [...this.companies.values()].filter((company) => test(namesOf(company)));
    return byNearness(asked, found, ({ name }) => name);
  }
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function nationOf(number: string): Nation {
  if (number.startsWith('S')) return 'gb-sct';
  return number.startsWith('N') ? 'gb-nir' : 'gb-eaw';
}

function searchItem(company: Company): object {
  const { number, name, formerNames, status, type, created, ceased, office } = company;
  return {
    kind: 'searchresults#company',
    title: name,
    company_number: number,
    company_status: status,
    company_type: type,
    ...(created !== undefined && { date_of_creation: created }),
    ...(ceased !== undefined && { date_of_cessation: ceased }),
    address: office,
    snippet: formerNames.map(({ name: former }) => former).join(', '),
    links: { self: `/company/${number}` },
  };
}

function advancedItem({ number, name, status, type, created, ceased, office }: Company): object {
  return {
    kind: 'search-results#company',
    company_name: name,
    company_number: number,
    company_status: status,
    company_type: type,
    ...(created !== undefined && { date_of_creation: created }),
    ...(ceased !== undefined && { date_of_cessation: ceased }),
    registered_office_address: office,
    links: { company_profile: `/company/${number}` },
  };
}

function profile({ number, name, formerNames, status, detail, type, created, ceased, office }: Company): object {
  return {
    company_name: name,
    company_number: number,
    company_status: status,
    ...(detail !== undefined && { company_status_detail: detail }),
    type,
    jurisdiction: JURISDICTIONS[nationOf(number)],
    ...(created !== undefined && { date_of_creation: created }),
    ...(ceased !== undefined && { date_of_cessation: ceased }),
    registered_office_address: office,
    ...(formerNames.length > 0 && {
      previous_company_names: formerNames.map((former) => ({ name: former.name, ceased_on: former.until })),
    }),
    links: { self: `/company/${number}` },
  };
}

function officerList(rows: readonly Row[]): object {
  return {
    kind: 'officer-list',
    items: rows.map(({ name, officer_role: role, appointed_on: appointed, resigned_on: resigned }) => ({
      name,
      officer_role: role,
      appointed_on: appointed,
      ...(resigned !== undefined && { resigned_on: resigned }),
    })),
    total_results: rows.length,
    active_count: rows.filter(({ resigned_on: resigned }) => resigned === undefined).length,
    start_index: 0,
  };
}

function filingList(rows: readonly Row[], query: URLSearchParams): object {
  const newestFirst = rows.toSorted((left, right) => (left['date']! < right['date']! ? 1 : -1));
  return {
    kind: 'filing-history',
    filing_history_status: 'filing-history-available',
    items: newestFirst
      .slice(0, Number(query.get('items_per_page') ?? 25))
      .map(({ transaction_id: id, date, type, category, description }) => ({
        transaction_id: id,
        date,
        type,
        category,
        description,
      })),
    total_count: rows.length,
    start_index: 0,
  };
}

/** The bulk product's columns, with their stray spaces; or those of a list that was made from the service's own answers. */
function companyOf(raw: Row): Company {
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
  };
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

/** The bulk product writes `21/09/2010`. */
function iso(date: string | undefined): string | undefined {
  return date?.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1');
}

function british(date: string): string {
  return date.split('-').reverse().join('/');
}

function numberOf(nation: Nation, { serial }: FictionalCompany): string {
  return `${PREFIXES[nation]}${String(serial).padStart(6, '0')}`;
}

function companyRow(company: FictionalCompany, nation: Nation): Row {
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

function officerRows(company: FictionalCompany, nation: Nation): Row[] {
  const number = numberOf(nation, company);
  return company.officers.map(({ name, title }, at) => ({
    company_number: number,
    name: `OFFICER ${name.split(' ').at(-1)!}, Fictional`,
    officer_role: title === 'Secretary' ? 'secretary' : 'director',
    appointed_on: company.formed,
    ...(at > 1 && { resigned_on: '2020-01-31' }),
  }));
}

function filingRows(company: FictionalCompany, nation: Nation): Row[] {
  const number = numberOf(nation, company);
  return company.filings.map(({ date, type: kind }, at) => {
    const [type, category, description] = FILINGS[kind];
    return { company_number: number, transaction_id: `${number}${at + 1}`, date, type, category, description };
  });
}
