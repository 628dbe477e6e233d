import type { Row } from '../../http/fields.js';
import type { Parts } from '../formats/bulk-format.js';
import { CELL_SEPARATOR, rowsTable, wordsTable, type Edition } from './editions.js';
import { placeOf } from './row-place.js';
import type { Asking } from './shared-reads.js';
import type { Statements } from './statements.js';

export type Entities = ReadonlyMap<string, Parts>;

export interface Word {
  word: string;
  /** Number of names that contain it. */
  names: number;
}

export interface Candidate {
  id: string;
  key: string;
  words: string[];
}

/** The names to read: a condition on `words`, in which `$n` is the n-th list of words. */
export interface Wanted {
  condition: string;
  words: readonly (readonly string[])[];
}

/** Two ranges of keys, each from its first text (inclusive) to its second (exclusive). */
export type KeyRanges = readonly [from: string, below: string, wholeFrom: string, wholeBelow: string];

interface StoredRow {
  id: string;
  part: string;
  cells: string;
  /** `null` in editions imported before it was recorded. */
  file: number | null;
  line: number | null;
}

type Placed<T> = T & { place: number };

/** Most entities read for the same key. */
export const MAX_SAME = 300;
export const MAX_CANDIDATES = 2_000;
const STORED = 'id, part, cells, file, line';
const MAX_SIMILAR_WORDS = 10;
const MIN_SIMILARITY = 0.4;
/** Each further question makes the statement slower to plan. */
const RANGES_TOGETHER = 32;
const CANDIDATES_TOGETHER = 32;
/** Each word has some hundred spellings, which keep this process busy. */
const SPELLINGS_TOGETHER = 16;

/** Reads one edition. A statement answers several questions, each as if it were asked alone. */
export class MirrorReads {
  /** Returns up to `MAX_SAME` + 1 entities with this key. */
  readonly withKey: (key: string) => Promise<Entities>;
  /** The same for keys in these ranges. */
  readonly withKeyIn: (ranges: KeyRanges) => Promise<Entities>;
  /** Returns the parts of these entities that a search needs. */
  readonly listed: (ids: readonly string[]) => Promise<Entities>;
  readonly entity: (id: string) => Promise<Parts | undefined>;
  /** Returns the words that the register knows, with their number of names. */
  readonly known: (words: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly similar: (word: string) => Promise<Word[]>;
  /** Returns up to `MAX_CANDIDATES` + 1. */
  readonly candidates: (wanted: Wanted) => Promise<Candidate[]>;

  constructor(
    private readonly statements: Statements,
    private readonly edition: Edition,
    private readonly recordParts: readonly string[],
    asking: Asking,
  ) {
    this.withKey = asking((keys) => this.byKeys(keys));
    this.withKeyIn = asking((ranges) => inParts(ranges, RANGES_TOGETHER, (some) => this.byRanges(some)));
    this.listed = asking((lists) => this.byIds(lists));
    this.entity = asking((ids) => this.inFull(ids));
    this.known = asking((lists) => inParts(lists, SPELLINGS_TOGETHER, (some) => this.knownWords(some)));
    this.similar = asking((words) => this.similarWords(words));
    this.candidates = asking((wanted) => inParts(wanted, CANDIDATES_TOGETHER, (some) => this.candidatesOf(some)));
  }

  private async byKeys(keys: string[]): Promise<Entities[]> {
    const rows = await this.statements.prepared<Placed<StoredRow>>(
      this.rowsOf(
        `unnest($2::text[]) with ordinality q (key, place)
           cross join lateral (select distinct id from ${this.table} where key = q.key limit ${MAX_SAME + 1}) f`,
        'q.place::integer - 1',
      ),
      [this.recordParts, keys],
    );
    return byPlace(keys.length, rows).map((some) => this.byEntity(some));
  }

  /**
   * Planned with the actual ranges: a generic plan expects so many names that it would read them
   * all.
   */
  private async byRanges(ranges: KeyRanges[]): Promise<Entities[]> {
    const selects = ranges.map((_, place) => {
      const [from, below, wholeFrom, wholeBelow] = [2, 3, 4, 5].map((at) => `$${at + place * 4}`);
      const within = `(key >= ${from} and key < ${below}) or (key >= ${wholeFrom} and key < ${wholeBelow})`;
      return `(select distinct ${place} as place, id from ${this.table} where ${within} limit ${MAX_SAME + 1})`;
    });
    const rows = await this.statements.planned<Placed<StoredRow>>(
      this.rowsOf(`(${selects.join(' union all ')}) f`, 'f.place'),
      [this.recordParts, ...ranges.flat()],
    );
    return byPlace(ranges.length, rows).map((some) => this.byEntity(some));
  }

  /**
   * With `offset 0`, Postgres looks up rows by their ids, which are few, whatever the planner
   * expects.
   */
  private rowsOf(found: string, place: string): string {
    return `select ${place} as place, r.id, r.part, r.cells, r.file, r.line
         from ${found} cross join lateral (select ctid as at, ${STORED} from ${this.table} where id = f.id and part = any($1) offset 0) r
        order by 1, r.at`;
  }

  private async byIds(lists: (readonly string[])[]): Promise<Entities[]> {
    const rows = await this.statements.prepared<StoredRow>(
      `select ${STORED} from ${this.table} where part = any($1) and id = any($2) order by ctid`,
      [this.recordParts, [...new Set(lists.flat())]],
    );
    const entities = this.byEntity(rows);
    return lists.map((ids) => new Map(ids.flatMap((id) => (entities.has(id) ? [[id, entities.get(id)!]] : []))));
  }

  private async inFull(ids: string[]): Promise<(Parts | undefined)[]> {
    const rows = await this.statements.prepared<StoredRow>(
      `select ${STORED} from ${this.table} where id = any($1) order by ctid`,
      [[...new Set(ids)]],
    );
    const entities = this.byEntity(rows);
    return ids.map((id) => entities.get(id));
  }

  private async knownWords(lists: (readonly string[])[]): Promise<ReadonlyMap<string, number>[]> {
    const known = await this.statements.prepared<Word>(
      `select word, names from ${wordsTable(this.edition.edition)} where word = any($1)`,
      [[...new Set(lists.flat())]],
    );
    const names = new Map(known.map((row) => [row.word, row.names]));
    return lists.map(() => names);
  }

  private async similarWords(words: string[]): Promise<Word[][]> {
    const rows = await this.statements.planned<Placed<Word>>(
      `select q.place::integer - 1 as place, s.word, s.names
         from unnest($1::text[]) with ordinality q (word, place) cross join lateral (
           select w.word, w.names, row_number() over (order by similarity(w.word, q.word) desc, w.word) as rank
             from ${wordsTable(this.edition.edition)} w
            where w.word % q.word and similarity(w.word, q.word) >= ${MIN_SIMILARITY}
            order by rank limit ${MAX_SIMILAR_WORDS}) s
        order by q.place, s.rank`,
      [words],
    );
    return byPlace(words.length, rows);
  }

  /** Planned with the actual words: the best plan depends on how many names contain them. */
  private async candidatesOf(wanted: Wanted[]): Promise<Candidate[][]> {
    const values: (readonly string[])[] = [];
    const selects = wanted.map(({ condition, words }, place) => {
      const before = values.length;
      values.push(...words);
      const own = condition.replaceAll(/\$(\d+)/g, (_, at: string) => `$${before + Number(at)}`);
      return `(select ${place} as place, id, key, words from ${this.table} where ${own} limit ${MAX_CANDIDATES + 1})`;
    });
    const rows = await this.statements.planned<Placed<Candidate>>(selects.join(' union all '), values);
    return byPlace(wanted.length, rows);
  }

  private byEntity(rows: readonly StoredRow[]): Map<string, Parts> {
    const found = new Map<string, Record<string, Row[]>>();
    for (const row of rows) {
      const entity = found.get(row.id) ?? {};
      found.set(row.id, entity);
      (entity[row.part] ??= []).push(this.rowOf(row));
    }
    return found;
  }

  private rowOf({ part, cells, file, line }: StoredRow): Row {
    const values = cells.split(CELL_SEPARATOR);
    const columns = this.edition.layout[part] ?? [];
    const row = Object.fromEntries(columns.map((column, at) => [column, values[at] ?? '']));
    return { ...row, ...placeOf(this.edition, file, line) };
  }

  private get table(): string {
    return rowsTable(this.edition.edition);
  }
}

function byPlace<T>(count: number, rows: readonly Placed<T>[]): T[][] {
  const placed: T[][] = Array.from({ length: count }, () => []);
  for (const row of rows) placed[row.place]?.push(row);
  return placed;
}

async function inParts<T, R>(items: readonly T[], most: number, work: (some: T[]) => Promise<R[]>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < items.length; from += most) done.push(...(await work(items.slice(from, from + most))));
  return done;
}
