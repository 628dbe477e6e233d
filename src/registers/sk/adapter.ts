import { withClues } from '../../core/registries/clues.js';
import { countryOf } from '../../core/registries/places.js';
import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type { Address, Alias, RecordDetails, RegisterRecord, WithheldRecord } from '../../core/registries/record.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import {
  alias,
  changedFormat,
  date,
  officer,
  publishedSeat,
  required,
  text,
} from '../../adapters/registries/http/fields.js';
import {
  eachText,
  isObject,
  listOf,
  objectOf,
  optionalList,
  part,
  type Json,
} from '../../adapters/registries/http/json.js';
import { searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows } from '../../adapters/registries/http/rows.js';
import { typedCore } from '../../adapters/registries/http/writings.js';
import type { Connect } from '../../adapters/registries/register.js';

export { SK as facts } from './register.js';

export const connect: Connect = () => ({
  origin: 'https://api.statistics.sk',
  pace: { concurrency: 1, spacingMs: 1_000 },
  adapter: ({ baseUrl, client, today }) => new LegalPersons(baseUrl, client, today),
});

const SERVICE = '/rpo/v1';
/** An answer has no pages and no total. */
const MAX_RESULTS = 500;
/** In the numbering of countries by the United Nations. */
const SLOVAKIA = '703';
const TRADE_REGISTER = '2';
const SIGNS = /[^\p{L}\p{M}\p{N}]+/gu;
/** Without its dots, wherever it stands. */
const LEGAL_FORM = /(?<![\p{L}\p{N}])(?:S ?R ?O|A ?S|K ?S|V ?O ?S|J ?S ?A)(?![\p{L}\p{N}])/giu;
const BOUNDS = {
  pages: 1,
  nearPages: 1,
  write: withoutSigns,
  further: (query: NameQuery) => ({ same: [typedCore(query)], near: [] }),
};

/**
 * Slovakia, register of legal persons (RPO) of the Statistical Office, which combines the country's
 * registers.
 *
 * Docs: https://susrrpo.docs.apiary.io. Quota: none in writing; it answers in two to five seconds,
 * and we keep to one request a second. Licence: CC BY 4.0. Quirks: every value is a list of its
 * history, and the present one has no `validTo`. An answer ends at 500 results, without pages or a
 * total: one that is not full counts as complete. A name with its legal form finds nothing, and
 * quotation marks are refused, so a name is asked for by its words alone, with and without accents.
 * A record is read by an id of its own, not by its number. A number may have two entries, of which
 * the living one counts. Standing, agents and filings are not published.
 *
 * Sole traders are in the same lists: by the trade register as their source, by the section `Firm`
 * of the commercial register, or by a legal form. They are left out of searches, and withheld when
 * asked for by number.
 */
class LegalPersons extends Registry {
  readonly parserVersion = 1;

  constructor(
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
    private readonly today: () => Promise<string>,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name) => this.page(query, name, signal), BOUNDS, signal);
  }

  async findByNumber(id: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    const entry = await this.entry(id, signal);
    return entry && publishedOf(entry, await this.today());
  }

  async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    const entry = await this.entry(id, signal);
    if (!entry || isPerson(entry)) return entry && withheld(id);
    const today = await this.today();
    return this.ask(`/entity/${encodeURIComponent(required(entry, 'id'))}?${WHOLE_HISTORY}`, signal, (entity) => {
      const record = publishedOf(entity, today);
      return 'name' in record ? withMore(record, { details: detailsOf(entity) }) : record;
    });
  }

  /** The living one, or the last one that was entered. */
  private entry(id: string, signal: AbortSignal): Promise<Json | undefined> {
    return this.ask(`/search?identifier=${id}`, signal, (answer) =>
      livingFirst(listOf(answer, 'results')).find((entity) => numberOf(entity) === id),
    );
  }

  private async page(query: NameQuery, name: string, signal: AbortSignal): Promise<TextPage> {
    const today = await this.today();
    const parameters = new URLSearchParams({ fullName: name });
    return this.ask(`/search?${parameters.toString()}`, signal, (answer) => {
      const results = listOf(answer, 'results');
      const { rows, complete } = readRows(
        livingFirst(results),
        (entity) => (isPerson(entity) ? undefined : recordOf(entity, today)),
        this.client.rowSkipped,
        mayBear(query, (entity) => optionalList(entity, 'fullNames').map((own) => text(own, 'value'))),
      );
      return { records: rows, received: results.length, more: results.length >= MAX_RESULTS, complete };
    });
  }

  private ask<T>(question: string, signal: AbortSignal, read: (answer: Json) => T): Promise<T> {
    const url = `${this.baseUrl}${SERVICE}${question}`;
    const request = { url, namesPerson };
    return this.client.ask(request, signal, (body) => read(objectOf(body, 'the answer'))) as Promise<T>;
  }
}

const WHOLE_HISTORY = 'showHistoricalData=true&showOrganizationUnits=false';

/** Signs are refused, or find nothing, as does a legal form. A name may be nothing else. */
function withoutSigns(written: string): string {
  const words = written.replace(SIGNS, ' ').trim();
  return words.replace(LEGAL_FORM, ' ').replace(/ +/g, ' ').trim() || words;
}

function namesPerson(body: unknown): boolean {
  if (!isObject(body)) return false;
  return isPerson(body) || optionalList(body, 'results').some(isPerson);
}

function isPerson(entity: Json): boolean {
  const source = part(entity, 'sourceRegister');
  const named = source && part(source, 'value');
  if (named && text(named, 'code') === TRADE_REGISTER) return true;
  if (/^živnosten/i.test((named && text(named, 'value')) ?? '')) return true;
  const entered = source ? optionalList(source, 'registrationNumbers') : [];
  if (entered.some((number) => /^firm\b/i.test(text(number, 'value') ?? ''))) return true;
  const form = present(entity, 'legalForms');
  return /^10\d$|^110$/.test((form && text(part(form, 'value') ?? {}, 'code')) ?? '');
}

/** Asked for by number: the register has it, but we do not publish people. */
function withheld(id: string): WithheldRecord {
  return { id, withholds: 'name' };
}

function publishedOf(entity: Json, today: string): RegisterRecord | WithheldRecord {
  return isPerson(entity) ? withheld(numberOf(entity)) : recordOf(entity, today);
}

function recordOf(entity: Json, today: string): RegisterRecord {
  const name = present(entity, 'fullNames');
  if (!name) throw changedFormat('a record without fullNames');
  required(name, 'value');
  const ended = () => date(entity, 'termination');
  const isGone = readOnce(() => (ended() ?? '9999-12-31') <= today);
  const record = readFields<RegisterRecord>({
    id: () => numberOf(entity),
    name: () => required(name, 'value'),
    aliases: () => formerNames(entity, name),
    status: () => (isGone() ? 'dissolved' : 'active'),
    statusDetail: () => (isGone() ? `Zaniknutá ${ended() ?? ''}` : null),
    goodStanding: () => (isGone() ? false : null),
    entityType: () => formOf(entity),
    formationDate: () => date(entity, 'establishment'),
    domestic: () => null,
    seat: () => seatOf(entity),
    url: () => null,
  });
  return withClues(record, () => addressOf(entity), { isSeat: true });
}

function numberOf(entity: Json): string {
  const number = present(entity, 'identifiers');
  if (!number) throw changedFormat('a record without identifiers');
  return required(number, 'value').padStart(8, '0');
}

/** The entry of a history that has not ended, or the last one that has. */
function present(entity: Json, history: string): Json | undefined {
  const entries = optionalList(entity, history);
  const endOf = (entry: Json) => date(entry, 'validTo') ?? '9999-12-31';
  const startOf = (entry: Json) => date(entry, 'validFrom') ?? '';
  const byEnd = (a: Json, b: Json) => endOf(b).localeCompare(endOf(a)) || startOf(b).localeCompare(startOf(a));
  return entries.toSorted(byEnd)[0];
}

function livingFirst(entities: readonly Json[]): Json[] {
  const endOf = (entity: Json) => date(entity, 'termination') ?? '9999-12-31';
  return entities.toSorted((a, b) => endOf(b).localeCompare(endOf(a)));
}

function formerNames(entity: Json, current: Json): Alias[] {
  return optionalList(entity, 'fullNames').flatMap((other) => {
    const name = () => text(other, 'value');
    if (name() === text(current, 'value')) return [];
    return alias(
      'former',
      name,
      () => date(other, 'validFrom'),
      () => date(other, 'validTo'),
    );
  });
}

/** Search results do not have it. */
function formOf(entity: Json): string | null {
  const form = present(entity, 'legalForms');
  return form ? text(part(form, 'value') ?? {}, 'value') : null;
}

function seatOf(entity: Json) {
  const address = present(entity, 'addresses');
  if (!address) return null;
  const country = () => part(address, 'country') ?? {};
  const isHere = () => text(country(), 'code') === SLOVAKIA;
  return publishedSeat({
    place: () => townOf(address) ?? undefined,
    region: () => undefined,
    country: () => (isHere() ? 'sk' : countryOf(text(country(), 'value') ?? '')?.code),
    jurisdiction: () => undefined,
  });
}

function addressOf(entity: Json): Address | null {
  const address = present(entity, 'addresses');
  if (!address) return null;
  return readFields<Address>({
    line1: () => streetOf(address) || text(address, 'formatedAddress'),
    line2: () => null,
    city: () => townOf(address),
    region: () => null,
    postalCode: () => eachText(address, 'postalCodes', text)[0] ?? null,
    country: () => text(part(address, 'country') ?? {}, 'value'),
  });
}

function townOf(address: Json): string | null {
  return text(part(address, 'municipality') ?? {}, 'value');
}

function streetOf(address: Json): string {
  const given = [text(address, 'regNumber'), text(address, 'buildingNumber')];
  const number = given.filter((one) => one !== null && one !== '0').join('/');
  return [text(address, 'street'), number].filter(Boolean).join(' ');
}

/** The members of the statutory bodies; those who have left, with the last day. */
function detailsOf(entity: Json): RecordDetails {
  const members = optionalList(entity, 'statutoryBodies').flatMap((member) => {
    const named = () => text(part(member, 'personName') ?? {}, 'formatedName') ?? text(member, 'fullName');
    const title = () => text(part(member, 'stakeholderType') ?? {}, 'value');
    return officer(named, title, () => date(member, 'validTo'));
  });
  return readFields<RecordDetails>({
    registeredAgent: () => null,
    officers: () => members,
    principalAddress: () => addressOf(entity),
    filingHistorySummary: () => null,
  });
}
