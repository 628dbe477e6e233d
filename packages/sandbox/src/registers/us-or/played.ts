import type { FictionalCompany } from '../../companies/company.js';
import type { Row } from '../../dialect.js';
import { portal, type SodaRegister } from '../../soda/portal.js';

/**
 * Oregon, Active Businesses (https://data.oregon.gov/d/tckn-sxa6): one row per address or person of
 * an entity.
 */

const TYPES = {
  llc: 'LIMITED LIABILITY COMPANY',
  corporation: 'BUSINESS CORPORATION',
  nonprofit: 'NONPROFIT CORPORATION',
} as const;

const ASSUMED = 700_000_000;

export const US_OR: SodaRegister = {
  code: 'us-or',
  vocabulary: {
    code: 'us-or',
    firstName: 'Mythical Kites LLC',
    otherStatuses: [],
    notEntities: [],
    cities: ['Nowhere Bend', 'Fable Rock', 'Imaginary Beach'],
    zipPrefix: '970',
  },
  nameColumn: 'business_name',
  datasets: [
    {
      id: 'tckn-sxa6',
      columns: [
        'registry_number',
        'business_name',
        'entity_type',
        'registry_date',
        'associated_name_type',
        'first_name',
        'middle_name',
        'last_name',
        'suffix',
        'not_of_record_entity',
        'entity_of_record_reg_number',
        'entity_of_record_name',
        'address',
        'address_continued',
        'city',
        'state',
        'zip',
        'jurisdiction',
      ],
    },
  ],
  /** The register lists only live entities, but also names that are not entities. */
  isLive: (row) => !/assumed business name|reserved name/i.test(row['entity_type'] ?? ''),

  oddRows: [
    {
      registry_number: '990000001',
      business_name: 'Oddly Reserved Beacons LLC',
      entity_type: 'RESERVED NAME',
      registry_date: '2025-02-03T00:00:00.000',
      associated_name_type: 'APPLICANT',
      first_name: 'Fictional',
      last_name: 'Applicant',
    },
  ],

  rowsOf(company) {
    const number = String(900_000_000 + company.serial);
    const own: Row = {
      registry_number: number,
      business_name: company.name,
      entity_type: `${company.foreignTo === undefined ? 'DOMESTIC' : 'FOREIGN'} ${TYPES[company.kind]}`,
      registry_date: `${company.formed}T00:00:00.000`,
      jurisdiction: company.foreignTo === undefined ? 'OREGON' : 'DELAWARE',
    };
    const { street, unit, city, zip } = company.office;
    const office = { address: street, ...(unit !== undefined && { address_continued: unit }), city, state: 'OR', zip };
    return {
      '': [
        { ...own, associated_name_type: 'PRINCIPAL PLACE OF BUSINESS', ...office },
        { ...own, associated_name_type: 'MAILING ADDRESS', ...office },
        ...(company.agent === false
          ? []
          : [{ ...own, associated_name_type: 'REGISTERED AGENT', ...agent(company.agent) }]),
        ...company.officers.map(({ name }) => ({
          ...own,
          associated_name_type: 'AUTHORIZED REPRESENTATIVE',
          ...person(name),
          ...office,
        })),
        ...(company.tradeNames ?? []).flatMap((name, at) => assumedName(company, name, number, at)),
      ],
    };
  },
};

export const registers = [portal(US_OR)];

function agent(name: string): Row {
  return {
    entity_of_record_reg_number: '899999999',
    entity_of_record_name: name,
    address: '7 Placeholder Way',
    city: 'Nowhere Bend',
    state: 'OR',
    zip: '97000',
  };
}

function person(name: string): Row {
  const parts = name.split(' ');
  return { first_name: parts.slice(0, -1).join(' '), last_name: parts.at(-1)! };
}

function assumedName(company: FictionalCompany, name: string, registrant: string, at: number): Row[] {
  return [
    {
      registry_number: String(ASSUMED + company.serial * 10 + at),
      business_name: name,
      entity_type: 'ASSUMED BUSINESS NAME',
      registry_date: `${company.formed}T00:00:00.000`,
      associated_name_type: 'REGISTRANT',
      entity_of_record_reg_number: registrant,
      entity_of_record_name: company.name,
    },
  ];
}
