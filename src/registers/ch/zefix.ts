import { withClues } from '../../core/registries/clues.js';
import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type {
  Address,
  Alias,
  EntityStatus,
  Filing,
  FilingHistorySummary,
  MovedRecord,
  RecordDetails,
  RegisterRecord,
  StandingHint,
  WithheldRecord,
} from '../../core/registries/record.js';
import {
  alias,
  changedFormat,
  date,
  required,
  statusIn,
  text,
  type OnUnknownStatus,
} from '../../adapters/registries/http/fields.js';
import { RefusedQuery } from '../../adapters/registries/http/failures.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import { eachText, isObject, listOf, optionalList, part, type Json } from '../../adapters/registries/http/json.js';
import { searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows } from '../../adapters/registries/http/rows.js';
import { unlessNone } from '../../adapters/registries/relations.js';
import { branchOf, cantonOf, domesticOf, swissRelations } from './branches.js';

export const ZEFIX_ORIGIN = 'https://www.zefix.admin.ch';

const SERVICE = '/ZefixPublicREST/api/v1/company';
const CANTON = 'ZH';
const BOUNDS = { pages: 1, nearPages: 1 };
const RECENT_FILINGS = 10;
const NOTHING: TextPage = { records: [], more: false };
const TOO_MUCH: TextPage = { records: [], more: true, pages: Number.POSITIVE_INFINITY };

export const ENDING: StandingHint = {
  goodStanding: false,
  because: 'The company is in liquidation or being cancelled.',
};

const STATUSES: Readonly<Record<string, readonly [EntityStatus, string]>> = {
  ACTIVE: ['active', 'Active'],
  BEING_CANCELLED: ['active', 'Being cancelled'],
  CANCELLED: ['dissolved', 'Cancelled'],
};

/**
 * Switzerland, Zefix of the Federal Office of Justice, for companies entered in the canton of
 * Zürich, including deleted ones.
 *
 * Docs: https://www.zefix.admin.ch/ZefixPublicREST/swagger-ui. Quota: none published; a login is
 * given on request, and we keep to two requests a second. Licence: open use, source must be named.
 * Quirks: a name is matched from its beginning unless it contains `*`. There are no pages: too many
 * hits are the error `RESULTLIST_TO_LARGE`, unsearchable words are `INVALID_QUERY_WORDS`, and no
 * hits are `NOT_FOUND`. Errors may come with HTTP 200. No field is guaranteed, not even the UID. A
 * UID may have older entries besides the living one. There is no date of formation, and the first
 * notice is not one. Filings are the notices in the official gazette; officers appear only in their
 * text. Former names have no dates. Standing is not published; a hint comes from cancellation or
 * liquidation.
 */
export class Zefix extends Registry {
  readonly parserVersion = 3;

  constructor(
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name) => this.named(query, name, signal), BOUNDS, signal);
  }

  findByNumber(id: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    return this.entry(id, signal, (company) => this.recordOf(company));
  }

  fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    return this.entry(id, signal, (company) => {
      const office = part(company, 'address');
      const details = readFields<RecordDetails>({
        registeredAgent: () => null,
        officers: () => null,
        principalAddress: () => (office ? addressOf(office) : null),
        filingHistorySummary: () => noticesOf(company),
      });
      return withMore(this.recordOf(company), { details });
    });
  }

  private entry<T>(
    id: string,
    signal: AbortSignal,
    read: (company: Json) => T,
  ): Promise<T | WithheldRecord | MovedRecord | undefined> {
    const url = `${this.baseUrl}${SERVICE}/uid/${encodeURIComponent(id)}`;
    return this.client.ask({ url, absent: [404] }, signal, (body): T | WithheldRecord | MovedRecord | undefined => {
      const entries = companiesOf(body);
      const company = entryHere(entries);
      const elsewhere = entryElsewhere(entries);
      // The old entry of a company that moved its seat to another canton is cancelled.
      if (elsewhere && (!company || (isCancelled(company) && !isCancelled(elsewhere)))) return movedOf(elsewhere, id);
      if (!company) return undefined;
      if (text(company, 'canton') === null) return { id, withholds: 'seat' };
      if (text(company, 'name') === null) return { id, withholds: 'name' };
      return read(company);
    });
  }

  /** Includes other names and related companies, which search results lack. */
  private recordOf(company: Json): RegisterRecord {
    const record = recordOf(company, this.client.unknownStatus);
    const more = readFields<Pick<RegisterRecord, 'aliases' | 'relations'>>({
      aliases: () => aliasesOf(company, record.name),
      relations: () => unlessNone(swissRelations(company)),
    });
    return withMore(record, more);
  }

  /** Searches for the words in order, anywhere in the name. */
  private async named(query: NameQuery, name: string, signal: AbortSignal): Promise<TextPage> {
    const pattern = `*${name.replaceAll('*', ' ').trim().replace(/\s+/g, '*')}*`;
    const sent = JSON.stringify({ name: pattern, canton: CANTON, activeOnly: false });
    const request = {
      url: `${this.baseUrl}${SERVICE}/search`,
      body: { type: 'application/json', text: sent },
      absent: [404],
    } as const;
    try {
      const found = await this.client.ask(request, signal, (body) =>
        readRows(
          livingFirst(companiesOf(body)),
          (company) => recordOf(company, this.client.unknownStatus),
          this.client.rowSkipped,
          mayBear(query, (company) => [text(company, 'name')]),
        ),
      );
      return found ? { records: found.rows, more: false, complete: found.complete } : NOTHING;
    } catch (error) {
      if (error instanceof RefusedQuery && UNANSWERABLE.has(errorType(error.body) ?? '')) return TOO_MUCH;
      if (error instanceof Unanswerable) return TOO_MUCH;
      throw error;
    }
  }
}

/** The register refuses these well-formed queries. */
const UNANSWERABLE = new Set(['RESULTLIST_TO_LARGE', 'INVALID_QUERY_WORDS']);

/** The same refusal with HTTP 200. */
class Unanswerable extends RefusedQuery {}

/** A UID may have an older entry besides the living one. The first of them is kept. */
function livingFirst(companies: readonly Json[]): readonly Json[] {
  const ended = (company: Json) => Number(isCancelled(company));
  return companies.toSorted((a, b) => ended(a) - ended(b));
}

/**
 * Returns the entry of a UID that counts: the living one before older ones, and entries of this
 * canton before those that state none.
 */
function entryHere(entries: readonly Json[]): Json | undefined {
  const unstated = (entry: Json) => Number(text(entry, 'canton') !== CANTON);
  const here = entries.filter((entry) => (text(entry, 'canton') ?? CANTON) === CANTON);
  return livingFirst(here.toSorted((a, b) => unstated(a) - unstated(b)))[0];
}

function entryElsewhere(entries: readonly Json[]): Json | undefined {
  return livingFirst(entries.filter((entry) => (text(entry, 'canton') ?? CANTON) !== CANTON))[0];
}

function isCancelled(entry: Json): boolean {
  return text(entry, 'status') === 'CANCELLED';
}

function movedOf(entry: Json, id: string): MovedRecord {
  const place = text(entry, 'legalSeat');
  return { id, movedTo: cantonOf(entry), ...(place !== null && { place }) };
}

function companiesOf(body: unknown): readonly Json[] {
  const type = errorType(body);
  if (type === 'NOT_FOUND') return [];
  if (type !== undefined && UNANSWERABLE.has(type)) throw new Unanswerable(200, body);
  if (type !== undefined) throw changedFormat('an error inside HTTP 200');
  return listOf({ companies: body }, 'companies');
}

function errorType(body: unknown): string | undefined {
  const error = isObject(body) ? body['error'] : undefined;
  return isObject(error) ? (text(error, 'type') ?? 'unnamed') : undefined;
}

function recordOf(company: Json, unknown: OnUnknownStatus): RegisterRecord {
  const word = readOnce(() => required(company, 'status'));
  const name = readOnce(() => required(company, 'name'));
  const state = readOnce(() => statusIn(STATUSES, word(), unknown));
  const form = part(company, 'legalForm');
  const formNames = form && part(form, 'name');
  const isEnding = () => state()[0] === 'active' && (word() !== 'ACTIVE' || inLiquidation(name()));
  const record = readFields<RegisterRecord>({
    id: () => required(company, 'uid'),
    name,
    aliases: () => [],
    status: () => state()[0],
    statusDetail: () => (inLiquidation(name()) ? 'In liquidation' : state()[1]),
    goodStanding: () => (state()[0] === 'dissolved' ? false : null),
    standingHint: () => (isEnding() ? ENDING : undefined),
    entityType: () => (formNames ? (text(formNames, 'en') ?? text(formNames, 'de')) : null),
    formationDate: () => null,
    domestic: () => domesticOf(form && text(form, 'uid')),
    isBranch: () => branchOf(form && text(form, 'uid')),
    url: () => null,
  });
  return withClues(record, () => seatOf(company), { isSeat: true });
}

/** Search results have only the town. */
function seatOf(company: Json): Address | null {
  const office = part(company, 'address');
  if (office) return addressOf(office);
  const city = text(company, 'legalSeat');
  return city === null ? null : { line1: null, line2: null, city, region: CANTON, postalCode: null, country: 'CH' };
}

/** Former names, and the same name in other languages of the country. */
function aliasesOf(company: Json, current: string): Alias[] {
  const former = optionalList(company, 'oldNames').flatMap((old) => alias('former', () => text(old, 'name')));
  const translated = eachText(company, 'translation', (list, place) =>
    text(list, place) === current ? [] : alias('trade', () => text(list, place)),
  );
  return [...former, ...translated.flat()];
}

/** The law requires these words at the end of the name, in the language of the canton. */
export function inLiquidation(name: string): boolean {
  return /\b(in liquidation|en liquidation|in liquidazione|in liq\.?)$/i.test(name.trim());
}

function addressOf(office: Json): Address {
  const street = () =>
    [text(office, 'street'), text(office, 'houseNumber')].filter((given) => given !== null).join(' ');
  return readFields<Address>({
    line1: () => street() || null,
    line2: () => text(office, 'addon') ?? text(office, 'careOf'),
    city: () => text(office, 'city'),
    region: () => CANTON,
    postalCode: () => text(office, 'swissZipCode'),
    country: () => 'CH',
  });
}

function noticesOf(company: Json): FilingHistorySummary | null {
  const notices = readOnce(() => optionalList(company, 'sogcPub').map(noticeOf).toSorted(newestFirst));
  if (notices().length === 0) return null;
  return readFields<FilingHistorySummary>({
    totalFilings: () => notices().length,
    lastFilingDate: () => notices()[0]!.date,
    recentFilings: () => notices().slice(0, RECENT_FILINGS),
  });
}

function noticeOf(notice: Json): Filing {
  const kinds = () => optionalList(notice, 'mutationTypes').flatMap((type) => text(type, 'key') ?? []);
  return readFields<Filing>({
    date: () => date(notice, 'sogcDate'),
    type: () => kinds().join(', ') || null,
  });
}

function newestFirst(left: Filing, right: Filing): number {
  return (left.date ?? '') < (right.date ?? '') ? 1 : -1;
}
