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
 * A condition on a name column, and a narrower version of it for words so common that the results
 * would not end.
 */
export interface NameForm {
  broad: string;
  narrow: string;
}

export interface NameColumn {
  nameColumn: string;
  /** Most characters that the register itself appends to a name. */
  suffixCharacters?: number;
}

/**
 * The text a pattern is matched against: the name as the query sees it, and how much may follow the
 * words.
 */
interface Subject {
  name: string;
  tailCharacters: number;
}

/** A few words are enough to distinguish long names. More only lengthen the request. */
const MAX_NEAR_WORDS = 6;
/** Each takes a thousand characters of a request. */
const MAX_BLIND_OTHERWISE = 2;
/** Room for a legal form and a short word after the words searched for. */
const TAIL_CHARACTERS = 26;

/** Matches the words in order, with anything before, between and after them. */
export function inOrderForm(column: NameColumn, query: NameQuery): NameForm | undefined {
  return nameForm(subjectOf(column), [query.words, typedWords(query), ...query.otherwise]);
}

/**
 * The same, ignoring punctuation and spaces: OBRIEN finds `O'BRIEN`, and SUNRISE finds `SUN RISE`.
 */
export function blindForm(column: NameColumn, query: NameQuery): NameForm | undefined {
  const subject = subjectOf(column);
  const wordings = [query.words, ...query.otherwise.slice(0, MAX_BLIND_OTHERWISE)].filter(({ length }) => length > 0);
  const blind = nameForm({ ...subject, name: withoutPunctuation(subject.name) }, wordings);
  // Removing punctuation from millions of names is slow. A portal manages it in time if this
  // condition has left few of them.
  const likely = any(wordings.map((words) => like(subject.name, lettersInOrder(words))));
  return blind && { broad: all([likely, blind.broad]), narrow: all([likely, blind.narrow]) };
}

/** Up to this many letters, every way of putting signs and spaces between them is a pattern. */
const MAX_LETTERS_WITH_GAPS = 4;
/** A sign, a sign and a space, or neither. */
const GAPS = ['', '_', '__'];

/** The same for servers that cannot remove punctuation: by patterns alone. */
export function gapsForm(column: NameColumn, query: NameQuery): NameForm | undefined {
  const { name, tailCharacters } = subjectOf(column);
  const wordings = [query.words, ...query.otherwise].map((words) => letters(words.join(''))).filter(Boolean);
  if (wordings.length === 0) return undefined;
  const spelt = wordings.flatMap((wording) =>
    wording.length > MAX_LETTERS_WITH_GAPS ? [[...wording].join('%')] : withGaps([...wording]),
  );
  const signs = Math.max(...wordings.map(({ length }) => length));
  const brief = notLike(name, longerThan(3 * signs + tailCharacters));
  const begins = spelt.flatMap((pattern) => [like(name, `${pattern}%`), like(name, `THE ${pattern}%`)]);
  return { broad: any(spelt.map((pattern) => like(name, `%${pattern}%`))), narrow: all([any(begins), brief]) };
}

function withGaps([first = '', ...others]: readonly string[]): string[] {
  return others.reduce(
    (spelt, letter) => spelt.flatMap((text) => GAPS.map((gap) => `${text}${gap}${letter}`)),
    [first],
  );
}

/**
 * Matches names with one typo in one word, or without one of the words, in any order, and names
 * that differ in accents. A word may only be missing if a distinctive one is left; a lone
 * distinctive word is searched for in all its near spellings instead. Conditions start with the
 * part that most names fail, because a portal has millions to go through.
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

/** A lone word must begin the name. Otherwise too many names would contain something like it. */
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
 * Omits a piece that contains another: that one already finds all its matches, and it only
 * lengthens the request.
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
 * Returns the words as typed, with the accents that `words` has lost, for registers that keep
 * accents. Empty if nothing was lost. A name of signs only is searched for literally.
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

/** Pages of one form that an adapter reads. */
export const FIRST_PAGE: readonly number[] = [0];
const FURTHER_PAGES: readonly number[] = [1, 2, 3, 4];
const ALL_PAGES = [...FIRST_PAGE, ...FURTHER_PAGES];

/**
 * Milliseconds for a query that a portal cannot answer from an index (`like '%…%'` in every
 * spelling, over millions of rows). Slower patterns are abandoned, and the search for the name is
 * then incomplete.
 */
export const NEAR_LIMIT_MS = 6_000;

/**
 * Returns whether everything that may match has been read. For common words, the narrow form is
 * read before further pages of the broad one, because it contains the name itself. A name without
 * words has no form, and nothing to read.
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

/** Returns the result of `read`, or `false` if one of its queries exceeded its limit. */
export async function inTime(read: () => Promise<boolean>): Promise<boolean> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SlowQuery)) throw error;
    return false;
  }
}
