import { splitLegalForm } from '../../../../core/matching/parsing/legal-forms.js';
import type { TypedSoFar } from '../../../../core/registries/ports.js';
import { distanceFrom, nearestNames } from '../../../../core/search/typed-name.js';
import { rowsTable, wordsTable, type Edition } from './editions.js';
import { formOfKey, nearSpellings } from './name-words.js';
import type { Statements } from './statements.js';

interface NamedRow {
  id: string;
  key: string;
  words: string[];
}
interface Spelling {
  word: string;
  names: number;
}
interface RankedRow extends NamedRow {
  distance: number;
}
/** A typed word with the register's words it may become. */
interface Expanded {
  words: string[];
  names: number;
}
/** One way to interpret what was typed. */
interface Reading {
  words: readonly string[];
  /** A name with its legal form is complete. `null` if the last word may be unfinished. */
  form: string | null;
}

/** Sorts after every letter and digit, in byte order. */
const BEHIND = '~';
const MAX_SPELLINGS = 40;
/** Words read for each possible spelling of a mistyped word. */
const OF_EACH = 2;
const MAX_NAMES = 300;
/** On its own, a word in more names than this distinguishes no name. */
const MAX_BITMAP = 20_000;
const LEAST_INFIX = 3;
const MAX_WORDS = 4;
const LEAST_TYPO = 4;
/** Letters of the longest usual legal form, `COMPANY`, plus one. */
const MAX_FORM = 8;
const MAX_CORRECTIONS = 200;
/** Names read for each correction. */
const OF_EACH_CORRECTION = 3;
/** Extra distance of a reading without the last word. */
const LEFT_OUT = 0.5;

/**
 * Finds records of one edition that may match what was typed so far. Prefixes of numbers, names and
 * words use the B-trees, infixes the trigrams of the register's words, and typos the spellings they
 * may come from. Each takes a bounded number of steps, whatever the size of the register.
 */
export class MirrorSuggest {
  constructor(
    private readonly statements: Statements,
    private readonly edition: Edition,
  ) {}

  /** Returns unique ids, the nearest first. Some may not match the last word. */
  async ids({ words, number }: TypedSoFar, limit: number): Promise<string[]> {
    const numbered = number === undefined ? [] : await this.withNumber(number, limit);
    if (words.length === 0 || numbered.length >= limit) return numbered;
    const named: RankedRow[] = [];
    for (const reading of this.readings(words)) {
      if (namesAmong(named) >= limit) break;
      named.push(...(await this.named(words, reading, { limit, thorough: named.length === 0 })));
    }
    return [...new Set([...numbered, ...nearest(named).map(({ id }) => id)])].slice(0, 3 * limit);
  }

  /** Names are stored without their legal form, and the last word may be the beginning of one. */
  private readings(words: readonly string[]): Reading[] {
    const typed: Reading = { words, form: null };
    if (words.length === 1) return [typed];
    const split = splitLegalForm(words, this.edition.jurisdiction.slice(0, 2));
    return split.form === null ? [typed, { words: words.slice(0, -1), form: null }] : [split, typed];
  }

  /** Takes increasingly expensive steps, but only the first one unless `thorough`. */
  private async named(
    typed: readonly string[],
    reading: Reading,
    { limit, thorough }: { limit: number; thorough: boolean },
  ): Promise<RankedRow[]> {
    const { words, form } = reading;
    let found: RankedRow[] = [];
    const add = (rows: readonly NamedRow[]) => {
      found = nearest([...found, ...rows.map((row) => ({ ...row, distance: distanceOf(typed, reading, row) }))]);
    };
    const isFull = () => namesAmong(found) >= limit;
    const letters = words.join('');
    const [begins, goesOn] = await Promise.all([
      this.beginning([letters], form, 3 * limit),
      this.goingOn(letters, limit),
    ]);
    add([...begins, ...goesOn]);
    if (!thorough) return found;
    const begun = isFull() ? [] : await this.expanded(words, (word) => this.spellingsFrom(word));
    add(await this.withWords(begun));
    // A complete name may be mistyped even if enough names begin like it.
    if (form !== null || !isFull()) add(await this.corrected(reading));
    if (form === null && !isFull())
      add(await this.withWords(await this.expanded(words, (word) => this.spellingsWith(word))));
    if (found.length === 0) {
      const mistyped = await this.expanded(words, (word) => this.mistyped(word));
      add(await this.withWords(begun.map((some, at) => both(some, mistyped[at]!))));
    }
    return found;
  }

  private async withNumber(number: string, limit: number): Promise<string[]> {
    const rows = await this.statements.prepared<{ id: string }>(
      `select distinct id from (select id from ${this.rows} where id >= $1 and id < $2 order by id limit $3) found order by id limit $4`,
      [number, number + BEHIND, 8 * limit, limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Finds names with exactly these letters, with the same legal form and with any (distinct names
   * first), and names that continue them.
   */
  private beginning(letters: readonly string[], form: string | null, ofEach: number): Promise<NamedRow[]> {
    const names = (condition: string, most: string) =>
      `select id, key, words from ${this.rows} where ${condition} order by key limit ${most}`;
    const anyForm = `key >= (q.letters || '|') collate "C" and key < (q.letters || '}') collate "C"`;
    return this.statements.prepared<NamedRow>(
      `select f.id, f.key, f.words from unnest($1::text[]) q (letters) cross join lateral (
         (${names(`key = (q.letters || $2) collate "C"`, '$3')})
         union all (select id, key, words from (${names(anyForm, '3 * $3')}) same
           order by row_number() over (partition by key), key limit $3)
         union all (${names(`key >= q.letters collate "C" and key < (q.letters || '${BEHIND}') collate "C"`, '$3')})) f`,
      [letters, `|${form ?? ''}`, ofEach],
    );
  }

  /**
   * Finds different names that continue the letters. If many entities had the same name, its rows
   * would otherwise fill the list.
   */
  private goingOn(letters: string, limit: number): Promise<NamedRow[]> {
    const next = `select id, key, words from ${this.rows} where key`;
    return this.statements.prepared<NamedRow>(
      `with recursive names as (
         (${next} >= $1 and key < $2 order by key limit 1)
         union all
         select n.id, n.key, n.words from names cross join lateral (${next} > names.key and key < $2 order by key limit 1) n)
       select id, key, words from names limit $3`,
      [letters, letters + BEHIND, limit],
    );
  }

  /** Finds names that begin with what was typed, except for one typo. */
  private async corrected({ words, form }: Reading): Promise<NamedRow[]> {
    const letters = words.join('');
    if (letters.length < LEAST_TYPO) return [];
    const last = words.at(-1) ?? '';
    const [known, begun] = await Promise.all([this.corrections(words), form === null ? this.mistyped(last) : []]);
    const unfinished = begun.map(({ word, names }) => ({ word: words.slice(0, -1).join('') + word, names }));
    const nearer = [...known, ...unfinished].toSorted((a, b) => b.names - a.names).map(({ word }) => word);
    // One letter too many, possibly in place of a space.
    const without = Array.from(letters, (_, at) => letters.slice(0, at) + letters.slice(at + 1));
    // A legal form written together with the word before it.
    const formless = form === null ? Array.from({ length: MAX_FORM }, (_, at) => letters.slice(0, -1 - at)) : [];
    const possible = [...nearer.slice(0, MAX_CORRECTIONS), ...without, ...formless];
    const all = new Set(possible.filter(({ length }) => length >= LEAST_TYPO - 1));
    return this.beginning([...all], form, OF_EACH_CORRECTION);
  }

  /**
   * Returns the typed words in one piece, each time with one word in a spelling that the register
   * knows.
   */
  private async corrections(words: readonly string[]): Promise<Spelling[]> {
    const letters = words.join('').length;
    const spellings = words.map((word) => nearSpellings(word, Math.min(word.length, letters > 5 ? 2 : LEAST_TYPO)));
    const known = await this.statements.prepared<Spelling>(
      `select word, names from ${this.words} where word = any($1)`,
      [[...new Set(spellings.flat())]],
    );
    const names = new Map(known.map((each) => [each.word, each.names]));
    return words.flatMap((word, at) =>
      spellings[at]!.filter((spelling) => spelling !== word && names.has(spelling)).map((spelling) => ({
        word: words.with(at, spelling).join(''),
        names: names.get(spelling) ?? 0,
      })),
    );
  }

  private async withWords(expanded: readonly Expanded[]): Promise<NamedRow[]> {
    if (expanded.length === 0 || expanded.some(({ names }) => names === 0)) return [];
    const rarest = expanded.toSorted((a, b) => a.names - b.names).slice(0, MAX_WORDS);
    if ((rarest[0]?.names ?? 0) > MAX_BITMAP) return [];
    const condition = rarest.map((_, at) => `words && $${at + 1}`).join(' and ');
    return this.statements.planned<NamedRow>(
      `select id, key, words from ${this.rows} where ${condition} limit ${MAX_NAMES}`,
      rarest.map(({ words }) => words),
    );
  }

  private async expanded(
    words: readonly string[],
    spellings: (word: string) => Promise<Spelling[]>,
  ): Promise<Expanded[]> {
    const long = words.filter((word) => word.length >= LEAST_INFIX);
    return Promise.all(long.map(async (word) => expand(await spellings(word))));
  }

  private spellingsFrom(word: string): Promise<Spelling[]> {
    return this.statements.prepared<Spelling>(
      `select word, names from (select word, names from ${this.words} where word >= $1 and word < $2 order by word limit 2000) w
        order by names desc, word limit ${MAX_SPELLINGS}`,
      [word, word + BEHIND],
    );
  }

  private spellingsWith(word: string): Promise<Spelling[]> {
    return this.statements.planned<Spelling>(
      `select word, names from ${this.words} where word like $1 order by names desc, word limit ${MAX_SPELLINGS}`,
      [`%${word}%`],
    );
  }

  private mistyped(word: string): Promise<Spelling[]> {
    const spellings = nearSpellings(word).filter((spelling) => spelling !== word);
    if (spellings.length === 0) return Promise.resolve([]);
    return this.statements.prepared<Spelling>(
      `select w.word, w.names from unnest($1::text[]) s (spelling) cross join lateral (
         select word, names from ${this.words} where word >= s.spelling collate "C" and word < (s.spelling || '${BEHIND}') collate "C"
          order by word limit ${OF_EACH}) w
        order by w.names desc, w.word limit ${MAX_SPELLINGS}`,
      [spellings],
    );
  }

  private get rows(): string {
    return rowsTable(this.edition.edition);
  }

  private get words(): string {
    return wordsTable(this.edition.edition);
  }
}

function expand(spellings: readonly Spelling[]): Expanded {
  const unique = new Map(spellings.map(({ word, names }) => [word, names]));
  return { words: [...unique.keys()], names: [...unique.values()].reduce((sum, names) => sum + names, 0) };
}

function both(a: Expanded, b: Expanded): Expanded {
  return { words: [...new Set([...a.words, ...b.words])], names: a.names + b.names };
}

function namesAmong(rows: readonly NamedRow[]): number {
  return new Set(rows.map(({ key }) => key)).size;
}

/** Keeps each record once, with its nearest name. */
function nearest(ranked: readonly RankedRow[]): RankedRow[] {
  const unique = new Map<string, RankedRow>();
  for (const row of ranked) {
    const known = unique.get(row.id);
    if (!known || row.distance < known.distance) unique.set(row.id, row);
  }
  return nearestNames([...unique.values()], ({ key, distance }) => ({ name: key, distance }));
}

/** Only the class of the name's legal form is known here. */
function distanceOf(typed: readonly string[], reading: Reading, { key, words }: NamedRow): number {
  const [name, form] = [words.join(' '), formOfKey(key)];
  const withoutForm = distanceFrom(reading.words, name);
  return Math.min(distanceFrom(typed, `${name} ${form}`), withoutForm + (reading.form === form ? 0 : LEFT_OUT));
}
