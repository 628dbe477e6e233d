import { withClues } from '../../core/registries/clues.js';
import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type { Alias, Officer, RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import { regionNumber } from './regions.js';
import { CZ, CZ_10 } from './register.js';
import { addressOf, isAbroad, movedOf, regionOf, seatIn, seatOf } from './seat.js';
import { hintOf, statusOf } from './sources.js';
import { alias, date, officer, required, text } from '../../adapters/registries/http/fields.js';
import { RefusedQuery } from '../../adapters/registries/http/failures.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import { isObject, listOf, objectOf, optionalList, part, type Json } from '../../adapters/registries/http/json.js';
import { isEndOrMore, searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows } from '../../adapters/registries/http/rows.js';
import type { Connect } from '../../adapters/registries/register.js';

export const facts = [CZ_10, CZ];

export const connect: Connect = ({ code }) => ({
  origin: 'https://ares.gov.cz',
  pace: { source: 'ares', concurrency: 4, spacingMs: 250 },
  adapter: ({ baseUrl, client, today }) => new Ares(code === CZ.code ? undefined : code, baseUrl, client, today),
});

const SERVICE = '/ekonomicke-subjekty-v-be/rest';
const PAGE_ROWS = 100;
const BOUNDS = { pages: 10, nearPages: 1 };
const SUBJECT_PAGE = 'https://ares.gov.cz/ekonomicke-subjekty';
const TOO_MANY = /PRILIS_MNOHO/;

/** The most common legal forms. Others are shown by number. */
const LEGAL_FORMS: Readonly<Record<string, string>> = {
  '101': 'Fyzická osoba podnikající',
  '111': 'Veřejná obchodní společnost',
  '112': 'Společnost s ručením omezeným',
  '113': 'Komanditní společnost',
  '117': 'Nadace',
  '121': 'Akciová společnost',
  '141': 'Obecně prospěšná společnost',
  '161': 'Ústav',
  '205': 'Družstvo',
  '301': 'Státní podnik',
  '421': 'Odštěpný závod zahraniční právnické osoby',
  '706': 'Spolek',
  '801': 'Obec',
};
const FOREIGN = /^42/;
/** `odštěpný závod` of a foreign company or person. */
const BRANCH = /^42[15]$/;

/**
 * Czechia, ARES of the Ministry of Finance, which combines the country's registers, for seats in
 * the region of Prague or, without a region, for the whole country.
 *
 * Docs: https://ares.gov.cz/swagger-ui. Quota: none in writing; it is said to allow 500 requests a
 * minute, and we keep to four a second, for Prague and the country together. Licence: open data of
 * the Czech Ministry of Finance. Quirks: names are searched by POST. More than 1,000 hits are
 * refused (`VYSTUP_PRILIS_MNOHO_VYSLEDKU`) or cannot be reached. Regions have their own numbers.
 * Small records give the address as one string without a region; the region searched then counts.
 * Some seats are listed only in the entries of the source registers. Subjects of the trade register
 * alone are not in the public register (404). A subject without an IČO has a number of ARES's own.
 * `datumZaniku` may be in the future, and `zanikClenstvi` ends a membership whose entry has not
 * been struck out yet. The source registers may contradict each other. Standing, agents and filings
 * are not published; a hint at standing comes from the insolvency register. Officers' birth dates
 * are published, but never read.
 *
 * The whole country: every subject belongs to it, also with its seat abroad or unpublished. It has
 * six times as many hits, so more names are refused as too many: such a search is incomplete, and
 * finds what the name with its legal form, or without one of its words, still finds.
 */
class Ares extends Registry {
  readonly parserVersion = 2;

  constructor(
    /** The code of a region; `undefined` for the whole country. */
    private readonly region: string | undefined,
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
    private readonly today: () => Promise<string>,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name, _, from) => this.page(query, name, from, signal), BOUNDS, signal);
  }

  /** Includes former names, from the public register. */
  async findByNumber(id: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    const found = await this.subject(id, signal);
    if (!found) return undefined;
    const isHere = this.isHere(found.seat);
    if (isHere === undefined) return { id, withholds: 'seat', ...endedOf(found.record) };
    if (!isHere || !found.record) return movedOf(found.seat, id);
    const listed = await this.publicRegister(id, found.record, signal);
    return withMore(found.record, { aliases: listed?.aliases ?? [] });
  }

  /** If the seat is not published, it is where it was when the subject was listed. */
  async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    const found = await this.subject(id, signal);
    if (!found) return undefined;
    if (this.isHere(found.seat) === false || !found.record) return movedOf(found.seat, id);
    const listed = await this.publicRegister(id, found.record, signal);
    const details = readFields<RecordDetails>({
      registeredAgent: () => null,
      officers: () => listed?.officers ?? null,
      principalAddress: () => addressOf(found.seat),
      filingHistorySummary: () => null,
    });
    return withMore(found.record, { aliases: listed?.aliases ?? [], details });
  }

  /** `undefined` if the region is not published. */
  private isHere(seat: Json | undefined): boolean | undefined {
    if (this.region === undefined) return true;
    const region = regionOf(seat);
    return region === undefined ? undefined : region === this.region;
  }

  private async subject(id: string, signal: AbortSignal) {
    const today = await this.today();
    const url = `${this.baseUrl}${SERVICE}/ekonomicke-subjekty/${encodeURIComponent(id)}`;
    return this.client.ask({ url, absent: [404] }, signal, (body) => {
      const subject = objectOf(body, 'the subject');
      return { record: recordOf(subject, this.region, today), seat: seatIn(subject) };
    });
  }

  private async publicRegister(id: string, { name }: RegisterRecord, signal: AbortSignal) {
    const today = await this.today();
    const url = `${this.baseUrl}${SERVICE}/ekonomicke-subjekty-vr/${encodeURIComponent(id)}`;
    return this.client.ask({ url, absent: [404] }, signal, (body) => {
      const entries = optionalList(objectOf(body, 'the public register'), 'zaznamy');
      return {
        officers: entries.flatMap((entry) => officersOf(entry, today)),
        aliases: entries.flatMap((entry) => formerNames(entry, name)),
      };
    });
  }

  private pageOf(query: NameQuery, answer: Json, start: number, today: string): TextPage {
    const subjects = listOf(answer, 'ekonomickeSubjekty');
    const { rows, complete } = readRows(
      subjects,
      (row) => recordOf(row, this.region, today),
      this.client.rowSkipped,
      mayBear(query, (row) => [text(row, 'obchodniJmeno')]),
    );
    const total = Number(required(answer, 'pocetCelkem'));
    const received = subjects.length;
    const more = start + received < total;
    const isWhole = complete && isEndOrMore(subjects, start, total);
    return { records: rows, received, more, pages: Math.ceil(total / PAGE_ROWS), complete: isWhole };
  }

  private async page(query: NameQuery, name: string, start: number, signal: AbortSignal): Promise<TextPage> {
    const today = await this.today();
    const sidlo = this.region === undefined ? undefined : { kodKraje: regionNumber(this.region) };
    const asked = { obchodniJmeno: name, ...(sidlo && { sidlo }), start, pocet: PAGE_ROWS };
    const body = { type: 'application/json', text: JSON.stringify(asked) } as const;
    try {
      const url = `${this.baseUrl}${SERVICE}/ekonomicke-subjekty/vyhledat`;
      const found = await this.client.ask({ url, body }, signal, (answer) =>
        this.pageOf(query, objectOf(answer, 'the answer'), start, today),
      );
      return found ?? { records: [], more: false };
    } catch (error) {
      const tooMany =
        error instanceof RefusedQuery && isObject(error.body) && TOO_MANY.test(text(error.body, 'subKod') ?? '');
      if (tooMany) return { records: [], more: true, pages: Number.POSITIVE_INFINITY };
      throw error;
    }
  }
}

/** `undefined` for a subject with its seat outside the region that was asked, if there is one. */
function recordOf(subject: Json, here: string | undefined, today: string): RegisterRecord | undefined {
  required(subject, 'obchodniJmeno');
  if (here !== undefined && isSeatedOutside(here, seatIn(subject))) return undefined;
  const id = readOnce(() => required(subject, 'ico').padStart(8, '0'));
  const state = readOnce(() => statusOf(subject, today));
  const form = () => text(subject, 'pravniForma');
  const hint = () => (state()[0] === 'dissolved' ? undefined : hintOf(subject));
  const record = readFields<RegisterRecord>({
    id,
    name: () => required(subject, 'obchodniJmeno'),
    aliases: () => [],
    status: () => state()[0],
    statusDetail: () => state()[1],
    goodStanding: () => (state()[0] === 'dissolved' ? false : null),
    standingHint: hint,
    entityType: () => typeOf(form()),
    formationDate: () => date(subject, 'datumVzniku'),
    domestic: () => isDomestic(form()),
    seat: () => (here === undefined ? seatOf(subject) : undefined),
    isBranch: () => (BRANCH.test(form() ?? '') ? true : undefined),
    url: () => `${SUBJECT_PAGE}?ico=${encodeURIComponent(id())}`,
    isBrief: () => (part(subject, 'seznamRegistraci') === undefined ? true : undefined),
  });
  return withClues(record, () => addressOf(seatIn(subject)), { isSeat: true });
}

/** The register says so by a number or a country: an address in one text does not. */
function isSeatedOutside(region: string, seat: Json | undefined): boolean {
  if (!seat) return false;
  return isAbroad(seat) || (text(seat, 'kodKraje') !== null && regionOf(seat) !== region);
}

function endedOf(record: RegisterRecord | undefined) {
  return record?.status === 'dissolved' ? { ended: record } : {};
}

function typeOf(form: string | null): string | null {
  return form && (LEGAL_FORMS[form] ?? `Právní forma ${form}`);
}

function isDomestic(form: string | null): boolean | null {
  return form === null ? null : !FOREIGN.test(form);
}

/** Members of the statutory bodies. Those who have left have an end date. */
function officersOf(entry: Json, today: string): Officer[] {
  return optionalList(entry, 'statutarniOrgany').flatMap((body) =>
    optionalList(body, 'clenoveOrganu').flatMap((member) => {
      const membership = part(member, 'clenstvi');
      const post = membership && part(membership, 'funkce');
      const term = membership && part(membership, 'clenstvi');
      const endDate = () => {
        const ended = date(member, 'datumVymazu') ?? (term ? date(term, 'zanikClenstvi') : null);
        return ended !== null && ended <= today ? ended : null;
      };
      const title = () => (post && text(post, 'nazev')) ?? text(member, 'nazevAngazma');
      return officer(() => holderOf(member), title, endDate);
    }),
  );
}

/** Struck-out names of the public register, with their first and last day. */
function formerNames(entry: Json, current: string): Alias[] {
  return optionalList(entry, 'obchodniJmeno').flatMap((named) => {
    const [name, until] = [() => text(named, 'hodnota'), () => date(named, 'datumVymazu')];
    if (until() === null || name() === current) return [];
    return alias('former', name, () => date(named, 'datumZapisu'), until);
  });
}

function holderOf(member: Json): string | null {
  const company = part(member, 'pravnickaOsoba');
  if (company) return text(company, 'obchodniJmeno');
  const person = part(member, 'fyzickaOsoba');
  const parts = person ? [text(person, 'jmeno'), text(person, 'prijmeni')].filter((given) => given !== null) : [];
  return parts.join(' ') || null;
}
