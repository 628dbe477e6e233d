import { Datastore } from '../../ckan/datastore.js';
import { sixDigits } from '../../companies/check-digits.js';
import type { FictionalCompany } from '../../companies/company.js';
import type { Answer, Dialect, PlayedRegister, Question } from '../../dialect.js';
import { loadObjects } from '../../extracts.js';

/**
 * Singapore, entities registered with ACRA on data.gov.sg, by the protocol of a CKAN data store:
 * `na` for nothing, and 409 for brackets in a question.
 */

const PATH = '/api/action/datastore_search';
const RESOURCE = 'd_3f960c10fed6145404ca7b821f263b87';
const ENDED = 'Deregistered';
const TYPES = {
  llc: 'Local Company',
  corporation: 'Local Company',
  nonprofit: 'Public Company Limited by Guarantee',
} as const;

const SG: PlayedRegister = {
  code: 'sg',
  vocabulary: {
    code: 'sg',
    firstName: 'Merlion Lanterns Pte. Ltd.',
    otherStatuses: [ENDED],
    script: { ended: ENDED },
    notEntities: [],
    cities: ['SINGAPORE'],
    zipPrefix: '0189',
    forms: { llc: 'Pte. Ltd.', corporation: 'Ltd.', nonprofit: 'Ltd.' },
  },

  extracts: (companies) => ({ 'sg.jsonl': [...companies.map(rowOf), ...oddRows()] }),

  open(folder, companies): Dialect | undefined {
    const listed = loadObjects(folder, 'sg');
    return listed && new OpenData([...listed, ...(companies.map(rowOf) as Record<string, unknown>[])]);
  },
};

export const registers = [SG];

class OpenData implements Dialect {
  private readonly store: Datastore;

  constructor(private readonly rows: readonly Record<string, unknown>[]) {
    this.store = new Datastore(
      PATH,
      RESOURCE,
      rows.map((row, at) => ({ _id: at + 1, ...row })),
    );
  }

  answer(question: Question): Answer {
    if (!/[()]/.test(question.query.get('q') ?? '')) return this.store.answer(question);
    const error = { __type: 'Validation Error', message: 'syntax error in tsquery' };
    return { status: 409, body: { success: false, error } };
  }

  sampleNames(): string[] {
    const live = this.rows.filter((row) => row['uen_status_desc'] === 'Registered');
    return [...new Set(live.map((row) => String(row['entity_name'])))].slice(0, 3);
  }
}

/** Singapore has not issued numbers of the year 2099. */
function numberOf(serial: number): string {
  return serial % 2 === 0 ? `2099${sixDigits(serial).slice(1)}Z` : `99${sixDigits(serial)}Z`;
}

function rowOf(company: FictionalCompany): object {
  const { street, zip } = company.office;
  return {
    uen: numberOf(company.serial),
    issuance_agency_desc: 'ACRA',
    uen_status_desc: company.status ?? 'Registered',
    entity_name: company.name.toUpperCase(),
    entity_type_desc: company.foreignTo === undefined ? TYPES[company.kind] : 'Foreign Company Branch',
    uen_issue_date: company.formed,
    reg_street_name: street.replace(/^\d+ /, '').toUpperCase(),
    reg_postal_code: zip.padEnd(6, '0'),
  };
}

/**
 * One of which little is known, one with brackets in its name, and a partnership with a long UEN.
 */
function oddRows(): object[] {
  const row = (serial: number, name: string, more: object) => ({
    ...{ uen: numberOf(serial), issuance_agency_desc: 'ACRA', uen_status_desc: 'Registered', entity_name: name },
    ...{ entity_type_desc: 'Local Company', uen_issue_date: '2012-03-04' },
    ...{ reg_street_name: 'IMAGINARY QUAY', reg_postal_code: '018900' },
    ...more,
  });
  const nothing = { entity_type_desc: 'na', uen_issue_date: 'na', reg_street_name: 'na', reg_postal_code: 'na' };
  return [
    row(910_001, 'ODD UNSTATED QUAY PTE. LTD.', nothing),
    row(910_002, 'ODD BRACKETED (SINGAPORE) QUAY PTE. LTD.', {}),
    row(910_003, 'ODD LIMITED QUAY LLP', { uen: 'T99LL9103Z', entity_type_desc: 'Limited Liability Partnership' }),
  ];
}
