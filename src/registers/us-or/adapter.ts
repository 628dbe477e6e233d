import { readFields } from '../../core/registries/reading.js';
import type { Officer, RecordDetails, RegisteredAgent, RegisterRecord } from '../../core/registries/record.js';
import {
  address,
  agent,
  date,
  known,
  officer,
  required,
  text,
  type Row,
  homeOf,
} from '../../adapters/registries/http/fields.js';
import type { SocrataProfile } from '../../adapters/registries/socrata/profile.js';
import { all, equals } from '../../adapters/registries/socrata/soql.js';
import { APP_TOKEN, socrata } from '../../adapters/registries/socrata/socrata-registry.js';

export { US_OR as facts } from './register.js';

/**
 * Oregon Secretary of State, Active Businesses: every active entity, refreshed about weekly.
 *
 * Docs: https://dev.socrata.com/foundry/data.oregon.gov/tckn-sxa6. Quota and protocol: see
 * SocrataRegistry. Licence: public domain. Quirks: an entity has several rows, one for each address
 * or person, and its own facts are in each of them; there is no status, listed entities are active,
 * and absence says nothing about the past. Assumed business names and reserved names are listed
 * like entities but are not entities; an assumed name leads to its registrant by
 * `entity_of_record_reg_number`. Authorised representatives act for a company before the register;
 * they are the closest to officers that is published, and are shown with that title.
 */
const DATASET = 'tckn-sxa6';
const NOT_AN_ENTITY = /^(assumed business name|reserved name|registered name)$/i;

const PRINCIPAL = 'PRINCIPAL PLACE OF BUSINESS';
const AGENT = 'REGISTERED AGENT';
const TITLES: Readonly<Record<string, string>> = {
  'AUTHORIZED REPRESENTATIVE': 'Authorized Representative',
  PRESIDENT: 'President',
  SECRETARY: 'Secretary',
  MANAGER: 'Manager',
  MEMBER: 'Member',
  'GENERAL PARTNER': 'General Partner',
};

const PROFILE: SocrataProfile = {
  code: 'us-or',
  parserVersion: 1,
  origin: 'https://data.oregon.gov',
  dataset: DATASET,
  idColumn: 'registry_number',
  nameColumn: 'business_name',
  columns: ['registry_number', 'business_name', 'entity_type', 'registry_date', 'jurisdiction'],
  severalRowsPerEntity: true,
  aliases: [
    {
      dataset: DATASET,
      nameColumn: 'business_name',
      keyColumn: 'entity_of_record_reg_number',
      mainColumn: 'registry_number',
      kind: 'trade',
      fromColumn: 'registry_date',
      condition: all([equals('entity_type', 'ASSUMED BUSINESS NAME'), equals('associated_name_type', 'REGISTRANT')]),
    },
  ],

  toRecord(row) {
    const entityType = required(row, 'entity_type');
    if (NOT_AN_ENTITY.test(entityType)) return undefined;
    const type = () => required(row, 'entity_type');
    return readFields<RegisterRecord>({
      id: () => required(row, 'registry_number'),
      name: () => required(row, 'business_name'),
      aliases: () => [],
      status: () => 'active',
      statusDetail: () => null,
      goodStanding: () => null,
      entityType: type,
      formationDate: () => date(row, 'registry_date'),
      domestic: () => isDomestic(type()),
      home: () => homeOf(() => text(row, 'jurisdiction'), 'us-or'),
      url: () => null,
    });
  },

  async details(row, ask) {
    const rows = await ask(DATASET, {
      where: equals('registry_number', required(row, 'registry_number')),
      order: ':id',
    });
    const of = (kind: string) => rows.find((candidate) => text(candidate, 'associated_name_type') === kind);
    const [principal, receiver] = [of(PRINCIPAL), of(AGENT)];
    const officers = rows.flatMap(officerOf);
    return readFields<RecordDetails>({
      registeredAgent: () => (receiver ? agentOf(receiver) : null),
      officers: () => (officers.length === 0 ? null : officers),
      principalAddress: () => (principal ? addressOf(principal) : null),
      filingHistorySummary: () => null,
    });
  },
};

export const credentials = [APP_TOKEN];
export const connect = socrata(PROFILE);

function isDomestic(entityType: string): boolean | null {
  if (/^domestic/i.test(entityType)) return true;
  return /^foreign/i.test(entityType) ? false : null;
}

function agentOf(row: Row): RegisteredAgent | null {
  return agent(
    () => nameOf(row),
    () => addressOf(row),
  );
}

function officerOf(row: Row): Officer[] {
  const title = () => TITLES[text(row, 'associated_name_type') ?? ''] ?? null;
  return title() === null ? [] : officer(() => nameOf(row), title);
}

function nameOf(row: Row): string | null {
  const person = ['first_name', 'middle_name', 'last_name', 'suffix'].map((column) => text(row, column));
  const parts = person.filter((part) => part !== null).join(' ');
  return known(row, 'entity_of_record_name') ?? known(row, 'not_of_record_entity') ?? (parts === '' ? null : parts);
}

function addressOf(row: Row) {
  return address(row, {
    line1: 'address',
    line2: 'address_continued',
    city: 'city',
    region: 'state',
    postalCode: 'zip',
    country: undefined,
  });
}
