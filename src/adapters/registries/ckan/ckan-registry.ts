import { Registry, SourceError, type Candidates, type NameQuery } from '../../../core/registries/ports.js';
import { readFields, withMore } from '../../../core/registries/reading.js';
import type { Alias, RecordDetails, RegisterRecord, WithheldRecord } from '../../../core/registries/record.js';
import type { QuestionClient } from '../http/client.js';
import { RefusedQuery } from '../http/failures.js';
import { alias, changedFormat, date, required, text, type Row } from '../http/fields.js';
import { addAlias, eachOnce, requestsOf } from '../http/forms.js';
import { isObject, isTrue, listOf, objectOf } from '../http/json.js';
import { isEndOrMore, searchByText, type TextPage } from '../http/paged-search.js';
import { mayBear, readRows } from '../http/rows.js';
import type { Connect } from '../register.js';
import type { CkanProfile, NameResource, RowContext } from './profile.js';
import { asIndexed, furtherForms, underAccents } from './text.js';

const PAGE_ROWS = 1000;
const BOUNDS = { pages: 8, nearPages: 1, write: asIndexed, further: furtherForms };

interface Rows {
  rows: readonly Row[];
  total: number;
}
type Entity = { row: Row; record: RegisterRecord };

/**
 * A register in the data store of a CKAN portal.
 *
 * Docs: https://docs.ckan.org/en/latest/maintaining/datastore.html, `datastore_search` alone, since
 * many portals switch SQL off. Quirks: `q` on a column is a full-text search that wants every word,
 * with English endings and without English stop words; it knows no typos and no other accents. A
 * name of stop words alone finds nothing, so its search is incomplete. `total` is exact, but a page
 * may have fewer rows than were asked for. `success: false` is an error, also with HTTP 200. `_id`
 * changes with every edition: it only sorts. Numbers may be JSON numbers.
 *
 * Where names have accents, a search that is still open asks for its words in every writing with
 * them (`plain=false`). If the portal refuses that, or there are too many, the search is
 * incomplete.
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
    const named = await searchByText(
      query,
      (name, _, from) => this.page(query, { q: this.inColumn(name) }, { from, context }, signal),
      BOUNDS,
      signal,
    );
    const { accents, formerNames } = this.profile;
    const others: Candidates[] = [];
    const found = () => eachOnce([named, ...others].flatMap(({ records }) => records));
    if (accents !== undefined && !query.satisfiedBy(found())) {
      others.push(await this.accented(query, accents, context, signal));
    }
    if (formerNames && !query.satisfiedBy(found())) {
      const once = { ...BOUNDS, nearPages: 0 };
      const read = (name: string, _: number, from: number) =>
        this.formerPage(formerNames, name, { from, context }, signal);
      others.push(await searchByText(query, read, once, signal));
    }
    return { records: found(), complete: [named, ...others].every(({ complete }) => complete) };
  }

  async findByNumber(id: string, signal: AbortSignal): ReturnType<Registry['findByNumber']> {
    const found = await this.numbered(id, signal);
    return found && 'record' in found ? found.record : found;
  }

  async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    const found = await this.numbered(id, signal);
    if (!found || !('record' in found)) return found;
    const officers = await this.officersOf(id, signal);
    const details = readFields<RecordDetails>({
      registeredAgent: () => null,
      officers: () => officers,
      principalAddress: () => this.profile.addressOf(found.row),
      filingHistorySummary: () => null,
    });
    return withMore(found.record, { details });
  }

  private async numbered(id: string, signal: AbortSignal): Promise<Entity | WithheldRecord | undefined> {
    const { idColumn, idIsNumber, columns, resource, isPerson } = this.profile;
    if (idIsNumber && !/^\d+$/.test(id)) return undefined;
    const context = await this.context();
    const filters = JSON.stringify({ [idColumn]: this.keyOf(id) });
    const rows = await this.whole(resource, columns, filters, signal);
    const people = isPerson ? rows.filter(isPerson) : [];
    if (people.length > 0) return { id, withholds: 'name' };
    const own = this.entitiesIn(rows, context).filter(({ record }) => record.id === id);
    const [record] = eachOnce(own.map((each) => each.record));
    if (!record) return undefined;
    for (const other of (await this.formerNamesOf([id], signal)).get(id) ?? []) addAlias(record, other);
    return { row: own[0]!.row, record };
  }

  private entitiesIn(rows: readonly Row[], context: RowContext): Entity[] {
    const { toRecord, isPerson } = this.profile;
    return rows.flatMap((row) => {
      const record = isPerson?.(row) === true ? undefined : toRecord(row, context);
      return record ? [{ row, record }] : [];
    });
  }

  /** In every writing with accents, read to the end. */
  private async accented(
    query: NameQuery,
    accents: string,
    context: RowContext,
    signal: AbortSignal,
  ): Promise<Candidates> {
    const asked = underAccents(query.words, accents);
    if (asked === undefined) return { records: [], complete: true };
    const question = { q: this.inColumn(asked), plain: 'false' };
    const records: RegisterRecord[] = [];
    try {
      for (let [from, page] = [0, 0]; page < BOUNDS.pages; page += 1) {
        const read = await this.page(query, question, { from, context }, signal);
        records.push(...read.records.filter((record) => record !== undefined));
        if (!read.more) return { records: eachOnce(records), complete: read.complete ?? true };
        from += read.received ?? 0;
      }
    } catch (error) {
      if (!(error instanceof RefusedQuery)) throw error;
    }
    return { records: eachOnce(records), complete: false };
  }

  private page(
    query: NameQuery,
    question: Record<string, string>,
    { from, context }: { from: number; context: RowContext },
    signal: AbortSignal,
  ): Promise<TextPage> {
    const { nameColumn, toRecord, isPerson, resource, columns } = this.profile;
    const url = this.url(resource, columns, question, from);
    return this.ask(url, signal, ({ rows, total }): TextPage => {
      const bears = mayBear(query, (row: Row) => [text(row, nameColumn)]);
      const toEntity = (row: Row) => (isPerson?.(row) === true ? undefined : toRecord(row, context));
      const read = readRows(rows, toEntity, this.client.rowSkipped, bears);
      return pageOf(read, rows, { from, total });
    });
  }

  /** A page of former names, as the records that had them. */
  private async formerPage(
    names: NameResource,
    name: string,
    { from, context }: { from: number; context: RowContext },
    signal: AbortSignal,
  ): Promise<TextPage> {
    const q = JSON.stringify({ [names.nameColumn]: name });
    const url = this.url(names.resource, columnsOf(names), { q }, from);
    const listed = await this.ask(url, signal, (answer) => answer);
    const byKey = aliasesIn(listed.rows, names);
    const records: RegisterRecord[] = [];
    for (const keys of requestsOf([...byKey.keys()])) {
      const { idColumn, columns, resource } = this.profile;
      const filters = JSON.stringify({ [idColumn]: keys.map((key) => this.keyOf(key)) });
      const rows = await this.whole(resource, columns, filters, signal);
      records.push(...this.entitiesIn(rows, context).map(({ record }) => record));
    }
    for (const record of records) for (const other of byKey.get(record.id) ?? []) addAlias(record, other);
    return pageOf({ rows: records, complete: true }, listed.rows, { from, total: listed.total });
  }

  private async formerNamesOf(keys: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Alias[]>> {
    const { formerNames } = this.profile;
    if (!formerNames) return new Map();
    const filters = JSON.stringify({ [formerNames.keyColumn]: keys.map((key) => this.keyOf(key)) });
    const rows = await this.whole(formerNames.resource, columnsOf(formerNames), filters, signal);
    return aliasesIn(rows, formerNames);
  }

  private async officersOf(id: string, signal: AbortSignal) {
    const { officers } = this.profile;
    if (!officers) return null;
    const filters = JSON.stringify({ [officers.keyColumn]: this.keyOf(id) });
    const rows = await this.whole(officers.resource, officers.columns, filters, signal);
    return rows.flatMap(officers.toOfficer);
  }

  /** All rows that the filter leaves; a portal that sends fewer is in disorder. */
  private whole(resource: string, columns: readonly string[], filters: string, signal: AbortSignal) {
    return this.ask(this.url(resource, columns, { filters }, 0), signal, ({ rows, total }) => {
      if (rows.length < total) throw changedFormat('fewer rows of a number than their total');
      return rows;
    });
  }

  private inColumn(asked: string): string {
    return JSON.stringify({ [this.profile.nameColumn]: asked });
  }

  private keyOf(id: string): string | number {
    return this.profile.idIsNumber === true ? Number(id) : id;
  }

  private ask<T>(url: string, signal: AbortSignal, read: (rows: Rows) => T): Promise<T> {
    const { isPerson } = this.profile;
    const namesPerson = (body: unknown) => isPerson !== undefined && isObject(body) && rowsOf(body).rows.some(isPerson);
    return this.client.ask({ url, namesPerson }, signal, (body) => read(rowsOf(body))) as Promise<T>;
  }

  private url(resource: string, columns: readonly string[], asked: Record<string, string>, offset: number): string {
    const parameters = new URLSearchParams({
      resource_id: resource,
      ...asked,
      fields: columns.join(','),
      sort: '_id asc',
      limit: String(PAGE_ROWS),
      offset: String(offset),
    });
    return `${this.baseUrl}${this.profile.path}?${parameters.toString()}`;
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

function pageOf(
  read: { rows: readonly (RegisterRecord | undefined)[]; complete: boolean },
  rows: readonly Row[],
  { from, total }: { from: number; total: number },
): TextPage {
  return {
    records: read.rows,
    received: rows.length,
    more: rows.length > 0 && from + rows.length < total,
    pages: Math.ceil(total / PAGE_ROWS),
    complete: read.complete && isEndOrMore(rows, from, total),
  };
}

function columnsOf({ keyColumn, nameColumn, untilColumn }: NameResource): string[] {
  return [keyColumn, nameColumn, untilColumn];
}

/** By the number of the record that had them. */
function aliasesIn(rows: readonly Row[], { keyColumn, nameColumn, untilColumn }: NameResource): Map<string, Alias[]> {
  const byKey = new Map<string, Alias[]>();
  for (const row of rows) {
    const key = text(row, keyColumn);
    const until = () => date(row, untilColumn);
    const names = alias('former', () => text(row, nameColumn), undefined, until);
    if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), ...names]);
  }
  return byKey;
}

export function ckan(profile: CkanProfile): Connect {
  return () => ({
    origin: profile.origin,
    pace: profile.pace,
    adapter: ({ baseUrl, client, today }) => new CkanRegistry(profile, baseUrl, client, today),
  });
}
