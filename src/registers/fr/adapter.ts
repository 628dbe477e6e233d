import { withClues } from '../../core/registries/clues.js';
import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type {
  DetailedRecord,
  EntityStatus,
  MovedRecord,
  Officer,
  RecordDetails,
  RegisterRecord,
  WithheldRecord,
} from '../../core/registries/record.js';
import {
  alias,
  changedFormat,
  date,
  officer,
  required,
  statusIn,
  text as cell,
  type OnUnknownStatus,
} from '../../adapters/registries/http/fields.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import { eachText, listOf, objectOf, optionalList, part, type Json } from '../../adapters/registries/http/json.js';
import { isEndOrMore, searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows } from '../../adapters/registries/http/rows.js';
import type { Connect } from '../../adapters/registries/register.js';
import { birthName, personalName } from './names.js';
import { REGION_NUMBERS, regionNumber } from './regions.js';
import { FR, FR_IDF } from './register.js';
import { addressOf, isElsewhere, movedOf, seatOf, text, withholdsSeat } from './seat.js';

export const facts = [FR_IDF, FR];

/**
 * Seven requests a second are allowed per address, for the region and the country together. We send
 * one less, because request latency varies.
 */
export const connect: Connect = ({ code }) => ({
  origin: 'https://recherche-entreprises.api.gouv.fr',
  pace: { source: 'recherche-entreprises', concurrency: 4, spacingMs: 150, quota: { requests: 6, windowMs: 1_000 } },
  adapter: ({ baseUrl, client }) => new RechercheEntreprises(regionNumber(code), baseUrl, client),
});

const PAGE_ROWS = 25;
const BOUNDS = { pages: 8, nearPages: 1 };
/** Shorter texts are refused without a filter. */
const LEAST_TEXT = 3;
const UNKNOWN_DATE = '1900-01-01';
const COMPANY_PAGE = 'https://annuaire-entreprises.data.gouv.fr/entreprise';

const STATUSES: Readonly<Record<string, readonly [EntityStatus, string]>> = {
  A: ['active', 'Active'],
  C: ['dissolved', 'Cessée'],
};

/** Insee's most common legal categories. Others are shown by number. */
const LEGAL_CATEGORIES: Readonly<Record<string, string>> = {
  '1000': 'Entrepreneur individuel',
  '5202': 'Société en nom collectif',
  '5306': 'Société en commandite simple',
  '5499': 'Société à responsabilité limitée',
  '5498': 'Société à responsabilité limitée unipersonnelle',
  '5505': 'Société anonyme à participation ouvrière à conseil d’administration',
  '5599': 'Société anonyme à conseil d’administration',
  '5699': 'Société anonyme à directoire',
  '5710': 'Société par actions simplifiée',
  '5720': 'Société par actions simplifiée unipersonnelle',
  '5785': 'Société d’exercice libéral par actions simplifiée',
  '5800': 'Société européenne',
  '6220': 'Groupement d’intérêt économique',
  '6540': 'Société civile immobilière',
  '6599': 'Société civile',
  '9220': 'Association déclarée',
  '9300': 'Fondation',
};
/** Foreign companies, registered here or not. */
const FOREIGN = /^3/;
/** The parts of a unit that a quick answer needs. Without them the register sends all parts. */
const QUICK_PARTS = { minimal: 'true', include: 'siege' } as const;

/**
 * France, Recherche d'entreprises of DINUM, which combines Sirene (Insee) and the national register
 * (INPI), for head offices in Île-de-France or, without a region, for the whole country.
 *
 * Docs: https://recherche-entreprises.api.gouv.fr/docs. Quota: 7 requests a second per address,
 * then 429 with `Retry-After`. Licence: Licence Ouverte 2.0. Quirks: the region filter matches any
 * establishment, so the head office is checked again. A number given as the text ignores every
 * filter. Totals stop at 10,000, far beyond the pages that we read. Units that object to
 * publication are absent, or masked as `[NON-DIFFUSIBLE]` or `[ND]`, which means "not published":
 * in a lookup by number such a unit exists, but its name or seat is withheld. The same applies to
 * numbers whose record has only nulls. A unit with an unknown creation date has 1900-01-01. Units
 * without `nom_raison_sociale` have `nom_complet`, see names.ts. Standing, agents and filings are
 * not published. Officers' birth dates are, but are never read.
 *
 * The whole country: only a masked name withholds a unit. Its seat, perhaps abroad, is stated with
 * it, or is `null` if masked. Texts of one or two letters are refused without a filter, so they are
 * asked with a list of all regions, which leaves out units that have no establishment in any: such
 * a search is incomplete.
 */
class RechercheEntreprises extends Registry {
  readonly parserVersion = 3;

  constructor(
    /** Insee's number of the region; `undefined` for the whole country. */
    private readonly region: string | undefined,
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name, ...at) => this.page(query, name, at, signal), BOUNDS, signal);
  }

  findByNumber(id: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    return this.numbered({ id, ...QUICK_PARTS }, signal, (unit) => this.published(unit, id));
  }

  fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    return this.numbered({ id }, signal, (unit): DetailedRecord | WithheldRecord | MovedRecord => {
      const record = this.published(unit, id);
      return 'name' in record ? withMore(record, { details: detailsOf(unit) }) : record;
    });
  }

  private published(unit: Json, id: string): RegisterRecord | WithheldRecord | MovedRecord {
    if (isElsewhere(unit, this.region)) return movedOf(unit, id);
    if (withholdsName(unit)) return { id, withholds: 'name' };
    return recordOf(unit, this.region, this.client.unknownStatus) ?? { id, withholds: 'seat' };
  }

  /** Reads the unit with this number. `undefined` if there is none. */
  private numbered<T>(
    { id, ...parts }: { id: string } & Partial<typeof QUICK_PARTS>,
    signal: AbortSignal,
    read: (unit: Json) => T | undefined,
  ): Promise<T | undefined> {
    const parameters = new URLSearchParams({ q: id, ...parts, per_page: '1', page: '1' });
    const url = `${this.baseUrl}/search?${parameters.toString()}`;
    return this.client.getJson(url, signal, (body) => {
      const unit = listOf(objectOf(body, 'the answer'), 'results').find((result) => text(result, 'siren') === id);
      return unit && read(unit);
    });
  }

  private page(
    query: NameQuery,
    name: string,
    [page, from]: readonly [number, number],
    signal: AbortSignal,
  ): Promise<TextPage> {
    const isTooShort = this.region === undefined && [...name].length < LEAST_TEXT;
    const region = isTooShort ? REGION_NUMBERS.join(',') : this.region;
    const parameters = new URLSearchParams({
      q: name,
      ...(region !== undefined && { region }),
      ...QUICK_PARTS,
      per_page: String(PAGE_ROWS),
      page: String(page + 1),
    });
    return this.client.getJson(`${this.baseUrl}/search?${parameters.toString()}`, signal, (body) => {
      const answer = objectOf(body, 'the answer');
      const units = listOf(answer, 'results');
      const read = (unit: Json) => recordOf(unit, this.region, this.client.unknownStatus);
      const bears = mayBear(query, namesOf);
      const { rows, complete } = readRows(units, read, this.client.rowSkipped, bears);
      const pages = Number(required(answer, 'total_pages'));
      const mayBeHere = (unit: Json) => nameOf(unit) !== null && withholdsSeat(unit, this.region);
      const isPublished = !isTooShort && !units.some((unit) => mayBeHere(unit) && bears(unit));
      const isWhole = isPublished && isEndOrMore(units, from, Number(text(answer, 'total_results') ?? 0));
      return { records: rows, received: units.length, more: page + 1 < pages, pages, complete: complete && isWhole };
    });
  }
}

/** `null` if the register does not know the date. */
function formationDateOf(unit: Json): string | null {
  const created = date(unit, 'date_creation');
  return created === UNKNOWN_DATE ? null : created;
}

function nameOf(unit: Json): string | null {
  return text(unit, 'nom_raison_sociale') ?? personalName(unit).name;
}

function namesOf(unit: Json): (string | null)[] {
  const office = part(unit, 'siege') ?? {};
  const signs = eachText(office, 'liste_enseignes', (list, place) => text(list, place));
  return [nameOf(unit), text(unit, 'nom_complet'), text(unit, 'sigle'), text(office, 'nom_commercial'), ...signs];
}

/** The name is masked, or nothing about the unit is published. */
function withholdsName(unit: Json): boolean {
  return (
    nameOf(unit) === null && (typeof unit['nom_complet'] === 'string' || cell(unit, 'etat_administratif') === null)
  );
}

/** `undefined` for a unit with its head office elsewhere, or with a withheld name. */
function recordOf(unit: Json, here: string | undefined, unknown: OnUnknownStatus): RegisterRecord | undefined {
  const id = readOnce(() => required(unit, 'siren'));
  id();
  if (withholdsName(unit)) return undefined;
  const name = nameOf(unit);
  if (name === null) throw changedFormat('a record without nom_complet');
  const word = () => required(unit, 'etat_administratif');
  word();
  const office = part(unit, 'siege') ?? (here === undefined ? {} : undefined);
  if (!office) throw changedFormat('a unit without siege');
  if (here !== undefined && text(office, 'region') !== here) return undefined;
  const state = readOnce(() => statusIn(STATUSES, word(), unknown));
  const category = () => text(unit, 'nature_juridique');
  const record = readFields<RegisterRecord>({
    id,
    name: () => nameOf(unit) ?? name,
    aliases: () => [...birthName(unit), ...aliases(unit, office, name)],
    status: () => state()[0],
    statusDetail: () => state()[1],
    goodStanding: () => (state()[0] === 'dissolved' ? false : null),
    entityType: () => typeOf(category()),
    formationDate: () => formationDateOf(unit),
    domestic: () => isDomestic(category()),
    seat: () => (here === undefined ? seatOf(office) : undefined),
    url: () => `${COMPANY_PAGE}/${id()}`,
  });
  return withClues(record, () => addressOf(office), { isSeat: true });
}

function typeOf(category: string | null): string | null {
  return category && (LEGAL_CATEGORIES[category] ?? `Catégorie juridique ${category}`);
}

function isDomestic(category: string | null): boolean | null {
  return category === null ? null : !FOREIGN.test(category);
}

function aliases(unit: Json, office: Json, name: string): RegisterRecord['aliases'] {
  const signs = eachText(office, 'liste_enseignes', (list, place) => () => text(list, place));
  const names = [() => text(unit, 'sigle'), () => text(office, 'nom_commercial'), ...signs];
  const known = new Set([name]);
  return names.flatMap((read) => {
    const other = read();
    if (other === null || known.has(other)) return [];
    known.add(other);
    return alias('trade', read);
  });
}

function detailsOf(unit: Json): RecordDetails {
  const office = part(unit, 'siege');
  return readFields<RecordDetails>({
    registeredAgent: () => null,
    officers: () => (unit['dirigeants'] === undefined ? null : optionalList(unit, 'dirigeants').flatMap(officerOf)),
    principalAddress: () => (office ? addressOf(office) : null),
    filingHistorySummary: () => null,
  });
}

function officerOf(holder: Json): Officer[] {
  const person = () => [text(holder, 'prenoms'), text(holder, 'nom')].filter((given) => given !== null).join(' ');
  return officer(
    () => text(holder, 'denomination') ?? (person() || null),
    () => text(holder, 'qualite'),
  );
}
