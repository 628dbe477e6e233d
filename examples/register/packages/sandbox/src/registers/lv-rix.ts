import type { FictionalCompany } from '../companies/company.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../dialect.js';
import { loadExtract } from '../extracts.js';
import { byNearness, textTest } from '../companies/text-search.js';

/** Rīga: one action for searches and numbers, errors as 409, a status of one letter or none, an address in one text. */

const SEARCH = '/dati/api/3/action/datastore_search';
const RESOURCE = '25e80bf3-f107-4ab4-89ef-251b5b9374e9';
const ENDED = 'L';
const FORMS = {
  llc: 'Sabiedrība ar ierobežotu atbildību',
  corporation: 'Akciju sabiedrība',
  nonprofit: 'Nodibinājums',
} as const;

type Entity = Readonly<Record<string, string | null>>;

export const LV_RIX: PlayedRegister = {
  code: 'lv-rix',
  vocabulary: {
    code: 'lv-rix',
    firstName: 'Imaginary Weathervanes SIA',
    otherStatuses: [ENDED],
    notEntities: [],
    cities: ['Rīga'],
    zipPrefix: '100',
  },

  extracts: (companies) => ({ 'lv-rix.jsonl': companies.map(entityOf) }),

  open(folder, companies) {
    const listed = loadExtract(folder, 'lv-rix');
    return listed && new DataStore([...listed, ...companies.map(entityOf)]);
  },
};

class DataStore implements Dialect {
  constructor(private readonly entities: readonly Entity[]) {}

  answer({ path, query }: Question): Answer {
    if (path !== SEARCH) return { status: 404, body: { success: false, error: { __type: 'Not Found Error' } } };
    if (query.get('resource_id') !== RESOURCE)
      return { status: 409, body: { success: false, error: { __type: 'Validation Error' } } };
    const { regcode } = JSON.parse(query.get('filters') ?? '{}') as { regcode?: string };
    const found = regcode === undefined ? this.search(query.get('q') ?? '') : this.numbered(regcode);
    const from = Number(query.get('offset') ?? 0);
    const records = found.slice(from, from + Number(query.get('limit') ?? 100));
    return { status: 200, body: { success: true, result: { records, total: found.length } } };
  }

  sampleNames(): string[] {
    const live = this.entities.filter(({ closed }) => !closed);
    return [...new Set(live.map(nameOf))].slice(0, 3);
  }

  private numbered(number: string): Entity[] {
    return this.entities.filter(({ regcode }) => regcode === number);
  }

  private search(asked: string): Entity[] {
    const test = textTest(asked);
    return byNearness(
      asked,
      this.entities.filter((entity) => test([nameOf(entity)])),
      nameOf,
    );
  }
}

function nameOf(entity: Entity): string {
  return entity['name'] ?? '';
}

function entityOf({ serial, name, status, kind, formed, office }: FictionalCompany): Entity {
  return {
    regcode: String(90_000_000 + serial),
    name,
    type_text: FORMS[kind],
    registered: formed,
    terminated: status === undefined ? null : '2021-12-31',
    closed: status ?? null,
    address: `Rīga, ${office.street}`,
    index: office.zip,
  };
}
