import type { FictionalCompany } from '../../companies/company.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';
import { sixDigits, withLuhn } from '../../companies/check-digits.js';
import { byNearness, textTest } from '../../companies/text-search.js';

/**
 * France, Recherche d'entreprises (https://recherche-entreprises.api.gouv.fr/docs). A search by
 * number ignores all filters. A region matches that of any establishment, and may be a list. Units
 * that object to publication are masked. Some numbers have a record of nulls. Names include the
 * brand in brackets. The whole country has the extract of Île-de-France and units elsewhere.
 */

/** Replaces the values of units that object to publication. */
const MASK = '[NON-DIFFUSIBLE]';
const IDENTIFIER = /^\d{9}$/;
const MIN_TEXT_LENGTH = 3;
const MAX_PAGE_ROWS = 25;
const MAX_TOTAL = 10_000;
const CATEGORIES = { llc: '5499', corporation: '5710', nonprofit: '9300' } as const;
const TITLES: Readonly<Record<string, string>> = {
  'Chief Executive Officer': 'Directeur général',
  President: 'Président',
  Manager: 'Gérant',
};

const OPTIONAL_PARTS = ['siege', 'dirigeants', 'matching_etablissements', 'complements', 'finances', 'score'];

interface Unit {
  siren: string;
  nom_complet: string | null;
  nom_raison_sociale?: string | null;
  sigle?: string | null;
  etat_administratif: string | null;
  siege?: { region?: string | null; code_pays_etranger?: string | null };
  matching_etablissements?: { region?: string | null }[];
}

const FR_IDF: PlayedRegister = {
  code: 'fr-idf',
  vocabulary: {
    code: 'fr-idf',
    firstName: 'Licorne Lanternes SARL',
    otherStatuses: ['Cessée'],
    script: { ended: 'Cessée' },
    notEntities: [],
    cities: ['PARIS', 'NULLEPART-SUR-SEINE', 'FABLE-LE-ROI'],
    zipPrefix: '750',
    nationwide: true,
    forms: { llc: 'SARL', corporation: 'SAS', nonprofit: 'FONDATION' },
  },

  extracts: (companies) => ({ 'fr-idf.jsonl': [...companies.map(unitOf), ...oddUnits()] }),

  open(folder, companies) {
    const units = unitsIn(folder, companies);
    return units && new Recherche(units, '11');
  },
};

const { nationwide: _, ...vocabulary } = FR_IDF.vocabulary;

const FR: PlayedRegister = {
  code: 'fr',
  vocabulary,
  extracts: () => ({}),

  open(folder, companies) {
    const units = unitsIn(folder, companies);
    return units && new Recherche([...(unitsElsewhere() as Unit[]), ...units]);
  },
};

export const registers = [FR_IDF, FR];

function unitsIn(folder: string, companies: readonly FictionalCompany[]): Unit[] | undefined {
  const units = loadObjects(folder, 'fr-idf') ?? loadObjects(folder, 'fr');
  return units && [...(units as unknown as Unit[]), ...(companies.map(unitOf) as Unit[])];
}

class Recherche implements Dialect {
  constructor(
    private readonly units: readonly Unit[],
    /** Of the sample names. */
    private readonly region?: string,
  ) {}

  answer({ path, query }: Question): Answer {
    if (path !== '/search') return { status: 404, body: { erreur: 'Page introuvable' } };
    const asked = query.get('q')?.trim() ?? '';
    const region = query.get('region');
    if (asked === '' && region === null) {
      return refusal('Veuillez indiquer au moins un paramètre de recherche.');
    }
    if (asked.length < MIN_TEXT_LENGTH && region === null) {
      return refusal('3 caractères minimum pour les termes de la requête (ou utilisez au moins un filtre)');
    }
    const perPage = Number(query.get('per_page') ?? 10);
    if (perPage > MAX_PAGE_ROWS) return refusal('Veuillez indiquer un paramètre `per_page` entre `1` et `25`.');
    const page = Number(query.get('page') ?? 1);
    const found = this.find(asked, region);
    return {
      status: 200,
      body: {
        results: found.slice((page - 1) * perPage, page * perPage).map((unit) => partsOf(unit, query)),
        total_results: Math.min(found.length, MAX_TOTAL),
        page,
        per_page: perPage,
        total_pages: Math.ceil(found.length / perPage),
      },
    };
  }

  sampleNames(): string[] {
    const isHere = (region: string | null | undefined) => (this.region === undefined ? region : region === this.region);
    const live = this.units.filter(({ siege, etat_administratif: state }) => isHere(siege?.region) && state === 'A');
    return [...new Set(live.map(nameOf))].slice(0, 3);
  }

  /** A search by number ignores all filters. A region matches that of any establishment. */
  private find(asked: string, region: string | null): Unit[] {
    if (IDENTIFIER.test(asked)) return this.units.filter(({ siren }) => siren === asked);
    const test = textTest(asked);
    const regions = region?.split(',');
    const isIn = (at: { region?: string | null } | undefined) => regions?.includes(at?.region ?? '') ?? true;
    const found = this.units.filter(
      (unit) =>
        test([unit.nom_complet ?? '', unit.nom_raison_sociale ?? '', unit.sigle ?? '']) &&
        [unit.siege, ...(unit.matching_etablissements ?? [])].some(isIn),
    );
    return byNearness(asked, found, nameOf);
  }
}

/** A minimal unit has only the optional parts that were asked for. */
function partsOf(unit: Unit, query: URLSearchParams): object {
  if (query.get('minimal') !== 'true') return unit;
  const included = (query.get('include') ?? '').split(',');
  const left = OPTIONAL_PARTS.filter((part) => !included.includes(part));
  return Object.fromEntries(Object.entries(unit).filter(([part]) => !left.includes(part)));
}

function nameOf({ nom_raison_sociale: own, nom_complet: whole }: Unit): string {
  return own ?? whole ?? '';
}

function refusal(erreur: string): Answer {
  return { status: 400, body: { erreur } };
}

/** A foreign company has its head office in another region and an establishment in this one. */
function unitOf(company: FictionalCompany): object {
  const { street, unit, city, zip } = company.office;
  const siren = withLuhn(`00${sixDigits(company.serial)}`);
  const elsewhere = company.foreignTo !== undefined;
  const [number = '', ...words] = street.split(' ');
  const name = company.name.toUpperCase();
  const establishment = { siret: `${siren}00012`, region: '11', est_siege: false, etat_administratif: 'A' };
  return {
    siren,
    nom_complet: company.tradeNames?.[0] === undefined ? name : `${name} (${company.tradeNames[0].toUpperCase()})`,
    nom_raison_sociale: name,
    sigle: null,
    siege: {
      siret: `${siren}00011`,
      adresse: `${street.toUpperCase()} ${zip} ${city}`,
      numero_voie: number,
      type_voie: 'RUE',
      libelle_voie: words.join(' ').toUpperCase(),
      complement_adresse: unit ?? null,
      code_postal: elsewhere ? '99999' : zip,
      libelle_commune: elsewhere ? 'AILLEURS' : city,
      region: elsewhere ? '93' : '11',
      est_siege: true,
      etat_administratif: company.status === undefined ? 'A' : 'F',
      nom_commercial: company.tradeNames?.[0]?.toUpperCase() ?? null,
    },
    date_creation: company.formed,
    date_fermeture: company.status === undefined ? null : '2022-06-30',
    etat_administratif: company.status === undefined ? 'A' : 'C',
    nature_juridique: CATEGORIES[company.kind],
    statut_diffusion: 'O',
    dirigeants: company.officers.map(({ name: officer, title }) => ({
      nom: officer.split(' ').at(-1),
      prenoms: officer.split(' ').slice(0, -1).join(' ').toUpperCase(),
      qualite: TITLES[title] ?? title,
      type_dirigeant: 'personne physique',
    })),
    matching_etablissements: elsewhere ? [establishment] : [],
  };
}

/**
 * A fully masked unit, a partly masked one, one with an unknown start date, one without a place,
 * and a number whose record is all nulls.
 */
function oddUnits(): object[] {
  const hidden = hiddenStreet();
  const unit = oddUnit;
  const officer = { nom: MASK, prenoms: MASK, qualite: MASK, type_dirigeant: 'personne physique' };
  const nulls = { nom_complet: null, nom_raison_sociale: null, etat_administratif: null, date_creation: null };
  return [
    unit(910_001, MASK, { sigle: MASK, dirigeants: [officer], statut_diffusion: 'P' }, hidden),
    unit(910_002, 'BIZARRERIE MASQUEE SARL', { sigle: MASK, dirigeants: [officer], statut_diffusion: 'P' }, hidden),
    unit(910_003, 'BIZARRERIE ANCIENNE', { date_creation: '1900-01-01', nature_juridique: '9220' }),
    unit(910_005, 'BIZARRERIE SANS LIEU', {}, { region: null, libelle_commune: null }),
    { ...unit(910_004, '', nulls), siege: {}, nature_juridique: null, statut_diffusion: null },
  ];
}

function hiddenStreet(): object {
  return { adresse: MASK, numero_voie: MASK, libelle_voie: MASK, code_postal: MASK, nom_commercial: MASK };
}

function oddUnit(serial: number, name: string, more: object, office: object = {}): object {
  return {
    siren: withLuhn(`00${sixDigits(serial)}`),
    nom_complet: name,
    nom_raison_sociale: name,
    sigle: null,
    siege: { region: '11', est_siege: true, libelle_commune: 'PARIS', etat_administratif: 'A', ...office },
    date_creation: '2010-02-03',
    etat_administratif: 'A',
    nature_juridique: '5499',
    statut_diffusion: 'O',
    dirigeants: [],
    matching_etablissements: [],
    ...more,
  };
}

/**
 * Units of other regions and of an overseas one, a foreign company with its seat abroad, one with a
 * masked seat, one with a masked name, and one whose name has two letters.
 */
function unitsElsewhere(): object[] {
  const at = (region: string, libelle_commune: string, code_postal: string) => ({
    ...{ region, libelle_commune, code_postal },
    ...{ numero_voie: '7', type_voie: 'RUE', libelle_voie: 'IMAGINAIRE' },
    adresse: `7 RUE IMAGINAIRE ${code_postal} ${libelle_commune}`,
  });
  const officer = {
    nom: 'ELSEWHERE',
    prenoms: 'FICTIONAL OFFICER',
    qualite: 'Gérant',
    type_dirigeant: 'personne physique',
  };
  const run = { dirigeants: [officer] };
  const abroad = {
    libelle_commune_etranger: 'NIRGENDWO',
    code_pays_etranger: '99109',
    libelle_pays_etranger: 'ALLEMAGNE',
  };
  const masked = { ...hiddenStreet(), region: MASK, libelle_commune: MASK };
  return [
    oddUnit(920_001, 'GONES IMAGINAIRES SARL', run, at('84', 'LYON', '69001')),
    oddUnit(920_002, 'KORRIGANS IMAGINAIRES SARL', run, at('53', 'RENNES', '35000')),
    oddUnit(920_003, 'LAGONS IMAGINAIRES SARL', run, at('04', 'SAINT-DENIS', '97400')),
    oddUnit(
      920_004,
      'WANDERNDE LATERNEN GMBH',
      { nature_juridique: '3120' },
      { ...abroad, region: null, libelle_commune: null },
    ),
    oddUnit(920_005, 'BIZARRERIE CACHEE SARL', { statut_diffusion: 'P' }, masked),
    oddUnit(920_006, MASK, { statut_diffusion: 'P' }, { ...hiddenStreet(), region: '75', libelle_commune: 'BORDEAUX' }),
    oddUnit(920_007, 'QZ', {}, at('76', 'TOULOUSE', '31000')),
  ];
}
