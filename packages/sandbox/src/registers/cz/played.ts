import { formerNamesOf, namedSince, type FictionalCompany } from '../../companies/company.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';
import { sixDigits, withCzechCheckDigit } from '../../companies/check-digits.js';
import { byNearness, textTest } from '../../companies/text-search.js';

/**
 * Czechia, ARES (https://ares.gov.cz/swagger-ui): subjects, and their entries in the public
 * register (`-vr`). It refuses searches with more than 1,000 hits and invalid numbers. It lists
 * subjects without an IČO, without a structured address, and with an end date in the future. The
 * whole country has the extract of Prague and subjects elsewhere.
 */

const SERVICE = '/ekonomicke-subjekty-v-be/rest';
const PRAGUE = 19;
const ELSEWHERE = 60;
const MAX_HITS = 1_000;
const FORMS = { llc: '112', corporation: '121', nonprofit: '117' } as const;
const POSTS: Readonly<Record<string, string>> = {
  'Chief Executive Officer': 'Předseda představenstva',
  President: 'Předseda představenstva',
  Manager: 'Jednatel',
};

const ALIVE = { stavZdrojeVr: 'NEEXISTUJICI', stavZdrojeRos: 'AKTIVNI', stavZdrojeRes: 'AKTIVNI' };
const IN_PRAGUE = {
  ...{ kodStatu: 'CZ', kodKraje: PRAGUE, nazevObce: 'Praha' },
  textovaAdresa: 'Podivná 1, 11000 Praha 1',
};

interface Subject {
  ico?: string;
  obchodniJmeno: string;
  sidlo?: { kodStatu?: string; kodKraje?: number };
  datumZaniku?: string;
}
interface Entry {
  ico?: string;
}

export const CZ_10: PlayedRegister = {
  code: 'cz-10',
  vocabulary: {
    code: 'cz-10',
    firstName: 'Jednorožec Lucerny s.r.o.',
    otherStatuses: ['Zaniklý'],
    script: { ended: 'Zaniklý' },
    notEntities: [],
    cities: ['Praha'],
    zipPrefix: '110',
    nationwide: true,
    forms: { llc: 's.r.o.', corporation: 'a.s.', nonprofit: 'nadace' },
  },

  extracts: (companies) => ({
    'cz-10.jsonl': [...companies.map(subjectOf), ...oddSubjects()],
    'cz-10.vr.jsonl': companies.map(entryOf),
  }),

  open(folder, companies) {
    const subjects = subjectsIn(folder, companies);
    return subjects && new Ares(subjects, entriesIn(folder, companies), PRAGUE);
  },
};

const { nationwide: _, ...vocabulary } = CZ_10.vocabulary;

const CZ: PlayedRegister = {
  code: 'cz',
  vocabulary,
  extracts: () => ({}),

  open(folder, companies) {
    const subjects = subjectsIn(folder, companies);
    if (!subjects) return undefined;
    const elsewhere = subjectsElsewhere() as Subject[];
    return new Ares([...elsewhere, ...subjects], [...entriesElsewhere(elsewhere), ...entriesIn(folder, companies)]);
  },
};

export const registers = [CZ_10, CZ];

function subjectsIn(folder: string, companies: readonly FictionalCompany[]): Subject[] | undefined {
  const subjects = loadObjects(folder, 'cz-10') ?? loadObjects(folder, 'cz')?.map(fromLibrary);
  return subjects && [...(subjects as unknown as Subject[]), ...(companies.map(subjectOf) as Subject[])];
}

function entriesIn(folder: string, companies: readonly FictionalCompany[]): Entry[] {
  const entries = loadObjects(folder, 'cz-10.vr') ?? [];
  return [...(entries as unknown as Entry[]), ...companies.map(entryOf)];
}

class Ares implements Dialect {
  constructor(
    private readonly subjects: readonly Subject[],
    private readonly entries: readonly Entry[],
    /** Of the sample names. */
    private readonly region?: number,
  ) {}

  answer({ method, path, body }: Question): Answer {
    if (method === 'POST' && path === `${SERVICE}/ekonomicke-subjekty/vyhledat`) return this.search(body);
    const [, register, id = ''] = /\/rest\/(ekonomicke-subjekty(?:-vr)?)\/([^/]+)$/.exec(path) ?? [];
    if (register !== undefined && !/^\d{8}$/.test(id)) {
      return refusal('VSTUP_NEVALIDNI_FORMAT_ICO', 'Neplatny format ICO');
    }
    const records: readonly Entry[] = register === 'ekonomicke-subjekty-vr' ? this.entries : this.subjects;
    const record = records.find(({ ico }) => ico === id);
    if (!record) {
      const popis = 'Zadané ičo nebylo nalezeno';
      return { status: 404, body: { kod: 'NENALEZENO', subKod: 'VYSTUP_SUBJEKT_NENALEZEN', popis } };
    }
    return { status: 200, body: record };
  }

  sampleNames(): string[] {
    const isHere = (at: number | undefined) => (this.region === undefined ? at : at === this.region);
    const live = this.subjects.filter(({ sidlo, datumZaniku }) => isHere(sidlo?.kodKraje) && !datumZaniku);
    return [...new Set(live.map(({ obchodniJmeno }) => obchodniJmeno))].slice(0, 3);
  }

  private search(body: string): Answer {
    const asked = JSON.parse(body) as {
      obchodniJmeno?: string;
      sidlo?: { kodKraje?: number };
      start?: number;
      pocet?: number;
    };
    const { obchodniJmeno: name = '', sidlo, start = 0, pocet = 10 } = asked;
    if (name === '') return refusal('VSTUP_CHYBNY', 'Prázdný dotaz');
    const test = textTest(name);
    const region = sidlo?.kodKraje;
    const listed = this.subjects.filter(
      (subject) => test([subject.obchodniJmeno]) && (region === undefined || subject.sidlo?.kodKraje === region),
    );
    if (listed.length > MAX_HITS) return refusal('VYSTUP_PRILIS_MNOHO_VYSLEDKU', 'Příliš mnoho výsledků');
    const found = byNearness(name, listed, ({ obchodniJmeno }) => obchodniJmeno);
    return {
      status: 200,
      body: { pocetCelkem: found.length, ekonomickeSubjekty: found.slice(start, start + pocet) },
    };
  }
}

function refusal(subKod: string, popis: string): Answer {
  return { status: 400, body: { kod: 'CHYBA_VSTUPU', subKod, popis } };
}

function idOf({ serial }: Pick<FictionalCompany, 'serial'>): string {
  return withCzechCheckDigit(`9${sixDigits(serial)}`);
}

/** A foreign company has its seat in another region. */
function subjectOf(company: FictionalCompany): object {
  const { street, city, zip } = company.office;
  const elsewhere = company.foreignTo !== undefined;
  const [number = '', ...words] = street.split(' ');
  const ended = company.status !== undefined;
  return {
    ico: idOf(company),
    obchodniJmeno: company.name,
    sidlo: {
      kodStatu: 'CZ',
      kodKraje: elsewhere ? ELSEWHERE : PRAGUE,
      nazevKraje: elsewhere ? 'Jinde' : 'Hlavní město Praha',
      nazevObce: elsewhere ? 'Nikde' : city,
      nazevUlice: words.join(' '),
      cisloDomovni: Number(number),
      psc: Number(zip),
      textovaAdresa: `${words.join(' ')} ${number}, ${zip} ${city}`,
    },
    pravniForma: FORMS[company.kind],
    datumVzniku: company.formed,
    ...(ended && { datumZaniku: '2022-06-30' }),
    seznamRegistraci: { stavZdrojeVr: ended ? 'ZANIKLY' : 'AKTIVNI', stavZdrojeRos: ended ? 'ZANIKLY' : 'AKTIVNI' },
  };
}

function entryOf(company: FictionalCompany): Entry & Record<string, unknown> {
  const clenoveOrganu = company.officers.map(({ name, title }, at) => ({
    datumZapisu: company.formed,
    ...(at > 1 && { datumVymazu: '2020-01-31' }),
    clenstvi: {
      clenstvi: { vznikClenstvi: company.formed, ...(at === 1 && { zanikClenstvi: '2021-12-31' }) },
      funkce: { nazev: POSTS[title] ?? 'Člen představenstva' },
    },
    nazevAngazma: 'Člen statutárního orgánu',
    fyzickaOsoba: { jmeno: name.split(' ').slice(0, -1).join(' '), prijmeni: name.split(' ').at(-1) },
  }));
  const statutarniOrgany = [{ nazevOrganu: 'Statutární orgán', clenoveOrganu }];
  const former = formerNamesOf(company).map(({ name, from, until }) => ({
    datumZapisu: from,
    datumVymazu: until,
    hodnota: name,
  }));
  const obchodniJmeno = [...former, { datumZapisu: namedSince(company), hodnota: company.name }];
  const entry = { ico: idOf(company), obchodniJmeno, stavSubjektu: 'AKTIVNI', statutarniOrgany };
  return { ico: idOf(company), zaznamy: [entry] };
}

/**
 * A foreigner without an IČO, a subject with an unstructured address, one with an end date in the
 * future, one that only a historic register knows, and one without a seat.
 */
function oddSubjects(): object[] {
  const subject = oddSubject;
  const { ico: _ico, ...without } = subject(0, 'Podivná Bezčíselná Jeskyně', {
    icoId: 'ARES_90000001',
    seznamRegistraci: { stavZdrojeRos: 'NEEXISTUJICI' },
  });
  return [
    without,
    subject(910_001, 'Podivná Nerozebraná Adresa s.r.o.', {
      sidlo: { textovaAdresa: 'Podivná 12, Nikde, 26799 Nikde', standardizaceAdresy: false },
    }),
    subject(910_002, 'Podivný Budoucí Konec s.r.o.', { datumZaniku: '2095-12-10' }),
    subject(910_003, 'Podivný Historický Záznam s.r.o.', {
      seznamRegistraci: { stavZdrojeVr: 'HISTORICKY', stavZdrojeRos: 'ZANIKLY', stavZdrojeRes: 'ZANIKLY' },
    }),
    subject(910_004, 'Podivná Bezsídelná Jeskyně s.r.o.', { sidlo: undefined }),
  ];
}

function oddSubject(serial: number, obchodniJmeno: string, more: object): Subject {
  return {
    ico: idOf({ serial }),
    obchodniJmeno,
    sidlo: IN_PRAGUE,
    ...{ pravniForma: '112', datumVzniku: '2010-12-10', seznamRegistraci: ALIVE },
    ...more,
  };
}

/**
 * Subjects of other regions, one with its address in one text, one with its seat abroad, one whose
 * seat only a source register has, and one without a seat that has ended.
 */
function subjectsElsewhere(): object[] {
  const at = (kodKraje: number, nazevKraje: string, nazevObce: string, psc: number) => ({
    ...{ kodStatu: 'CZ', kodKraje, nazevKraje, nazevObce, nazevUlice: 'Imaginární', cisloDomovni: 7, psc },
    textovaAdresa: `Imaginární 7, ${psc} ${nazevObce}`,
  });
  const brno = at(116, 'Jihomoravský kraj', 'Brno', 60_200);
  return [
    oddSubject(920_001, 'Vodník Lucerny s.r.o.', { sidlo: brno }),
    oddSubject(920_002, 'Krakonoš Lucerny s.r.o.', { sidlo: at(86, 'Královéhradecký kraj', 'Trutnov', 54_101) }),
    oddSubject(920_003, 'Permoník Lucerny s.r.o.', { sidlo: at(132, 'Moravskoslezský kraj', 'Ostrava', 70_200) }),
    oddSubject(920_004, 'Podivný Souvislý Mlýn s.r.o.', {
      sidlo: { textovaAdresa: 'Podivná 12, 26799 Nikde', standardizaceAdresy: false },
    }),
    oddSubject(920_005, 'Wandernde Laternen GmbH', {
      ...{ pravniForma: '422', sidlo: { kodStatu: 'AT', textovaAdresa: 'Phantasieweg 1, Rakousko' } },
    }),
    oddSubject(920_006, 'Podivný Jinak Zapsaný Mlýn s.r.o.', {
      ...{ sidlo: undefined, dalsiUdaje: [{ datovyZdroj: 'ros', sidlo: [{ sidlo: brno, primarniZaznam: true }] }] },
    }),
    oddSubject(920_007, 'Podivný Zaniklý Mlýn s.r.o.', { sidlo: undefined, datumZaniku: '2022-06-30' }),
  ];
}

/** Each has an officer and a former name in the public register. */
function entriesElsewhere(subjects: readonly Subject[]): Entry[] {
  return subjects.map(({ ico, obchodniJmeno: name }) => {
    const officer = { datumZapisu: '2010-12-10', fyzickaOsoba: { jmeno: 'Fictional', prijmeni: 'Elsewhere' } };
    const former = { datumZapisu: '2010-12-10', datumVymazu: '2015-01-31', hodnota: `Dříve ${name}` };
    const obchodniJmeno = [former, { datumZapisu: '2015-01-31', hodnota: name }];
    return { ico: ico ?? '', zaznamy: [{ obchodniJmeno, statutarniOrgany: [{ clenoveOrganu: [officer] }] }] };
  });
}

/** An extract made with a client library has that library's field names. */
function fromLibrary(record: Record<string, unknown>): Record<string, unknown> {
  if ('obchodniJmeno' in record) return record;
  const day = (value: unknown) => (typeof value === 'string' ? value.slice(0, 10) : undefined);
  const states = Object.entries((record['sources'] ?? {}) as Record<string, unknown>);
  return {
    ico: record['in'],
    obchodniJmeno: record['company'],
    sidlo: {
      kodStatu: record['country_code'],
      ...(record['city'] === 'Praha' ? { kodKraje: PRAGUE } : { kodKraje: ELSEWHERE }),
      nazevObce: record['city'],
      nazevUlice: record['street'],
      cisloDomovni: record['house_number'],
      psc: record['zip'],
    },
    pravniForma: String(record['legal_form_code']),
    datumVzniku: day(record['created']),
    datumZaniku: day(record['dissolved']),
    seznamRegistraci: Object.fromEntries(states.map(([name, state]) => [name, state === true ? 'AKTIVNI' : state])),
  };
}
