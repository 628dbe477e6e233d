import type { NameQuery } from '../../../core/registries/ports.js';
import { SlowQuery } from '../http/failures.js';
import {
  all,
  any,
  inOrder,
  letters,
  lettersInOrder,
  like,
  longerThan,
  MAX_EDIT_LENGTH_ALONE,
  notLike,
  opening,
  spellings,
  underAccents,
  upper,
  withoutPunctuation,
  writings,
} from './soql.js';

/**
 * A question about a name column, and the same question put more narrowly for words so common that
 * the answers do not end.
 */
export interface NameForm {
  broad: string;
  narrow: string;
}

/** Where a dataset keeps names. */
export interface NameColumn {
  nameColumn: string;
  /** The most that the register itself puts behind a name. */
  suffixCharacters?: number;
}

/**
 * What a pattern is held against: a name as the query sees it, and how much may stand behind the
 * words.
 */
interface Subject {
  name: string;
  tailCharacters: number;
}

/** A few words distinguish long names; more only make the request longer. */
const MAX_NEAR_WORDS = 6;
/** Room for a legal form and a short word behind the words asked for. */
const TAIL_CHARACTERS = 26;

/** The words in order, with anything between, before and behind them. */
export function inOrderForm(column: NameColumn, query: NameQuery): NameForm | undefined {
  return nameForm(subjectOf(column), [query.words, typedWords(query), ...query.otherwise]);
}

/**
 * The same without regard to punctuation and spaces: finds `O'BRIEN` by OBRIEN and `SUN RISE` by
 * SUNRISE.
 */
export function blindForm(column: NameColumn, query: NameQuery): NameForm | undefined {
  const subject = subjectOf(column);
  const blind = nameForm({ ...subject, name: withoutPunctuation(subject.name) }, [query.words]);
  // Taking signs out of millions of names is slow: a portal gets through it in time when this has
  // left few of them.
  const likely = like(subject.name, lettersInOrder(query.words));
  return blind && { broad: all([likely, blind.broad]), narrow: all([likely, blind.narrow]) };
}

/**
 * Names that carry one typo in one word, or lack one of the words, in any order; and names that
 * differ by accents. A word may only be missing while a distinctive word is still asked for; a lone
 * distinctive word is asked for in all its near spellings instead. What most names fail at comes
 * first in every condition, because a portal has millions to go through.
 */
export function nearForm(column: NameColumn, query: NameQuery): NameForm | undefined {
  const subject = subjectOf(column);
  const words = tellingFirst(query).slice(0, MAX_NEAR_WORDS);
  const [first, second] = words;
  if (first === undefined) return undefined;
  const accented = underAccents(query.words);
  const near = second === undefined ? nearWord(subject, first) : nearWords(subject, words, new Set(query.distinctive));
  const broad = any([near, ...(accented === undefined ? [] : [like(subject.name, accented)])]);
  return { broad, narrow: all([short(subject, query.words), broad]) };
}

/**
 * A word that stands alone begins the name, or there would be no end of names that hold something
 * like it.
 */
function nearWord(subject: Subject, word: string): string {
  const { name } = subject;
  const spelt = spellings(word, MAX_EDIT_LENGTH_ALONE);
  if (word.length > MAX_EDIT_LENGTH_ALONE) return hasOne(name, spelt);
  const begins = (spelling: string) => like(name, `${spelling}%`);
  const sameInitial = spelt.filter((spelling) => spelling.startsWith(word[0]!));
  const otherInitial = spelt.filter((spelling) => !spelling.startsWith(word[0]!));
  const condition = any([all([begins(word[0]!), any(sameInitial.map(begins))]), ...otherInitial.map(begins)]);
  return all([short(subject, [word]), condition]);
}

function nearWords(subject: Subject, words: readonly string[], distinctive: ReadonlySet<string>): string {
  const { name } = subject;
  const alternatives = words.map((word, at) => {
    const others = words.filter((_, index) => index !== at);
    const mayBeMissing = others.length > 1 && others.some((other) => distinctive.has(other));
    const rest = others.map((other) => hasOne(name, writings(other)));
    return mayBeMissing ? all(rest) : all([...rest, hasOne(name, spellings(word))]);
  });
  const telling = words.filter((word) => distinctive.has(word));
  const tellingAlone = telling.length > 1 && telling.length < words.length;
  const alone = tellingAlone ? [all(telling.map((word) => hasOne(name, writings(word))))] : [];
  const brief = words.length === 2 || telling.length === 1 ? telling.map((word) => beginsShort(subject, [word])) : [];
  const oneOfTheFirst = any(words.slice(0, 2).map((word) => hasOne(name, writings(word))));
  return all([oneOfTheFirst, any([...alternatives, ...alone, ...brief])]);
}

function nameForm(subject: Subject, wordings: readonly (readonly string[])[]): NameForm | undefined {
  const readings = wordings.filter((words) => words.length > 0);
  if (readings.length === 0) return undefined;
  return {
    broad: any(readings.map((words) => like(subject.name, inOrder(words)))),
    narrow: any(readings.map((words) => beginsShort(subject, words))),
  };
}

function subjectOf({ nameColumn, suffixCharacters = 0 }: NameColumn): Subject {
  return { name: upper(nameColumn), tailCharacters: TAIL_CHARACTERS + suffixCharacters };
}

function beginsShort(subject: Subject, words: readonly string[]): string {
  const { name } = subject;
  const starts = any([like(name, opening(words)), like(name, opening(['THE', ...words]))]);
  return all([starts, short(subject, words)]);
}

function short({ name, tailCharacters }: Subject, words: readonly string[]): string {
  const characters = words.reduce((sum, word) => sum + word.length + 1, 0);
  return notLike(name, longerThan(characters + tailCharacters));
}

/**
 * A piece that holds another piece is found wherever that one is, and only makes the request
 * longer.
 */
function hasOne(name: string, pieces: readonly string[]): string {
  const needed = pieces.filter((piece) => !pieces.some((other) => other !== piece && piece.includes(other)));
  return any(needed.map((piece) => like(name, `%${piece}%`)));
}

function tellingFirst({ words, distinctive }: NameQuery): string[] {
  const known = new Set(words);
  return [...new Set([...distinctive.filter((word) => known.has(word)), ...words])]
    .map(letters)
    .filter((word) => word !== '');
}

/**
 * The words as they were typed, for registers that keep accents: `words` has lost them. Empty when
 * nothing was lost. A name of signs alone is looked for literally.
 */
function typedWords({ typed, words }: NameQuery): string[] {
  const upperCased = letters(typed.normalize('NFC').toUpperCase()).trim();
  if (words.length === 0) return upperCased === '' ? [] : [upperCased];
  if (!/[^\p{ASCII}]/u.test(upperCased)) return [];
  const known = new Set(words);
  const kept = upperCased
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && (/[^\p{ASCII}]/u.test(word) || known.has(word)));
  return kept.join(' ') === words.join(' ') ? [] : kept;
}

/** Of one form, in the pages that an adapter reads. */
export const FIRST_PAGE: readonly number[] = [0];
const FURTHER_PAGES: readonly number[] = [1, 2, 3, 4];
const ALL_PAGES = [...FIRST_PAGE, ...FURTHER_PAGES];

/**
 * Milliseconds for one query that a portal cannot answer from an index (`like '%…%'` in every
 * spelling, over millions of rows). Patterns that take longer are given up: the name is then not
 * searched to the end.
 */
export const NEAR_LIMIT_MS = 6_000;

/**
 * Whether all that could be meant has been read. Common words are put narrowly before their further
 * pages are turned: the name itself is among the narrow answers. A name without words has no such
 * form, and nothing to be read.
 */
export async function readForm(
  form: NameForm | undefined,
  satisfied: () => boolean,
  read: (where: string, pages: readonly number[]) => Promise<boolean>,
): Promise<boolean> {
  if (form === undefined || (await read(form.broad, FIRST_PAGE))) return true;
  const complete = await read(form.narrow, ALL_PAGES);
  if (satisfied()) return complete;
  return (await read(form.broad, FURTHER_PAGES)) || complete;
}

/** What `read` returns, and false when a query in it took longer than it was given. */
export async function inTime(read: () => Promise<boolean>): Promise<boolean> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SlowQuery)) throw error;
    return false;
  }
}
