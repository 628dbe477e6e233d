import type { FictionalCompany } from '../../companies/company.js';
import type { Answer, Dialect, PlayedRegister, Question, Row } from '../../dialect.js';
import { loadExtract } from '../../extracts.js';
import { byNearness, byScore, textTest } from '../../companies/text-search.js';
import { advancedItem, filingList, officerList, profile, searchItem } from './answers.js';
import {
  companyOf,
  companyRow,
  filingRows,
  nationOf,
  oddRows,
  OVERSEAS_ROWS,
  UNPLACED_ROW,
  officerRows,
  type Company,
  type Nation,
} from './extract.js';

/**
 * Companies House (https://developer-specs.company-information.service.gov.uk) over an extract in
 * the columns of its bulk product, BasicCompanyData; the sandbox needs no key. One extract,
 * `gb.csv`, holds all three registers, and `gb` is all of it. It sends the register's rate-limit
 * headers but never reaches the limit. The advanced search answers 404 when it finds nothing, and
 * returns its hit count as text.
 */

const SEARCH_ROWS = 20;
const MAX_RANKED_ROWS = 100;
const ADVANCED_ROWS = 20;
const NATIONS: readonly Nation[] = ['gb-eaw', 'gb-sct', 'gb-nir'];

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
      script: { ended: 'Dissolved' },
      notEntities: [],
      cities,
      zipPrefix,
      forms: { llc: 'LIMITED', corporation: 'PLC', nonprofit: 'FOUNDATION' },
    },

    extracts: (companies) => ({
      'gb.csv': [
        ...companies.map((company) => companyRow(company, code)),
        ...oddRows(code),
        ...(code === 'gb-eaw' ? OVERSEAS_ROWS : []),
      ],
      'gb.officers.csv': companies.flatMap((company) => officerRows(company, code)),
      'gb.filings.csv': companies.flatMap((company) => filingRows(company, code)),
    }),

    open: opening(code),
  };
}

/** A register of the nation, or of the whole country: what is added to that one is the nation's. */
function opening(code: Nation, isWhole = false): PlayedRegister['open'] {
  return (folder, companies) => {
    const files = ['gb', 'gb-basic-full', 'gb-insurance'].flatMap((name) => loadExtract(folder, name) ?? []);
    if (files.length === 0) return undefined;
    const sibling = (name: string, rowsOf: (company: FictionalCompany, nation: Nation) => Row[]) => [
      ...(loadExtract(folder, name) ?? []),
      ...companies.flatMap((company) => rowsOf(company, code)),
    ];
    const rows = [
      ...files,
      ...companies.map((company) => companyRow(company, code)),
      ...(isWhole ? [UNPLACED_ROW] : []),
    ];
    const byNumber = new Map(rows.map(companyOf).map((company) => [company.number, company]));
    return new CompaniesHouseDialect(
      isWhole ? undefined : code,
      byNumber,
      sibling('gb.officers', officerRows),
      sibling('gb.filings', filingRows),
    );
  };
}

const GB_EAW = register(
  'gb-eaw',
  'STORYBOOK UMBRELLAS LIMITED',
  ['Nowhere-on-Sea', 'Fable Magna', 'Little Imagining'],
  'ZZ1 ',
);

export const registers: readonly PlayedRegister[] = [
  GB_EAW,
  register('gb-sct', 'SELKIE LANTERNS LIMITED', ['Inverfable', 'Nowhere Muir', 'Glen Imaginary'], 'ZZ7 '),
  register('gb-nir', 'LEPRECHAUN KITES LIMITED', ['Ballyfable', 'Nowherebridge', 'Imaginarytown'], 'ZZ9 '),
  { ...GB_EAW, code: 'gb', extracts: () => ({}), open: opening('gb-eaw', true) },
];

class CompaniesHouseDialect implements Dialect {
  constructor(
    /** `undefined`: the whole country. */
    private readonly code: Nation | undefined,
    private readonly companies: ReadonlyMap<string, Company>,
    private readonly officers: readonly Row[],
    private readonly filings: readonly Row[],
  ) {}

  answer({ path, query }: Question): Answer {
    if (path === '/search/companies') return this.search(query);
    if (path === '/advanced-search/companies') return this.advancedSearch(query);
    const [, number = '', list] = /^\/company\/([^/]+)(?:\/(officers|filing-history))?$/.exec(path) ?? [];
    const company = this.companies.get(number);
    if (!company) return nothing('company-profile-not-found');
    if (list === 'officers') {
      const own = this.officers.filter(({ company_number: of }) => of === number);
      return own.length === 0 ? nothing('company-officers-not-found') : ok(officerList(own, query));
    }
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

  /** Of a whole country, the first of each nation. */
  sampleNames(): string[] {
    const { code } = this;
    return code === undefined ? NATIONS.map((nation) => this.liveNames(nation)[0]!) : this.liveNames(code).slice(0, 3);
  }

  private liveNames(nation: Nation): string[] {
    const own = [...this.companies.values()].filter(({ number }) => nationOf(number) === nation);
    const live = own.filter(({ status, detail }) => status === 'active' && detail === undefined);
    return [...new Set(live.map(({ name }) => name))];
  }

  private search(query: URLSearchParams): Answer {
    const asked = query.get('q') ?? '';
    // Any word of the text matches, former names included.
    const namesOf = (company: Company) => [company.name, ...company.formerNames.map(({ name }) => name)];
    const found = byScore(asked, [...this.companies.values()], namesOf);
    const start = Number(query.get('start_index') ?? 0);
    const rows = Math.min(MAX_RANKED_ROWS, Number(query.get('items_per_page') ?? SEARCH_ROWS));
    return ok({
      kind: 'search#companies',
      items: found.slice(start, start + rows).map((company) => searchItem(company, asked)),
      total_results: found.length,
      start_index: start,
      items_per_page: rows,
      page_number: Math.floor(start / rows) + 1,
    });
  }

  private advancedSearch(query: URLSearchParams): Answer {
    const found = this.find(query.get('company_name_includes') ?? '', ({ name }) => [name]);
    if (found.length === 0) return nothing('no-results');
    const start = Number(query.get('start_index') ?? 0);
    const rows = Number(query.get('size') ?? ADVANCED_ROWS);
    return ok({
      kind: 'search#advanced-search',
      etag: 'sandbox',
      top_hit: advancedItem(found[0]!),
      items: found.slice(start, start + rows).map(advancedItem),
      hits: String(found.length),
    });
  }

  private find(asked: string, namesOf: (company: Company) => string[]): Company[] {
    const test = textTest(asked);
    const found = [...this.companies.values()].filter((company) => test(namesOf(company)));
    return byNearness(asked, found, ({ name }) => name);
  }
}

/** 600 requests in five minutes; the sandbox refuses none. */
const RATE_LIMIT = { 'x-ratelimit-limit': '600', 'x-ratelimit-window': '5m', 'x-ratelimit-remain': '599' };

function ok(body: unknown): Answer {
  const reset = String(Math.floor(Date.now() / 1000) + 300);
  return { status: 200, body, headers: { ...RATE_LIMIT, 'x-ratelimit-reset': reset } };
}

function nothing(error: string): Answer {
  return { status: 404, body: { errors: [{ error, type: 'ch:service' }] } };
}
