export const TIERS = ['quick', 'deep'] as const;
export type Tier = (typeof TIERS)[number];

/** Which entities a register lists, and so what "not found" in it means. */
export const COVERAGES = ['all', 'active_only', 'franchise_taxpayers'] as const;
export type Coverage = (typeof COVERAGES)[number];

export interface Source {
  name: string;
  url: string;
  licence: string;
}

export interface Jurisdiction {
  /** ISO 3166-2 in lower case, `<country>-<region>`. */
  code: string;
  name: string;
  country: string;
  /** With coverage, what is offered without credentials; `Registries.offer` says what is offered now. */
  tiers: readonly Tier[];
  coverage: Coverage;
  source: Source;
}

const QUICK: readonly Tier[] = ['quick'];
const QUICK_AND_DEEP: readonly Tier[] = ['quick', 'deep'];
const PUBLIC_DOMAIN = 'Public domain';
const OGL = 'Open Government Licence v3.0';

const COMPANIES_HOUSE: Source = {
  name: 'Companies House',
  url: 'https://find-and-update.company-information.service.gov.uk',
  licence: OGL,
};

/** Every jurisdiction the service knows, answered or not. What can be asked right now is `Registries`' to say. */
export const JURISDICTIONS: readonly Jurisdiction[] = [
  entry('us-co', 'Colorado', QUICK_AND_DEEP, 'all', {
    name: 'Colorado Secretary of State, Business Entities in Colorado',
    url: 'https://data.colorado.gov/d/4ykn-tg5h',
    licence: PUBLIC_DOMAIN,
  }),
  entry('us-ct', 'Connecticut', QUICK_AND_DEEP, 'all', {
    name: 'Connecticut Secretary of the State, Business Registry',
    url: 'https://data.ct.gov/d/n7gp-d28j',
    licence: PUBLIC_DOMAIN,
  }),
  entry('us-ny', 'New York', QUICK_AND_DEEP, 'active_only', {
    name: 'New York Department of State, Active Corporations',
    url: 'https://data.ny.gov/d/n9v6-gdp6',
    licence: 'OPEN NY Terms of Use',
  }),
  entry('us-or', 'Oregon', QUICK_AND_DEEP, 'active_only', {
    name: 'Oregon Secretary of State, Active Businesses',
    url: 'https://data.oregon.gov/d/tckn-sxa6',
    licence: PUBLIC_DOMAIN,
  }),
  entry('us-pa', 'Pennsylvania', QUICK_AND_DEEP, 'active_only', {
    name: 'Pennsylvania Department of State, Registered Businesses',
    url: 'https://data.pa.gov/d/xvd7-5r2c',
    licence: PUBLIC_DOMAIN,
  }),
  entry('us-tx', 'Texas', QUICK, 'franchise_taxpayers', {
    name: 'Texas Comptroller of Public Accounts, Active Franchise Taxpayers',
    url: 'https://data.texas.gov/d/9cir-efmm',
    licence: 'Texas Open Data Portal terms',
  }),
  entry('us-dc', 'District of Columbia', QUICK_AND_DEEP, 'all', {
    name: 'District of Columbia DLCP, Corporate Registration',
    url: 'https://opendata.dc.gov/datasets/DCGIS::corporate-registration',
    licence: 'CC BY 4.0',
  }),
  entry('us-ia', 'Iowa', QUICK_AND_DEEP, 'active_only', {
    name: 'Iowa Secretary of State, Active Business Entities',
    url: 'https://data.iowa.gov',
    licence: 'CC BY 4.0',
  }),
  entry('us-fl', 'Florida', QUICK_AND_DEEP, 'all', {
    name: 'Florida Division of Corporations, Corporate Data',
    url: 'https://dos.fl.gov/sunbiz/other-services/data-downloads',
    licence: 'Florida public record',
  }),
  entry('us-va', 'Virginia', QUICK_AND_DEEP, 'all', {
    name: 'Virginia State Corporation Commission, Clerk’s Information System',
    url: 'https://cis.scc.virginia.gov',
    licence: 'Virginia public record',
  }),
  entry('us-ak', 'Alaska', QUICK_AND_DEEP, 'active_only', {
    name: 'Alaska Division of Corporations, Business and Professional Licensing',
    url: 'https://www.commerce.alaska.gov/cbp',
    licence: 'Alaska public record',
  }),
  entry('us-il', 'Illinois', QUICK_AND_DEEP, 'all', {
    name: 'Illinois Secretary of State, Business Services',
    url: 'https://www.ilsos.gov',
    licence: 'Illinois Data Transparency terms',
  }),
  entry('ca-bc', 'British Columbia', QUICK, 'all', {
    name: 'BC Registries, OrgBook BC',
    url: 'https://orgbook.gov.bc.ca',
    licence: 'Open Government Licence – British Columbia',
  }),
  entry('gb-eaw', 'England and Wales', QUICK_AND_DEEP, 'all', COMPANIES_HOUSE),
  entry('gb-sct', 'Scotland', QUICK_AND_DEEP, 'all', COMPANIES_HOUSE),
  entry('gb-nir', 'Northern Ireland', QUICK_AND_DEEP, 'all', COMPANIES_HOUSE),
  entry('fr-idf', 'Île-de-France', QUICK_AND_DEEP, 'all', {
    name: 'Recherche d’entreprises (Insee Sirene, INPI RNE)',
    url: 'https://recherche-entreprises.api.gouv.fr',
    licence: 'Licence Ouverte 2.0',
  }),
  entry('no-03', 'Oslo', QUICK_AND_DEEP, 'active_only', {
    name: 'Brønnøysundregistrene, Enhetsregisteret',
    url: 'https://data.brreg.no',
    licence: 'NLOD 2.0',
  }),
  entry('cz-10', 'Praha', QUICK_AND_DEEP, 'all', {
    name: 'ARES, Ministerstvo financí České republiky',
    url: 'https://ares.gov.cz',
    licence: 'Open data of the Czech Ministry of Finance',
  }),
  entry('ch-zh', 'Zürich', QUICK, 'active_only', {
    name: 'Zefix, Federal Office of Justice',
    url: 'https://www.zefix.admin.ch',
    licence: 'Open use, source must be named',
  }),
  entry('fi-18', 'Uusimaa', QUICK, 'active_only', {
    name: 'Finnish Patent and Registration Office (PRH)',
    url: 'https://avoindata.prh.fi',
    licence: 'CC BY 4.0',
  }),
];

const BY_CODE = new Map(JURISDICTIONS.map((jurisdiction) => [jurisdiction.code, jurisdiction]));

export function findJurisdiction(code: string): Jurisdiction | undefined {
  return BY_CODE.get(code);
}

/** For codes that come from our own rows, which only ever hold catalogued ones. */
export function jurisdictionNamed(code: string): Jurisdiction {
  const jurisdiction = findJurisdiction(code);
  if (!jurisdiction) throw new Error(`no jurisdiction is called ${code}`);
  return jurisdiction;
}

/** What was noted with an answer; answers from before it was noted are taken for what the catalogue says. */
export function coverageOf(noted: Coverage | null, code: string): Coverage {
  return noted ?? jurisdictionNamed(code).coverage;
}

function entry(code: string, name: string, tiers: readonly Tier[], coverage: Coverage, source: Source): Jurisdiction {
  return Object.freeze({ code, name, country: code.slice(0, code.indexOf('-')), tiers, coverage, source });
}
