import { distance } from 'fastest-levenshtein';
import type { DataSource } from 'typeorm';
import type { NameQuery } from '../../../core/registries/ports.js';
import type { Row } from '../cells.js';
import type { Parts } from './bulk-format.js';
import { CELL_SEPARATOR, rowsTable, wordsTable, type Edition } from './editions.js';
import { indexedName, indexedWhole, nearSpellings } from './name-words.js';

export interface Found {
  /** Of the entities, the nearest name first. */
  ids: string[];
  /** False when there were more of them than are read. */
  complete: boolean;
}

/** A word of the question with the words of the register that may be meant by it. */
interface NearWord {
  near: string[];
  /** How many names hold one of them. */
  names: number;
}

interface Candidate {
  id: string;
  key: string;
  words: string[];
}

const MAX_SAME_KEY = 500;
const MAX_CANDIDATES = 2_000;
const MAX_FOUND = 300;
/** Long names are told apart by few words. */
const MAX_WORDS = 6;
const MAX_SIMILAR_WORDS = 10;
const MIN_SIMILARITY = 0.4;
/** A word that more names hold than this share of them tells no businesses apart. */
const TELLING_SHARE = 0.005;
const TELLING_NAMES = 200;

/**
 * Finds names in one edition, in stages that grow dearer and end with the first that answers: the same letters; then the words, each
 * with at most one typo, in any order; words the register does not know stand for those most alike by their trigrams. One word may be
 * missing or another one, while a word is left that tells businesses apart.
 */
export class MirrorSearch {
  constructor(
    private readonly database: DataSource,
    private readonly edition: Edition,
  ) {}

  /** Names that differ from the one asked for by case, signs, spaces, accents or legal form only. */
  async sameLetters({ typed }: NameQuery): Promise<Found> {
    const keys = [indexedName(typed, this.country()).key, indexedWhole(typed).key].filter((key) => key !== '');
    if (keys.length === 0) return { ids: [], complete: true };
    const rows = await this.ask<{ id: string }>(
      `select id from ${rowsTable(this.edition.edition)} where key = any($1) limit ${MAX_SAME_KEY + 1}`,
      [keys],
    );
    const ids = [...new Set(rows.map(({ id }) => id))];
    return { ids: ids.slice(0, MAX_SAME_KEY), complete: rows.length <= MAX_SAME_KEY };
  }

  async nearNames({ typed }: NameQuery): Promise<Found> {
    const asked = indexedName(typed, this.country());
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

  /** The rows of the entities, by id and part. */
  async rows(ids: readonly string[], parts?: readonly string[]): Promise<Map<string, Parts>> {
    const found = new Map<string, Record<string, Row[]>>();
    if (ids.length === 0) return found;
    const rows = await this.ask<{ id: string; part: string; cells: string }>(
      `select id, part, cells from ${rowsTable(this.edition.edition)}
       where id = any($1) and ($2::text[] is null or part = any($2)) order by ctid`,
      [ids, parts ?? null],
    );
    for (const { id, part, cells } of rows) {
      const entity = found.get(id) ?? {};
      found.set(id, entity);
      (entity[part] ??= []).push(this.rowOf(part, cells));
    }
    return found;
  }

  private async nearWords(asked: readonly string[]): Promise<NearWord[]> {
    const spellings = asked.map(nearSpellings);
    const known = await this.ask<{ word: string; names: number }>(
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
    const rows = await this.ask<{ word: string; names: number }>(
      `select word, names from ${wordsTable(this.edition.edition)}
       where word % $1 and similarity(word, $1) >= ${MIN_SIMILARITY} order by similarity(word, $1) desc, word limit ${MAX_SIMILAR_WORDS}`,
      [word],
    );
    return { near: rows.map((row) => row.word), names: rows.reduce((sum, row) => sum + row.names, 0) };
  }

  private candidates(condition: string, words: readonly NearWord[]): Promise<Candidate[]> {
    return this.ask<Candidate>(
      `select id, key, words from ${rowsTable(this.edition.edition)} where ${condition} limit ${MAX_CANDIDATES + 1}`,
      words.filter(({ names }) => names > 0).map(({ near }) => near),
    );
  }

  private rowOf(part: string, cells: string): Row {
    const values = cells.split(CELL_SEPARATOR);
    const columns = this.edition.layout[part] ?? [];
    return Object.fromEntries(columns.map((column, at) => [column, values[at] ?? '']));
  }

  private tellingNames(): number {
    return Math.max(TELLING_NAMES, this.edition.rows * TELLING_SHARE);
  }

  private country(): string {
    return this.edition.jurisdiction.slice(0, 2);
  }

  /** Planned for its values each time: how to find a word depends on how many names hold it. */
  private ask<R>(sql: string, values: unknown[]): Promise<R[]> {
    return this.database.query(sql, values);
  }
}

/** Unknown words last: they may only be the missing one. */
function rarity({ names }: NearWord): number {
  return names === 0 ? Number.POSITIVE_INFINITY : names;
}

/**
 * All words, or all but one while the others tell enough; the name then holds at most one word in the missing one's place. `$n` is the
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
    if (!known(rest) || !rest.some((at) => words[at]!.names <= tellingNames)) continue;
    alternatives.push(`${rest.map(has).join(' and ')} and ${lengths}`);
  }
  return alternatives.length === 0 ? undefined : alternatives.map((alternative) => `(${alternative})`).join(' or ');
}

/** Letters in the order asked for, or the words in any order at the price of one letter. */
function nearest(asked: { key: string; words: string[] }, candidates: readonly Candidate[]): Found {
  const sorted = asked.words.toSorted().join('');
  const costs = new Map<string, number>();
  for (const { id, key, words } of candidates) {
    const cost = Math.min(distance(asked.key, key), 1 + distance(sorted, words.toSorted().join('')));
    costs.set(id, Math.min(cost, costs.get(id) ?? Number.POSITIVE_INFINITY));
  }
  const ids = [...costs.keys()].toSorted((a, b) => costs.get(a)! - costs.get(b)! || (a < b ? -1 : 1));
  return { ids: ids.slice(0, MAX_FOUND), complete: ids.length <= MAX_FOUND };
}
