import { distance } from 'fastest-levenshtein';
import type { NameQuery } from '../../../../core/registries/ports.js';
import type { Edition } from './editions.js';
import {
  MAX_CANDIDATES,
  MAX_SAME,
  type Candidate,
  type Entities,
  type MirrorReads,
  type Wanted,
} from './mirror-reads.js';
import { indexedName, indexedWhole, keyRange, lettersOfKey, nearSpellings, type IndexedName } from './name-words.js';

export interface Found {
  /** The nearest name first. */
  entities: Entities;
  /** `false` if there were more than are read. */
  complete: boolean;
}

interface Ranking {
  ids: string[];
  complete: boolean;
}

/** A word of the query with the register's words it may mean. */
interface NearWord {
  near: string[];
  /** Number of names that contain one of them. */
  names: number;
}

const MAX_FOUND = 200;
/** A few words are enough to distinguish long names. */
const MAX_WORDS = 6;
/** On its own, a word in more than this share of the names does not distinguish businesses. */
const TELLING_SHARE = 0.005;
const TELLING_NAMES = 200;

/**
 * Finds names in one edition, in increasingly expensive stages: the same name; the same letters;
 * then the words in any order, each with at most one typo. Words the register does not know are
 * replaced by the most similar ones, by trigrams. One word may be missing or different, as long as
 * a distinctive word is left.
 */
export class MirrorSearch {
  constructor(
    private readonly reads: MirrorReads,
    private readonly edition: Edition,
  ) {}

  async sameName({ typed }: NameQuery): Promise<Found> {
    return bounded(await this.reads.withKey(indexedName(typed, this.country()).key));
  }

  /** Finds names that differ only in case, signs, spaces, accents or legal form. */
  async sameLetters({ typed }: Pick<NameQuery, 'typed'>): Promise<Found> {
    const ranges = [...keyRange(indexedName(typed, this.country())), ...keyRange(indexedWhole(typed))] as const;
    return bounded(await this.reads.withKeyIn(ranges));
  }

  async nearNames({ typed }: NameQuery): Promise<Found> {
    const { ids, complete } = await this.nearIds(indexedName(typed, this.country()));
    return { entities: await this.reads.listed(ids), complete };
  }

  private async nearIds(asked: IndexedName): Promise<Ranking> {
    const words = await this.nearWords(asked.words);
    const condition = candidateCondition(words, asked.words.length, this.tellingNames());
    if (condition === undefined) return { ids: [], complete: true };
    const broad = await this.reads.candidates(wanted(condition, words));
    if (broad.length <= MAX_CANDIDATES) return nearest(asked, broad);
    // Names with many more words belong to other businesses.
    const short = `(${condition}) and cardinality(words) <= ${asked.words.length + 1}`;
    const narrow = await this.reads.candidates(wanted(short, words));
    const { ids } = nearest(asked, [...narrow, ...broad]);
    return { ids, complete: narrow.length <= MAX_CANDIDATES && nearest(asked, narrow).complete };
  }

  private async nearWords(asked: readonly string[]): Promise<NearWord[]> {
    const spellings = asked.map(nearSpellings);
    const names = await this.reads.known([...new Set(spellings.flat())]);
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
    const rows = await this.reads.similar(word);
    return { near: rows.map((row) => row.word), names: rows.reduce((sum, row) => sum + row.names, 0) };
  }

  private tellingNames(): number {
    return Math.max(TELLING_NAMES, this.edition.rows * TELLING_SHARE);
  }

  private country(): string {
    return this.edition.jurisdiction.slice(0, 2);
  }
}

function bounded(entities: Entities): Found {
  return { entities, complete: entities.size <= MAX_SAME };
}

/** Omits words that no name contains. */
function wanted(condition: string, words: readonly NearWord[]): Wanted {
  return { condition, words: words.filter(({ names }) => names > 0).map(({ near }) => near) };
}

/** Unknown words come last: they may only be the missing one. */
function rarity({ names }: NearWord): number {
  return names === 0 ? Number.POSITIVE_INFINITY : names;
}

/**
 * Requires all words, or all but one if the others are distinctive enough. The name then has at
 * most one word in place of the missing one. `$n` is the n-th word's near words; unknown words come
 * last and are never queried. `undefined` if nothing can match.
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

/** Ranks by the letters in their order, or by the words in any order at the cost of one letter. */
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
