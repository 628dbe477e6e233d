import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type { DetailedRecord, EntityStatus, RegisterRecord, WithheldRecord } from '../../core/registries/record.js';
import { fold, splitWords } from '../../core/text/fold.js';
import { parseName } from '../../core/matching/parsing/normalise.js';
import {
  alias,
  changedFormat,
  required,
  statusIn,
  text,
  type OnUnknownStatus,
  homeOf,
} from '../../adapters/registries/http/fields.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import { isTrue, listOf, objectOf, optionalList, type Json } from '../../adapters/registries/http/json.js';
import { isEndOrMore, searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows, unlessOdd } from '../../adapters/registries/http/rows.js';
import type { Connect } from '../../adapters/registries/register.js';

export { CA_BC as facts } from './register.js';

export const connect: Connect = () => ({
  origin: 'https://orgbook.gov.bc.ca',
  pace: { concurrency: 4, spacingMs: 250 },
  adapter: ({ baseUrl, client }) => new BritishColumbia(baseUrl, client),
});

const CODE = 'ca-bc';
const TOPICS = '/api/v4/search/topic';
const REGISTRATION = 'registration.registries.ca';
/** Asked for. The answer states how many it has, ten in the register's first editions. */
const PAGE_ROWS = 200;
const PAGE_ROWS_UNSTATED = 10;
/** The register refuses an eleventh page. */
const BOUNDS = { pages: 10, nearPages: 1 };
/** For a name that was not found. Each word takes one query or more. */
const MAX_WORDS_ALONE = 3;
/** Longer words are rarely written with dots. */
const MAX_INITIALS = 4;
const ENTITY_PAGE = 'https://orgbook.gov.bc.ca/entity/registration.registries.ca';

const STATUSES: Readonly<Record<string, readonly [EntityStatus, string]>> = {
  ACT: ['active', 'Active'],
  HIS: ['inactive', 'Historical'],
};

const TYPES: Readonly<Record<string, string>> = {
  A: 'Extraprovincial company',
  B: 'Extraprovincial company',
  BC: 'BC company',
  BEN: 'Benefit company',
  C: 'Continued-in company',
  CBEN: 'Continued-in benefit company',
  CC: 'BC community contribution company',
  CCC: 'Continued-in community contribution company',
  CP: 'Cooperative',
  CUL: 'Continued-in unlimited liability company',
  EPR: 'Extraprovincial registration',
  FOR: 'Foreign registration',
  GP: 'General partnership',
  LIC: 'Licensed extraprovincial company',
  LL: 'Limited liability partnership',
  LLC: 'Limited liability company',
  LP: 'Limited partnership',
  PA: 'Private act company',
  REG: 'Registered extraprovincial company',
  S: 'Society',
  SP: 'Sole proprietorship',
  ULC: 'BC unlimited liability company',
  XCP: 'Extraprovincial cooperative',
  XL: 'Extraprovincial limited liability partnership',
  XP: 'Extraprovincial limited partnership',
  XS: 'Extraprovincial society',
};

/**
 * British Columbia, OrgBook BC: credentials that BC Registries issues for every registered entity,
 * including historical ones.
 *
 * Docs: https://github.com/bcgov/orgbook-bc-api-docs. Quota: none published; we keep to four
 * requests a second. Licence: Open Government Licence – British Columbia. Quirks: historical
 * entities are hidden unless `inactive=any`. The search finds names that contain any of the words,
 * those with all of them side by side first. Dots and apostrophes are part of a word: `HLF` does
 * not find `H.L.F.`. Only ten pages of a query can be reached, of up to 200 hits. The numeric `id` of a topic changes
 * between editions, `source_id` does not. A lookup by number also returns related topics. The
 * business number is listed among the names. `Historical` covers dissolved, merged and withdrawn
 * entities alike. Standing, addresses, officers, agents and filings are not published.
 */
class BritishColumbia extends Registry {
  readonly parserVersion = 1;

  constructor(
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  /**
   * Reads the best hits of each writing first. A name among them is an answer, but a missing one is
   * not, because the register may write one of its words differently. A "no" requires searching for
   * a single word of the name, in all its spellings, and reading to the last hit.
   */
  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const best = await searchByText(query, (name, ...at) => this.page(query, name, at, signal), BOUNDS, signal);
    if (query.satisfiedBy(best.records)) return best;
    const whole = await this.withOneWord(query, signal);
    const byId = new Map([...best.records, ...whole.records].map((record) => [record.id, record]));
    return { records: [...byId.values()], complete: best.complete && whole.complete };
  }

  findByNumber(id: string, signal: AbortSignal): Promise<RegisterRecord | WithheldRecord | undefined> {
    return this.ask(id, 0, signal, (answer) => {
      const topic = listOf(answer, 'results').find((candidate) => text(candidate, 'source_id') === id);
      if (!topic || !isRegistration(topic)) return undefined;
      return nameOf(topic) ? recordOf(topic, this.client.unknownStatus) : { id, withholds: 'name' };
    });
  }

  async fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | WithheldRecord | undefined> {
    const record = await this.findByNumber(id, signal);
    if (!record || 'withholds' in record) return record;
    const details = { registeredAgent: null, officers: null, principalAddress: null, filingHistorySummary: null };
    return withMore(record, { details });
  }

  private ask<T>(q: string, page: number, signal: AbortSignal, read: (answer: Json) => T): Promise<T> {
    const paging = { page: String(page + 1), page_size: String(PAGE_ROWS) };
    const parameters = { q, ...paging, inactive: 'any', revoked: 'false', latest: 'true' };
    const url = `${this.baseUrl}${TOPICS}?${new URLSearchParams(parameters).toString()}`;
    return this.client.getJson(url, signal, (body) => read(objectOf(body, 'the answer')));
  }

  /** Continues while there are names with all the words, which come before the others. */
  private async page(
    query: NameQuery,
    q: string,
    at: readonly [number, number],
    signal: AbortSignal,
  ): Promise<TextPage> {
    const wanted = parseName(q, CODE).words;
    const { topics, records, complete, more } = await this.hits(query, q, at, signal);
    const holdMore = more && topics.some((topic) => holdsAll(topic, wanted));
    return { records, received: topics.length, more: holdMore, complete };
  }

  /** Reads a page, after so many entries in the pages before. */
  private hits(query: NameQuery, q: string, [page, from]: readonly [number, number], signal: AbortSignal) {
    return this.ask(q, page, signal, (answer) => {
      const topics = listOf(answer, 'results');
      const read = (topic: Json) => recordOf(topic, this.client.unknownStatus);
      const { rows: records, complete } = readRows(topics, read, this.client.rowSkipped, mayBear(query, namesOf));
      const total = Number(required(answer, 'total'));
      const pages = Math.ceil(total / Number(text(answer, 'page_size') ?? PAGE_ROWS_UNSTATED));
      const more = topics.length > 0 && from + topics.length < total;
      return { topics, records, complete: complete && isEndOrMore(topics, from, total), pages, more };
    });
  }

  /**
   * Reads all names that contain one distinctive word: the first word whose hits can be read to
   * their end.
   */
  private async withOneWord(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const found: RegisterRecord[] = [];
    const byWritings = query.distinctive.map(writingsOf).toSorted((a, b) => a.length - b.length);
    for (const writings of byWritings.slice(0, MAX_WORDS_ALONE)) {
      const read = await Promise.all(writings.map((written) => this.allHits(query, written, signal)));
      found.push(...read.flatMap(({ records }) => records));
      if (read.every(({ complete }) => complete)) return { records: found, complete: true };
    }
    return { records: found, complete: query.words.length === 0 };
  }

  /** Stops early if there are more hits than can be reached. */
  private async allHits(query: NameQuery, q: string, signal: AbortSignal): Promise<Candidates> {
    const found: RegisterRecord[] = [];
    let isWhole = true;
    let from = 0;
    for (let page = 0; page < BOUNDS.pages; page += 1) {
      const hits = await unlessOdd(this.hits(query, q, [page, from], signal), UNREADABLE);
      const { topics, records, complete, pages, more } = hits;
      from += topics.length;
      for (const record of records) if (record) found.push(record);
      isWhole &&= complete;
      if (!more) return { records: found, complete: isWhole };
      if (pages > BOUNDS.pages) break;
    }
    return { records: found, complete: false };
  }
}

/** Represents a page with a few unreadable topics. */
const UNREADABLE = { topics: [], records: [], complete: false, pages: 0, more: false };

/**
 * Returns the spellings of a word in names that keep their punctuation: `HLF` as `H.L.F.`, `KINGS`
 * as `KING'S`.
 */
function writingsOf(word: string): string[] {
  const letters = word.split('');
  const isInitials = letters.length > 1 && letters.length <= MAX_INITIALS && !/\d/.test(word);
  return [
    word,
    ...(isInitials ? [`${letters.join('.')}.`, letters.join(' ')] : []),
    ...(/..S$/.test(word) ? [`${word.slice(0, -1)}'S`] : []),
    ...(/^[ODL]..../.test(word) ? [`${word[0]}'${word.slice(1)}`] : []),
  ];
}

function holdsAll(topic: Json, wanted: readonly string[]): boolean {
  const names = namesOf(topic).map((name) => splitWords(fold(name ?? '')));
  return names.some((words) => wanted.every((word) => words.includes(word)));
}

function namesOf(topic: Json): (string | null)[] {
  return optionalList(topic, 'names').map((name) => text(name, 'text'));
}

/** Other topics belong to other registers of the province. */
function isRegistration(topic: Json): boolean {
  return (text(topic, 'type') ?? REGISTRATION) === REGISTRATION;
}

function nameOf(topic: Json): Json | undefined {
  return listOf(topic, 'names').find((name) => text(name, 'type') === 'entity_name');
}

function recordOf(topic: Json, unknown: OnUnknownStatus): RegisterRecord | undefined {
  if (!isRegistration(topic)) return undefined;
  const id = readOnce(() => required(topic, 'source_id'));
  id();
  const current = nameOf(topic);
  if (!current) throw changedFormat('a topic without an entity_name');
  const attribute = attributesOf(topic);
  const state = readOnce(() => {
    const word = attribute('entity_status');
    if (word === null) throw changedFormat('a topic without entity_status');
    return statusIn(STATUSES, word, unknown);
  });
  state();
  const hasEnded = () => isTrue(topic, 'inactive') || isTrue(topic, 'revoked');
  return readFields<RegisterRecord>({
    id,
    name: () => required(current, 'text'),
    aliases: () =>
      listOf(topic, 'names')
        .filter((name) => text(name, 'type') === 'entity_name_assumed')
        .flatMap((name) => alias('trade', () => required(name, 'text'))),
    status: () => (state()[0] === 'active' && hasEnded() ? 'inactive' : state()[0]),
    statusDetail: () => state()[1],
    goodStanding: () => (hasEnded() || state()[0] === 'inactive' ? false : null),
    entityType: () => typeOf(attribute('entity_type')),
    formationDate: () => attribute('registration_date')?.slice(0, 10) ?? null,
    domestic: () => isHome(attribute('home_jurisdiction')),
    home: () => homeOf(() => attribute('home_jurisdiction'), CODE),
    url: () => `${ENTITY_PAGE}/${id()}`,
  });
}

function typeOf(code: string | null): string | null {
  return code && (TYPES[code] ?? code);
}

function isHome(jurisdiction: string | null): boolean | null {
  return jurisdiction === null ? null : jurisdiction === 'BC';
}

function attributesOf(topic: Json): (type: string) => string | null {
  const attributes = listOf(topic, 'attributes');
  return (type) => {
    const found = attributes.find((candidate) => candidate['type'] === type);
    return found ? text(found, 'value') : null;
  };
}
