import { formerNamesOf, namedSince, type FictionalCompany } from '../../companies/company.js';
import type { RegisterVocabulary } from '../../companies/fictional-companies.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';
import { sixDigits, withModulo11 } from '../../companies/check-digits.js';
import { byNearness, textTest } from '../../companies/text-search.js';

/**
 * Finland, open data of the Patent and Registration Office, version 3
 * (https://avoindata.prh.fi/en/ytj/swagger-ui). `status` is always 2. The names and addresses of a
 * ceased company end with it, and many have no address left.
 */

const COMPANIES = '/opendata-ytj-api/v3/companies';
const PAGE_ROWS = 100;
const HELSINKI = '091';
const ELSEWHERE = '837';
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2];
const FORMS = {
  llc: ['16', 'Limited company'],
  corporation: ['17', 'Public limited company'],
  nonprofit: ['6', 'Foundation'],
} as const;
const SITUATIONS: Readonly<Record<string, string>> = { Konkurssi: 'KONK', Selvitystila: 'SELTILA', Saneeraus: 'SANE' };
const CEASED = 'Lakannut';
const CEASED_ON = '2022-06-30';

interface Company {
  businessId: { value: string };
  names: { name: string; type: string; endDate: string | null }[];
  tradeRegisterStatus: string;
  companySituations: unknown[];
  addresses: { postOffices: { municipalityCode: string }[] }[];
}

const VOCABULARY: RegisterVocabulary = {
  code: 'fi-18',
  firstName: 'Yksisarvisen Lyhdyt Oy',
  otherStatuses: [...Object.keys(SITUATIONS), CEASED],
  script: { ended: CEASED },
  notEntities: [],
  cities: ['HELSINKI'],
  zipPrefix: '001',
  forms: { llc: 'Oy', corporation: 'Oyj', nonprofit: 'säätiö' },
};

const FI_18: PlayedRegister = {
  code: 'fi-18',
  vocabulary: { ...VOCABULARY, nationwide: true },
  extracts: (companies) => ({ 'fi-18.jsonl': [...companies.map(companyOf), ...oddCompanies()] }),
  open: (folder, companies) => opened(folder, companies, { isWhole: false }),
};

const FI: PlayedRegister = {
  code: 'fi',
  vocabulary: VOCABULARY,
  extracts: () => ({}),
  open: (folder, companies) => opened(folder, companies, { isWhole: true }),
};

export const registers = [FI_18, FI];

/** The whole country has the companies of the region's extract, and some of other regions. */
function opened(
  folder: string,
  companies: readonly FictionalCompany[],
  { isWhole }: { isWhole: boolean },
): Dialect | undefined {
  const flat = ['fi', 'fi-bis'].flatMap((name) => loadObjects(folder, name) ?? []);
  const listed = loadObjects(folder, 'fi-18') ?? (flat.length > 0 ? flat.map(fromOlderEdition) : undefined);
  if (!listed) return undefined;
  const all = [...listed, ...companies.map(companyOf), ...(isWhole ? companiesElsewhere() : [])];
  return new OpenData(all as unknown as Company[], isWhole);
}

class OpenData implements Dialect {
  constructor(
    private readonly companies: readonly Company[],
    private readonly isWhole: boolean,
  ) {}

  answer({ path, query }: Question): Answer {
    if (path !== COMPANIES) return { status: 404, body: { errorCode: '404', message: 'Not found' } };
    const id = query.get('businessId');
    const name = query.get('name');
    const found =
      id === null ? this.named(name ?? '') : this.companies.filter((company) => company.businessId.value === id);
    const page = Number(query.get('page') ?? 1);
    return {
      status: 200,
      body: { totalResults: found.length, companies: found.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS) },
    };
  }

  /** Of the whole country, the first of each municipality. */
  sampleNames(): string[] {
    const live = this.companies.filter(
      (company) => company.tradeRegisterStatus === '1' && company.companySituations.length === 0,
    );
    const firsts = new Map(live.toReversed().map((company) => [municipalityOf(company), company]));
    const chosen = this.isWhole ? live.filter((company) => firsts.get(municipalityOf(company)) === company) : live;
    return [...new Set(chosen.map(currentName))].slice(0, 3);
  }

  private named(asked: string): Company[] {
    const test = textTest(asked);
    const found = this.companies.filter(({ names }) => test(names.map(({ name }) => name)));
    return byNearness(asked, found, currentName);
  }
}

function currentName({ names }: Company): string {
  return (names.find(({ type, endDate }) => type === '1' && endDate === null) ?? names[0]!).name;
}

function municipalityOf({ addresses }: Company): string | undefined {
  return addresses[0]?.postOffices[0]?.municipalityCode;
}

/** A foreign company is in a municipality of another region. */
function companyOf(company: FictionalCompany): object {
  const { street, unit, city, zip } = company.office;
  const [number = '', ...words] = street.split(' ');
  const elsewhere = company.foreignTo !== undefined;
  const [type, form] = FORMS[company.kind];
  const ceased = company.status === CEASED;
  const situation = SITUATIONS[company.status ?? ''];
  const end = ceased ? CEASED_ON : null;
  return {
    businessId: { value: idOf(company), registrationDate: company.formed, source: '3' },
    names: [
      { name: company.name, type: '1', registrationDate: namedSince(company), endDate: end, version: 1 },
      ...formerNamesOf(company).map(({ name, from, until }) => ({
        name,
        type: '1',
        registrationDate: from,
        endDate: until,
        version: 2,
      })),
      ...(company.tradeNames ?? []).map((name) => ({ name, type: '3', endDate: null, version: 1 })),
    ],
    companyForms: [{ type, endDate: null, descriptions: [{ languageCode: '3', description: form }] }],
    companySituations:
      situation === undefined ? [] : [{ type: situation, registrationDate: '2025-02-03', endDate: null }],
    registeredEntries: [],
    addresses: [
      {
        type: 1,
        street: words.join(' '),
        buildingNumber: number,
        apartmentNumber: unit ?? '',
        endDate: end,
        postCode: elsewhere ? '99999' : zip,
        postOffices: [
          {
            city: elsewhere ? 'EI MISSÄÄN' : city,
            languageCode: '1',
            municipalityCode: elsewhere ? ELSEWHERE : HELSINKI,
          },
        ],
      },
    ],
    tradeRegisterStatus: ceased ? '4' : '1',
    status: '2',
    registrationDate: company.formed,
    endDate: end,
    lastModified: '2026-01-02 03:04:05',
  };
}

function idOf({ serial }: Pick<FictionalCompany, 'serial'>): string {
  const number = withModulo11(
    ['9', '8', '7'].map((series) => `${series}${sixDigits(serial)}`),
    WEIGHTS,
  );
  return `${number.slice(0, 7)}-${number.slice(7)}`;
}

/** Ceased long ago: it has no current name or address. */
function oddCompanies(): object[] {
  return [
    {
      businessId: { value: idOf({ serial: 910_001 }), registrationDate: '1985-01-02', source: '3' },
      names: [
        { name: 'Kummallinen Kadonnut Kaivos Oy', type: '1', registrationDate: '1985-01-02', endDate: '1999-05-06' },
      ],
      companyForms: [],
      companySituations: [],
      registeredEntries: [],
      addresses: [],
      tradeRegisterStatus: '4',
      status: '2',
      registrationDate: '1985-01-02',
      endDate: '1999-05-06',
    },
  ];
}

/**
 * In other regions, for the whole country: companies of two languages, the branch of a Swedish
 * company with its address there, and a live company without an address.
 */
function companiesElsewhere(): object[] {
  const entry = (serial: number, name: string, form: readonly [string, string], addresses: readonly object[]) => ({
    businessId: { value: idOf({ serial }), registrationDate: '2012-04-05', source: '3' },
    names: [{ name, type: '1', registrationDate: '2012-04-05', endDate: null, version: 1 }],
    companyForms: [{ type: form[0], endDate: null, descriptions: [{ languageCode: '3', description: form[1] }] }],
    companySituations: [],
    registeredEntries: [],
    addresses,
    tradeRegisterStatus: '1',
    status: '2',
    registrationDate: '2012-04-05',
    endDate: null,
  });
  const office = (city: string, postCode: string, municipalityCode: string) => ({
    type: 1,
    street: 'Imaginary Street',
    buildingNumber: '3',
    endDate: null,
    postCode,
    postOffices: [{ city, languageCode: '1', municipalityCode }],
  });
  const abroad = { type: 1, freeAddressLine: 'Sagogatan_3_SE-111_11_Ingenstans', country: 'SE', postOffices: [] };
  return [
    entry(910_021, 'Tarunhohtoinen Mylly Oy', FORMS.llc, [office('OULU', '90100', '564')]),
    entry(910_022, 'Sagolyktan Ab', FORMS.llc, [office('MAARIANHAMINA', '22100', '478')]),
    entry(910_023, 'Ingenstans Kvarn Ab, sivuliike Suomessa', ['19', 'Branch'], [abroad]),
    entry(910_024, 'Kummallinen Osoitteeton Mylly Oy', FORMS.llc, []),
  ];
}

/**
 * Older editions have flat records without an address or a status; their companies are read as live
 * ones in the capital.
 */
function fromOlderEdition(record: Record<string, unknown>): Record<string, unknown> {
  if (typeof record['businessId'] === 'object') return record;
  const names = Array.isArray(record['names']) ? (record['names'] as { name: string; endDate?: string | null }[]) : [];
  const former = names.filter(({ endDate }) => endDate !== null && endDate !== undefined);
  return {
    businessId: { value: record['businessId'] },
    names: [
      { name: record['name'], type: '1', endDate: null },
      ...former.map(({ name, endDate }) => ({ name, type: '1', endDate })),
    ],
    companyForms: [{ endDate: null, descriptions: [{ languageCode: '3', description: record['companyForm'] }] }],
    companySituations: [],
    addresses: [{ type: 2, postOffices: [{ city: 'HELSINKI', languageCode: '1', municipalityCode: HELSINKI }] }],
    tradeRegisterStatus: '1',
    status: '2',
    registrationDate: record['registrationDate'],
    endDate: null,
  };
}
