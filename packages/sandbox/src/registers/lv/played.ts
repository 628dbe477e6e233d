import { Datastore } from '../../ckan/datastore.js';
import { sixDigits } from '../../companies/check-digits.js';
import { formerNamesOf, type FictionalCompany } from '../../companies/company.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';

/**
 * Latvia, register of enterprises on data.gov.lv: entities, former names and officers as three
 * resources of a CKAN data store. Numbers are JSON numbers; `closed` is a letter or a blank;
 * individual merchants and farms are in the same list.
 */

const PATH = '/dati/api/3/action/datastore_search';
const ENTITIES = '25e80bf3-f107-4ab4-89ef-251b5b9374e9';
const FORMER = 'ad772b8b-76e4-4334-83d9-3beadf513aa6';
const OFFICERS = 'e665114a-73c2-4375-9470-55874b4cfa6b';
const ENDED = 'Likvidēts';
const TYPES = {
  llc: ['SIA', 'Sabiedrība ar ierobežotu atbildību'],
  corporation: ['AS', 'Akciju sabiedrība'],
  nonprofit: ['NOD', 'Nodibinājums'],
} as const;

type Row = Readonly<Record<string, unknown>>;

const LV: PlayedRegister = {
  code: 'lv',
  vocabulary: {
    code: 'lv',
    firstName: 'Vienradža Laternas SIA',
    otherStatuses: [ENDED],
    script: { ended: ENDED },
    notEntities: [],
    cities: ['Rīga', 'Liepāja'],
    zipPrefix: '10',
    forms: { llc: 'SIA', corporation: 'AS', nonprofit: 'nodibinājums' },
  },

  extracts: (companies) => ({
    'lv.jsonl': [...companies.map(entityOf), ...oddEntities()],
    'lv.former.jsonl': companies.flatMap(formerOf),
    'lv.officers.jsonl': companies.flatMap(officersOf),
  }),

  open(folder, companies): Dialect | undefined {
    const entities = loadObjects(folder, 'lv');
    if (!entities) return undefined;
    const also = (name: string, more: readonly object[]) => [...(loadObjects(folder, name) ?? []), ...(more as Row[])];
    return new OpenData(
      [
        store(ENTITIES, [...entities, ...(companies.map(entityOf) as Row[])]),
        store(FORMER, also('lv.former', companies.flatMap(formerOf))),
        store(OFFICERS, also('lv.officers', companies.flatMap(officersOf))),
      ],
      entities,
    );
  },
};

export const registers = [LV];

class OpenData implements Dialect {
  constructor(
    private readonly stores: readonly Datastore[],
    private readonly entities: readonly Row[],
  ) {}

  answer(question: Question): Answer {
    const [first] = this.stores;
    const asked = this.stores.find(({ resource }) => resource === question.query.get('resource_id')) ?? first!;
    return asked.answer(question);
  }

  sampleNames(): string[] {
    const live = this.entities.filter((row) => row['closed'] === ' ' && row['type'] === 'SIA');
    return [...new Set(live.map((row) => String(row['name'])))].slice(0, 3);
  }
}

function store(resource: string, rows: readonly Row[]): Datastore {
  return new Datastore(
    PATH,
    resource,
    rows.map((row, at) => ({ _id: at + 1, ...row })),
  );
}

/** Latvia has not issued numbers that begin with 4999. */
function numberOf({ serial }: Pick<FictionalCompany, 'serial'>): number {
  return Number(`49990${sixDigits(serial)}`);
}

function entityOf(company: FictionalCompany): object {
  const { street, city, zip } = company.office;
  const [number = '', ...words] = street.split(' ');
  const [type, form] = TYPES[company.kind];
  const isClosed = company.status === ENDED;
  return {
    ...{ regcode: numberOf(company), sepa: '', name: company.name, without_quotes: 1 },
    ...{ regtype: 'K', regtype_text: 'Komercreģistrs', type, type_text: form },
    registered: `${company.formed}T00:00:00`,
    terminated: isClosed ? '2022-06-30T00:00:00' : null,
    closed: isClosed ? 'L' : ' ',
    address: `${company.foreignTo === undefined ? city : 'Ārvalsts'}, ${words.join(' ')} ${number}`,
    ...{ index: zip.slice(0, 4).padEnd(4, '0'), atvk: company.foreignTo === undefined ? '0001000' : '0' },
  };
}

function formerOf(company: FictionalCompany): object[] {
  return formerNamesOf(company).map(({ name, until }) => ({
    ...{ regcode: numberOf(company), name, date_to: `${until}T00:00:00` },
  }));
}

function officersOf(company: FictionalCompany): object[] {
  return company.officers.map(({ name, title }) => ({
    at_legal_entity_registration_number: numberOf(company),
    ...{ entity_type: 'NATURAL_PERSON', name, latvian_identity_number_masked: '010101-*****' },
    ...{ governing_body: 'EXECUTIVE_BOARD', registered_on: company.formed },
    position: title === 'Chief Executive Officer' ? 'CHAIR_OF_BOARD' : 'BOARD_MEMBER',
  }));
}

/**
 * An individual merchant, a farm, a company that was reorganised, one with its form in front of a
 * name in quotation marks, and one without an address.
 */
function oddEntities(): object[] {
  const entity = (serial: number, name: string, more: object) => ({
    ...{ regcode: numberOf({ serial }), sepa: '', name, without_quotes: 0, regtype: 'K' },
    ...{ regtype_text: 'Komercreģistrs', type: 'SIA', type_text: TYPES.llc[1], registered: '2012-03-04T00:00:00' },
    ...{ terminated: null, closed: ' ', address: 'Rīga, Iedomu iela 1', index: '1019', atvk: '0001000' },
    ...more,
  });
  const merchant = { type: 'IK', type_text: 'Individuālais komersants' };
  const farm = { type: 'ZEM', type_text: 'Zemnieku saimniecība', regtype: 'U' };
  return [
    entity(910_001, 'IK "Fictional Person Dīvainais Veikals"', merchant),
    entity(910_002, 'Fictional Person zemnieku saimniecība "DĪVAIŅI"', farm),
    entity(910_003, 'SIA "Dīvainā Šķūņa Ķēde"', { closed: 'R', terminated: '2015-06-07T00:00:00' }),
    entity(910_004, 'SIA "Dīvainā Ģērbtuve"', { address: '', index: '', atvk: '' }),
  ];
}
