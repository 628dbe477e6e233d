import { Registry, SourceError, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, withMore } from '../../core/registries/reading.js';
import type { DetailedRecord, RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import { address, columnsOf, text, type Row } from '../../adapters/registries/http/fields.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import { listOf, objectOf, type Json } from '../../adapters/registries/http/json.js';
import { askTogether, eachFound, Found, listedAmong } from '../../adapters/registries/http/forms.js';
import { mayBear, readRows } from '../../adapters/registries/http/rows.js';
import {
  gapsForm,
  inOrderForm,
  nearForm,
  type NameForm,
  inTime,
  NEAR_LIMIT_MS,
  readForm,
} from '../../adapters/registries/socrata/name-forms.js';
import { equals, oneOf } from '../../adapters/registries/socrata/soql.js';
import { addTradeName, agentOf, hasEnded, lastReport, OFFICE, recordOf } from './rows.js';
import type { Connect } from '../../adapters/registries/register.js';

export { US_DC as facts } from './register.js';

export const connect: Connect = () => ({
  origin: 'https://maps2.dcgis.dc.gov',
  pace: { concurrency: 2, spacingMs: 500 },
  adapter: ({ baseUrl, client }) => new DistrictOfColumbia(baseUrl, client),
});

const SERVICE = '/dcgis/rest/services/DCGIS_DATA/Business_Licensing_and_Grants_WebMercator/FeatureServer';
const ENTITIES = 0;
const TRADE_NAMES = 1;
const PAGE_ROWS = 1000;
const COLUMNS = [
  'FILE_NUMBER',
  'BUSINESS_NAME',
  'SUFFIX',
  'ENTITY_STATUS',
  'MODELTYPE',
  'LOCALE',
  'EFFECTIVE_DATE',
  'FOREIGN_DATEOF_ORGANIZATION',
  ...columnsOf(OFFICE),
].join(',');

type PageQuery = Readonly<Record<string, string>>;
interface Page {
  rows: readonly Row[];
  more: boolean;
}
interface Patience {
  signal: AbortSignal;
  limitMs?: number;
}

/**
 * District of Columbia, Department of Licensing and Consumer Protection, Corporate Registration:
 * every entity, refreshed daily.
 *
 * Docs: https://opendata.dc.gov/datasets/DCGIS::corporate-registration (ArcGIS feature service,
 * SQL-92 conditions). Quota: none published; we keep half a second between requests. Licence: CC BY
 * 4.0. Quirks: errors come with HTTP 200; dates are milliseconds in New York's time zone, negative
 * before 1970; a few file numbers are listed twice; the address columns are misspelt `BUSNIESS_`;
 * the suffix of a name may be in its own column; the server may send fewer rows than requested, and
 * then reports `exceededTransferLimit`; ended trade names stay listed; beneficial owners (layer 2)
 * are not officers and are never read. Of the filings, only the last report is published.
 *
 * A name is searched for by its words in order and, together with that, by its letters in order
 * with any signs between them, because the server's SQL cannot remove signs from a name. If neither
 * finds it, it is searched for with a typo or a missing word and, together with that, among trade
 * names. The broad form is read to its end, at most 5,000 rows; beyond that the narrow one decides.
 * SocrataRegistry searches the same way and gives queries after the first form the same time limit.
 */
class DistrictOfColumbia extends Registry {
  readonly parserVersion = 1;

  constructor(
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const near: Patience = { signal, limitMs: NEAR_LIMIT_MS };
    const column = { nameColumn: 'BUSINESS_NAME' };
    const named = await askTogether(
      query,
      [
        () => this.readByName(query, inOrderForm(column, query), { signal }),
        () => this.readByName(query, gapsForm(column, query), near),
      ],
      signal,
    );
    if (query.satisfiedBy(named.records)) return { records: eachFound(named.records), complete: named.complete };
    const others = await askTogether(
      query,
      [() => this.readByName(query, nearForm(column, query), near), () => this.readByTradeName(query, near)],
      signal,
    );
    const records = eachFound([...named.records, ...others.records]);
    return { records, complete: named.complete && others.complete };
  }

  async fetch(id: string, signal: AbortSignal, listed?: RegisterRecord): Promise<DetailedRecord | undefined> {
    const main = listedAmong(await this.numbered(id, '*', signal), listed);
    if (!main) return undefined;
    const { row } = main;
    const record = await this.withTradeNames(main.record, signal);
    const details = readFields<RecordDetails>({
      registeredAgent: () => agentOf(row),
      officers: () => null,
      principalAddress: () => address(row, OFFICE),
      filingHistorySummary: () => lastReport(row),
    });
    return withMore(record, { details });
  }

  private recordOf(row: Row): RegisterRecord {
    return recordOf(row, this.client.unknownStatus);
  }

  async findByNumber(number: string, signal: AbortSignal): Promise<RegisterRecord | undefined> {
    const [main] = await this.numbered(number, COLUMNS, signal);
    return main && this.withTradeNames(main.record, signal);
  }

  /** A few numbers are listed twice. Always in the same order. */
  private async numbered(number: string, outFields: string, signal: AbortSignal) {
    const query = { where: oneOf('FILE_NUMBER', writingsOf(number)), outFields, orderByFields: 'OBJECTID' };
    const { rows } = await this.ask(ENTITIES, query, { signal });
    return rows.map((row) => ({ row, record: this.recordOf(row) }));
  }

  private async readByName(query: NameQuery, form: NameForm | undefined, patience: Patience): Promise<Candidates> {
    const found = new Found();
    const bears = mayBear<Row>(query, (row) => [text(row, 'BUSINESS_NAME')]);
    const offsets = new Map<string, number>();
    let isReadable = true;
    const satisfied = () => query.satisfiedBy(found.records);
    const readRange = async (where: string, pages: readonly number[]) => {
      const from = pages[0] === 0 ? 0 : (offsets.get(where) ?? 0);
      const range = { from, atMost: pages.length * PAGE_ROWS };
      const { to, ended, readable } = await this.readEntities(where, range, found, patience, bears);
      offsets.set(where, to);
      isReadable &&= readable;
      return ended;
    };
    const ended = await inTime(() => readForm(form, satisfied, readRange));
    return { records: found.records, complete: ended && isReadable };
  }

  /**
   * Advances by the number of rows received, which may be fewer than requested. `ended`: the last
   * page was seen.
   */
  private async readEntities(
    where: string,
    { from, atMost }: { from: number; atMost: number },
    found: Found,
    patience: Patience,
    bears?: (row: Row) => boolean,
  ): Promise<{ to: number; ended: boolean; readable: boolean }> {
    let to = from;
    let readable = true;
    while (to < from + atMost) {
      const paging = { orderByFields: 'FILE_NUMBER,OBJECTID', resultOffset: String(to) };
      const { rows, more } = await this.ask(ENTITIES, { where, outFields: COLUMNS, ...paging }, patience);
      const read = readRows(rows, (row) => this.recordOf(row), this.client.rowSkipped, bears);
      readable &&= read.complete;
      found.add(read.rows);
      to += rows.length;
      if (!more) return { to, ended: true, readable };
      if (rows.length === 0) break;
    }
    return { to, ended: false, readable };
  }

  private async readByTradeName(query: NameQuery, patience: Patience): Promise<Candidates> {
    const found = new Found();
    const complete = await inTime(() => this.readTradeNames(query, found, patience));
    return { records: found.records, complete };
  }

  private async readTradeNames(query: NameQuery, found: Found, patience: Patience): Promise<boolean> {
    const form = inOrderForm({ nameColumn: 'TRADE_NAME' }, query);
    if (form === undefined) return true;
    const { rows, more } = await this.ask(TRADE_NAMES, { where: form.narrow }, patience);
    const current = rows.filter((row) => !hasEnded(row));
    const numbers = [...new Set(current.flatMap((row) => text(row, 'INITIAL_FILENUMBER') ?? []))];
    if (numbers.length === 0) return !more;
    const range = { from: 0, atMost: 2 * PAGE_ROWS };
    const { ended, readable } = await this.readEntities(oneOf('FILE_NUMBER', numbers), range, found, patience);
    for (const record of found.records) {
      for (const row of current) if (text(row, 'INITIAL_FILENUMBER') === record.id) addTradeName(record, row);
    }
    return ended && readable && !more;
  }

  private async withTradeNames(record: RegisterRecord, signal: AbortSignal): Promise<RegisterRecord> {
    const { rows } = await this.ask(TRADE_NAMES, { where: equals('INITIAL_FILENUMBER', record.id) }, { signal });
    for (const row of rows) if (!hasEnded(row)) addTradeName(record, row);
    return record;
  }

  /** Sent as a form, because conditions can be too long for a URL. */
  private async ask(layer: number, query: PageQuery, { signal, limitMs }: Patience): Promise<Page> {
    const form = { outFields: '*', resultRecordCount: String(PAGE_ROWS), ...query, returnGeometry: 'false', f: 'json' };
    const body = { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() } as const;
    const url = `${this.baseUrl}${SERVICE}/${layer}/query`;
    const page = await this.client.ask({ url, body, ...(limitMs !== undefined && { limitMs }) }, signal, pageOf);
    return page ?? { rows: [], more: false };
  }
}

function pageOf(body: unknown): Page {
  const answer = objectOf(body, 'the answer');
  const { error } = answer;
  if (error !== undefined) throw failure(objectOf(error, 'error'));
  return {
    rows: listOf(answer, 'features').map(({ attributes }) => objectOf(attributes, 'attributes')),
    more: answer['exceededTransferLimit'] === true,
  };
}

function failure(error: Json): SourceError {
  const code = Number(error['code']);
  return new SourceError('unavailable', `answered an error ${code} inside HTTP 200`, {
    ...(code < 500 && { ours: true }),
  });
}

/** The register may write a number without the zeros after its letters. */
function writingsOf(number: string): string[] {
  return [...new Set([number, number.replace(/^([A-Z]+)0+(?=\d)/, '$1')])];
}
