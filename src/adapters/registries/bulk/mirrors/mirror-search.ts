import { distance } from 'fastest-levenshtein';
import type { NameQuery } from '../../../../core/registries/ports.js';
import type { Row } from '../../http/fields.js';
import type { Parts } from '../formats/bulk-format.js';
import { CELL_SEPARATOR, rowsTable, wordsTable, type Edition } from './editions.js';
import { indexedName, indexedWhole, keyRange, lettersOfKey, nearSpellings, type IndexedName } from './name-words.js';
import type { Statements } from './statements.js';

export interface Found {
  /** The rows of the entities, the nearest name first. */
  entities: ReadonlyMap<string, Parts>;
  /** False when there were more of them than are read. */
  complete: boolean;
}

interface Ranking {
  ids: string[];
  complete: boolean;
}

/** A word of the question with the words of the register that may be meant by it. */
interface NearWord {
  near: string[];
  /** How many names hold one of them. */
  names: number;
}

interface StoredRow {
  id: string;
  part: string;
  cells: string;
}

interface Candidate {
  id: string;
  key: string;
  words: string[];
}

const MAX_SAME = 300;
const MAX_CANDIDATES = 2_000;
const MAX_FOUND = 200;
/** A few words distinguish long names. */
const MAX_WORDS = 6;
const MAX_SIMILAR_WORDS = 10;
const MIN_SIMILARITY = 0.4;
/** A word that more names hold than this share of them distinguishes no businesses when it stands alone. */
const TELLING_SHARE = 0.005;
const TELLING_NAMES = 200;

/**
 * Finds names in one edition, in stages that grow dearer: the same name; the same letters; then the words, each
 * with at most one typo, in any order; words the register does not know stand for those most alike by their trigrams. One word may be
 * missing or another one, while a distinctive word is left.
 */
export class MirrorSearch {
  constructor(
    private readonly statements: Statements,
    private readonly edition: Edition,
    /** What is read of an entity that was found. */
    private readonly recordParts: readonly string[],
  ) {}

  /** Spellings of the very name. */
  sameName({ typed }: NameQuery): Promise<Found> {
    const { key } = indexedName(typed, this.country());
    return this.byKey('key = $2', [key]);
  }

  /** Names that differ from the one asked for by case, signs, spaces, accents or legal form only. */
  sameLetters({ typed }: NameQuery): Promise<Found> {
    const [from, below] = keyRange(indexedName(typed, this.country()));
    const [wholeFrom, wholeBelow] = keyRange(indexedWhole(typed));
    return this.byKey('(key >= $2 and key < $3) or (key >= $4 and key < $5)', [from, below, wholeFrom, wholeBelow]);
  }

  async nearNames({ typed }: NameQuery): Promise<Found> {
    const { ids, complete } = await this.nearIds(indexedName(typed, this.country()));
    const rows = await this.rowsOf('id = any($2)', [ids]);
    return { entities: new Map(ids.flatMap((id) => (rows.has(id) ? [[id, rows.get(id)!]] : []))), complete };
  }

  /** Everything that is stored of one entity; `undefined` when there is nothing. */
  async entity(id: string): Promise<Parts | undefined> {
    const rows = await this.statements.prepared<StoredRow>(
      `select id, part, cells from ${this.table} where id = $1 order by ctid`,
      [id],
    );
    return this.byEntity(rows).get(id);
  }

  private async byKey(condition: string, values: string[]): Promise<Found> {
    const found = `id in (select distinct id from ${this.table} where ${condition} limit ${MAX_SAME + 1})`;
    const entities = await this.rowsOf(found, values);
    return { entities, complete: entities.size <= MAX_SAME };
  }

  /** `$1` is taken. */
  private async rowsOf(condition: string, values: unknown[]): Promise<Map<string, Parts>> {
    const rows = await this.statements.prepared<StoredRow>(
      `select id, part, cells from ${this.table} where part = any($1) and ${condition} order by ctid`,
      [this.recordParts, ...values],
    );
    return this.byEntity(rows);
  }

  private byEntity(rows: readonly StoredRow[]): Map<string, Parts> {
    const found = new Map<string, Record<string, Row[]>>();
    for (const { id, part, cells } of rows) {
      const entity = found.get(id) ?? {};
      found.set(id, entity);
      (entity[part] ??= []).push(this.rowOf(part, cells));
    }
    return found;
  }

  private async nearIds(asked: IndexedName): Promise<Ranking> {
    const words = await this.nearWords(asked.words);
    const condition = candidateCondition(words, asked.words.length, this.tellingNames());
    if (condition === undefined) return { ids: [], complete: true };
    const broad = await this.candidates(condition, words);
    if (broad.length <= MAX_CANDIDATES) return nearest(asked, broad);
    // Names of many more words are other businesses.
    const narrow = await this.candidates(`(${condition}) and cardinality(words) <= ${asked.words.length + 1}`, words);
    const { ids } = nearest(asked, [...narrow, ...broad]);
    return { ids, complete: narrow.length <= MAX_CANDIDATES && nearest(asked, narrow).complete };
  }

  private async nearWords(asked: readonly string[]): Promise<NearWord[]> {
    const spellings = asked.map(nearSpellings);
    const known = await this.statements.prepared<{ word: string; names: number }>(
      `select word, names from ${wordsTable(this.edition.edition)} where word = any($1)`,
      [[...new Set(spellings.flat())]],
    );
    const names = new Map(known.map((row) => [row.word, row.names]));
    const words = await Promise.all(
      asked.map(async (word, at) => {
        const near = spellings[at]!.filter((spelling) => names.has(spelling));
        if (near.length === 0) return this.similarWords(word);
        return { near, names: near.reduce((sum, spelling) => sum + (names.get(spelling) ?? 0), 0) };
      }),
    );
    return words.toSorted((a, b) => rarity(a) - rarity(b)).slice(0, MAX_WORDS);
  }

  private async similarWords(word: string): Promise<NearWord> {
    if (/\d/.test(word) || word.length < 5) return { near: [], names: 0 };
    const rows = await this.statements.planned<{ word: string; names: number }>(
      `select word, names from ${wordsTable(this.edition.edition)}
       where word % $1 and similarity(word, $1) >= ${MIN_SIMILARITY} order by similarity(word, $1) desc, word limit ${MAX_SIMILAR_WORDS}`,
      [word],
    );
    return { near: rows.map((row) => row.word), names: rows.reduce((sum, row) => sum + row.names, 0) };
  }

  private candidates(condition: string, words: readonly NearWord[]): Promise<Candidate[]> {
    return this.statements.planned<Candidate>(
      `select id, key, words from ${this.table} where ${condition} limit ${MAX_CANDIDATES + 1}`,
      words.filter(({ names }) => names > 0).map(({ near }) => near),
    );
  }

  private rowOf(part: string, cells: string): Row {
    const values = cells.split(CELL_SEPARATOR);
    const columns = this.edition.layout[part] ?? [];
    return Object.fromEntries(columns.map((column, at) => [column, values[at] ?? '']));
  }

  private get table(): string {
    return rowsTable(this.edition.edition);
  }

  private tellingNames(): number {
    return Math.max(TELLING_NAMES, this.edition.rows * TELLING_SHARE);
  }

  private country(): string {
    return this.edition.jurisdiction.slice(0, 2);
  }
}

/** Unknown words last: they may only be the missing one. */
function rarity({ names }: NearWord): number {
  return names === 0 ? Number.POSITIVE_INFINITY : names;
}

/**
 * All words, or all but one while the others are distinctive enough; the name then holds at most one word in the missing one's place. `$n` is the
 * n-th word's near words, the unknown ones coming last and never asked for. `undefined` when nothing can fit.
 */
function candidateCondition(words: readonly NearWord[], askedWords: number, tellingNames: number): string | undefined {
  const has = (at: number) => `words && $${at + 1}`;
  const all = words.map((_, at) => at);
  const known = (places: readonly number[]) => places.every((at) => words[at]!.names > 0);
  const lengths = `cardinality(words) <= ${askedWords}`;
  const alternatives: string[] = [];
  if (all.length === 1 && known(all)) return `${has(0)} and cardinality(words) <= 2`;
  if (all.length > 0 && known(all)) alternatives.push(all.map(has).join(' and '));
  for (const missing of all.length > 1 ? all : []) {
    const rest = all.filter((at) => at !== missing);
    const telling = rest.length > 1 || words[rest[0]!]!.names <= tellingNames;
    if (!known(rest) || !telling) continue;
    alternatives.push(`${rest.map(has).join(' and ')} and ${lengths}`);
  }
  return alternatives.length === 0 ? undefined : alternatives.map((alternative) => `(${alternative})`).join(' or ');
}

/** Letters in the order asked for, or the words in any order at the price of one letter. */
function nearest(asked: IndexedName, candidates: readonly Candidate[]): Ranking {
  const letters = lettersOfKey(asked.key);
  const sorted = asked.words.toSorted().join('');
  const costs = new Map<string, number>();
  for (const { id, key, words } of candidates) {
    const cost = Math.min(distance(letters, lettersOfKey(key)), 1 + distance(sorted, words.toSorted().join('')));
    costs.set(id, Math.min(cost, costs.get(id) ?? Number.POSITIVE_INFINITY));
  }
  const ids = [...costs.keys()].toSorted((a, b) => costs.get(a)! - costs.get(b)! || (a < b ? -1 : 1));
  return { ids: ids.slice(0, MAX_FOUND), complete: ids.length <= MAX_FOUND };
}
