import { formerNamesOf, namedSince, type FictionalCompany, type FilingType } from '../../companies/company.js';
import type { Row } from '../../dialect.js';
import { portal, type SodaRegister } from '../../soda/portal.js';

/**
 * New York, Active Corporations and the filing history (https://data.ny.gov/d/n9v6-gdp6), joined by
 * DOS id.
 */

const TYPES = {
  llc: 'LIMITED LIABILITY COMPANY',
  corporation: 'BUSINESS CORPORATION',
  nonprofit: 'NOT-FOR-PROFIT CORPORATION',
} as const;

const FORMATIONS = {
  llc: 'ARTICLES OF ORGANIZATION',
  corporation: 'CERTIFICATE OF INCORPORATION',
  nonprofit: 'CERTIFICATE OF INCORPORATION',
} as const;

const DOCUMENTS: Readonly<Record<Exclude<FilingType, 'formation'>, string>> = {
  report: 'BIENNIAL STATEMENT',
  'agent change': 'CERTIFICATE OF CHANGE',
  'name change': 'CERTIFICATE OF AMENDMENT',
  end: 'ARTICLES OF DISSOLUTION',
};

const STATES: Readonly<Record<string, string>> = { DE: 'Delaware', NJ: 'New Jersey', CT: 'Connecticut', VT: 'Vermont' };

export const US_NY: SodaRegister = {
  code: 'us-ny',
  vocabulary: {
    code: 'us-ny',
    firstName: 'Fabled Umbrellas LLC',
    otherStatuses: [],
    notEntities: [],
    cities: ['Nowhereville', 'Imaginary Lake', 'Upper Fable'],
    zipPrefix: '122',
  },
  nameColumn: 'current_entity_name',
  datasets: [
    {
      id: 'n9v6-gdp6',
      columns: [
        'dos_id',
        'current_entity_name',
        'initial_dos_filing_date',
        'county',
        'jurisdiction',
        'entity_type',
        ...partyColumns('dos_process'),
        ...partyColumns('chairman'),
        ...partyColumns('registered_agent'),
        ...partyColumns('location'),
      ],
    },
    {
      id: '63wc-4exh',
      nickname: 'filings',
      columns: [
        'corpid_num',
        'film_num',
        'date_filed',
        'approved_date',
        'eff_date',
        'dura_date',
        'for_inc_date',
        'mod_certcode',
        'entitytype',
        'documenttype',
        'law',
        'nfp_type',
        'corp_name',
        'fict_name',
        'cnty_prin_ofc',
        'juris',
      ],
    },
    {
      id: 'ekwr-p59j',
      nickname: 'names',
      columns: ['corpid_num', 'film_num', 'date_filed', 'name_type', 'name_status', 'corp_name'],
    },
  ],
  /** The register lists only live entities. */
  isLive: () => true,

  /** A forced name that exists in this register only. */
  oddRows: [
    {
      dos_id: '9990001',
      current_entity_name: 'SANDBOX SOMEWHERE LLC',
      initial_dos_filing_date: timestamp('2012-05-04'),
      jurisdiction: 'New York',
      entity_type: 'DOMESTIC LIMITED LIABILITY COMPANY',
      location_address_1: '7 NOWHERE STREET',
      location_city: 'UPPER FABLE',
      location_state: 'NY',
      location_zip: '12207',
    },
  ],

  rowsOf(company) {
    const dosId = String(9_000_000 + company.serial);
    const filing = (date: string, at: number) => ({
      corpid_num: dosId,
      film_num: `${date.replaceAll('-', '').slice(2)}${String(at + 1).padStart(6, '0')}`,
      date_filed: timestamp(date),
    });
    const former = formerNamesOf(company);
    return {
      '': [mainRow(company, dosId)],
      filings: company.filings.map(({ date, type }, at) => ({
        ...filing(date, at),
        approved_date: timestamp(date),
        eff_date: timestamp(date),
        dura_date: 'PERPETUAL',
        entitytype: entityType(company),
        documenttype: type === 'formation' ? formation(company) : DOCUMENTS[type],
        corp_name: company.name,
        cnty_prin_ofc: 'Albany',
        juris: company.foreignTo ?? 'NY',
      })),
      names: [
        ...former.map(({ name, from }, at) => ({
          ...filing(from, at),
          name_type: 'EN',
          name_status: 'I',
          corp_name: name,
        })),
        { ...filing(namedSince(company), former.length), name_type: 'EN', name_status: 'A', corp_name: company.name },
      ],
    };
  },
};

export const registers = [portal(US_NY)];

function formation({ kind, foreignTo }: FictionalCompany): string {
  return foreignTo === undefined ? FORMATIONS[kind] : 'APPLICATION OF AUTHORITY';
}

function mainRow(company: FictionalCompany, dosId: string): Row {
  const chief = company.officers.find(({ title }) => title === 'Chief Executive Officer');
  const { street, unit, city, zip } = company.office;
  return {
    dos_id: dosId,
    current_entity_name: company.name,
    initial_dos_filing_date: timestamp(company.formed),
    county: 'Albany',
    jurisdiction: company.foreignTo === undefined ? 'New York' : (STATES[company.foreignTo] ?? company.foreignTo),
    entity_type: entityType(company),
    dos_process_name: company.name,
    dos_process_address_1: street,
    dos_process_city: city,
    dos_process_state: 'NY',
    dos_process_zip: zip,
    ...(chief && company.kind === 'corporation' && { chairman_name: chief.name }),
    ...(company.agent === false
      ? { registered_agent_name: 'Registered Agent Revoked', registered_agent_state: 'NEW YORK' }
      : agentCells(company.agent)),
    location_name: company.name,
    location_address_1: street,
    ...(unit !== undefined && { location_address_2: unit }),
    location_city: city,
    location_state: 'NY',
    location_zip: zip,
  };
}

function agentCells(agent: string): Row {
  return {
    registered_agent_name: agent,
    registered_agent_address_1: '1 Invented Avenue',
    registered_agent_city: 'Nowhereville',
    registered_agent_state: 'NEW YORK',
    registered_agent_zip: '12200',
  };
}

function entityType({ kind, foreignTo }: FictionalCompany): string {
  return `${foreignTo === undefined ? 'DOMESTIC' : 'FOREIGN'} ${TYPES[kind]}`;
}

function partyColumns(prefix: string): string[] {
  return ['name', 'address_1', 'address_2', 'city', 'state', 'zip'].map((part) => `${prefix}_${part}`);
}

function timestamp(date: string): string {
  return `${date}T00:00:00.000`;
}
