import { Registry, SourceError, type Candidates, type NameQuery } from '../../../core/registries/ports.js';
import { withMore } from '../../../core/registries/reading.js';
import type { RegisterRecord } from '../../../core/registries/record.js';
import type { QuestionClient } from '../http/client.js';
import { changedFormat, required, text, type Row } from '../http/fields.js';
import { eachOnce } from '../http/forms.js';
import { isTrue, listOf, objectOf } from '../http/json.js';
import { isEndOrMore, searchByText, type TextPage } from '../http/paged-search.js';
import { mayBear, readRows } from '../http/rows.js';
import type { Connect } from '../register.js';
import type { CkanProfile, RowContext } from './profile.js';
import { asIndexed, furtherForms } from './text.js';

const PAGE_ROWS = 1000;
const BOUNDS = { pages: 8, nearPages: 1, write: asIndexed, further: furtherForms };

interface Rows {
  rows: readonly Row[];
  total: number;
}

/**
 * A register in the data store of a CKAN portal.
 *
 * Docs: https://docs.ckan.org/en/latest/maintaining/datastore.html, `datastore_search` alone, since
 * many portals switch SQL off. Quirks: `q` on a column is a full-text search that wants every word,
 * with English endings and without English stop words; it knows no typos and no other accents. A
 * name of stop words alone finds nothing, so its search is incomplete. `total` is exact, but a page
 * may have fewer rows than were asked for. `success: false` is an error, also with HTTP 200. `_id`
 * changes with every edition: it only sorts. Numbers may be JSON numbers.
 */
class CkanRegistry extends Registry {
  readonly parserVersion: number;

  constructor(
    private readonly profile: CkanProfile,
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
    private readonly today: () => Promise<string>,
  ) {
    super();
    this.parserVersion = profile.parserVersion;
  }

  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const { words } = query;
    if (words.length > 0 && asIndexed(words.join(' ')) === '') return { records: [], complete: false };
    const context = await this.context();
    return searchByText(query, (name, _, from) => this.page(query, name, { from, context }, signal), BOUNDS, signal);
  }

  async findByNumber(id: string, signal: AbortSignal): Promise<RegisterRecord | undefined> {
    return (await this.numbered(id, signal))?.record;
  }

  async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    const found = await this.numbered(id, signal);
    if (!found) return undefined;
    const principalAddress = this.profile.addressOf(found.row);
    const details = { registeredAgent: null, officers: null, principalAddress, filingHistorySummary: null };
    return withMore(found.record, { details });
  }

  private async numbered(id: string, signal: AbortSignal): Promise<{ row: Row; record: RegisterRecord } | undefined> {
    const { idColumn, idIsNumber, toRecord } = this.profile;
    if (idIsNumber && !/^\d+$/.test(id)) return undefined;
    const context = await this.context();
    const filters = JSON.stringify({ [idColumn]: idIsNumber ? Number(id) : id });
    return this.client.getJson(this.url({ filters }, 0), signal, (body) => {
      const { rows, total } = rowsOf(body);
      if (rows.length < total) throw changedFormat('fewer rows of a number than their total');
      const own = rows.flatMap((row) => {
        const record = toRecord(row, context);
        return record?.id === id ? [{ row, record }] : [];
      });
      const [record] = eachOnce(own.map((each) => each.record));
      return record && { row: own[0]!.row, record };
    });
  }

  private page(
    query: NameQuery,
    name: string,
    { from, context }: { from: number; context: RowContext },
    signal: AbortSignal,
  ): Promise<TextPage> {
    const { nameColumn, toRecord } = this.profile;
    const url = this.url({ q: JSON.stringify({ [nameColumn]: name }) }, from);
    return this.client.getJson(url, signal, (body): TextPage => {
      const { rows, total } = rowsOf(body);
      const bears = mayBear(query, (row: Row) => [text(row, nameColumn)]);
      const read = readRows(rows, (row) => toRecord(row, context), this.client.rowSkipped, bears);
      return {
        records: read.rows,
        received: rows.length,
        more: rows.length > 0 && from + rows.length < total,
        pages: Math.ceil(total / PAGE_ROWS),
        complete: read.complete && isEndOrMore(rows, from, total),
      };
    });
  }

  private url(asked: Record<string, string>, offset: number): string {
    const { path, resource, columns } = this.profile;
    const parameters = new URLSearchParams({
      resource_id: resource,
      ...asked,
      fields: columns.join(','),
      sort: '_id asc',
      limit: String(PAGE_ROWS),
      offset: String(offset),
    });
    return `${this.baseUrl}${path}?${parameters.toString()}`;
  }

  private async context(): Promise<RowContext> {
    return { today: await this.today(), unknownStatus: this.client.unknownStatus };
  }
}

function rowsOf(body: unknown): Rows {
  const answer = objectOf(body, 'the answer');
  if (!isTrue(answer, 'success')) throw new SourceError('unavailable', 'answered without success', { ours: true });
  const result = objectOf(answer['result'], 'result');
  const total = Number(required(result, 'total'));
  if (!Number.isInteger(total)) throw changedFormat('a total that is no number');
  return { rows: listOf(result, 'records'), total };
}

export function ckan(profile: CkanProfile): Connect {
  return () => ({
    origin: profile.origin,
    pace: profile.pace,
    adapter: ({ baseUrl, client, today }) => new CkanRegistry(profile, baseUrl, client, today),
  });
}
