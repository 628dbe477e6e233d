import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type { EntityStatus, Identifier, RegisterRecord } from '../../core/registries/record.js';
import {
  address,
  columnsOf,
  date,
  required,
  text,
  type OnUnknownStatus,
  type Row,
} from '../../adapters/registries/http/fields.js';
import type { SocrataProfile } from '../../adapters/registries/socrata/profile.js';
import type { Connect, Credential } from '../../adapters/registries/register.js';
import { APP_TOKEN, socrata } from '../../adapters/registries/socrata/socrata-registry.js';
import { COMPTROLLER_ORIGIN, TexasRegistry } from './comptroller.js';

export { US_TX as facts } from './register.js';

/**
 * Texas Comptroller of Public Accounts, Active Franchise Taxpayers: all businesses that owe
 * franchise tax, with what the Secretary of State says about them. The register itself is
 * pay-per-search.
 *
 * Docs: https://dev.socrata.com/foundry/data.texas.gov/9cir-efmm. Quota and protocol: see
 * SocrataRegistry. Licence: Texas Open Data Portal terms. Quirks: sole proprietors, general
 * partnerships and ended accounts are missing, so absence proves little; the address is the mailing
 * address; states are one-letter codes of two offices, and the right to transact business can only
 * lower the result: the standing they state is about franchise tax; rows of record type X have no
 * file number at the Secretary of State; dates are `20050113` or timestamps.
 */
const RIGHT_COLUMN = 'right_to_transact_business_code';

type Word = readonly [EntityStatus, string];

const SOS_STATUSES: Readonly<Record<string, Word>> = {
  A: ['active', 'Active'],
  R: ['active', 'Reinstated'],
  F: ['suspended', 'Forfeited franchise tax'],
  K: ['suspended', 'Forfeited registered agent'],
  L: ['suspended', 'Forfeited registered office'],
  N: ['suspended', 'Forfeited hot check'],
  P: ['suspended', 'Forfeited court order'],
  D: ['dissolved', 'Dissolved'],
  E: ['inactive', 'Expired'],
  T: ['dissolved', 'Terminated'],
  W: ['inactive', 'Withdrawn'],
  I: ['inactive', 'Closed by FDIC'],
  J: ['revoked', 'Charter pulled'],
  Y: ['inactive', 'Dead at conversion'],
  Z: ['inactive', 'Dead at conversion'],
  B: ['merged', 'Consolidated'],
  C: ['inactive', 'Converted'],
  M: ['merged', 'Merged'],
  G: ['unknown', 'Miscellaneous'],
};

/** States that the Secretary of State sets at the Comptroller's request. */
const TAX_STATES = new Set(['F']);

/** In the words of the Comptroller's own documents. */
const RIGHTS: Readonly<Record<string, Word>> = {
  A: ['active', 'Active'],
  D: ['active', 'Active, eligible for termination/withdrawal'],
  N: ['suspended', 'Forfeited'],
  I: ['inactive', 'Franchise tax involuntarily ended'],
  U: ['unknown', 'Not established'],
};
/** A blank says so of an entity whose state is active. */
const TAX_ENDED: Word = ['inactive', 'Franchise tax ended'];

const DOMESTIC_TYPES: Readonly<Record<string, string>> = {
  CT: 'Texas profit corporation',
  CL: 'Texas limited liability company',
  CN: 'Texas nonprofit corporation',
  CP: 'Texas professional corporation',
  PL: 'Texas limited partnership',
  PX: 'Texas limited liability partnership',
};
const FOREIGN_TYPES: Readonly<Record<string, string>> = {
  CF: 'Foreign profit corporation',
  CI: 'Foreign limited liability company',
  CM: 'Foreign nonprofit corporation',
  CU: 'Foreign professional corporation',
  PF: 'Foreign limited partnership',
  PY: 'Foreign limited liability partnership',
};

/**
 * The Comptroller's mailing address for the taxpayer. It is not a principal office, and is never
 * shown.
 */
const OFFICE = {
  line1: 'taxpayer_address',
  line2: undefined,
  city: 'taxpayer_city',
  region: 'taxpayer_state',
  postalCode: 'taxpayer_zip',
  country: undefined,
} as const;

/** Issued by the Secretary of State, who forms entities. The Comptroller numbers taxpayers. */
const FILE_NUMBER = 'secretary_of_state_sos_or_coa_file_number';
const SECRETARY_OF_STATE = 'RA000637';

const PROFILE: SocrataProfile = {
  code: 'us-tx',
  parserVersion: 3,
  origin: 'https://data.texas.gov',
  dataset: '9cir-efmm',
  idColumn: 'taxpayer_number',
  numberColumns: [FILE_NUMBER],
  nameColumn: 'taxpayer_name',
  columns: [
    'taxpayer_number',
    'taxpayer_name',
    'taxpayer_organizational_type',
    FILE_NUMBER,
    'record_type_code',
    'sos_charter_date',
    'sos_status_code',
    RIGHT_COLUMN,
    ...columnsOf(OFFICE),
  ],
  aliases: [],

  toRecord(row, { unknownStatus }) {
    const type = () => text(row, 'taxpayer_organizational_type') ?? '';
    const state = readOnce(() => standing(row, unknownStatus));
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'taxpayer_number'),
      name: () => required(row, 'taxpayer_name'),
      aliases: () => [],
      status: () => state().status,
      statusDetail: () => state().statusDetail,
      goodStanding: () => state().goodStanding,
      standingBasis: () => state().standingBasis,
      entityType: () => DOMESTIC_TYPES[type()] ?? FOREIGN_TYPES[type()] ?? (type() || null),
      formationDate: () => date(row, 'sos_charter_date'),
      domestic: () => (type() in DOMESTIC_TYPES ? true : type() in FOREIGN_TYPES ? false : null),
      identifiers: () => numbersOf(row),
      url: () => null,
    });
    return withClues(record, () => address(row, OFFICE));
  },

  details: () =>
    Promise.resolve({ registeredAgent: null, officers: null, principalAddress: null, filingHistorySummary: null }),
};

const names = socrata(PROFILE);

const KEY = 'TX_COMPTROLLER_API_KEY';
export const credentials: readonly Credential[] = [
  {
    variable: KEY,
    words: (codes) =>
      `A key of the franchise tax service of the Texas Comptroller. Unset: no deep verification in ${codes}.`,
  },
  APP_TOKEN,
];

/** Names are open data. Details need a key. */
export const connect: Connect = (how) => {
  const { [KEY]: apiKey } = how.credentials;
  const register = names(how);
  if (apiKey === undefined && !how.sandbox) return register;
  return {
    ...register,
    offer: { tiers: ['quick', 'deep'] },
    adapter: (connection) =>
      new TexasRegistry(
        register.adapter(connection),
        connection.serviceUrl(COMPTROLLER_ORIGIN),
        connection.client,
        apiKey,
      ),
  };
};

function numbersOf(row: Row): Identifier[] | undefined {
  const number = () => text(row, FILE_NUMBER);
  if (number() === null) return undefined;
  return [readFields<Identifier>({ scheme: () => SECRETARY_OF_STATE, value: () => number() ?? '' })];
}

function goodStanding(status: EntityStatus, right: Word | undefined): boolean | null {
  if (status === 'unknown') return null;
  if (status !== 'active') return false;
  return right?.[0] === 'active' ? true : null;
}

type Standing = Pick<RegisterRecord, 'status' | 'statusDetail' | 'goodStanding' | 'standingBasis'>;

/**
 * The Secretary of State's code takes precedence if there is one. For an ended entity, it is about
 * company law.
 */
function standing(row: Row, unknown: OnUnknownStatus): Standing {
  const code = text(row, 'sos_status_code') ?? '';
  const state = wordIn(SOS_STATUSES, code, unknown);
  const stated = text(row, RIGHT_COLUMN);
  const isBlank = stated === null && state?.[0] === 'active';
  const right = isBlank ? TAX_ENDED : wordIn(RIGHTS, stated ?? '', unknown);
  const [status, word] = lesser(state, right);
  const good = goodStanding(status, right);
  const aboutTax = good !== null && (state === undefined || TAX_STATES.has(code) || state[0] !== status || good);
  return { status, statusDetail: word, goodStanding: good, ...(aboutTax && { standingBasis: 'tax' }) };
}

function wordIn(table: Readonly<Record<string, Word>>, code: string, unknown: OnUnknownStatus): Word | undefined {
  const word = table[code];
  if (word === undefined && code !== '') unknown(code);
  return word;
}

function lesser(state: Word | undefined, right: Word | undefined): readonly [EntityStatus, string | null] {
  if (!state || state[0] === 'unknown') return right ?? state ?? ['unknown', null];
  const worsened = state[0] === 'active' && (right?.[0] === 'suspended' || right?.[0] === 'inactive');
  return worsened ? [right[0], `Right to transact business: ${right[1]}`] : state;
}
