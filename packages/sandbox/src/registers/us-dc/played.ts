import { ordinaryCompany, type FictionalCompany } from '../../companies/company.js';
import type { Answer, Dialect, PlayedRegister, Question, Row } from '../../dialect.js';
import { loadExtract } from '../../extracts.js';
import { noSuchColumn, SodaError } from '../../soda/soda-error.js';
import { parseWhere } from '../../soda/where.js';
import { withEndedOnes } from '../../companies/trade-names.js';

/**
 * District of Columbia, Corporate Registration
 * (https://opendata.dc.gov/datasets/DCGIS::corporate-registration).
 */

const LAYER = /\/FeatureServer\/(\d+)\/query$/;
/** The real server returns at most 2,000 rows; this is so small that every search is paged. */
const MAX_ROWS = 25;

const MODELS = {
  llc: 'Limited Liability Company',
  corporation: 'Business Corporation',
  nonprofit: 'Nonprofit Corporation',
} as const;

const ENTITY_COLUMNS = [
  'FILE_NUMBER',
  'ENTITY_STATUS',
  'LOCALE',
  'MODELTYPE',
  'BUSINESS_NAME',
  'SUFFIX',
  'BUSNIESS_ADDRESS_LINE1',
  'BUSNIESS_ADDRESS_LINE2',
  'BUSINESS_CITY',
  'BUSINESS_STATE',
  'ZIPCODE',
  'BUSINESS_COUNTRY',
  'RA_NAME',
  'RA_ADDRESS1',
  'RA_ADDRESS2',
  'RA_CITY',
  'RA_STATE',
  'RA_ZIPCODE',
  'EFFECTIVE_DATE',
  'FOREIGN_DATEOF_ORGANIZATION',
  'NEXT_REPORTYEAR_DUE',
  'DATE_LAST_REPORT_FILED',
];
const TRADE_NAME_COLUMNS = ['TRADE_NAME', 'TRADENAME_STATUS', 'FILE_NUMBER', 'INITIAL_FILENUMBER', 'EFFECTIVE_DATE'];
/** Dates in the extract, milliseconds in responses. */
const DATES = new Set(['EFFECTIVE_DATE', 'FOREIGN_DATEOF_ORGANIZATION', 'DATE_LAST_REPORT_FILED']);
/** Midnight in Washington in winter. */
const MIDNIGHT = 'T05:00:00Z';

interface Layer {
  columns: ReadonlySet<string>;
  rows: readonly Row[];
}

const US_DC: PlayedRegister = {
  code: 'us-dc',
  vocabulary: {
    code: 'us-dc',
    firstName: 'Nonesuch Marbles LLC',
    otherStatuses: [
      'Active - Not in Good Standing',
      'Revoked',
      'Dissolved',
      'Terminated',
      'Inactive - Cancelled',
      'Withdrawn',
      'Merged',
      'Converted',
    ],
    script: { ended: 'Dissolved', lapsed: 'Active - Not in Good Standing' },
    notEntities: [],
    cities: ['Washington'],
    zipPrefix: '200',
  },

  extracts: (companies) => ({
    'us-dc.csv': [...companies.map(entityRow), ...doubledRows()],
    'us-dc.trade-names.csv': companies.flatMap(tradeNameRows),
  }),

  open(folder, companies) {
    const rows = loadExtract(folder, 'us-dc');
    if (!rows) return undefined;
    const tradeNames = loadExtract(folder, 'us-dc.trade-names') ?? [];
    return new FeatureService([
      { columns: new Set(ENTITY_COLUMNS), rows: [...rows, ...companies.map(entityRow)] },
      { columns: new Set(TRADE_NAME_COLUMNS), rows: [...tradeNames, ...companies.flatMap(tradeNameRows)] },
    ]);
  },
};

export const registers = [US_DC];

class FeatureService implements Dialect {
  constructor(private readonly layers: readonly Layer[]) {}

  answer({ path, query, body }: Question): Answer {
    const layer = this.layers[Number(LAYER.exec(path)?.[1] ?? -1)];
    if (!layer) return { status: 200, body: error(404, 'Service not found') };
    try {
      return { status: 200, body: answerQuery(layer, new URLSearchParams([...query, ...new URLSearchParams(body)])) };
    } catch (refusal) {
      if (!(refusal instanceof SodaError)) throw refusal;
      return { status: 200, body: error(400, 'Unable to complete operation.') };
    }
  }

  sampleNames(): string[] {
    const live = this.layers[0]!.rows.filter(({ ENTITY_STATUS }) => ENTITY_STATUS === 'Active - In Good Standing');
    return [...new Set(live.flatMap(({ BUSINESS_NAME }) => BUSINESS_NAME ?? []))].slice(0, 3);
  }
}

function answerQuery({ columns, rows }: Layer, query: URLSearchParams): object {
  const matching = rows.filter(parseWhere(query.get('where') ?? '', columns));
  if (query.get('returnCountOnly') === 'true') return { count: matching.length };
  const order = query.get('orderByFields');
  const orderedBy = order?.split(',') ?? [];
  refuseUnknown([...orderedBy, ...(query.get('outFields') ?? '*').split(',')], columns);
  const ordered = matching.toSorted((a, b) => compareBy(orderedBy, a, b));
  const offset = Number(query.get('resultOffset') ?? 0);
  const limit = Math.min(Number(query.get('resultRecordCount') ?? MAX_ROWS), MAX_ROWS);
  const wanted = query.get('outFields') ?? '*';
  const fields = wanted === '*' ? [...columns] : wanted.split(',');
  return {
    objectIdFieldName: 'OBJECTID',
    features: ordered.slice(offset, offset + limit).map((row) => ({
      attributes: Object.fromEntries(fields.map((field) => [field, sent(field, row[field])])),
    })),
    ...(offset + limit < ordered.length && { exceededTransferLimit: true }),
  };
}

function sent(field: string, value: string | undefined): string | number | null {
  if (value === undefined) return null;
  return DATES.has(field) ? Date.parse(`${value}${MIDNIGHT}`) : value;
}

function compareBy(fields: readonly string[], left: Row, right: Row): number {
  for (const field of fields) {
    const [first = '', second = ''] = [left[field], right[field]];
    if (first !== second) return first < second ? -1 : 1;
  }
  return 0;
}

/** The service has an OBJECTID for each row; extracts do not. */
function refuseUnknown(fields: readonly string[], columns: ReadonlySet<string>): void {
  const unknown = fields.find((field) => field !== '*' && field !== 'OBJECTID' && !columns.has(field));
  if (unknown !== undefined) throw noSuchColumn(unknown);
}

function error(code: number, message: string): object {
  return { error: { code, message, details: [] } };
}

function fileNumber({ kind, serial }: FictionalCompany): string {
  return `${kind === 'llc' ? 'L' : 'C'}${String(900_000 + serial).padStart(8, '0')}`;
}

function entityRow(company: FictionalCompany): Row {
  const { street, unit, city, zip } = company.office;
  const foreign = company.foreignTo !== undefined;
  return {
    FILE_NUMBER: fileNumber(company),
    ENTITY_STATUS: company.status ?? 'Active - In Good Standing',
    LOCALE: foreign ? 'Foreign' : 'Domestic',
    MODELTYPE: `${foreign ? 'Foreign' : 'Domestic'} ${MODELS[company.kind]}`,
    BUSINESS_NAME: company.name,
    BUSNIESS_ADDRESS_LINE1: street,
    ...(unit !== undefined && { BUSNIESS_ADDRESS_LINE2: unit }),
    BUSINESS_CITY: city,
    BUSINESS_STATE: 'District of Columbia',
    ZIPCODE: zip,
    BUSINESS_COUNTRY: 'USA',
    ...(company.agent !== false && {
      RA_NAME: company.agent,
      RA_ADDRESS1: '3 Invented Circle NW',
      RA_CITY: 'Washington',
      RA_STATE: 'District of Columbia',
      RA_ZIPCODE: '20000',
    }),
    EFFECTIVE_DATE: company.formed,
    NEXT_REPORTYEAR_DUE: '2027',
    DATE_LAST_REPORT_FILED: company.filings.at(-1)!.date,
  };
}

/** Two entities of one file number. */
function doubledRows(): Row[] {
  return ['Oddly Doubled Kites LLC', 'Oddly Doubled Sundials LLC'].map((name, at) => ({
    ...entityRow(ordinaryCompany(910_001, name)),
    ENTITY_STATUS: at === 0 ? 'Dissolved' : 'Active - In Good Standing',
  }));
}

function tradeNameRows(company: FictionalCompany): Row[] {
  return withEndedOnes(company.tradeNames ?? []).map(({ name, ended }, at) => ({
    TRADE_NAME: name,
    TRADENAME_STATUS: ended ? 'Cancelled Trade Name' : 'Active Trade Name',
    FILE_NUMBER: `T${String(company.serial * 10 + at).padStart(8, '0')}`,
    INITIAL_FILENUMBER: fileNumber(company),
    EFFECTIVE_DATE: company.formed,
  }));
}
