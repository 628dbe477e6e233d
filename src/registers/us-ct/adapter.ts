import { withClues } from '../../core/registries/clues.js';
import { readFields, readOnce } from '../../core/registries/reading.js';
import type {
  Address,
  EntityStatus,
  Officer,
  RecordDetails,
  RegisteredAgent,
  RegisterRecord,
} from '../../core/registries/record.js';
import {
  address,
  columnsOf,
  date,
  known,
  officer,
  required,
  text,
  type OnUnknownStatus,
  type Row,
  homeOf,
} from '../../adapters/registries/http/fields.js';
import { filing, summariseFilings } from '../../adapters/registries/socrata/filings.js';
import type { SocrataProfile } from '../../adapters/registries/socrata/profile.js';
import { equals } from '../../adapters/registries/socrata/soql.js';
import { APP_TOKEN, socrata } from '../../adapters/registries/socrata/socrata-registry.js';

export { US_CT as facts } from './register.js';

/**
 * Connecticut Secretary of the State, Business Registry: every entity, refreshed nightly.
 *
 * Docs: https://dev.socrata.com/foundry/data.ct.gov/n7gp-d28j. Quota and protocol: see
 * SocrataRegistry. Licence: public domain. Quirks: the public number is `accountnumber`, but all
 * other datasets join on the master's `id`, under four names: `business_id` (principals),
 * `business_key` (agents), `account` (filings), `unique_key` (name changes); year 1 means no date;
 * the master also lists reserved, rejected and merely recorded names, and stubs of businesses that
 * have no number of their own (`0000000` or none), which are not entities; good
 * standing is not published: the annual report only gives a hint. The residence columns of agents
 * and principals are people's homes: they are never read.
 */
const AGENTS = 'qh2m-n44y';
const PRINCIPALS = 'ka36-64k6';
const FILINGS = 'ah3s-bes7';
const NAME_CHANGES = 'enwv-52we';

const NOT_AN_ENTITY = /reserv|^rejected$|^recorded$/i;
/** Businesses that are registered elsewhere and only named here, such as national banks. */
const UNAUTHORIZED = /^unauthorized$/i;
const NO_NUMBER = /^0*$/;
const REPORT_OVERDUE = /past due|overdue|delinquent|dissolution/i;

/** First match wins. `Active - Pending Domestication` is still active. */
const STATUSES: readonly [RegExp, EntityStatus][] = [
  [/^active/i, 'active'],
  [/dissolved/i, 'dissolved'],
  [/merged|consolidated/i, 'merged'],
  [/revoked/i, 'revoked'],
  [/forfeited|suspended/i, 'suspended'],
  [/withdrawn|cancel+ed|renunciated|converted|domesticated|expired|terminated|inactive/i, 'inactive'],
];

const OFFICE = {
  line1: 'billingstreet',
  line2: 'billing_unit',
  city: 'billingcity',
  region: 'billingstate',
  postalCode: 'billingpostalcode',
  country: 'billingcountry',
} as const;

const PROFILE: SocrataProfile = {
  code: 'us-ct',
  parserVersion: 2,
  origin: 'https://data.ct.gov',
  dataset: 'n7gp-d28j',
  idColumn: 'accountnumber',
  nameColumn: 'name',
  statusColumn: 'status',
  columns: [
    'id',
    'accountnumber',
    'name',
    'status',
    'sub_status',
    'business_type',
    'citizenship',
    'state_or_territory_formation',
    'formation_place',
    'date_registration',
    'annual_report_due_date',
    ...columnsOf(OFFICE),
  ],
  aliases: [
    {
      dataset: NAME_CHANGES,
      nameColumn: 'business_name_old',
      keyColumn: 'unique_key',
      mainColumn: 'id',
      kind: 'former',
      untilColumn: 'name_change_date',
    },
  ],

  toRecord(row, { today, unknownStatus }) {
    const statusDetail = () => text(row, 'status');
    if (NOT_AN_ENTITY.test(statusDetail() ?? '') || isStub(row)) return undefined;
    const status = readOnce(() => statusOf(statusDetail(), unknownStatus));
    const stands = readOnce(() => standing(row, status(), today));
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'accountnumber'),
      name: () => required(row, 'name'),
      aliases: () => [],
      status,
      statusDetail,
      goodStanding: () => stands().goodStanding,
      standingHint: () => stands().standingHint,
      entityType: () => text(row, 'business_type'),
      formationDate: () => date(row, 'date_registration'),
      domestic: () => isDomestic(text(row, 'citizenship')),
      home: () => homeOf(() => text(row, 'state_or_territory_formation') ?? text(row, 'formation_place'), 'us-ct'),
      url: () => null,
    });
    return withClues(record, () => address(row, OFFICE));
  },

  async details(row, ask) {
    const id = required(row, 'id');
    const [agents, principals, filings] = await Promise.all([
      ask(AGENTS, { where: equals('business_key', id), order: ':id' }),
      ask(PRINCIPALS, { where: equals('business_id', id), order: 'name__c' }),
      ask(FILINGS, { where: equals('account', id), order: 'filing_date DESC' }),
    ]);
    return readFields<RecordDetails>({
      registeredAgent: () => (agents[0] ? agentOf(agents[0]) : null),
      officers: () => principals.flatMap(officerOf),
      principalAddress: () => address(row, OFFICE),
      filingHistorySummary: () => summariseFilings(filings.map(filingOf)),
    });
  },
};

export const credentials = [APP_TOKEN];
export const connect = socrata(PROFILE);

function filingOf(row: Row) {
  return filing(
    () => date(row, 'filing_date'),
    () => text(row, 'filing_type') ?? text(row, 'type'),
  );
}

function isStub(row: Row): boolean {
  return NO_NUMBER.test(text(row, 'accountnumber') ?? '') || UNAUTHORIZED.test(text(row, 'business_type') ?? '');
}

function isDomestic(citizenship: string | null): boolean | null {
  return citizenship === null ? null : /^domestic$/i.test(citizenship);
}

function statusOf(word: string | null, unknown: OnUnknownStatus): EntityStatus {
  if (word === null) return 'unknown';
  const status = STATUSES.find(([pattern]) => pattern.test(word))?.[1];
  if (status === undefined) unknown(word);
  return status ?? 'unknown';
}

type Standing = Pick<RegisterRecord, 'goodStanding' | 'standingHint'>;

/**
 * The register states whether an entity has ended or is forfeited. For an active one it only states
 * whether its annual report is due.
 */
function standing(row: Row, status: EntityStatus, today: string): Standing {
  if (status === 'unknown') return { goodStanding: null };
  if (status !== 'active') return { goodStanding: false };
  const hint = (goodStanding: boolean, because: string) => ({
    goodStanding: null,
    standingHint: { goodStanding, because },
  });
  const subStatus = known(row, 'sub_status');
  if (subStatus !== null) {
    return REPORT_OVERDUE.test(subStatus)
      ? hint(false, `The register says of the active entity: ${subStatus}.`)
      : { goodStanding: null };
  }
  const reportDue = date(row, 'annual_report_due_date');
  if (reportDue === null || text(row, 'status')?.toLowerCase() !== 'active') return { goodStanding: null };
  return reportDue >= today
    ? hint(true, `It is active, and its next annual report is due on ${reportDue}.`)
    : hint(false, `Its annual report was due on ${reportDue}.`);
}

function agentOf(row: Row): RegisteredAgent {
  return readFields<RegisteredAgent>({ name: () => nameOf(row), address: () => businessAddress(row) });
}

function officerOf(row: Row): Officer[] {
  return officer(
    () => nameOf(row),
    () => text(row, 'designation'),
  );
}

function nameOf(row: Row): string | null {
  const parts = () => [text(row, 'firstname'), text(row, 'lastname')].filter((part) => part !== null);
  return text(row, 'name__c') ?? (parts().join(' ') || null);
}

function businessAddress(row: Row): Address | null {
  return address(row, {
    line1: 'business_street_address_1',
    line2: 'business_street_address_2',
    city: 'business_city',
    region: 'business_state',
    postalCode: 'business_zip_code',
    country: 'business_country',
  });
}
