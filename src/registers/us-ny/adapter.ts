import { withClues } from '../../core/registries/clues.js';
import { readFields } from '../../core/registries/reading.js';
import type { RecordDetails, RegisteredAgent, RegisterRecord } from '../../core/registries/record.js';
import {
  address,
  columnsOf,
  agent,
  date,
  known,
  officer,
  required,
  text,
  type Row,
  homeOf,
} from '../../adapters/registries/http/fields.js';
import { filing, summariseFilings } from '../../adapters/registries/socrata/filings.js';
import type { SocrataProfile } from '../../adapters/registries/socrata/profile.js';
import { equals } from '../../adapters/registries/socrata/soql.js';
import { APP_TOKEN, socrata } from '../../adapters/registries/socrata/socrata-registry.js';

export { US_NY as facts } from './register.js';

/**
 * New York Department of State, Active Corporations: Beginning 1800. Refreshed about daily.
 *
 * Docs: https://dev.socrata.com/foundry/data.ny.gov/n9v6-gdp6. Quota and protocol: see
 * SocrataRegistry. Licence: OPEN NY terms of use (no warranty; name the source). Quirks: there is
 * no status, listed entities are active, and absence proves little: dissolved entities are not
 * listed and a few active ones are missing. `registered_agent_name` may be "Registered Agent
 * Revoked", which means no agent. States are written `NY` and `NEW YORK`. Of the officers, only a
 * corporation's chief executive is published. The filing date of a foreign entity is that of its
 * authority here. Former names are in another dataset (ekwr-p59j) whose key `corpid_num` is this
 * one's `dos_id`.
 */
const FILINGS = '63wc-4exh';
const NAMES = 'ekwr-p59j';

const NO_AGENT = /^registered agent (revoked|resigned)$/i;

const OFFICE = {
  line1: 'location_address_1',
  line2: 'location_address_2',
  city: 'location_city',
  region: 'location_state',
  postalCode: 'location_zip',
  country: undefined,
} as const;

const PROFILE: SocrataProfile = {
  code: 'us-ny',
  parserVersion: 1,
  origin: 'https://data.ny.gov',
  dataset: 'n9v6-gdp6',
  idColumn: 'dos_id',
  nameColumn: 'current_entity_name',
  columns: [
    'dos_id',
    'current_entity_name',
    'initial_dos_filing_date',
    'jurisdiction',
    'entity_type',
    ...columnsOf(OFFICE),
  ],
  aliases: [
    {
      dataset: NAMES,
      nameColumn: 'corp_name',
      keyColumn: 'corpid_num',
      mainColumn: 'dos_id',
      kind: 'former',
      fromColumn: 'date_filed',
      condition: equals('name_status', 'I'),
    },
  ],

  toRecord(row) {
    const entityType = () => text(row, 'entity_type');
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'dos_id'),
      name: () => required(row, 'current_entity_name'),
      aliases: () => [],
      status: () => 'active',
      statusDetail: () => null,
      goodStanding: () => null,
      entityType,
      formationDate: () => date(row, 'initial_dos_filing_date'),
      domestic: () => isDomestic(entityType()),
      home: () => homeOf(() => text(row, 'jurisdiction'), 'us-ny'),
      url: () => null,
    });
    return withClues(record, () => address(row, OFFICE));
  },

  async details(row, ask) {
    const where = equals('corpid_num', required(row, 'dos_id'));
    const filings = await ask(FILINGS, { where, order: 'date_filed DESC' });
    const chiefExecutive = officer(
      () => known(row, 'chairman_name'),
      () => 'Chief Executive Officer',
    );
    return readFields<RecordDetails>({
      registeredAgent: () => agentOf(row),
      officers: () => (chiefExecutive.length === 0 ? null : chiefExecutive),
      principalAddress: () => address(row, OFFICE),
      filingHistorySummary: () => summariseFilings(filings.map(filingOf)),
    });
  },
};

export const credentials = [APP_TOKEN];
export const connect = socrata(PROFILE);

function isDomestic(entityType: string | null): boolean | null {
  if (entityType === null) return null;
  if (/^domestic/i.test(entityType)) return true;
  return /^foreign/i.test(entityType) ? false : null;
}

function agentOf(row: Row): RegisteredAgent | null {
  const name = () => known(row, 'registered_agent_name');
  if (name() === null || NO_AGENT.test(name() ?? '')) return null;
  return agent(name, () =>
    address(row, {
      line1: 'registered_agent_address_1',
      line2: 'registered_agent_address_2',
      city: 'registered_agent_city',
      region: 'registered_agent_state',
      postalCode: 'registered_agent_zip',
      country: undefined,
    }),
  );
}

function filingOf(row: Row) {
  return filing(
    () => date(row, 'date_filed'),
    () => text(row, 'documenttype'),
  );
}
