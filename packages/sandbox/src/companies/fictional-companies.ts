import type { ScriptWords } from '../script.js';
import type { FictionalAddress, FictionalCompany, FilingType } from './company.js';

export interface RegisterVocabulary {
  code: string;
  /** A simple live company with everything a deep verification can show; the one to try first. */
  firstName: string;
  /**
   * The register's words for companies that are not simply live; empty if it lists only live ones.
   */
  otherStatuses: readonly string[];
  /** Words for rows that are not companies at all. */
  notEntities: readonly string[];
  cities: readonly string[];
  zipPrefix: string;
  /**
   * The register covers the whole country, so companies from other regions belong to another
   * jurisdiction.
   */
  nationwide?: true;
  /** Status words for the companies that change with the sandbox clock. */
  script?: ScriptWords;
  /** Legal forms at the end of names; those of the United States by default. */
  forms?: Readonly<Record<FictionalCompany['kind'], string>>;
}

const COMPANIES = 52;
const LAST_REPORT = 2025;
const ENDED = /dissolved|withdrawn|cancel|merged|revoked|forfeited|renunciated/i;
const AGENTS = ['Nowhere Registered Agents LLC', 'Make-Believe Agents, Inc.', 'Placeholder Service Company'];
const TITLES = ['Chief Executive Officer', 'President', 'Secretary', 'Treasurer', 'Manager'];
const FIRST_WORDS = [
  'Imaginary',
  'Pretend',
  'Fabled',
  'Mythical',
  'Daydream',
  'Nonesuch',
  'Whimsical',
  'Storybook',
  'Invented',
  'Unreal',
];
const CREATURES = [
  'Unicorn',
  'Griffin',
  'Wyvern',
  'Phoenix',
  'Chimera',
  'Basilisk',
  'Leprechaun',
  'Selkie',
  'Sphinx',
  'Jackalope',
];
const TRADES = [
  'Lanterns',
  'Umbrellas',
  'Teapots',
  'Kites',
  'Almanacs',
  'Carousels',
  'Weathervanes',
  'Sundials',
  'Marbles',
  'Bookends',
];
const FORMS = {
  llc: ['LLC', 'L.L.C.', 'LLC'],
  corporation: ['Inc.', 'Corporation', 'Corp.'],
  nonprofit: ['Foundation', 'Society'],
};

/**
 * Returns the register's companies: the hand-written cases, then generated ones so that there is
 * enough to search. Reproducible.
 */
export function fictionalCompanies(register: RegisterVocabulary): FictionalCompany[] {
  const chance = seeded(register.code);
  const written = writtenCases(register);
  const companies = [...written];
  const taken = new Set(written.map(({ name }) => name));
  while (companies.length < COMPANIES) {
    const company = invented(register, companies.length + 1, chance);
    if (taken.has(company.name)) continue;
    taken.add(company.name);
    companies.push(company);
  }
  return companies.map(withEnd).map((company) => inNationalForm(company, register));
}

const AMERICAN_FORM = /,? (?:L\.?L\.?C\.?|Inc\.|Corporation|Corp\.|Company|Foundation)$/;

/** Names without such a form stay unchanged: not every entity's name ends in a legal form. */
function inNationalForm(company: FictionalCompany, { forms }: RegisterVocabulary): FictionalCompany {
  if (!forms) return company;
  const translated = (name: string) => name.replace(AMERICAN_FORM, ` ${forms[company.kind]}`);
  return {
    ...company,
    name: translated(company.name),
    ...(company.formerNames && {
      formerNames: company.formerNames.map(({ name, until }) => ({ name: translated(name), until })),
    }),
    ...(company.tradeNames && { tradeNames: company.tradeNames.map(translated) }),
  };
}

type Case = Pick<FictionalCompany, 'name'> & Partial<FictionalCompany>;

function writtenCases(register: RegisterVocabulary): FictionalCompany[] {
  const { firstName, otherStatuses, notEntities } = register;
  const cases: Case[] = [
    {
      name: firstName,
      agent: AGENTS[0]!,
      officers: [officer(1, 'Chief Executive Officer'), officer(2, 'Secretary')],
      formerNames: [{ name: `Formerly ${firstName}`, until: '2016-05-20' }],
      tradeNames: [`${firstName.split(' ').slice(0, 2).join(' ')} of Nowhere`],
    },
    { name: 'Storybook Gear Works, Inc.', kind: 'corporation', officers: [officer(3, 'Chief Executive Officer')] },
    { name: 'Tall Tale Trading Company LLC', formerNames: [{ name: 'Short Story Trading LLC', until: '2019-08-01' }] },
    { name: "O'Fable & Sons, LLC" },
    { name: 'Once-Upon-A-Time "Quill" Press, Inc.', kind: 'corporation' },
    { name: 'A.B.C. Imaginary Blocks L.L.C.' },
    { name: 'Café Chimère LLC' },
    { name: 'The Griffin and Griffin Company', kind: 'corporation' },
    { name: 'Dragon Rental 1 LLC' },
    { name: 'Dragon Rental 2 LLC' },
    { name: 'Dragon Rental III LLC' },
    { name: 'Phoenix Fable Holdings LLC' },
    { name: 'Phoenix Fable Partners LLC' },
    { name: 'Wyvern Make-Believe Supply LLC' },
    { name: 'Wyvern Make-Believe Supply, Inc.', kind: 'corporation' },
    { name: 'Twice Told Tales LLC' },
    {
      name: 'Twice Told Tales LLC',
      foreignTo: 'DE',
      ...(otherStatuses[0] !== undefined && { status: otherStatuses[0] }),
    },
    { name: 'Far Kingdom Imports, Inc.', kind: 'corporation', foreignTo: 'DE' },
    { name: 'Society of Unwritten Chapters', kind: 'nonprofit' },
    { name: 'Vanished Agent Lanterns LLC', agent: false },
    ...otherStatuses.map((status) => ({ name: `${capitalised(status)} Castle Keepers LLC`, status })),
    ...notEntities.map((status) => ({ name: `${capitalised(status)} Name Dreams LLC`, status })),
  ];
  return cases.map((given, at) => ({ ...plainCompany(register, at + 1, given.kind ?? 'llc'), ...given }));
}

function invented(register: RegisterVocabulary, serial: number, chance: () => number): FictionalCompany {
  const pick = <T>(options: readonly T[]): T => options[Math.floor(chance() * options.length)]!;
  const kind = pick(['llc', 'llc', 'corporation', 'nonprofit'] as const);
  const name = `${pick(FIRST_WORDS)} ${pick(CREATURES)} ${pick(TRADES)} ${pick(FORMS[kind])}`;
  const live = register.otherStatuses.length === 0 || chance() < 0.7;
  const company = plainCompany(register, serial, kind, 1950 + Math.floor(chance() * 70), 1 + Math.floor(chance() * 5));
  return {
    ...company,
    name,
    ...(!live && { status: pick(register.otherStatuses) }),
    ...(chance() < 0.15 && { foreignTo: 'DE' }),
    ...(chance() < 0.1 && { subStatus: 'First report past due', reportDue: '2021-03-31' }),
    agent: pick(AGENTS),
    officers: [officer(serial * 2, pick(TITLES)), officer(serial * 2 + 1, pick(TITLES))],
  };
}

/** The last filing of an ended company is its end. */
function withEnd(company: FictionalCompany): FictionalCompany {
  if (!ENDED.test(company.status ?? '')) return company;
  const end = filing(`${LAST_REPORT - 3}-06-30`, 'end');
  return { ...company, filings: [...company.filings.filter(({ date }) => date < end.date), end] };
}

function plainCompany(
  register: RegisterVocabulary,
  serial: number,
  kind: FictionalCompany['kind'],
  year = 2000 + (serial % 20),
  reports = 3,
): FictionalCompany {
  const formed = `${year}-${twoDigits(1 + (serial % 12))}-${twoDigits(1 + (serial % 28))}`;
  return {
    serial,
    name: '',
    kind,
    formed,
    agent: AGENTS[serial % AGENTS.length]!,
    officers: [officer(serial, 'Chief Executive Officer')],
    office: office(register, serial),
    filings: [
      filing(formed, 'formation'),
      ...Array.from({ length: reports }, (_, at) => report(LAST_REPORT - reports + 1 + at)),
    ],
    reportDue: '2099-03-31',
  };
}

function office({ cities, zipPrefix }: RegisterVocabulary, serial: number): FictionalAddress {
  return {
    street: `${serial} Imaginary Street`,
    ...(serial % 4 === 0 && { unit: `Suite ${serial * 10}` }),
    city: cities[serial % cities.length]!,
    zip: `${zipPrefix}${twoDigits(serial % 100)}`,
  };
}

function report(year: number): { date: string; type: FilingType } {
  return filing(`${year}-03-15`, 'report');
}

function filing(date: string, type: FilingType): { date: string; type: FilingType } {
  return { date, type };
}

function officer(number: number, title: string): { name: string; title: string } {
  return { name: `Fictional Officer ${number}`, title };
}

function capitalised(status: string): string {
  return status.replace(/[^A-Za-z ]/g, '').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Mulberry32: small, and reproducible on every machine. */
function seeded(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum, 31) + letter.codePointAt(0)!, 17);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
