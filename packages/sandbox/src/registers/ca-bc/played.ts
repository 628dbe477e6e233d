import type { FictionalCompany } from '../../companies/company.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';
import { byScore, wordsWithSigns } from '../../companies/text-search.js';

/**
 * British Columbia, OrgBook BC (https://github.com/bcgov/orgbook-bc-api-docs). Search matches any
 * of the words, which keep their dots and apostrophes, best score first. It hides historical topics
 * unless asked for any, refuses an eleventh page, and answers a number with related topics as well.
 */

const TOPICS = '/api/v4/search/topic';
const PAGE_ROWS = 10;
const MAX_PAGE_ROWS = 200;
const LAST_PAGE = 10;
const TYPES = { llc: 'BC', corporation: 'BEN', nonprofit: 'S' } as const;
const PREFIXES = { llc: 'BC', corporation: 'BC', nonprofit: 'S' } as const;

interface Topic {
  source_id: string;
  names: { text: string; type: string }[];
  inactive: boolean;
}

const CA_BC: PlayedRegister = {
  code: 'ca-bc',
  vocabulary: {
    code: 'ca-bc',
    firstName: 'SASQUATCH LANTERNS LTD.',
    otherStatuses: ['Historical'],
    script: { ended: 'Historical' },
    notEntities: [],
    cities: ['Nowhere'],
    zipPrefix: 'V0X ',
    forms: { llc: 'LTD.', corporation: 'INC.', nonprofit: 'FOUNDATION' },
  },

  extracts: (companies) => ({ 'ca-bc.jsonl': [...companies.map(topicOf), ...oddTopics()] }),

  open(folder, companies) {
    const topics = loadObjects(folder, 'ca-bc')?.map(fromList);
    return topics && new OrgBook([...(topics as unknown as Topic[]), ...(companies.map(topicOf) as Topic[])]);
  },
};

export const registers = [CA_BC];

class OrgBook implements Dialect {
  constructor(private readonly topics: readonly Topic[]) {}

  answer({ path, query }: Question): Answer {
    if (path !== TOPICS) return { status: 404, body: { detail: 'Not found.' } };
    const page = Number(query.get('page') ?? 1);
    if (page > LAST_PAGE) return { status: 400, body: { detail: 'Invalid page.' } };
    const found = this.find(query.get('q') ?? '', query.get('inactive') ?? 'false');
    const rows = Math.min(Number(query.get('page_size') ?? PAGE_ROWS), MAX_PAGE_ROWS);
    const results = found.slice((page - 1) * rows, page * rows);
    return {
      status: 200,
      body: { total: found.length, page_size: rows, page, next: null, previous: null, results },
    };
  }

  sampleNames(): string[] {
    const live = this.topics.filter(({ inactive, source_id: number }) => !inactive && /^[A-Z]/.test(number));
    return [...new Set(live.map(nameOf))].slice(0, 3);
  }

  private find(asked: string, inactive: string): Topic[] {
    const listed = this.topics.filter((topic) => inactive === 'any' || String(topic.inactive) === inactive);
    const numbered = listed.findIndex(({ source_id: number }) => number === asked);
    // The real service also returns related topics.
    if (numbered !== -1) return listed.slice(Math.max(0, numbered - 1), numbered + 1);
    return byScore(asked, listed, ({ names }) => names.map(({ text }) => text), wordsWithSigns);
  }
}

function nameOf({ names }: Topic): string {
  return names.find(({ type }) => type === 'entity_name')?.text ?? '';
}

/**
 * A topic of another register, one without the credential that has the name, and a rare status
 * word.
 */
function oddTopics(): object[] {
  const given = { assumed: [], registered: '2012-04-05T07:00:00+00:00', historical: false, type: 'BC', home: 'BC' };
  const topic = (number: string, name: string) => asTopic({ ...given, number, name });
  const nameless = topic('BC9100002', 'ODDLY NAMELESS CABINETS LTD.');
  const suspended = topic('BC9100003', 'ODDLY SUSPENDED BRIDGES LTD.');
  return [
    { ...topic('900000019', 'ODDLY LICENSED ORCHARDS'), type: 'registration.licences.ca' },
    { ...nameless, names: [{ text: 'ODDLY NAMELESS CABINETS', type: 'entity_name_assumed' }] },
    { ...suspended, attributes: [{ type: 'entity_status', format: 'category', value: 'SUS' }] },
  ];
}

function topicOf(company: FictionalCompany): object {
  const { kind, serial, name, formed, status, foreignTo, tradeNames = [] } = company;
  const foreign = foreignTo !== undefined;
  return asTopic({
    number: `${foreign ? 'A' : PREFIXES[kind]}${String(9_000_000 + (serial % 1_000_000))}`,
    name: name.toUpperCase(),
    assumed: tradeNames.map((other) => other.toUpperCase()),
    registered: `${formed}T08:00:00+00:00`,
    historical: status !== undefined,
    type: foreign ? 'A' : TYPES[kind],
    home: foreign ? 'AB' : 'BC',
  });
}

/** Accepts extracts that are lists of numbers and names only. */
function fromList(record: Record<string, unknown>): Record<string, unknown> {
  if ('source_id' in record) return record;
  const number = String(record['topic_source_id']);
  return asTopic({
    number,
    name: String(record['entity_name']),
    assumed: [],
    registered: undefined,
    historical: false,
    type: /^[A-Z]+/.exec(number)?.[0] ?? 'BC',
    home: 'BC',
  });
}

function asTopic(given: {
  number: string;
  name: string;
  assumed: string[];
  registered: string | undefined;
  historical: boolean;
  type: string;
  home: string;
}): Record<string, unknown> {
  const attributes = {
    ...(given.registered !== undefined && { registration_date: given.registered }),
    entity_status: given.historical ? 'HIS' : 'ACT',
    entity_type: given.type,
    home_jurisdiction: given.home,
  };
  return {
    id: 9_000_000,
    source_id: given.number,
    type: 'registration.registries.ca',
    names: [
      { text: given.name, type: 'entity_name' },
      ...given.assumed.map((text) => ({ text, type: 'entity_name_assumed' })),
    ],
    addresses: [],
    attributes: Object.entries(attributes).map(([type, value]) => ({ type, format: 'category', value })),
    inactive: given.historical,
    revoked: false,
  };
}
