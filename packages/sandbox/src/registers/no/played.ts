import type { FictionalCompany } from '../../companies/company.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';
import { sixDigits, withModulo11 } from '../../companies/check-digits.js';
import { byNearness, textTest } from '../../companies/text-search.js';

/**
 * Norway, Enhetsregisteret (https://data.brreg.no/enhetsregisteret/api/dokumentasjon): units and
 * their roles. An empty result has no `_embedded`. Deleted units are not searched but keep a page
 * without an address. Units withdrawn from publication answer 410. Sub-units have a separate lookup
 * by number. Paging ends at 10,000 hits. The whole country has the extract of Oslo and units
 * elsewhere.
 */

const UNITS = '/enhetsregisteret/api/enheter';
const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];
const WINDOW = 10_000;
const FORMS = {
  llc: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
  corporation: { kode: 'ASA', beskrivelse: 'Allmennaksjeselskap' },
  nonprofit: { kode: 'STI', beskrivelse: 'Stiftelse' },
} as const;
const ROLES: Readonly<Record<string, readonly [code: string, name: string]>> = {
  'Chief Executive Officer': ['DAGL', 'Daglig leder'],
  Manager: ['DAGL', 'Daglig leder'],
  President: ['LEDE', 'Styrets leder'],
};

interface Unit {
  organisasjonsnummer: string;
  navn: string;
  slettedato?: string;
  /** Sandbox only: the search lists the unit, but a lookup answers 410. */
  borte?: boolean;
  /** For a sub-unit: the number of its parent unit. */
  overordnetEnhet?: string;
  konkurs?: boolean;
  underAvvikling?: boolean;
  forretningsadresse?: { kommunenummer?: string };
}
interface Roles {
  organisasjonsnummer: string;
  rollegrupper: unknown[];
}

const NO_03: PlayedRegister = {
  code: 'no-03',
  vocabulary: {
    code: 'no-03',
    firstName: 'Huldra Lanterner AS',
    otherStatuses: ['Konkurs', 'Under avvikling', 'Tvangsavvikling'],
    notEntities: [],
    cities: ['OSLO'],
    zipPrefix: '01',
    nationwide: true,
    forms: { llc: 'AS', corporation: 'ASA', nonprofit: 'STIFTELSE' },
  },

  extracts: (companies) => ({
    'no-03.jsonl': [...companies.map(unitOf), ...oddUnits()],
    'no-03.roles.jsonl': companies.map(rolesOf),
  }),

  open(folder, companies) {
    const units = unitsIn(folder, companies);
    return units && new UnitRegister(units, rolesIn(folder, companies), '0301');
  },
};

const { nationwide: _, ...vocabulary } = NO_03.vocabulary;

const NO: PlayedRegister = {
  code: 'no',
  vocabulary,
  extracts: () => ({}),

  open(folder, companies) {
    const units = unitsIn(folder, companies);
    if (!units) return undefined;
    const elsewhere = unitsElsewhere() as Unit[];
    const officers = [{ name: 'Fictional Elsewhere', title: 'Manager' }];
    const roles = elsewhere.map(({ organisasjonsnummer }) => rolesAt(organisasjonsnummer, officers));
    return new UnitRegister([...elsewhere, ...units], [...roles, ...rolesIn(folder, companies)]);
  },
};

export const registers = [NO_03, NO];

function unitsIn(folder: string, companies: readonly FictionalCompany[]): Unit[] | undefined {
  const units = loadObjects(folder, 'no-03') ?? loadObjects(folder, 'no');
  return units && [...(units as unknown as Unit[]), ...(companies.map(unitOf) as Unit[])];
}

function rolesIn(folder: string, companies: readonly FictionalCompany[]): Roles[] {
  const roles = loadObjects(folder, 'no-03.roles') ?? [];
  return [...(roles as unknown as Roles[]), ...companies.map(rolesOf)];
}

class UnitRegister implements Dialect {
  constructor(
    private readonly units: readonly Unit[],
    private readonly roles: readonly Roles[],
    /** Of the sample names. */
    private readonly municipality?: string,
  ) {}

  answer({ path, query }: Question): Answer {
    if (path === UNITS) return this.search(query);
    const [, kind, number, roles] = /\/(enheter|underenheter)\/(\d{9})(\/roller)?$/.exec(path) ?? [];
    const unit = this.units.find(
      ({ organisasjonsnummer, overordnetEnhet }) =>
        organisasjonsnummer === number && (overordnetEnhet !== undefined) === (kind === 'underenheter'),
    );
    if (!unit) return { status: 404, body: { status: 404, error: 'Not Found', path } };
    if (unit.borte === true) return { status: 410, body: { status: 410, error: 'Gone', path } };
    if (roles === undefined) return { status: 200, body: unit };
    const entry = this.roles.find(({ organisasjonsnummer }) => organisasjonsnummer === number);
    return { status: 200, body: { rollegrupper: entry?.rollegrupper ?? [], _links: {} } };
  }

  sampleNames(): string[] {
    const isHere = (at: string | undefined) => (this.municipality === undefined ? at : at === this.municipality);
    const live = this.units.filter(
      (unit) =>
        isHere(unit.forretningsadresse?.kommunenummer) && !unit.slettedato && !unit.konkurs && !unit.underAvvikling,
    );
    return [...new Set(live.map(({ navn }) => navn))].slice(0, 3);
  }

  /** Deleted units are not searched, and an empty result has no `_embedded`. */
  private search(query: URLSearchParams): Answer {
    const asked = query.get('navn') ?? '';
    const test = textTest(asked);
    const municipalities = query.get('kommunenummer')?.split(',');
    const listed = this.units.filter(
      ({ navn, slettedato, overordnetEnhet, forretningsadresse }) =>
        slettedato === undefined &&
        overordnetEnhet === undefined &&
        test([navn]) &&
        (municipalities === undefined || municipalities.includes(forretningsadresse?.kommunenummer ?? '')),
    );
    const found = byNearness(asked, listed, ({ navn }) => navn);
    const size = Number(query.get('size') ?? 20);
    const number = Number(query.get('page') ?? 0);
    if ((number + 1) * size > WINDOW)
      return { status: 400, body: { status: 400, feilmelding: 'Feilaktig forespørsel' } };
    const enheter = found.slice(number * size, (number + 1) * size).map(({ borte: _borte, ...unit }) => unit);
    const page = { size, totalElements: found.length, totalPages: Math.ceil(found.length / size), number };
    return { status: 200, body: { ...(enheter.length > 0 && { _embedded: { enheter } }), _links: {}, page } };
  }
}

function numberOf({ serial }: Pick<FictionalCompany, 'serial'>): string {
  const beginnings = ['10', '11', '12'].map((series) => `${series}${sixDigits(serial)}`);
  return withModulo11(beginnings, WEIGHTS);
}

/** A foreign company has its office in another county. */
function unitOf(company: FictionalCompany): object {
  const { street, unit, zip } = company.office;
  const elsewhere = company.foreignTo !== undefined;
  return {
    organisasjonsnummer: numberOf(company),
    navn: company.name.toUpperCase(),
    organisasjonsform: FORMS[company.kind],
    registreringsdatoEnhetsregisteret: company.formed,
    stiftelsesdato: company.formed,
    forretningsadresse: {
      land: 'Norge',
      landkode: 'NO',
      postnummer: elsewhere ? '9990' : zip,
      poststed: elsewhere ? 'INGENSTED' : 'OSLO',
      adresse: unit === undefined ? [street] : [street, unit],
      kommune: elsewhere ? 'INGENSTED' : 'OSLO',
      kommunenummer: elsewhere ? '9999' : '0301',
    },
    konkurs: company.status === 'Konkurs',
    underAvvikling: company.status === 'Under avvikling',
    underTvangsavviklingEllerTvangsopplosning: company.status === 'Tvangsavvikling',
  };
}

/**
 * A unit that is listed but gone, a deleted one without an address, one with its seat abroad, one
 * with only a postal address, and a place of business of another unit.
 */
function oddUnits(): object[] {
  const unit = oddUnit;
  return [
    unit(910_001, 'UNDERLIG FORSVUNNET FYR AS', { borte: true }),
    unit(910_002, 'UNDERLIG SLETTET FYR AS', { slettedato: '2022-06-30', forretningsadresse: undefined }),
    unit(910_003, 'UNDERLIG FREMMED FYR NUF', {
      organisasjonsform: { kode: 'NUF', beskrivelse: 'Norskregistrert utenlandsk foretak' },
      forretningsadresse: { landkode: 'SE', poststed: 'INGENSTANS' },
    }),
    unit(910_004, 'UNDERLIG ADRESSELØST FYR', {
      organisasjonsform: { kode: 'FLI', beskrivelse: 'Forening/lag/innretning' },
      forretningsadresse: undefined,
      postadresse: { landkode: 'NO', postnummer: '0101', poststed: 'OSLO', kommune: 'OSLO', kommunenummer: '0301' },
    }),
    unit(910_005, 'UNDERLIG DELT FYR AS', {}),
    unit(910_006, 'UNDERLIG DELT FYR AS AVD HAVN', {
      organisasjonsform: { kode: 'BEDR', beskrivelse: 'Underenhet til næringsdrivende og offentlig forvaltning' },
      overordnetEnhet: numberOf({ serial: 910_005 }),
    }),
  ];
}

function oddUnit(serial: number, navn: string, more: object): object {
  return {
    organisasjonsnummer: numberOf({ serial }),
    navn,
    organisasjonsform: FORMS.llc,
    registreringsdatoEnhetsregisteret: '2010-01-02',
    forretningsadresse: {
      landkode: 'NO',
      postnummer: '0101',
      poststed: 'OSLO',
      kommune: 'OSLO',
      kommunenummer: '0301',
    },
    ...more,
  };
}

/**
 * Units of other counties and of Svalbard, a bankrupt one, a foreign one with its seat abroad, one
 * with only a postal address, and a deleted one that has kept none.
 */
function unitsElsewhere(): object[] {
  const at = (kommunenummer: string, kommune: string, postnummer: string) => ({
    ...{ land: 'Norge', landkode: 'NO', postnummer, poststed: kommune, kommune, kommunenummer },
    adresse: ['7 Imaginary Street'],
  });
  const bergen = at('4601', 'BERGEN', '5003');
  return [
    oddUnit(920_001, 'DRAUGEN LANTERNER AS', { forretningsadresse: bergen }),
    oddUnit(920_002, 'NISSEN LANTERNER AS', { forretningsadresse: at('5001', 'TRONDHEIM', '7010') }),
    oddUnit(920_003, 'ISBJØRN LANTERNER AS', { forretningsadresse: at('2100', 'LONGYEARBYEN', '9170') }),
    oddUnit(920_004, 'UNDERLIG KONKURS BRYGGE AS', { forretningsadresse: bergen, konkurs: true }),
    oddUnit(920_005, 'UNDERLIG VANDRENDE BRYGGE NUF', {
      organisasjonsform: { kode: 'NUF', beskrivelse: 'Norskregistrert utenlandsk foretak' },
      ...{ underlagtLovgivningLandKode: 'SE', underlagtLovgivningLand: 'Sverige' },
      registreringsnummerIHjemlandet: '550000-0000',
      forretningsadresse: { landkode: 'SE', land: 'Sverige', poststed: 'INGENSTANS' },
    }),
    oddUnit(920_006, 'UNDERLIG ADRESSELØS BRYGGE', {
      organisasjonsform: { kode: 'FLI', beskrivelse: 'Forening/lag/innretning' },
      forretningsadresse: undefined,
      postadresse: bergen,
    }),
    oddUnit(920_007, 'UNDERLIG SLETTET BRYGGE AS', { slettedato: '2022-06-30', forretningsadresse: undefined }),
  ];
}

function rolesOf(company: FictionalCompany): Roles {
  return rolesAt(numberOf(company), company.officers);
}

function rolesAt(organisasjonsnummer: string, officers: FictionalCompany['officers']): Roles {
  const roller = officers.map(({ name, title }, at) => {
    const [kode, beskrivelse] = ROLES[title] ?? ['MEDL', 'Styremedlem'];
    const navn = { fornavn: name.split(' ').slice(0, -1).join(' '), etternavn: name.split(' ').at(-1) };
    return {
      type: { kode, beskrivelse },
      person: { navn, erDoed: false },
      fratraadt: at > 1,
      avregistrert: at === 1,
      rekkefolge: at,
    };
  });
  return {
    organisasjonsnummer,
    rollegrupper: [{ type: { kode: 'STYR', beskrivelse: 'Styre' }, sistEndret: '2025-01-01', roller }],
  };
}
