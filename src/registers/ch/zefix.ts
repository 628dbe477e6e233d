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
  Seat,
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
import { eachOnce } from '../../adapters/registries/http/forms.js';
import { searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows, unlessOdd } from '../../adapters/registries/http/rows.js';
import { unlessNone } from '../../adapters/registries/relations.js';
import { branchOf, cantonOf, domesticOf, swissRelations } from './branches.js';
import { seatIn } from './seat.js';

export const ZEFIX_ORIGIN = 'https://www.zefix.admin.ch';

const SERVICE = '/ZefixPublicREST/api/v1/company';
const SHORTEST_TEXT = 3;
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
 * Switzerland, Zefix of the Federal Office of Justice, for companies entered in one canton or in
 * the whole country, including deleted ones.
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
 *
 * The whole country: the search names no canton. It has too many hits more often, so names that
 * begin like the one asked for are then searched for as well. Its results have the town of the seat
 * without the canton, so the entry itself is read. Old entries in other cantons are the same
 * company's.
 */
export class Zefix extends Registry {
  readonly parserVersion = 3;

  constructor(
    /** Its two letters; `undefined`: the whole country. */
    private readonly canton: string | undefined,
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const found = await searchByText(query, (name) => this.inside(query, name, signal), BOUNDS, signal);
    if (this.canton !== undefined || found.complete || query.satisfiedBy(found.records)) return found;
    const beginning = await unlessOdd(this.beginning(query, signal), NOTHING);
    const others = beginning.records.filter((record) => record !== undefined);
    return { records: eachOnce([...found.records, ...others]), complete: false };
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
        principalAddress: () => (office ? addressOf(office, this.regionOf(company)) : null),
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
      const { canton } = this;
      const company = entryHere(entries, canton);
      const elsewhere = entryElsewhere(entries, canton);
      // The old entry of a company that moved its seat to another canton is cancelled.
      if (elsewhere && (!company || (isCancelled(company) && !isCancelled(elsewhere)))) return movedOf(elsewhere, id);
      if (!company) return undefined;
      if (canton !== undefined && text(company, 'canton') === null) return { id, withholds: 'seat' };
      if (text(company, 'name') === null) return { id, withholds: 'name' };
      return read(company);
    });
  }

  /** Includes other names and related companies, which search results lack. */
  private recordOf(company: Json): RegisterRecord {
    const record = this.listed(company);
    const more = readFields<Pick<RegisterRecord, 'aliases' | 'relations'>>({
      aliases: () => aliasesOf(company, record.name),
      relations: () => unlessNone(swissRelations(company)),
    });
    return withMore(record, more);
  }

  private listed(company: Json, more: Pick<RegisterRecord, 'isBrief'> = {}): RegisterRecord {
    const record = recordOf(company, this.client.unknownStatus);
    const seat = () => seatOf(company);
    const placed =
      this.canton === undefined
        ? withMore(withMore(record, more), readFields<Pick<RegisterRecord, 'seat'>>({ seat }))
        : record;
    return withClues(placed, () => officeOf(company, this.regionOf(company)), { isSeat: true });
  }

  private regionOf(company: Json): () => string | null {
    return () => this.canton ?? text(company, 'canton');
  }

  /** Searches for the words in order, anywhere in the name. */
  private inside(query: NameQuery, name: string, signal: AbortSignal): Promise<TextPage> {
    return this.named(query, `*${name.replaceAll('*', ' ').trim().replace(/\s+/g, '*')}*`, signal);
  }

  /** Searches for names that begin with the one asked for. */
  private async beginning(query: NameQuery, signal: AbortSignal): Promise<TextPage> {
    const name = query.typed.replace(/[*\p{Cc}\s]+/gu, ' ').trim();
    return name.length < SHORTEST_TEXT ? NOTHING : this.named(query, name, signal);
  }

  private async named(query: NameQuery, name: string, signal: AbortSignal): Promise<TextPage> {
    const { canton } = this;
    const sent = JSON.stringify({ name, ...(canton !== undefined && { canton }), activeOnly: false });
    const request = {
      url: `${this.baseUrl}${SERVICE}/search`,
      body: { type: 'application/json', text: sent },
      absent: [404],
    } as const;
    try {
      const found = await this.client.ask(request, signal, (body) =>
        readRows(
          livingFirst(companiesOf(body)),
          (company) => this.listed(company, { isBrief: true }),
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
 * Returns the entry of a UID that counts: the living one before older ones, and entries that state
 * their canton before those that do not.
 */
function entryHere(entries: readonly Json[], canton: string | undefined): Json | undefined {
  const unstated = (entry: Json) => Number(text(entry, 'canton') === null);
  const here = entries.filter((entry) => isIn(canton, entry));
  return livingFirst(here.toSorted((a, b) => unstated(a) - unstated(b)))[0];
}

function entryElsewhere(entries: readonly Json[], canton: string | undefined): Json | undefined {
  return livingFirst(entries.filter((entry) => !isIn(canton, entry)))[0];
}

function isIn(canton: string | undefined, entry: Json): boolean {
  return canton === undefined || (text(entry, 'canton') ?? canton) === canton;
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
  return readFields<RegisterRecord>({
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
}

function seatOf(company: Json): Seat | null {
  const office = part(company, 'address');
  return seatIn(
    () => text(company, 'legalSeat') ?? (office ? text(office, 'city') : null),
    () => text(company, 'canton'),
  );
}

/** Search results have only the town. */
function officeOf(company: Json, region: () => string | null): Address | null {
  const office = part(company, 'address');
  if (office) return addressOf(office, region);
  const city = text(company, 'legalSeat');
  return city === null ? null : { line1: null, line2: null, city, region: region(), postalCode: null, country: 'CH' };
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

function addressOf(office: Json, region: () => string | null): Address {
  const street = () =>
    [text(office, 'street'), text(office, 'houseNumber')].filter((given) => given !== null).join(' ');
  return readFields<Address>({
    line1: () => street() || null,
    line2: () => text(office, 'addon') ?? text(office, 'careOf'),
    city: () => text(office, 'city'),
    region,
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
