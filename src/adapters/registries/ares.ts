import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import type { Address, DetailedRecord, EntityStatus, Officer, RegisterRecord } from '../../core/registries/record.js';
import { date, required, text } from './http/fields.js';
import { RefusedQuery, type RegisterClient } from './http/client.js';
import { isObject, listOf, objectOf, optionalList, part, type Json } from './http/json.js';
import { searchByText, type TextPage } from './http/paged-search.js';

export const ARES_ORIGIN = 'https://ares.gov.cz';

const SERVICE = '/ekonomicke-subjekty-v-be/rest';
/** ARES numbers the regions its own way: this is ISO's CZ-10. */
const PRAGUE = 19;
const PAGE_ROWS = 100;
const BOUNDS = { pages: 10, nearPages: 1 };
const SUBJECT_PAGE = 'https://ares.gov.cz/ekonomicke-subjekty';
const TOO_MANY = /PRILIS_MNOHO/;

/** The commonest legal forms; the others keep their number. */
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

/**
 * Czechia, ARES of the Ministry of Finance over the country's registers, for seats in the region of Prague.
 *
 * Docs: https://ares.gov.cz/swagger-ui. Quota: none in writing, 500 requests a minute are said to be borne; we keep to four a second.
 * Licence: open data of the ministry. Known lies: names are searched by POST; more than 1,000 hits are refused
 * (`VYSTUP_PRILIS_MNOHO_VYSLEDKU`) or cannot be reached; regions have numbers of their own; small records carry their address as one
 * text without a region, and then the region they were found by counts; subjects of the trade register alone have no page in
 * the public register (404). Standing, agents and filings are not published; birth dates of officers are, and are never read.
 */
export class Prague extends Registry {
  constructor(
    private readonly baseUrl: string,
    private readonly client: RegisterClient,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name, page) => this.page(name, page, signal), BOUNDS);
  }

  async fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    const path = (register: string) => `${this.baseUrl}${SERVICE}/${register}/${encodeURIComponent(id)}`;
    const found = await this.client.ask({ url: path('ekonomicke-subjekty'), absent: [404] }, signal, (body) => {
      const subject = objectOf(body, 'the subject');
      return { record: recordOf(subject), seat: part(subject, 'sidlo') };
    });
    if (!found?.record) return undefined;
    const officers = await this.client.ask({ url: path('ekonomicke-subjekty-vr'), absent: [404] }, signal, (body) =>
      optionalList(objectOf(body, 'the public register'), 'zaznamy').flatMap(officersOf),
    );
    return {
      ...found.record,
      details: {
        registeredAgent: null,
        officers: officers ?? null,
        principalAddress: addressOf(found.seat),
        filingHistorySummary: null,
      },
    };
  }

  private async page(name: string, page: number, signal: AbortSignal): Promise<TextPage> {
    const start = page * PAGE_ROWS;
    const asked = { obchodniJmeno: name, sidlo: { kodKraje: PRAGUE }, start, pocet: PAGE_ROWS };
    const body = { type: 'application/json', text: JSON.stringify(asked) } as const;
    try {
      const url = `${this.baseUrl}${SERVICE}/ekonomicke-subjekty/vyhledat`;
      const found = await this.client.ask({ url, body }, signal, (answer) =>
        pageOf(objectOf(answer, 'the answer'), start),
      );
      return found ?? { records: [], more: false };
    } catch (error) {
      const tooMany =
        error instanceof RefusedQuery && isObject(error.body) && TOO_MANY.test(text(error.body, 'subKod') ?? '');
      if (tooMany) return { records: [], more: true };
      throw error;
    }
  }
}

function pageOf(answer: Json, start: number): TextPage {
  const subjects = listOf(answer, 'ekonomickeSubjekty');
  return {
    records: subjects.map(recordOf),
    more: start + subjects.length < Number(required(answer, 'pocetCelkem')),
  };
}

/** `undefined` for a subject whose seat is in another region. */
function recordOf(subject: Json): RegisterRecord | undefined {
  const id = required(subject, 'ico').padStart(8, '0');
  const name = required(subject, 'obchodniJmeno');
  const region = part(subject, 'sidlo')?.['kodKraje'];
  if (region !== undefined && region !== null && Number(region) !== PRAGUE) return undefined;
  const [status, statusDetail] = statusOf(subject);
  const form = text(subject, 'pravniForma');
  return {
    id,
    name,
    aliases: [],
    status,
    statusDetail,
    goodStanding: status === 'dissolved' ? false : null,
    entityType: form && (LEGAL_FORMS[form] ?? form),
    formationDate: date(subject, 'datumVzniku'),
    domestic: form === null ? null : !FOREIGN.test(form),
    url: `${SUBJECT_PAGE}?ico=${encodeURIComponent(id)}`,
  };
}

/** The public register speaks for companies, the register of persons for everybody else. */
function statusOf(subject: Json): [EntityStatus, string | null] {
  if (date(subject, 'datumZaniku') !== null) return ['dissolved', 'Zaniklý'];
  const sources = part(subject, 'seznamRegistraci');
  const states = ['stavZdrojeVr', 'stavZdrojeRos', 'stavZdrojeRes'].map((source) => sources && text(sources, source));
  if (states.includes('AKTIVNI')) return ['active', 'Aktivní'];
  if (states.includes('ZANIKLY')) return ['dissolved', 'Zaniklý'];
  // Search answers may leave the registrations out; what has not ended is listed.
  return sources === undefined ? ['active', null] : ['unknown', null];
}

function addressOf(seat: Json | undefined): Address | null {
  if (!seat) return null;
  const number = [text(seat, 'cisloDomovni'), text(seat, 'cisloOrientacni')]
    .filter((given) => given !== null)
    .join('/');
  const street = [text(seat, 'nazevUlice') ?? text(seat, 'nazevCastiObce'), number].filter(Boolean).join(' ');
  return {
    line1: street || text(seat, 'textovaAdresa'),
    line2: null,
    city: text(seat, 'nazevObce'),
    region: text(seat, 'nazevKraje'),
    postalCode: text(seat, 'psc'),
    country: text(seat, 'kodStatu'),
  };
}

/** Members of the statutory bodies; one who has left was struck out on a day. */
function officersOf(entry: Json): Officer[] {
  return optionalList(entry, 'statutarniOrgany').flatMap((body) =>
    optionalList(body, 'clenoveOrganu').flatMap((member) => {
      const name = holderOf(member);
      const membership = part(member, 'clenstvi');
      const post = membership && part(membership, 'funkce');
      const endDate = date(member, 'datumVymazu');
      const title = (post && text(post, 'nazev')) ?? text(member, 'nazevAngazma');
      return name === null ? [] : [{ name, title, ...(endDate !== null && { endDate }) }];
    }),
  );
}

function holderOf(member: Json): string | null {
  const company = part(member, 'pravnickaOsoba');
  if (company) return text(company, 'obchodniJmeno');
  const person = part(member, 'fyzickaOsoba');
  const parts = person ? [text(person, 'jmeno'), text(person, 'prijmeni')].filter((given) => given !== null) : [];
  return parts.join(' ') || null;
}
