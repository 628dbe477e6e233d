import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import type { Address, DetailedRecord, EntityStatus, Officer, RegisterRecord } from '../../core/registries/record.js';
import { changedFormat, date, required, text } from './http/fields.js';
import type { RegisterClient } from './http/client.js';
import { listOf, objectOf, optionalList, part, type Json } from './http/json.js';
import { searchByText, type TextPage } from './http/paged-search.js';

export const RECHERCHE_ORIGIN = 'https://recherche-entreprises.api.gouv.fr';

const REGION = '11';
const PAGE_ROWS = 25;
const BOUNDS = { pages: 8, nearPages: 1 };
const COMPANY_PAGE = 'https://annuaire-entreprises.data.gouv.fr/entreprise';

const STATUSES: Readonly<Record<string, readonly [EntityStatus, string]>> = {
  A: ['active', 'Active'],
  C: ['dissolved', 'Cessée'],
};

/** The commonest legal categories of Insee; the others keep their number. */
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

/**
 * France, Recherche d'entreprises of DINUM over Sirene (Insee) and the national register (INPI), for head offices in Île-de-France.
 *
 * Docs: https://recherche-entreprises.api.gouv.fr/docs. Quota: 7 requests a second for an address, 429 with `Retry-After` beyond.
 * Licence: Licence Ouverte 2.0. Known lies: the region asked for may be that of any establishment, so the head office is looked at
 * again; a number as the text ignores every filter; totals stop at 10,000; units that object to publication are absent, or partly
 * masked as `[NON-DIFFUSIBLE]`; `nom_complet` has the acronym or the brand behind the name in brackets. Standing, agents and filings
 * are not published; birth dates of officers are, and are never read.
 */
export class IleDeFrance extends Registry {
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
    const url = `${this.baseUrl}/search?${new URLSearchParams({ q: id, per_page: '1', page: '1' }).toString()}`;
    return this.client.getJson(url, signal, (body) => {
      const unit = listOf(objectOf(body, 'the answer'), 'results').find((result) => text(result, 'siren') === id);
      if (!unit) return undefined;
      const record = recordOf(unit);
      return record && { ...record, details: detailsOf(unit) };
    });
  }

  private page(name: string, page: number, signal: AbortSignal): Promise<TextPage> {
    const parameters = new URLSearchParams({
      q: name,
      region: REGION,
      minimal: 'true',
      include: 'siege',
      per_page: String(PAGE_ROWS),
      page: String(page + 1),
    });
    return this.client.getJson(`${this.baseUrl}/search?${parameters.toString()}`, signal, (body) => {
      const answer = objectOf(body, 'the answer');
      return {
        records: listOf(answer, 'results').map(recordOf),
        more: page + 1 < Number(required(answer, 'total_pages')),
      };
    });
  }
}

/** `undefined` for a unit whose head office is elsewhere. */
function recordOf(unit: Json): RegisterRecord | undefined {
  const id = required(unit, 'siren');
  const name = text(unit, 'nom_raison_sociale') ?? required(unit, 'nom_complet');
  const word = required(unit, 'etat_administratif');
  const office = part(unit, 'siege');
  if (!office) throw changedFormat('a unit without siege');
  if (text(office, 'region') !== REGION) return undefined;
  const [status, statusDetail] = STATUSES[word] ?? ['unknown', word];
  const category = text(unit, 'nature_juridique');
  return {
    id,
    name,
    aliases: aliases(unit, office, name),
    status,
    statusDetail,
    goodStanding: status === 'dissolved' ? false : null,
    entityType: category && (LEGAL_CATEGORIES[category] ?? category),
    formationDate: date(unit, 'date_creation'),
    domestic: category === null ? null : !FOREIGN.test(category),
    url: `${COMPANY_PAGE}/${id}`,
  };
}

function aliases(unit: Json, office: Json, name: string): RegisterRecord['aliases'] {
  const names = [text(unit, 'sigle'), text(office, 'nom_commercial')];
  return names.flatMap((other) => (other === null || other === name ? [] : [{ name: other, kind: 'trade' }]));
}

function detailsOf(unit: Json): DetailedRecord['details'] {
  const office = part(unit, 'siege');
  return {
    registeredAgent: null,
    officers: unit['dirigeants'] === undefined ? null : optionalList(unit, 'dirigeants').flatMap(officerOf),
    principalAddress: office ? addressOf(office) : null,
    filingHistorySummary: null,
  };
}

function officerOf(officer: Json): Officer[] {
  const person = [text(officer, 'prenoms'), text(officer, 'nom')].filter((given) => given !== null).join(' ');
  const name = text(officer, 'denomination') ?? (person === '' ? null : person);
  return name === null ? [] : [{ name, title: text(officer, 'qualite') }];
}

function addressOf(office: Json): Address {
  const street = ['numero_voie', 'indice_repetition', 'type_voie', 'libelle_voie'].map((column) =>
    text(office, column),
  );
  return {
    line1: street.filter((given) => given !== null).join(' ') || text(office, 'adresse'),
    line2: text(office, 'complement_adresse'),
    city: text(office, 'libelle_commune'),
    region: 'Île-de-France',
    postalCode: text(office, 'code_postal'),
    country: 'FR',
  };
}
