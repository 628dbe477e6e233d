import { withClues } from '../../core/registries/clues.js';
import { countryOf, regionOf } from '../../core/registries/places.js';
import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type {
  Address,
  Alias,
  EntityStatus,
  MovedRecord,
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
  publishedSeat,
} from '../../adapters/registries/http/fields.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import { listOf, objectOf, optionalList, type Json } from '../../adapters/registries/http/json.js';
import { searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows } from '../../adapters/registries/http/rows.js';
import type { Connect } from '../../adapters/registries/register.js';
import { regionAt } from './municipalities.js';
import { FI, FI_18 } from './register.js';

export const facts = [FI_18, FI];

export const connect: Connect = ({ code }) => ({
  origin: 'https://avoindata.prh.fi',
  pace: { concurrency: 4, spacingMs: 250 },
  adapter: ({ baseUrl, client }) => new TradeRegister(code === FI.code ? undefined : code, baseUrl, client),
});

const COMPANIES = '/opendata-ytj-api/v3/companies';
const PAGE_ROWS = 100;
const BOUNDS = { pages: 10, nearPages: 1 };
const COMPANY_PAGE = 'https://tietopalvelu.ytj.fi/yritys';
const FINNISH = '1';
/** `Sivuliike` of a foreign trader. */
const BRANCH = '19';
const ENGLISH = '3';
const VISITING = '1';
const CURRENT_NAME = '1';

/** `tradeRegisterStatus`. 3 is in between: not entered yet, or not struck out yet. */
const STATUSES: Readonly<Record<string, readonly [EntityStatus, string]>> = {
  '1': ['active', 'Registered'],
  '2': ['inactive', 'Unregistered'],
  '3': ['unknown', 'Intermediate'],
  '4': ['dissolved', 'Ceased'],
};
const SITUATIONS: Readonly<Record<string, string>> = {
  KONK: 'Bankruptcy',
  SELTILA: 'Liquidation',
  SANE: 'Restructuring',
};

/**
 * Finland, open data of the Patent and Registration Office and the Business Information System, for
 * companies in one region or in the whole country.
 *
 * Docs: https://avoindata.prh.fi/en/ytj/swagger-ui. Quota: none in writing; we keep to four
 * requests a second. Licence: CC BY 4.0. Quirks: `status` is 2 in nearly every answer and says
 * nothing; `tradeRegisterStatus` and `endDate` show whether a company is alive. A page may have
 * fewer than 100 companies; only an empty page is the end. When a company ceases, its last name and
 * its addresses may end too. A company without an address cannot be placed in a region: absence
 * says nothing about the past, and a lookup by number withholds its seat. `location` is a town to
 * some and a municipality to others, so the municipality of the address is checked here. Bankruptcy
 * and liquidation are situations of companies that still exist. Sole traders are not listed.
 * Standing, officers, agents and filings are not published.
 *
 * The whole country: the same questions, of which no answer is left out. A company without an
 * address has no seat, and one with an address abroad has its country.
 */
class TradeRegister extends Registry {
  readonly parserVersion = 3;

  constructor(
    /** In ISO 3166-2; `undefined`: the whole country. */
    private readonly region: string | undefined,
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name, page, from) => this.page(query, name, { page, from }, signal), BOUNDS, signal);
  }

  async findByNumber(id: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    const company = await this.company(id, signal);
    return company && this.published(company, id);
  }

  async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    const company = await this.company(id, signal);
    const record = company && this.published(company, id);
    if (!record || !('name' in record)) return record;
    const principalAddress = addressOf(seatOf(company));
    const details = { registeredAgent: null, officers: null, principalAddress, filingHistorySummary: null };
    return withMore(record, { details });
  }

  private company(id: string, signal: AbortSignal): Promise<Json | undefined> {
    return this.ask({ businessId: id }, signal, (answer) =>
      listOf(answer, 'companies').find((candidate) => idOf(candidate) === id),
    );
  }

  private published(company: Json, id: string): RegisterRecord | WithheldRecord | MovedRecord {
    if (this.region !== undefined && municipalityOf(seatOf(company)) === null) return { id, withholds: 'seat' };
    if (optionalList(company, 'names').length === 0) return { id, withholds: 'name' };
    return this.recordOf(company) ?? movedOf(company, id);
  }

  private recordOf(company: Json): RegisterRecord | undefined {
    return recordOf(company, this.region, this.client.unknownStatus);
  }

  /** A page may have fewer companies than were asked for, so the ones received are counted. */
  private page(
    query: NameQuery,
    name: string,
    { page, from }: { page: number; from: number },
    signal: AbortSignal,
  ): Promise<TextPage> {
    return this.ask({ name, page: String(page + 1) }, signal, (answer) => {
      const companies = listOf(answer, 'companies');
      const total = Number(required(answer, 'totalResults'));
      const more = companies.length > 0 && from + companies.length < total;
      // An empty page is the end, unless the list is said to be longer.
      const isEnd = companies.length > 0 || page * PAGE_ROWS >= total;
      const { rows, complete } = readRows(
        companies,
        (company) => this.recordOf(company),
        this.client.rowSkipped,
        mayBear(query, (company) => listOf(company, 'names').map((own) => text(own, 'name'))),
      );
      return { records: rows, received: companies.length, more, complete: complete && isEnd };
    });
  }

  private ask<T>(parameters: Record<string, string>, signal: AbortSignal, read: (answer: Json) => T): Promise<T> {
    const url = `${this.baseUrl}${COMPANIES}?${new URLSearchParams(parameters).toString()}`;
    return this.client.getJson(url, signal, (body) => read(objectOf(body, 'the answer')));
  }
}

function idOf(company: Json): string {
  return required(objectOf(company['businessId'], 'businessId'), 'value');
}

/** `undefined` for a company of another region, or of an unknown one. */
function recordOf(company: Json, region: string | undefined, unknown: OnUnknownStatus): RegisterRecord | undefined {
  const id = readOnce(() => idOf(company));
  id();
  const names = listOf(company, 'names');
  const current = currentName(names);
  if (!current) throw changedFormat('a company without a name of its own in names');
  required(current, 'name');
  const state = readOnce(() => statusOf(company, unknown));
  state();
  if (region !== undefined && regionAt(municipalityOf(seatOf(company))) !== region) return undefined;
  const record = readFields<RegisterRecord>({
    id,
    name: () => required(current, 'name'),
    aliases: () => names.filter((other) => other !== current).flatMap(aliasOf),
    status: () => state()[0],
    statusDetail: () => state()[1],
    goodStanding: () => (state()[0] === 'dissolved' ? false : null),
    standingHint: () => (state()[0] === 'dissolved' ? undefined : hintOf(situationOf(company))),
    entityType: () => formOf(company),
    formationDate: () => date(company, 'registrationDate'),
    domestic: () => null,
    isBranch: () => (isBranch(company) ? true : undefined),
    seat: () => (region === undefined ? placeOf(seatOf(company)) : undefined),
    url: () => `${COMPANY_PAGE}/${id()}`,
  });
  return withClues(record, () => addressOf(seatOf(company)));
}

function hintOf(situation: string | undefined): StandingHint | undefined {
  if (situation === undefined) return undefined;
  return { goodStanding: false, because: `The register records a running situation: ${situation}.` };
}

/** Returns the main name that has not ended, or the last one if all have. */
function currentName(names: readonly Json[]): Json | undefined {
  const own = names.filter((name) => text(name, 'type') === CURRENT_NAME);
  const endOf = (name: Json) => date(name, 'endDate') ?? '9999-12-31';
  return own.toSorted((a, b) => (endOf(a) < endOf(b) ? 1 : -1))[0];
}

/** Parallel and auxiliary names are trade names. */
function aliasOf(other: Json): Alias[] {
  const kind = text(other, 'type') === CURRENT_NAME ? 'former' : 'trade';
  const [from, until] = [() => date(other, 'registrationDate'), () => date(other, 'endDate')];
  return alias(kind, () => text(other, 'name'), from, until);
}

function statusOf(company: Json, unknown: OnUnknownStatus): readonly [EntityStatus, string] {
  const code = required(company, 'tradeRegisterStatus');
  const [status, word] = statusIn(STATUSES, code, unknown);
  if (date(company, 'endDate') !== null) return ['dissolved', 'Ceased'];
  return [status, situationOf(company) ?? word];
}

function situationOf(company: Json): string | undefined {
  const running = optionalList(company, 'companySituations').find((situation) => text(situation, 'endDate') === null);
  const code = running && text(running, 'type');
  return code === undefined || code === null ? undefined : (SITUATIONS[code] ?? code);
}

/** By its code, or by its English description. */
function isBranch(company: Json): boolean {
  const form = currentForm(company);
  return form !== undefined && (text(form, 'type') === BRANCH || /\bbranch\b/i.test(formOf(company) ?? ''));
}

function currentForm(company: Json): Json | undefined {
  return optionalList(company, 'companyForms').find((candidate) => text(candidate, 'endDate') === null);
}

function formOf(company: Json): string | null {
  const form = currentForm(company);
  return form ? inLanguage(optionalList(form, 'descriptions'), ENGLISH, 'description') : null;
}

function seatOf(company: Json): Json | undefined {
  const all = optionalList(company, 'addresses');
  const current = all.filter((candidate) => text(candidate, 'endDate') === null);
  const last = all.toSorted((a, b) => ((date(a, 'endDate') ?? '') < (date(b, 'endDate') ?? '') ? 1 : -1));
  return current.find((candidate) => text(candidate, 'type') === VISITING) ?? current[0] ?? last[0];
}

function municipalityOf(seat: Json | undefined): string | null {
  const [office] = seat ? optionalList(seat, 'postOffices') : [];
  return office ? text(office, 'municipalityCode') : null;
}

/** `null` if the address says nothing of it. A municipality counts only where it is in Finland. */
function placeOf(address: Json | undefined): Seat | null {
  if (!address) return null;
  const stated = text(address, 'country');
  const country = stated === null ? undefined : countryOf(stated)?.code;
  const isHere = stated === null || country === FI.code;
  const region = () => (isHere ? regionAt(municipalityOf(address)) : undefined);
  return publishedSeat({
    place: () => cityOf(address) ?? undefined,
    region: () => regionOf(region() ?? '')?.name,
    country: () => (text(address, 'country') === null ? region() && FI.code : country),
    jurisdiction: region,
  });
}

function cityOf(address: Json): string | null {
  return inLanguage(optionalList(address, 'postOffices'), FINNISH, 'city');
}

/** The register has municipalities, but no regions. */
function movedOf(company: Json, id: string): MovedRecord {
  const seat = seatOf(company);
  const place = seat ? cityOf(seat) : null;
  return { id, movedTo: undefined, ...(place !== null && { place }) };
}

function addressOf(seat: Json | undefined): Address | null {
  if (!seat) return null;
  const parts = () => ['street', 'buildingNumber', 'entrance', 'apartmentNumber'].map((column) => text(seat, column));
  const street = () => parts().filter((given) => given !== null);
  return readFields<Address>({
    line1: () => street().join(' ') || (text(seat, 'freeAddressLine')?.replaceAll('_', ' ') ?? null),
    line2: () => null,
    city: () => cityOf(seat),
    region: () => null,
    postalCode: () => text(seat, 'postCode'),
    country: () => text(seat, 'country') ?? 'FI',
  });
}

function inLanguage(texts: readonly Json[], language: string, column: string): string | null {
  const found = texts.find((candidate) => String(candidate['languageCode']) === language) ?? texts[0];
  return found ? text(found, column) : null;
}
