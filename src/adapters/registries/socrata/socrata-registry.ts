import { Registry, type Candidates, type NameQuery } from '../../../core/registries/ports.js';
import { withMore } from '../../../core/registries/reading.js';
import type { Alias, DetailedRecord, RegisterRecord } from '../../../core/registries/record.js';
import { alias, ChangedFormat, changedFormat, date, text, type Row } from '../http/fields.js';
import type { QuestionClient } from '../http/client.js';
import { mayBear, readRows } from '../http/rows.js';
import {
  blindForm,
  inOrderForm,
  nearForm,
  type NameForm,
  FIRST_PAGE,
  inTime,
  NEAR_LIMIT_MS,
  readForm,
} from './name-forms.js';
import { knowsNoSuchFunction, Portal, type PageQuery, type Patience } from './portal.js';
import type { NameDataset, SocrataProfile } from './profile.js';
import { all, any, equals, oneOf } from './soql.js';

const PAGE_ROWS = 1000;
const KEYS_PER_REQUEST = 200;
/** Fewer rows may all lack a status without the column being gone. */
const ROWS_TO_JUDGE_BY = 10;

interface Found {
  records: Map<string, RegisterRecord>;
  /** A row was skipped. */
  oddRow: boolean;
}
interface Entity {
  row: Row;
  record: RegisterRecord;
}
interface MainRows {
  entities: Entity[];
  /** Rows sent by the portal, including skipped ones and those that are not entities. */
  received: number;
  complete: boolean;
}

/** Features that a portal was found to lack. Remembered for all later questions. */
export class LearntOfPortal {
  blindFormKnown = true;
  readonly unknownNames = new Set<NameDataset>();
}

/**
 * A register on a Socrata open data portal, queried through SODA 2.1
 * (https://dev.socrata.com/docs/).
 *
 * Quota: none published; requests without an application token share a pool per address and may get
 * 429. Terms: each portal's own, see the profiles. Quirks: every scalar is a text, empty columns
 * are omitted from a row, text comparison is case-sensitive, errors have `code` or `errorCode`, and
 * dates are calendar dates without a time zone.
 *
 * **Completeness** (`complete: true`). A name is searched for in up to four forms, until one
 * answers the question: its words in order; the same ignoring punctuation and spaces; names with
 * one typo or one missing word, in any order; and former or trade names if the portal publishes
 * them. Each form is read to its last page, at most 5,000 rows (former and trade names: 1,000). If
 * words are so common that a form has more, its narrow version counts: names that begin with the
 * words (or with THE and the words) and are longer by at most a legal form and a short word,
 * because a longer name is another business. The answer is incomplete only if the narrow version
 * does not end either, if a form after the first takes the portal longer than `NEAR_LIMIT_MS`, if a
 * row could not be read, or if the portal does not know `replace`, so that the second form is
 * skipped.
 */
export class SocrataRegistry extends Registry {
  readonly parserVersion: number;
  private readonly portal: Portal;

  constructor(
    private readonly profile: SocrataProfile,
    private readonly learnt: LearntOfPortal,
    baseUrl: string,
    private readonly client: QuestionClient,
    private readonly today: () => Promise<string>,
  ) {
    super();
    this.parserVersion = profile.parserVersion;
    this.portal = new Portal(baseUrl, client);
  }

  async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const found: Found = { records: new Map(), oddRow: false };
    let complete = true;
    for (const step of this.steps(query, found, signal)) {
      complete = (await step()) && complete;
      if (query.satisfiedBy([...found.records.values()])) break;
    }
    return { records: [...found.records.values()], complete: complete && !found.oddRow };
  }

  async fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    const main = await this.oneEntity({ where: equals(this.profile.idColumn, id), limit: 1 }, signal);
    if (!main) return undefined;
    const [details, record] = await Promise.all([
      this.profile.details(main.row, (dataset, query) => this.portal.ask(dataset, query, { signal }, (rows) => rows)),
      this.withAliases(main, signal),
    ]);
    return withMore(record, { details });
  }

  async findByNumber(number: string, signal: AbortSignal): Promise<RegisterRecord | undefined> {
    const { idColumn, numberColumns = [], columns } = this.profile;
    const where = any([idColumn, ...numberColumns].map((column) => equals(column, number)));
    const main = await this.oneEntity({ select: columns.join(','), where, limit: 1 }, signal);
    return main && this.withAliases(main, signal);
  }

  /** Each step returns whether it has read everything it asked for. */
  private steps(query: NameQuery, found: Found, signal: AbortSignal): (() => Promise<boolean>)[] {
    const satisfied = () => query.satisfiedBy([...found.records.values()]);
    const near: Patience = { signal, limitMs: NEAR_LIMIT_MS };
    const read = (form: NameForm | undefined, patience: Patience) =>
      readForm(form, satisfied, (where, pages) => this.readMain(query, { where, pages }, found, patience));
    return [
      () => read(inOrderForm(this.profile, query), { signal }),
      () => inTime(() => this.blindly(() => read(blindForm(this.profile, query), near))),
      () => inTime(() => read(nearForm(this.profile, query), near)),
      ...this.profile.aliases.map((source) => () => inTime(() => this.readAliases(source, query, found, near))),
    ];
  }

  private async blindly(read: () => Promise<boolean>): Promise<boolean> {
    if (!this.learnt.blindFormKnown) return false;
    try {
      return await read();
    } catch (error) {
      if (!knowsNoSuchFunction(error)) throw error;
      this.learnt.blindFormKnown = false;
      return false;
    }
  }

  private readMain(
    query: NameQuery,
    { where, pages }: { where: string; pages: readonly number[] },
    found: Found,
    patience: Patience,
  ): Promise<boolean> {
    const { columns, idColumn, nameColumn, severalRowsPerEntity } = this.profile;
    const bears = mayBear<Row>(query, (row) => [text(row, nameColumn)]);
    const select = columns.join(',');
    const group = severalRowsPerEntity === true ? { group: select } : {};
    return readPages(pages, async (page) => {
      const main = await this.mainRows({ select, where, ...group, order: idColumn, ...page }, patience, bears);
      addEntities(main, found);
      return main.received;
    });
  }

  private async readAliases(source: NameDataset, query: NameQuery, found: Found, patience: Patience): Promise<boolean> {
    const { mainColumn } = source;
    const aliasesByKey = new Map<string, Alias[]>();
    const firstPageOnly = () => true;
    let complete = await readForm(inOrderForm(source, query), firstPageOnly, (asked) =>
      readPages(FIRST_PAGE, async (page) => {
        const { rows, received } = await this.aliasRows(source, asked, page, patience);
        for (const row of rows) addAliasOf(row, source, aliasesByKey);
        return received;
      }),
    );
    for (const keys of chunks([...aliasesByKey.keys()], KEYS_PER_REQUEST)) {
      const main = await this.mainRows({ where: oneOf(mainColumn, keys), limit: PAGE_ROWS }, patience);
      addEntities(main, found);
      if (main.received >= PAGE_ROWS) complete = false;
      for (const { row, record } of main.entities) {
        const known = found.records.get(record.id) ?? record;
        for (const other of aliasesByKey.get(text(row, mainColumn) ?? '') ?? []) addAlias(known, other);
      }
    }
    return complete;
  }

  private async withAliases({ row, record }: Entity, signal: AbortSignal): Promise<RegisterRecord> {
    const found = await Promise.all(
      this.profile.aliases.map(async (source) => {
        const key = text(row, source.mainColumn);
        if (key === null) return [];
        const { rows } = await this.aliasRows(source, equals(source.keyColumn, key), {}, { signal });
        return rows.flatMap((other) => aliasOf(other, source));
      }),
    );
    for (const other of found.flat()) addAlias(record, other);
    return record;
  }

  /**
   * Returns matching rows of a dataset of names. Empty if the portal is known to lack the dataset's
   * columns.
   */
  private async aliasRows(
    source: NameDataset,
    asked: string,
    page: object,
    patience: Patience,
  ): Promise<{ rows: Row[]; received: number }> {
    const { dataset, keyColumn, nameColumn, condition, unproven } = source;
    if (this.learnt.unknownNames.has(source)) return { rows: [], received: 0 };
    const where = all([asked, ...(condition === undefined ? [] : [condition])]);
    try {
      const query = { where, order: `${keyColumn},${nameColumn}`, ...page };
      const answered = await this.portal.ask(dataset, query, patience, (rows) => rows);
      return { rows: answered.filter((row) => source.ended?.(row) !== true), received: answered.length };
    } catch (error) {
      if (unproven !== true || !(error instanceof ChangedFormat)) throw error;
      this.learnt.unknownNames.add(source);
      return { rows: [], received: 0 };
    }
  }

  private async oneEntity(query: PageQuery, signal: AbortSignal): Promise<Entity | undefined> {
    const { entities } = await this.mainRows(query, { signal });
    return entities[0];
  }

  private async mainRows(query: PageQuery, patience: Patience, bears?: (row: Row) => boolean): Promise<MainRows> {
    const { dataset, statusColumn } = this.profile;
    const today = await this.today();
    return this.portal.ask(dataset, query, patience, (answered) => {
      const judged = statusColumn !== undefined && answered.length >= ROWS_TO_JUDGE_BY;
      if (judged && answered.every((row) => text(row, statusColumn) === null)) {
        throw changedFormat(`no record has ${statusColumn}`);
      }
      const context = { today, unknownStatus: this.client.unknownStatus };
      const read = (row: Row): Entity[] => {
        const record = this.profile.toRecord(row, context);
        return record ? [{ row, record }] : [];
      };
      const { rows, complete } = readRows(answered, read, this.client.rowSkipped, bears);
      return { entities: rows.flat(), received: answered.length, complete };
    });
  }
}

/** Returns `true` once the last page was seen. */
async function readPages(
  pages: readonly number[],
  readPage: (page: { limit: number; offset: number }) => Promise<number>,
): Promise<boolean> {
  for (const page of pages) {
    if ((await readPage({ limit: PAGE_ROWS, offset: page * PAGE_ROWS })) < PAGE_ROWS) return true;
  }
  return false;
}

/** Keeps the first record of each number. */
function addEntities({ entities, complete }: MainRows, found: Found): void {
  if (!complete) found.oddRow = true;
  for (const { record } of entities) if (!found.records.has(record.id)) found.records.set(record.id, record);
}

function aliasOf(row: Row, { nameColumn, kind, fromColumn, untilColumn }: NameDataset): Alias[] {
  const day = (column: string | undefined) => () => (column === undefined ? null : date(row, column));
  return alias(kind, () => text(row, nameColumn), day(fromColumn), day(untilColumn));
}

function addAliasOf(row: Row, source: NameDataset, aliasesByKey: Map<string, Alias[]>): void {
  const key = text(row, source.keyColumn);
  if (key !== null) aliasesByKey.set(key, [...(aliasesByKey.get(key) ?? []), ...aliasOf(row, source)]);
}

function addAlias(record: RegisterRecord, other: Alias): void {
  if (other.name !== record.name && !record.aliases.some(({ name }) => name === other.name)) record.aliases.push(other);
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
