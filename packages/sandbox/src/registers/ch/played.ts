import type { FictionalCompany, FilingType } from '../../companies/company.js';
import type { RegisterVocabulary } from '../../companies/fictional-companies.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';
import { sixDigits, withModulo11 } from '../../companies/check-digits.js';
import { answerSparql, type SwissCompany } from './sparql.js';

/**
 * Switzerland, both sources: Zefix (https://www.zefix.admin.ch/ZefixPublicREST/swagger-ui), which
 * needs no login in the sandbox, and the linked data of LINDAS (https://lindas.admin.ch), which has
 * live companies only. Zefix guarantees no field and has no pages. It returns errors for too many
 * hits, for no hits and for words it does not search for. A UID may have an older entry.
 */

const SERVICE = '/ZefixPublicREST/api/v1/company';
const UID_PATH = `${SERVICE}/uid/`;
const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4];
const MAX_HITS = 500;
const MIN_NAME_LENGTH = 3;
const FORMS = { llc: '0107', corporation: '0106', nonprofit: '0110' } as const;
const FORM_NAMES: Readonly<Record<string, string>> = {
  '0106': 'Company limited by shares (AG)',
  '0107': 'Limited liability company (GmbH)',
  '0110': 'Foundation',
};
const NOTICES: Readonly<Record<FilingType, string>> = {
  formation: 'status.neu',
  report: 'aenderungorgane',
  'agent change': 'adressaenderung',
  'name change': 'firmenaenderung',
  end: 'status.aufgeloest',
};

const VOCABULARY: RegisterVocabulary = {
  code: 'ch-zh',
  firstName: 'Einhorn Laternen GmbH',
  otherStatuses: ['CANCELLED', 'BEING_CANCELLED'],
  script: { ended: 'CANCELLED' },
  notEntities: [],
  cities: ['Zürich', 'Nirgendwil', 'Märchenikon'],
  zipPrefix: '80',
  forms: { llc: 'GmbH', corporation: 'AG', nonprofit: 'Stiftung' },
};

export const CH_ZH: PlayedRegister = {
  code: 'ch-zh',
  vocabulary: { ...VOCABULARY, nationwide: true },
  extracts: (companies) => ({ 'ch-zh.jsonl': [...companies.map(companyOf), ...oddCompanies(), ...relatedCompanies()] }),
  open: (folder, companies) => opened(folder, companies, 'ZH'),
};

const CH: PlayedRegister = {
  code: 'ch',
  vocabulary: VOCABULARY,
  extracts: () => ({}),
  open: (folder, companies) => opened(folder, companies),
};

export const registers = [CH_ZH, CH];

/** The whole country has the companies of the canton's extract, and some of other cantons. */
function opened(folder: string, companies: readonly FictionalCompany[], canton?: string): Dialect | undefined {
  const listed = loadObjects(folder, 'ch-zh') ?? loadObjects(folder, 'ch')?.map(fromList);
  if (!listed) return undefined;
  const all = [...listed, ...companies.map(companyOf), ...(canton === undefined ? companiesElsewhere() : [])];
  return new Switzerland(all as unknown as SwissCompany[], canton);
}

class Switzerland implements Dialect {
  constructor(
    private readonly companies: readonly SwissCompany[],
    /** `undefined`: the whole country. */
    private readonly canton: string | undefined,
  ) {}

  answer({ method, path, query, body }: Question): Answer {
    if (path === '/query') {
      const living = this.companies.filter(({ status, uid }) => status !== 'CANCELLED' && uid !== undefined);
      return answerSparql(new URLSearchParams(body).get('query') ?? query.get('query') ?? '', living);
    }
    if (method === 'POST' && path === `${SERVICE}/search`) return this.search(body);
    const uid = path.startsWith(UID_PATH) ? path.slice(UID_PATH.length) : undefined;
    const found = this.companies.filter((company) => uid !== undefined && company.uid === uid);
    return found.length > 0 ? { status: 200, body: found } : failure(404, 'NOT_FOUND');
  }

  /** Of the whole country, the first of each canton. */
  sampleNames(): string[] {
    const live = this.companies.filter(({ status, name }) => status === 'ACTIVE' && name !== undefined);
    const cantons = new Set(live.flatMap(({ canton }) => canton ?? []));
    const named = (canton: string) => live.filter((company) => company.canton === canton).map(({ name }) => name!);
    const names = this.canton === undefined ? [...cantons].map((canton) => named(canton)[0]!) : named(this.canton);
    return [...new Set(names)].slice(0, 3);
  }

  /** A name matches as a prefix; `*` is a wildcard. Ignores case, accents and punctuation. */
  private search(body: string): Answer {
    const {
      name = '',
      canton,
      activeOnly,
    } = JSON.parse(body) as { name?: string; canton?: string; activeOnly?: boolean };
    if (name.length < MIN_NAME_LENGTH) return failure(400, 'INVALID_REQUEST_DATA');
    const pieces = name.split('*').map(lettersOf);
    if (pieces.join('') === '') return failure(400, 'INVALID_QUERY_WORDS');
    const found = this.companies.filter(
      (company) =>
        beginsWithPieces(lettersOf(company.name ?? ''), pieces) &&
        (canton === undefined || company.canton === canton) &&
        (activeOnly !== true || company.status === 'ACTIVE'),
    );
    if (found.length > MAX_HITS) return failure(400, 'RESULTLIST_TO_LARGE');
    return found.length === 0
      ? failure(404, 'NOT_FOUND')
      : { status: 200, body: found.map((company) => this.short(company)) };
  }

  /** An entry of a search, without its canton. */
  private short({ uid, name, status, legalForm, legalSeat }: SwissCompany): object {
    return { name, uid, ...(this.canton === undefined && { legalSeat }), status, legalForm, deletionDate: null };
  }
}

/** Finds the pieces in order, each at its first place: no pattern is made of the asked text. */
function beginsWithPieces(name: string, [first = '', ...others]: readonly string[]): boolean {
  if (!name.startsWith(first)) return false;
  let from = first.length;
  for (const piece of others) {
    const at = name.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

function failure(status: number, type: string): Answer {
  return { status, body: { error: { type, message: type.toLowerCase().replaceAll('_', ' ') } } };
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A foreign company is entered in another canton. */
function companyOf(company: FictionalCompany): object {
  const { street, unit, city, zip } = company.office;
  const [houseNumber = '', ...words] = street.split(' ');
  const elsewhere = company.foreignTo !== undefined;
  const serial = company.serial % 1_000_000;
  const form = FORMS[company.kind];
  return {
    name: company.name,
    ehraid: 9_000_000 + serial,
    uid: uidOf(company),
    chid: `CH0${9_000_000_000 + serial}`,
    legalSeat: elsewhere ? 'Anderswo' : city,
    legalForm: { uid: form, name: { en: FORM_NAMES[form] } },
    status: company.status ?? 'ACTIVE',
    deletionDate: company.status === 'CANCELLED' ? '2022-06-30' : null,
    canton: elsewhere ? 'ZG' : 'ZH',
    address: {
      street: words.join(' '),
      houseNumber,
      addon: unit ?? null,
      city: elsewhere ? 'Anderswo' : city,
      swissZipCode: zip,
    },
    oldNames: (company.formerNames ?? []).map(({ name }, at) => ({ name, sequenceNr: at + 1, translation: [] })),
    sogcPub: company.filings.map(({ date, type }, at) => ({
      sogcDate: date,
      sogcId: (9_000_000 + serial) * 100 + at,
      registryOfCommerceCanton: elsewhere ? 'ZG' : 'ZH',
      message: `${company.name}, in ${city}.`,
      mutationTypes: [{ id: 1, key: NOTICES[type] }],
    })),
  };
}

function uidOf({ serial }: Pick<FictionalCompany, 'serial'>): string {
  return `CHE${withModulo11(
    ['90', '91', '92'].map((series) => `${series}${sixDigits(serial)}`),
    WEIGHTS,
  )}`;
}

/** A branch with its head office in another canton, and a company that took over another. */
function relatedCompanies(): object[] {
  const entry = (serial: number, name: string, more: object) => ({
    uid: uidOf({ serial }),
    ehraid: 9_000_000 + serial,
    name,
    status: 'ACTIVE',
    legalForm: { uid: '0106', name: { en: FORM_NAMES['0106'] } },
    canton: 'ZH',
    address: { street: 'Imaginary Street', houseNumber: '2', city: 'Zürich', swissZipCode: '8001' },
    ...more,
  });
  const head = { uid: uidOf({ serial: 910_011 }), name: 'Sagenhafte Zweigmühle AG', canton: 'ZG' };
  const branch = { uid: uidOf({ serial: 910_012 }), name: 'Sagenhafte Zweigmühle AG, Zweigniederlassung Zürich' };
  const mill = { uid: uidOf({ serial: 910_013 }), name: 'Sagenhafte Wassermühle AG' };
  const sawmill = { uid: uidOf({ serial: 910_014 }), name: 'Sagenhafte Windmühle AG' };
  return [
    entry(910_012, branch.name, { legalForm: { uid: '0151', name: { en: 'Swiss branch' } }, headOffices: [head] }),
    entry(910_013, mill.name, { hasTakenOver: [sawmill], branchOffices: [] }),
    entry(910_014, sawmill.name, { status: 'CANCELLED', deletionDate: '2021-06-30', wasTakenOverBy: [mill] }),
  ];
}

/**
 * In other cantons, for the whole country: companies of three languages, the head office of a
 * branch, the branch of a foreign company, and a company that moved here from Zürich.
 */
function companiesElsewhere(): object[] {
  const entry = (serial: number, name: string, [canton, city, zip]: readonly [string, string, string], more = {}) => ({
    uid: uidOf({ serial }),
    ehraid: 9_000_000 + serial,
    name,
    legalSeat: city,
    status: 'ACTIVE',
    legalForm: { uid: '0106', name: { en: FORM_NAMES['0106'] } },
    canton,
    address: { street: 'Imaginary Street', houseNumber: '3', city, swissZipCode: zip },
    oldNames: [],
    sogcPub: [{ sogcDate: '2012-04-05', mutationTypes: [{ id: 1, key: NOTICES.formation }] }],
    ...more,
  });
  const foreign = { uid: '0111', name: { en: 'Branch of a foreign company' } };
  return [
    entry(910_021, 'Horlogerie Fabuleuse SA', ['GE', 'Genève', '1201']),
    entry(910_022, 'Officina Favolosa SA', ['TI', 'Lugano', '6900']),
    entry(910_011, 'Sagenhafte Zweigmühle AG', ['ZG', 'Zug', '6300']),
    entry(910_023, 'Oddly Remote Beacons LLC, Denver, Zweigniederlassung Basel', ['BS', 'Basel', '4001'], {
      legalForm: foreign,
    }),
    entry(910_024, 'Wandernde Mühle AG', ['ZH', 'Zürich', '8001'], { status: 'CANCELLED' }),
    entry(910_024, 'Wandernde Mühle AG', ['BE', 'Bern', '3001']),
  ];
}

/**
 * A company without a UID, an older entry of a live company, an unknown status, and numbers without
 * a canton or a name.
 */
function oddCompanies(): object[] {
  const older = {
    name: 'Wundersame Alte Mühle AG',
    status: 'CANCELLED',
    deletionDate: '2005-06-30',
    ehraid: 9_910_002,
  };
  const living = { name: 'Wundersame Neue Mühle AG', status: 'ACTIVE', deletionDate: null, ehraid: 9_910_003 };
  const unexplained = { name: 'Wundersame Ungeklärte Mühle AG', status: 'SUSPENDED', ehraid: 9_910_004 };
  const entry = (more: object) => ({
    uid: uidOf({ serial: 910_002 }),
    legalForm: { uid: '0106', name: { en: FORM_NAMES['0106'] } },
    canton: 'ZH',
    address: { street: 'Imaginary Street', houseNumber: '1', city: 'Zürich', swissZipCode: '8001' },
    ...more,
  });
  return [
    { name: 'Wundersame Namenlose Säge GmbH', ehraid: 9_910_001, status: 'ACTIVE', canton: 'ZH' },
    entry(older),
    entry(living),
    entry({ ...unexplained, uid: uidOf({ serial: 910_004 }) }),
    { uid: uidOf({ serial: 910_005 }), ehraid: 9_910_005, name: 'Wundersame Ortlose Mühle AG', status: 'ACTIVE' },
    { uid: uidOf({ serial: 910_006 }), ehraid: 9_910_006, status: 'ACTIVE', canton: 'ZH' },
  ];
}

/** A flattened extract has the legal form as text. */
function fromList(record: Record<string, unknown>): Record<string, unknown> {
  const { legalForm } = record;
  return typeof legalForm === 'string' ? { ...record, legalForm: { name: { en: legalForm } } } : record;
}
