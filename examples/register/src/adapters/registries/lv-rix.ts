import { withClues } from '../../core/registries/clues.js';
import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type {
  Address,
  DetailedRecord,
  EntityStatus,
  RecordDetails,
  RegisterRecord,
  WithheldRecord,
} from '../../core/registries/record.js';
import type { QuestionClient } from './http/client.js';
import { address, changedFormat, date, required, statusIn, text } from './http/fields.js';
import { listOf, objectOf, type Json } from './http/json.js';
import { searchByText, type TextPage } from './http/paged-search.js';
import { readRows } from './http/rows.js';

export const LV_RIX_ORIGIN = 'https://data.gov.lv';

const SEARCH = '/dati/api/3/action/datastore_search';
const RESOURCE = '25e80bf3-f107-4ab4-89ef-251b5b9374e9';
const PAGE_ROWS = 100;
const BOUNDS = { pages: 10, nearPages: 1 };
const LIVE = '';
/** The first words of an address say the municipality. */
const IN_RIGA = /^Rīga(?:,|$)/;

/** The register's words; whatever is not here is `unknown` and counted. */
const STATUSES: Readonly<Record<string, readonly [EntityStatus, string]>> = {
  [LIVE]: ['active', 'Reģistrēts'],
  L: ['dissolved', 'Likvidēts'],
  R: ['dissolved', 'Reorganizēts'],
};

/**
 * Rīga, the Register of Enterprises of Latvia (Uzņēmumu reģistrs), as the data set `uz` of the country's open data, renewed every night.
 *
 * Docs: https://data.gov.lv/dati/lv/dataset/uz and the DataStore of CKAN. Quota: none is stated. Licence: CC0 1.0.
 * Quirks: one action searches and reads; errors are 409 with `success: false`; `closed` is empty, L or R; the address is one text, and
 * empty for some who ended.
 */
export class Riga extends Registry {
  readonly parserVersion = 1;

  constructor(
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name, page) => this.page(name, page, signal), BOUNDS);
  }

  async findByNumber(number: string, signal: AbortSignal): Promise<RegisterRecord | WithheldRecord | undefined> {
    const row = await this.row(number, signal);
    if (!row) return undefined;
    return text(row, 'address') === null ? { id: number, withholds: 'seat' } : this.recordOf(row);
  }

  async fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    const row = await this.row(id, signal);
    const record = row && this.recordOf(row);
    if (!record) return undefined;
    const details = readFields<RecordDetails>({
      registeredAgent: () => null,
      officers: () => null,
      principalAddress: () => addressOf(row),
      filingHistorySummary: () => null,
    });
    return withMore(record, { details });
  }

  private page(name: string, page: number, signal: AbortSignal): Promise<TextPage> {
    const from = page * PAGE_ROWS;
    return this.ask({ q: name, limit: String(PAGE_ROWS), offset: String(from) }, signal, (result) => {
      const listed = listOf(result, 'records');
      const more = listed.length > 0 && from + PAGE_ROWS < Number(required(result, 'total'));
      const { rows, complete } = readRows(listed, (row) => this.recordOf(row), this.client.rowSkipped);
      return { records: rows, more, complete };
    });
  }

  private row(number: string, signal: AbortSignal): Promise<Json | undefined> {
    const filters = JSON.stringify({ regcode: number });
    return this.ask({ filters }, signal, (result) => listOf(result, 'records')[0]);
  }

  private ask<T>(parameters: Record<string, string>, signal: AbortSignal, read: (result: Json) => T): Promise<T> {
    const query = new URLSearchParams({ resource_id: RESOURCE, ...parameters });
    return this.client.getJson(`${this.baseUrl}${SEARCH}?${query.toString()}`, signal, (body) => {
      const answer = objectOf(body, 'the answer');
      if (answer['success'] !== true) throw changedFormat('an answer without success');
      return read(objectOf(answer['result'], 'result'));
    });
  }

  /** `undefined` for a company whose seat is elsewhere in Latvia, or nowhere that is said. */
  private recordOf(row: Json): RegisterRecord | undefined {
    required(row, 'regcode');
    required(row, 'name');
    if (!IN_RIGA.test(text(row, 'address') ?? '')) return undefined;
    const state = readOnce(() => statusIn(STATUSES, text(row, 'closed') ?? LIVE, this.client.unknownStatus));
    const record = readFields<RegisterRecord>({
      id: () => required(row, 'regcode'),
      name: () => required(row, 'name'),
      aliases: () => [],
      status: () => state()[0],
      statusDetail: () => state()[1],
      goodStanding: () => (state()[0] === 'dissolved' ? false : null),
      entityType: () => text(row, 'type_text'),
      formationDate: () => date(row, 'registered'),
      domestic: () => null,
      url: () => null,
    });
    return withClues(record, () => addressOf(row));
  }
}

function addressOf(row: Json): Address | null {
  return address(row, {
    line1: 'address',
    line2: undefined,
    city: undefined,
    region: undefined,
    postalCode: 'index',
    country: undefined,
  });
}
