import { sixDigits, withCzechCheckDigit } from '../../companies/check-digits.js';
import { formerNamesOf, namedSince, type FictionalCompany } from '../../companies/company.js';
import { textTest } from '../../companies/text-search.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';

/**
 * Slovakia, register of legal persons (https://susrrpo.docs.apiary.io). Every value is a list of
 * its history. It answers with at most 500 results and no total, finds nothing for a name with its
 * legal form, refuses quotation marks, and has sole traders in the same lists.
 */

const SERVICE = '/rpo/v1';
const MAX_RESULTS = 500;
const ENDED = 'Zaniknutá';
const ENDED_ON = '2022-06-30';
const LEGAL_FORM = /[\s,]s\. ?r\. ?o\.|[\s,]a\. ?s\./;
const FORMS = {
  llc: ['112', 'Spoločnosť s ručením obmedzeným'],
  corporation: ['121', 'Akciová spoločnosť'],
  nonprofit: ['118', 'Nadácia'],
} as const;
const POSTS: Readonly<Record<string, string>> = { Manager: 'Konateľ', President: 'Predseda predstavenstva' };

interface Entity {
  id: number;
  identifiers: { value: string }[];
  fullNames: { value: string; validTo?: string }[];
  termination?: string;
  legalForms: unknown[];
  statutoryBodies: unknown[];
}

export const SK: PlayedRegister = {
  code: 'sk',
  vocabulary: {
    code: 'sk',
    firstName: 'Jednorožcove Lampáše s. r. o.',
    otherStatuses: [ENDED],
    script: { ended: ENDED },
    notEntities: [],
    cities: ['Bratislava', 'Košice'],
    zipPrefix: '811',
    forms: { llc: 's. r. o.', corporation: 'a. s.', nonprofit: 'nadácia' },
  },

  extracts: (companies) => ({ 'sk.jsonl': [...companies.map(entityOf), ...oddEntities()] }),

  open(folder, companies) {
    const entities = loadObjects(folder, 'sk');
    return entities && new LegalPersons([...(entities as unknown as Entity[]), ...companies.map(entityOf)]);
  },
};

export const registers = [SK];

class LegalPersons implements Dialect {
  constructor(private readonly entities: readonly Entity[]) {}

  answer({ path, query }: Question): Answer {
    const [, id] = /^\/rpo\/v1\/entity\/(\d+)$/.exec(path) ?? [];
    if (id !== undefined) {
      const entity = this.entities.find((one) => one.id === Number(id));
      return entity ? { status: 200, body: entity } : { status: 404, body: {} };
    }
    if (path !== `${SERVICE}/search`) return { status: 404, body: {} };
    const number = query.get('identifier');
    const name = query.get('fullName') ?? '';
    if (number === null && (name.trim() === '' || /["„“”]|^,/.test(name))) return { status: 400, body: {} };
    const found = this.entities.filter(({ identifiers, fullNames }) =>
      number === null
        ? !LEGAL_FORM.test(` ${name}`) && textTest(name)(fullNames.map(({ value }) => value))
        : identifiers.some(({ value }) => value === number),
    );
    const results = found.slice(0, MAX_RESULTS).map(listed);
    return { status: 200, body: { results, license: 'CC BY 4.0' } };
  }

  sampleNames(): string[] {
    const live = this.entities.filter(({ termination }) => termination === undefined);
    const named = live.map(({ fullNames }) => fullNames.find(({ validTo }) => validTo === undefined)?.value ?? '');
    return [...new Set(named)].slice(0, 3);
  }
}

/** Search results have neither legal forms nor officers. */
function listed({ legalForms: _forms, statutoryBodies: _bodies, ...entity }: Entity): object {
  return entity;
}

/** A foreign company has its seat abroad. */
function entityOf(company: FictionalCompany): Entity {
  const { street, city, zip } = company.office;
  const [number = '', ...words] = street.split(' ');
  const isForeign = company.foreignTo !== undefined;
  const [code, form] = FORMS[company.kind];
  const former = formerNamesOf(company).map(({ name, from, until }) => ({
    ...{ value: name, validFrom: from, validTo: until },
  }));
  return {
    id: 3_000_000 + company.serial,
    identifiers: [{ value: idOf(company), validFrom: company.formed } as { value: string }],
    fullNames: [...former, { value: company.name, validFrom: namedSince(company) } as { value: string }],
    ...placedAt({
      street: words.join(' '),
      buildingNumber: number,
      postalCodes: [zip.padEnd(5, '0')],
      municipality: { value: isForeign ? 'Nikde nad Dunajom' : city },
      country: isForeign ? { value: 'Rakúska republika', code: '040' } : { value: 'Slovenská republika', code: '703' },
    }),
    ...entered('Obchodný register', '1', `Sro/${company.serial}/B`),
    ...({ establishment: company.formed } as object),
    ...(company.status === ENDED && { termination: ENDED_ON }),
    legalForms: [{ value: { value: form, code }, validFrom: company.formed }],
    statutoryBodies: company.officers.map(({ name, title }, at) => ({
      stakeholderType: { value: POSTS[title] ?? 'Člen predstavenstva' },
      personName: { formatedName: name },
      validFrom: company.formed,
      ...(at > 1 && { validTo: '2020-01-31' }),
    })),
  };
}

function placedAt(address: object): object {
  return { addresses: [{ validFrom: '2012-04-05', ...address }] };
}

function entered(register: string, code: string, number: string): object {
  const source = { value: register, code };
  return {
    sourceRegister: { value: source, registrationNumbers: [{ value: number, validFrom: '2012-04-05' }] },
  };
}

function idOf({ serial }: Pick<FictionalCompany, 'serial'>): string {
  return withCzechCheckDigit(`9${sixDigits(serial)}`);
}

/**
 * A sole trader of the trade register, one of the commercial register, a company that was entered
 * again under its number, and one without an address.
 */
function oddEntities(): Entity[] {
  const entity = (serial: number, name: string, more: object): Entity => ({
    id: 3_000_000 + serial,
    identifiers: [{ value: idOf({ serial }), validFrom: '2012-04-05' } as { value: string }],
    fullNames: [{ value: name, validFrom: '2012-04-05' } as { value: string }],
    ...entered('Obchodný register', '1', `Sro/${serial}/B`),
    ...({ establishment: '2012-04-05' } as object),
    legalForms: [{ value: { value: FORMS.llc[1], code: FORMS.llc[0] }, validFrom: '2012-04-05' }],
    statutoryBodies: [],
    ...more,
  });
  const again = { identifiers: [{ value: idOf({ serial: 910_003 }), validFrom: '2001-02-03' }] };
  return [
    entity(910_001, 'Fictional Person Podivná Živnosť', entered('Živnostenský register', '2', '110-1')),
    entity(910_002, 'Fictional Person Podivný Hostinec', entered('Obchodný register', '1', 'Firm/1/B')),
    entity(910_013, 'Podivný Návrat s. r. o.', { ...again, termination: '2009-01-31' }),
    entity(910_003, 'Podivný Návrat s. r. o.', {}),
    entity(910_004, 'Podivná Bezsídelná Jaskyňa s. r. o.', {}),
  ];
}
