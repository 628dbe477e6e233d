import type { FictionalCompany, FilingType } from '../../companies/company.js';
import type { Row } from '../../dialect.js';
import { portal, type SodaRegister } from '../../soda/portal.js';

/**
 * Connecticut, Business Registry (https://data.ct.gov/d/n7gp-d28j). The sibling datasets join on
 * the master's `id`.
 */

const TYPES = { llc: 'LLC', corporation: 'Stock', nonprofit: 'Non-Stock' } as const;

const FORMATIONS = {
  llc: 'Certificate of Organization',
  corporation: 'Certificate of Incorporation - Stock',
  nonprofit: 'Certificate of Incorporation - Non-Stock',
} as const;

const FILINGS: Readonly<Record<Exclude<FilingType, 'formation'>, string>> = {
  report: 'Annual Report',
  'agent change': 'Change of Agent',
  'name change': 'Amendment - Name Change',
  end: 'Certificate of Dissolution',
};

const PARTY_COLUMNS = [
  'name__c',
  'firstname',
  'lastname',
  'type',
  'business_address',
  'mailing_address',
  'business_street_address_1',
  'business_street_address_2',
  'business_city',
  'business_state',
  'business_zip_code',
  'business_country',
  'residence_street_address_1',
  'residence_city',
  'residence_state',
  'residence_zip_code',
  'residence_country',
];

export const US_CT: SodaRegister = {
  code: 'us-ct',
  vocabulary: {
    code: 'us-ct',
    firstName: 'Pretend Teapots LLC',
    otherStatuses: [
      'Dissolved',
      'Forfeited',
      'Revoked',
      'Withdrawn',
      'Cancelled',
      'Merged',
      'Renunciated',
      'Active - Pending Domestication',
    ],
    script: { ended: 'Dissolved' },
    notEntities: ['Expired Reservation', 'Rejected', 'Recorded'],
    cities: ['Fabledam', 'Storybrook', 'New Nowhere'],
    zipPrefix: '060',
  },
  nameColumn: 'name',
  datasets: [
    {
      id: 'n7gp-d28j',
      columns: [
        'id',
        'name',
        'status',
        'sub_status',
        'accountnumber',
        'business_type',
        'citizenship',
        'date_registration',
        'formation_place',
        'state_or_territory_formation',
        'country_formation',
        'annual_report_due_date',
        'dissolution_date',
        'reason_for_administrative',
        'billingstreet',
        'billing_unit',
        'billingcity',
        'billingstate',
        'billingpostalcode',
        'billingcountry',
        'mailing_address',
        'business_email_address',
        'naics_code',
        'naics_sub_code',
        'total_authorized_shares',
        'create_dt',
        'began_transacting_in_ct',
        'business_name_in_state_country',
        'woman_owned_organization',
        'veteran_owned_organization',
        'minority_owned_organization',
        'org_owned_by_person_s_with',
        'organization_is_lgbtqi_owned',
      ],
    },
    { id: 'qh2m-n44y', nickname: 'agents', columns: ['business_key', ...PARTY_COLUMNS] },
    { id: 'ka36-64k6', nickname: 'principals', columns: ['business_id', ...PARTY_COLUMNS, 'designation'] },
    {
      id: 'ah3s-bes7',
      nickname: 'filings',
      columns: ['account', 'name', 'filing_date', 'type', 'filing_type', 'create_dt'],
    },
    {
      id: 'enwv-52we',
      nickname: 'name-changes',
      columns: ['unique_key', 'business_name_old', 'business_name_new', 'name_change_date'],
    },
  ],
  isLive: (row) => row['status'] === 'Active',
  complete: (row) =>
    row['id'] === undefined && row['accountnumber'] !== undefined ? { ...row, id: row['accountnumber'] } : row,

  rowsOf(company) {
    const id = `001t000000${String(company.serial).padStart(8, '0')}`;
    const changes = company.formerNames ?? [];
    return {
      '': [mainRow(company, id)],
      agents: company.agent === false ? [] : [{ business_key: id, ...party(company.agent), type: 'Business' }],
      principals: company.officers.map(({ name, title }) => ({
        business_id: id,
        ...party(name),
        ...HOME,
        designation: title,
      })),
      filings: company.filings.map(({ date, type }, at) => ({
        account: id,
        name: `FN${String(company.serial).padStart(7, '0')}${String(at).padStart(2, '0')}`,
        filing_date: timestamp(date),
        type: documentName(company, type),
        filing_type: documentName(company, type),
      })),
      'name-changes': changes.map(({ name, until }, at) => ({
        unique_key: id,
        business_name_old: name,
        business_name_new: changes[at + 1]?.name ?? company.name,
        name_change_date: timestamp(until),
      })),
    };
  },
};

export const registers = [portal(US_CT)];

function documentName({ kind, foreignTo }: FictionalCompany, type: FilingType): string {
  if (type !== 'formation') return FILINGS[type];
  return foreignTo === undefined ? FORMATIONS[kind] : 'Foreign Registration Statement';
}

function mainRow(company: FictionalCompany, id: string): Row {
  const { street, unit, city, zip } = company.office;
  return {
    id,
    name: company.name,
    status: company.status ?? 'Active',
    ...(company.subStatus !== undefined && { sub_status: company.subStatus }),
    accountnumber: String(9_000_000 + company.serial),
    business_type: TYPES[company.kind],
    citizenship: company.foreignTo === undefined ? 'Domestic' : 'Foreign',
    date_registration: timestamp(company.formed),
    formation_place: company.foreignTo ?? 'CT',
    state_or_territory_formation: company.foreignTo ?? 'Connecticut',
    ...(company.reportDue !== undefined && { annual_report_due_date: timestamp(company.reportDue) }),
    dissolution_date: timestamp(
      company.status === 'Dissolved' ? (company.filings.at(-1)?.date ?? company.formed) : '0001-01-01',
    ),
    billingstreet: street,
    ...(unit !== undefined && { billing_unit: unit }),
    billingcity: city,
    billingstate: 'CT',
    billingpostalcode: zip,
    billingcountry: 'United States',
    org_owned_by_person_s_with: 'False',
    create_dt: timestamp(company.formed),
  };
}

/** The register publishes home addresses of principals; its adapter must not read them. */
const HOME: Row = {
  residence_street_address_1: '1 Private Residence Lane',
  residence_city: 'Hometown',
  residence_state: 'CT',
  residence_zip_code: '06001',
};

function party(name: string): Row {
  return {
    name__c: name,
    business_street_address_1: '12 Placeholder Row',
    business_city: 'Fabledam',
    business_state: 'CT',
    business_zip_code: '06000',
    business_country: 'United States',
  };
}

function timestamp(date: string): string {
  return `${date}T00:00:00.000`;
}
