import { Registry, type Candidates, type NameQuery } from '../../../core/registries/ports.js';
import type { DetailedRecord, Alias, RegisterRecord } from '../../../core/registries/record.js';
import { changedFormat, text, type Row } from '../http/fields.js';
import { RefusedQuery, type RegisterClient } from '../http/client.js';
import { blindForm, inOrderForm, nearForm, type NameForm } from './name-forms.js';
import type { NameDataset, RowQuery, SocrataProfile } from './profile.js';
import { all, equals, oneOf } from './soql.js';

const PAGE_ROWS = 1000;
const FIRST_PAGE = [0];
const FURTHER_PAGES = [1, 2, 3, 4];
const ALL_PAGES = [...FIRST_PAGE, ...FURTHER_PAGES];
const KEYS_PER_REQUEST = 200;
const UNKNOWN_FUNCTION = /no-such-function|type-mismatch/;
const UNKNOWN_COLUMN = /no-such-column.*?(?:column:?\s+(\w+)|$)/is;

type Records = Map<string, RegisterRecord>;
type PageQuery = RowQuery & { offset?: number };
interface MainRow {
  row: Row;
  record: RegisterRecord | undefined;
}

/**
 * A register on a Socrata open data portal, asked through SODA 2.1 (https://dev.socrata.com/docs/).
 *
 * Quota: none published; requests without an application token share a pool per address and may be answered 429. Terms: each
 * portal's own, see the profiles. Known lies: every scalar is a text, empty columns are left out of a row, text comparison is
 * case-sensitive, errors carry `code` or `errorCode`, and dates have no zone and are calendar dates.
 *
 * **What `complete: true` rests on.** A name is looked for in up to four forms, ending as soon as one has answered the question: its
 * words in order; the same blind to punctuation and spaces; names with one typo or one missing word, in any order; and former or
 * trade names where the portal publishes them. Each form is read to its last page, at most 5,000 rows (former and trade names: 1,000).
 * When words are so common that a form has more, what counts is the same form put narrowly: names that begin with the words (or with
 * THE and the words) and are at most a legal form and a short word longer, because a longer name is another business. Only when that
 * has no end either is the answer incomplete. A portal that does not know `replace` skips the blind form; one sign inside a word is
 * then still survived by the third.
 */
export class SocrataRegistry extends Registry {
  private blindFormKnown = true;

  constructor(
    private readonly profile: SocrataProfile,
    private readonly baseUrl: string,
    private readonly client: RegisterClient,
    private readonly now: () => number = Date.now,
  ) {
    super();
  }

  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const found = new Map<string, RegisterRecord>();
    let complete = true;
    for (const step of this.steps(query, found, signal)) {
      complete = (await step()) && complete;
      if (query.satisfiedBy([...found.values()])) break;
    }
    return { records: [...found.values()], complete };
  }

  async fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    const { idColumn, aliases } = this.profile;
    const [main] = await this.mainRows({ where: equals(idColumn, id), limit: 1 }, signal);
    if (!main?.record) return undefined;
    const { row, record } = main;
    const [details, ...names] = await Promise.all([
      this.profile.details(row, (dataset, query) => this.rows(dataset, query, signal)),
      ...aliases.map((source) => this.namesOf(row, source, signal)),
    ]);
    for (const other of names.flat()) addOtherName(record, other);
    return { ...record, details };
  }

  /** Each returns whether all that it asked for has been read. */
  private steps(query: NameQuery, found: Records, signal: AbortSignal): (() => Promise<boolean>)[] {
    const satisfied = () => query.satisfiedBy([...found.values()]);
    const read = (form: NameForm | undefined) =>
      readForm(form, satisfied, (where, pages) => this.readMain(where, pages, found, signal));
    return [
      () => read(inOrderForm(this.profile, query)),
      () => this.blindly(() => read(blindForm(this.profile, query))),
      () => read(nearForm(this.profile, query)),
      ...this.profile.aliases.map((source) => () => this.readOtherNames(source, query, found, signal)),
    ];
  }

  private async blindly(read: () => Promise<boolean>): Promise<boolean> {
    if (!this.blindFormKnown) return true;
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof RefusedQuery && UNKNOWN_FUNCTION.test(codeOf(error.body)))) throw error;
      this.blindFormKnown = false;
      return true;
    }
  }

  private readMain(where: string, pages: number[], found: Records, signal: AbortSignal): Promise<boolean> {
    const { columns, idColumn, severalRowsPerEntity } = this.profile;
    const select = columns.join(',');
    const group = severalRowsPerEntity === true ? { group: select } : {};
    return readPages(pages, async (page) => {
      const rows = await this.mainRows({ select, where, ...group, order: idColumn, ...page }, signal);
      for (const { record } of rows) addRecord(record, found);
      return rows.length;
    });
  }

  private async readOtherNames(
    source: NameDataset,
    query: NameQuery,
    found: Records,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { dataset, nameColumn, keyColumn, mainColumn, condition, kind } = source;
    const namesByKey = new Map<string, string[]>();
    const firstPageOnly = () => true;
    const complete = await readForm(inOrderForm(source, query), firstPageOnly, (asked) =>
      readPages(FIRST_PAGE, async (page) => {
        const where = condition === undefined ? asked : all([asked, condition]);
        const rows = await this.rows(dataset, { where, order: `${keyColumn},${nameColumn}`, ...page }, signal);
        for (const row of rows) addName(row, source, namesByKey);
        return rows.length;
      }),
    );
    for (const keys of chunks([...namesByKey.keys()], KEYS_PER_REQUEST)) {
      for (const { row, record } of await this.mainRows({ where: oneOf(mainColumn, keys) }, signal)) {
        const known = addRecord(record, found);
        const names = namesByKey.get(text(row, mainColumn) ?? '') ?? [];
        if (known) for (const name of names) addOtherName(known, { name, kind });
      }
    }
    return complete;
  }

  private async namesOf(row: Row, source: NameDataset, signal: AbortSignal): Promise<Alias[]> {
    const { dataset, nameColumn, keyColumn, mainColumn, condition, kind } = source;
    const key = text(row, mainColumn);
    if (key === null) return [];
    const where = all([equals(keyColumn, key), ...(condition === undefined ? [] : [condition])]);
    const rows = await this.rows(dataset, { where, order: nameColumn }, signal);
    return rows.flatMap((other) => {
      const name = text(other, nameColumn);
      return name === null ? [] : [{ name, kind }];
    });
  }

  private mainRows(query: PageQuery, signal: AbortSignal): Promise<MainRow[]> {
    const { dataset, statusColumn } = this.profile;
    return this.ask(dataset, query, signal, (rows) => {
      if (statusColumn !== undefined && rows.length > 0 && rows.every((row) => text(row, statusColumn) === null)) {
        throw changedFormat(`no record has ${statusColumn}`);
      }
      return rows.map((row) => ({ row, record: this.profile.toRecord(row, this.today()) }));
    });
  }

  private rows(dataset: string, query: PageQuery, signal: AbortSignal): Promise<Row[]> {
    return this.ask(dataset, query, signal, (rows) => rows);
  }

  private async ask<T>(dataset: string, query: PageQuery, signal: AbortSignal, read: (rows: Row[]) => T): Promise<T> {
    const parameters = Object.entries(query).map(([name, value]) => `$${name}=${encodeURIComponent(String(value))}`);
    const url = `${this.baseUrl}/resource/${dataset}.json?${parameters.join('&')}`;
    try {
      return await this.client.getJson(url, signal, (body) => {
        if (!Array.isArray(body) || !body.every(isRow))
          throw changedFormat(`${dataset} answered something other than rows`);
        return read(body);
      });
    } catch (error) {
      const gone = error instanceof RefusedQuery ? UNKNOWN_COLUMN.exec(codeOf(error.body)) : null;
      throw gone ? changedFormat(`${dataset} has lost a column: ${gone[1] ?? 'unnamed'}`) : error;
    }
  }

  private today(): string {
    return new Date(this.now()).toISOString().slice(0, 10);
  }
}

/**
 * Whether all that could be meant has been read. Common words are put narrowly before their further pages are turned: the name itself is
 * among the narrow answers. A name without words has no such form, and nothing to be read.
 */
export async function readForm(
  form: NameForm | undefined,
  satisfied: () => boolean,
  read: (where: string, pages: number[]) => Promise<boolean>,
): Promise<boolean> {
  if (form === undefined || (await read(form.broad, FIRST_PAGE))) return true;
  const complete = await read(form.narrow, ALL_PAGES);
  if (satisfied()) return complete;
  return (await read(form.broad, FURTHER_PAGES)) || complete;
}

/** True when the last page has been seen. */
async function readPages(
  pages: readonly number[],
  readPage: (page: { limit: number; offset: number }) => Promise<number>,
): Promise<boolean> {
  for (const page of pages) {
    if ((await readPage({ limit: PAGE_ROWS, offset: page * PAGE_ROWS })) < PAGE_ROWS) return true;
  }
  return false;
}

/** The record as it is known from now on; the first one met stays. */
function addRecord(record: RegisterRecord | undefined, found: Records): RegisterRecord | undefined {
  if (record && !found.has(record.id)) found.set(record.id, record);
  return record && found.get(record.id);
}

function addName(row: Row, { keyColumn, nameColumn }: NameDataset, namesByKey: Map<string, string[]>): void {
  const key = text(row, keyColumn);
  const name = text(row, nameColumn);
  if (key !== null && name !== null) namesByKey.set(key, [...(namesByKey.get(key) ?? []), name]);
}

function addOtherName(record: RegisterRecord, other: Alias): void {
  if (other.name !== record.name && !record.aliases.some(({ name }) => name === other.name)) record.aliases.push(other);
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function codeOf(body: unknown): string {
  if (!isRow(body)) return '';
  return `${text(body, 'code') ?? ''} ${text(body, 'errorCode') ?? ''} ${text(body, 'message') ?? ''}`;
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
