import type { Offer, Registry } from '../../core/registries/ports.js';
import { DC_ORIGIN, DistrictOfColumbia } from './arcgis/us-dc.js';
import { BritishColumbia, ORGBOOK_ORIGIN } from './orgbook.js';
import type { QuestionClient } from './http/client.js';
import { COMPANIES_HOUSE_ORIGIN, CompaniesHouse, type HomeNation } from './companies-house.js';
import { ARES_ORIGIN, Prague } from './ares.js';
import { PRH_ORIGIN, Uusimaa } from './prh.js';
import { IleDeFrance, RECHERCHE_ORIGIN } from './recherche-entreprises.js';
import { LINDAS_ORIGIN, Lindas } from './lindas.js';
import { BRREG_ORIGIN, Oslo } from './brreg.js';
import type { PaceLimits } from './http/throttle/throttle.js';
import type { SocrataProfile } from './socrata/profile.js';
import { LearntOfPortal, SocrataRegistry } from './socrata/socrata-registry.js';
import { US_CO } from './socrata/us-co.js';
import { US_CT } from './socrata/us-ct.js';
import { US_NY } from './socrata/us-ny.js';
import { US_OR } from './socrata/us-or.js';
import { US_PA } from './socrata/us-pa.js';
import { US_TX } from './socrata/us-tx.js';
import { COMPTROLLER_ORIGIN, TexasRegistry } from './socrata/texas-comptroller.js';
import { Zefix, ZEFIX_ORIGIN } from './zefix.js';

/** What the operator has been given by registers. */
export interface Credentials {
  socrataAppToken?: string | undefined;
  texasApiKey?: string | undefined;
  companiesHouseApiKey?: string | undefined;
  zefix?: Readonly<{ username: string; password: string }> | undefined;
}

/** What an adapter is given to work with, for one question. */
export interface Connection {
  baseUrl: string;
  /**
   * For registers with several services: where the one of this origin is found, which may be where
   * `baseUrl` is.
   */
  serviceUrl(origin: string): string;
  client: QuestionClient;
  /** `YYYY-MM-DD` where the register is, at the moment that the question is about. */
  today: () => Promise<string>;
}

/** How one register is reached; everything about it that is not this process's to choose. */
export interface Register {
  origin: string;
  pace: PaceLimits;
  headers?: Record<string, string>;
  /** The variable without which the register cannot be asked. */
  missing?: string | undefined;
  /** Where it differs from the catalogue's. */
  offer?: Partial<Offer>;
  /** Made anew for each question. */
  adapter(connection: Connection): Registry;
}

interface SocrataRegister extends Register {
  adapter(connection: Connection): SocrataRegistry;
}

/**
 * Every register that has an adapter: a new one is a line here. The sandbox asks for no
 * credentials.
 */
export function registers(credentials: Credentials, sandbox: boolean): Readonly<Record<string, Register>> {
  const { socrataAppToken } = credentials;
  const socrata = (profile: SocrataProfile): SocrataRegister => {
    const learnt = new LearntOfPortal();
    return {
      origin: profile.origin,
      // Without a token all callers of one address share a small pool; the portals publish no
      // figures.
      pace: socrataAppToken === undefined ? { concurrency: 4, spacingMs: 50 } : { concurrency: 8 },
      ...(socrataAppToken !== undefined && { headers: { 'x-app-token': socrataAppToken } }),
      adapter: ({ baseUrl, client, today }) => new SocrataRegistry(profile, learnt, baseUrl, client, today),
    };
  };
  return {
    'us-co': socrata(US_CO),
    'us-ct': socrata(US_CT),
    'us-ny': socrata(US_NY),
    'us-or': socrata(US_OR),
    'us-pa': socrata(US_PA),
    'us-dc': {
      origin: DC_ORIGIN,
      pace: { concurrency: 2, spacingMs: 500 },
      adapter: ({ baseUrl, client }) => new DistrictOfColumbia(baseUrl, client),
    },
    'gb-eaw': companiesHouse('gb-eaw', credentials, sandbox),
    'gb-sct': companiesHouse('gb-sct', credentials, sandbox),
    'gb-nir': companiesHouse('gb-nir', credentials, sandbox),
    'no-03': {
      origin: BRREG_ORIGIN,
      pace: { concurrency: 4, spacingMs: 200 },
      adapter: ({ baseUrl, client }) => new Oslo(baseUrl, client),
    },
    'fr-idf': {
      origin: RECHERCHE_ORIGIN,
      pace: RECHERCHE_PACE,
      adapter: ({ baseUrl, client }) => new IleDeFrance(baseUrl, client),
    },
    'cz-10': {
      origin: ARES_ORIGIN,
      pace: { concurrency: 4, spacingMs: 250 },
      adapter: ({ baseUrl, client, today }) => new Prague(baseUrl, client, today),
    },
    'fi-18': {
      origin: PRH_ORIGIN,
      pace: { concurrency: 4, spacingMs: 250 },
      adapter: ({ baseUrl, client }) => new Uusimaa(baseUrl, client),
    },
    'ca-bc': {
      origin: ORGBOOK_ORIGIN,
      pace: { concurrency: 4, spacingMs: 250 },
      adapter: ({ baseUrl, client }) => new BritishColumbia(baseUrl, client),
    },
    'ch-zh': switzerland(credentials, sandbox),
    'us-tx': texas(socrata(US_TX), credentials, sandbox),
  };
}

/** The names are open data; what stands behind them needs a key. */
function texas(names: SocrataRegister, { texasApiKey }: Credentials, sandbox: boolean): Register {
  if (texasApiKey === undefined && !sandbox) return names;
  return {
    ...names,
    offer: { tiers: ['quick', 'deep'] },
    adapter: (connection) =>
      new TexasRegistry(
        names.adapter(connection),
        connection.serviceUrl(COMPTROLLER_ORIGIN),
        connection.client,
        texasApiKey,
      ),
  };
}

/**
 * 600 requests in five minutes for a key, which the three share; a second more, because requests
 * travel for different times.
 */
const COMPANIES_HOUSE_PACE: PaceLimits = {
  source: 'companies-house',
  concurrency: 4,
  quota: { requests: 600, windowMs: 301_000 },
};
/** Seven a second for an address; one less, because requests travel for different times. */
const RECHERCHE_PACE: PaceLimits = { concurrency: 4, spacingMs: 150, quota: { requests: 6, windowMs: 1_000 } };

function companiesHouse(nation: HomeNation, { companiesHouseApiKey: key }: Credentials, sandbox: boolean): Register {
  return {
    origin: COMPANIES_HOUSE_ORIGIN,
    pace: COMPANIES_HOUSE_PACE,
    ...(key !== undefined && { headers: { authorization: basic(key, '') } }),
    missing: key === undefined && !sandbox ? 'COMPANIES_HOUSE_API_KEY' : undefined,
    adapter: ({ baseUrl, client }) => new CompaniesHouse(nation, baseUrl, client),
  };
}

/** With a login the register itself is asked; without one, its public extract, which says less. */
function switzerland({ zefix }: Credentials, sandbox: boolean): Register {
  if (zefix === undefined && !sandbox) {
    return {
      origin: LINDAS_ORIGIN,
      pace: { concurrency: 2, spacingMs: 1_000 },
      adapter: ({ baseUrl, client }) => new Lindas(baseUrl, client),
    };
  }
  return {
    origin: ZEFIX_ORIGIN,
    pace: { concurrency: 2, spacingMs: 500 },
    ...(zefix && { headers: { authorization: basic(zefix.username, zefix.password) } }),
    offer: { tiers: ['quick', 'deep'], coverage: 'all' },
    adapter: ({ baseUrl, client }) => new Zefix(baseUrl, client),
  };
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
