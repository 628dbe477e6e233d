import type { Connect, Connection, Credential, Register } from '../register.js';
import { Registry, type Candidates, type NameQuery } from '../../../core/registries/ports.js';
import { withMore } from '../../../core/registries/reading.js';
import type { Alias, DetailedRecord, RegisterRecord } from '../../../core/registries/record.js';
import { ChangedFormat, changedFormat, text, type Row } from '../http/fields.js';
import type { QuestionClient } from '../http/client.js';
import { addAlias, askTogether, eachFound, Found, listedAmong, requestsOf } from '../http/forms.js';
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
import {
  addAliasOf,
  aliasOf,
  knowsNoSuchFunction,
  LearntOfPortal,
  Portal,
  type PageQuery,
  type Patience,
  PAGE_ROWS,
  readPages,
} from './portal.js';
import type { NameDataset, SocrataProfile } from './profile.js';
import { numbersIn, standingAmong, standingOf, type Entity, type StandingEntity } from './registrations.js';
import { all, any, equals, oneOf } from './soql.js';

/** Fewer rows may lack a status without the column being gone. */
const ROWS_TO_JUDGE_BY = 10;
const NOT_READ: Candidates = { records: [], complete: false };

interface MainRows {
  entities: Entity[];
  /** Rows sent by the portal, including skipped ones and those that are not entities. */
  received: number;
  complete: boolean;
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
 * **Completeness** (`complete: true`). A name is searched for by its words in order and, together
 * with that, ignoring punctuation and spaces: another entity may have the same name in the other
 * spelling. If neither finds it, three more forms are asked together: names with one typo or one
 * missing word, in any order, and former and trade names if the portal publishes them. Each form is
 * read to its last page, at most 5,000 rows (former and trade names: 1,000). If words are so common
 * that a form has more, its narrow version counts: names that begin with the words (or with THE and
 * the words) and are longer by at most a legal form and a short word, because a longer name is
 * another business. The answer is incomplete only if the narrow version does not end either, if a
 * form after the first fails or takes the portal longer than `NEAR_LIMIT_MS`, if a row could not be
 * read, or if the portal does not know `replace`, so that the second form is skipped.
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
    const near: Patience = { signal, limitMs: NEAR_LIMIT_MS };
    const named = await askTogether(
      query,
      [
        () => this.readMain(query, inOrderForm(this.profile, query), { signal }),
        () => this.blindly(() => this.readMain(query, blindForm(this.profile, query), near)),
      ],
      signal,
    );
    if (query.satisfiedBy(named.records)) return this.standing(query, named, signal);
    const others = await askTogether(
      query,
      [
        () => this.readMain(query, nearForm(this.profile, query), near),
        ...this.profile.aliases.map((source) => () => this.readAliases(source, query, near)),
      ],
      signal,
    );
    const records = [...named.records, ...others.records];
    return this.standing(query, { records, complete: named.complete && others.complete }, signal);
  }

  async fetch(id: string, signal: AbortSignal, listed?: RegisterRecord): Promise<DetailedRecord | undefined> {
    const main = listedAmong(await this.numbered(id, { others: [] }, signal), listed);
    if (!main) return undefined;
    const [details, record] = await Promise.all([
      this.profile.details(main.row, (dataset, query) => this.portal.ask(dataset, query, { signal }, (rows) => rows)),
      this.withAliases(main, signal),
    ]);
    return withMore(record, { details });
  }

  async findByNumber(
    number: string,
    signal: AbortSignal,
    isMeant: (record: RegisterRecord) => boolean = () => false,
  ): Promise<RegisterRecord | undefined> {
    const { columns, numberColumns = [] } = this.profile;
    const numbered = await this.numbered(number, { others: numberColumns, select: columns.join(',') }, signal);
    const meant = numbered.find(({ record }) => isMeant(record));
    const main = meant ?? numbered.find(({ record }) => record.id === number) ?? numbered[0];
    return main && this.withAliases(main, signal);
  }

  /**
   * In the order of the portal's own row numbers, so that repeated questions get the same answer.
   */
  private async numbered(
    number: string,
    { others, ...query }: { others: readonly string[]; select?: string },
    signal: AbortSignal,
  ): Promise<Entity[]> {
    const { idColumn, registrations } = this.profile;
    const page = { ...query, order: ':id', limit: PAGE_ROWS };
    const read = async (where: string) => (await this.mainRows({ ...page, where }, { signal })).entities;
    const ofNumber = (of: string) => read(any([idColumn, ...others].map((column) => equals(column, of))));
    return registrations ? standingOf(number, registrations, read, ofNumber) : ofNumber(number);
  }

  /** Reads all registrations of the numbers found, which decide what a number stands for. */
  private async standing(
    query: NameQuery,
    { records, complete }: Candidates,
    signal: AbortSignal,
  ): Promise<Candidates> {
    const { registrations, idColumn, columns } = this.profile;
    if (!registrations) return { records: eachFound(records), complete };
    const page = { select: columns.join(','), order: ':id', limit: PAGE_ROWS };
    const near = records.filter(({ name }) => query.mayMean?.(name) ?? true);
    const read: StandingEntity[] = [];
    let isWhole = complete;
    for (const keys of requestsOf(numbersIn(near, registrations))) {
      const main = await this.mainRows({ ...page, where: oneOf(idColumn, keys) }, { signal });
      read.push(...standingAmong(main.entities, registrations));
      isWhole &&= main.complete && main.received < PAGE_ROWS;
    }
    const known = new Set(read.flatMap(({ record, registered }) => [record.id, ...registered]));
    const others = eachFound(records).filter(({ id }) => !known.has(id));
    return { records: [...read.map(({ record }) => record), ...others], complete: isWhole };
  }

  private async blindly(read: () => Promise<Candidates>): Promise<Candidates> {
    if (!this.learnt.blindFormKnown) return NOT_READ;
    try {
      return await read();
    } catch (error) {
      if (!knowsNoSuchFunction(error)) throw error;
      this.learnt.blindFormKnown = false;
      return NOT_READ;
    }
  }

  private async readMain(query: NameQuery, form: NameForm | undefined, patience: Patience): Promise<Candidates> {
    const { columns, idColumn, nameColumn, severalRowsPerEntity } = this.profile;
    const bears = mayBear<Row>(query, (row) => [text(row, nameColumn)]);
    const select = columns.join(',');
    const group = severalRowsPerEntity === true ? { group: select } : {};
    const found = new Found();
    let isReadable = true;
    const readAll = (where: string, pages: readonly number[]) =>
      readPages(pages, async (page) => {
        const main = await this.mainRows({ select, where, ...group, order: idColumn, ...page }, patience, bears);
        found.add(main.entities.map(({ record }) => record));
        isReadable &&= main.complete;
        return main.received;
      });
    const ended = await inTime(() => readForm(form, () => query.satisfiedBy(found.records), readAll));
    return { records: found.records, complete: ended && isReadable };
  }

  private async readAliases(source: NameDataset, query: NameQuery, patience: Patience): Promise<Candidates> {
    const found = new Found();
    const complete = await inTime(() => this.readNamed(source, query, found, patience));
    return { records: found.records, complete };
  }

  private async readNamed(source: NameDataset, query: NameQuery, found: Found, patience: Patience): Promise<boolean> {
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
    for (const keys of requestsOf([...aliasesByKey.keys()])) {
      const main = await this.mainRows({ where: oneOf(mainColumn, keys), limit: PAGE_ROWS }, patience);
      found.add(main.entities.map(({ record }) => record));
      complete &&= main.complete && main.received < PAGE_ROWS;
      for (const { row, record } of main.entities) {
        const known = found.same(record);
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

  private async mainRows(query: PageQuery, patience: Patience, bears?: (row: Row) => boolean): Promise<MainRows> {
    const { dataset, statusColumn, condition } = this.profile;
    const today = await this.today();
    const where = condition === undefined ? query.where : all([condition, query.where]);
    return this.portal.ask(dataset, { ...query, where }, patience, (answered) => {
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

/** One token is for all portals. */
export const APP_TOKEN: Credential = {
  variable: 'SOCRATA_APP_TOKEN',
  words: (codes) => `A token of Socrata. Raises the quota of ${codes}.`,
};

export interface SocrataRegister extends Register {
  adapter(connection: Connection): SocrataRegistry;
}

export function socrata(profile: SocrataProfile): (how: Parameters<Connect>[0]) => SocrataRegister {
  return ({ credentials: { [APP_TOKEN.variable]: token } }) => {
    const learnt = new LearntOfPortal();
    return {
      origin: profile.origin,
      // Without a token, all callers of one address share a small pool. The portals publish no
      // figures.
      pace: token === undefined ? { concurrency: 4, spacingMs: 50 } : { concurrency: 8 },
      ...(token !== undefined && { headers: { 'x-app-token': token } }),
      adapter: ({ baseUrl, client, today }) => new SocrataRegistry(profile, learnt, baseUrl, client, today),
    };
  };
}
