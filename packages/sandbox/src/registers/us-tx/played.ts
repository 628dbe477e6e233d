import type { FictionalCompany } from '../../companies/company.js';
import type { Answer, Row } from '../../dialect.js';
import { portal, type SodaRegister } from '../../soda/portal.js';

/**
 * Texas, Active Franchise Taxpayers (https://data.texas.gov/d/9cir-efmm), and the Comptroller's
 * franchise tax service (https://api-doc.comptroller.texas.gov), which needs no key in the sandbox.
 */
const SERVICE = /^\/public-data\/v1\/public\/franchise-tax\/([^/]+)$/;

const TYPES = {
  llc: ['CL', 'CI'],
  corporation: ['CT', 'CF'],
  nonprofit: ['CN', 'CM'],
} as const;

/** The codes of each state: the Secretary of State's and the Comptroller's. */
const STATES: Readonly<Record<string, readonly [sos: string, right: string | undefined]>> = {
  'Forfeited Franchise Tax': ['F', 'N'],
  'Forfeited Registered Agent': ['K', 'A'],
  'Right To Transact Forfeited': ['A', 'N'],
  Terminated: ['T', undefined],
  Withdrawn: ['W', 'I'],
  Merged: ['M', 'I'],
  Reinstated: ['R', 'A'],
};

export const US_TX: SodaRegister = {
  code: 'us-tx',
  vocabulary: {
    code: 'us-tx',
    firstName: 'Whimsical Almanacs LLC',
    otherStatuses: [
      'Forfeited Franchise Tax',
      'Forfeited Registered Agent',
      'Right To Transact Forfeited',
      'Terminated',
      'Withdrawn',
      'Merged',
      'Reinstated',
      'Comptroller Number Only',
    ],
    script: { ended: 'Terminated', lapsed: 'Forfeited Franchise Tax' },
    notEntities: [],
    cities: ['Fable Flats', 'Nowhere Creek', 'Imaginary Wells'],
    zipPrefix: '787',
  },
  nameColumn: 'taxpayer_name',
  datasets: [
    {
      id: '9cir-efmm',
      columns: [
        'taxpayer_number',
        'taxpayer_name',
        'taxpayer_address',
        'taxpayer_city',
        'taxpayer_state',
        'taxpayer_zip',
        'taxpayer_county_code',
        'taxpayer_organizational_type',
        'record_type_code',
        'responsibility_beginning_date',
        'secretary_of_state_sos_or_coa_file_number',
        'sos_charter_date',
        'sos_status_date',
        'sos_status_code',
        'right_to_transact_business_code',
        'current_exempt_reason_code',
        'exempt_begin_date',
        '_621111',
      ],
    },
    {
      // Not a dataset of the portal: responses of the franchise tax service, with officers as JSON.
      id: 'franchise-tax',
      nickname: 'franchise-tax',
      columns: [
        'taxpayerId',
        'name',
        'rightToTransactTX',
        'sosRegistrationStatus',
        'sosFileNumber',
        'stateOfFormation',
        'registeredAgentName',
        'registeredOfficeAddressStreet',
        'registeredOfficeAddressCity',
        'registeredOfficeAddressState',
        'registeredOfficeAddressZip',
        'officerInfo',
      ],
    },
  ],
  isLive: (row) =>
    /^[AR]$/.test(row['sos_status_code'] ?? '') && /^[AD]$/.test(row['right_to_transact_business_code'] ?? ''),

  service(path, rowsOf) {
    const id = SERVICE.exec(path)?.[1];
    return id === undefined ? undefined : taxpayer(id, rowsOf('franchise-tax'), rowsOf(''));
  },

  rowsOf(company) {
    const id = String(32_000_000_000 + company.serial);
    return { '': [mainRow(company, id)], 'franchise-tax': [serviceRow(company, id)] };
  },
};

export const registers = [portal(US_TX)];

/** Falls back to the portal's name if the extract has no response of this service. */
function taxpayer(id: string, rows: readonly Row[], names: readonly Row[]): Answer {
  const listed = names.find((candidate) => candidate['taxpayer_number'] === id);
  const row = rows.find(({ taxpayerId }) => taxpayerId === id) ?? (listed && { taxpayerId: id, ...nameOf(listed) });
  if (!row) return { status: 404, body: { success: false, error: { message: 'Taxpayer not found' } } };
  const officers = JSON.parse(row['officerInfo'] ?? '[]') as unknown;
  return { status: 200, body: { success: true, data: { ...row, officerInfo: officers } } };
}

function nameOf({ taxpayer_name: name }: Row): Row {
  return name === undefined ? {} : { name };
}

function mainRow(company: FictionalCompany, id: string): Row {
  const { street, city, zip } = company.office;
  const withoutFile = company.status === 'Comptroller Number Only';
  const [sos, right] = STATES[company.status ?? ''] ?? ['A', 'A'];
  return {
    taxpayer_number: id,
    taxpayer_name: company.name.toUpperCase(),
    taxpayer_address: street,
    taxpayer_city: city,
    taxpayer_state: 'TX',
    taxpayer_zip: zip,
    taxpayer_county_code: '227',
    taxpayer_organizational_type: TYPES[company.kind][company.foreignTo === undefined ? 0 : 1],
    record_type_code: withoutFile ? 'X' : 'U',
    responsibility_beginning_date: compact(company.formed),
    ...(!withoutFile && {
      secretary_of_state_sos_or_coa_file_number: fileNumber(company),
      sos_charter_date: compact(company.formed),
      sos_status_date: compact(company.formed),
      sos_status_code: sos,
    }),
    ...(right !== undefined && { right_to_transact_business_code: right }),
  };
}

function serviceRow(company: FictionalCompany, id: string): Row {
  return {
    taxpayerId: id,
    name: company.name.toUpperCase(),
    rightToTransactTX: company.status === undefined ? 'ACTIVE' : 'FORFEITED',
    sosRegistrationStatus: company.status === undefined ? 'ACTIVE' : 'INACTIVE',
    sosFileNumber: fileNumber(company),
    stateOfFormation: company.foreignTo ?? 'TX',
    ...(company.agent !== false && {
      registeredAgentName: company.agent.toUpperCase(),
      registeredOfficeAddressStreet: '5 PLACEHOLDER TRAIL',
      registeredOfficeAddressCity: 'FABLE FLATS',
      registeredOfficeAddressState: 'TX',
      registeredOfficeAddressZip: '78700',
    }),
    officerInfo: JSON.stringify(
      company.officers.map(({ name, title }) => ({
        AGNT_NM: name.toUpperCase(),
        AGNT_TITL_TX: title.toUpperCase(),
        AGNT_ACTV_YR: '2025',
      })),
    ),
  };
}

function fileNumber({ serial }: FictionalCompany): string {
  return String(800_000_000 + serial).padStart(10, '0');
}

function compact(date: string): string {
  return date.replaceAll('-', '');
}
