/**
 * Builds SoQL, the query language of Socrata (https://dev.socrata.com/docs/queries/). All external
 * text passes through `quote`.
 */

/** Signs that people omit from names, add or replace. */
const PUNCTUATION = [' ', '.', ',', "'", '’', '-', '&', '/', '(', ')'];

/**
 * Quotes a text literal. Doubling quotes is SoQL's only escape. Control characters do not belong in
 * a name.
 */
function quote(value: string): string {
  return `'${value.replace(/\p{Cc}/gu, '').replaceAll("'", "''")}'`;
}

export function equals(column: string, value: string): string {
  return `${column}=${quote(value)}`;
}

export function oneOf(column: string, values: readonly string[]): string {
  return `${column} in (${values.map(quote).join(',')})`;
}

export function like(expression: string, pattern: string): string {
  return `${expression} like ${quote(pattern)}`;
}

export function notLike(expression: string, pattern: string): string {
  return `${expression} not like ${quote(pattern)}`;
}

export function all(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(' and ')})`;
}

export function any(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(' or ')})`;
}

/** Text comparison is case-sensitive in SODA 2.1. */
export function upper(column: string): string {
  return `upper(${column})`;
}

export function withoutPunctuation(expression: string): string {
  return PUNCTUATION.reduce((inner, sign) => `replace(${inner},${quote(sign)},'')`, expression);
}

// Patterns of LIKE: `%` matches any characters, `_` exactly one. All words are upper-case without
// punctuation. `letters` ensures that nothing a caller typed acts as a wildcard.

/** Longer words are halved, because their single-typo patterns would make the request too long. */
const MAX_EDIT_LENGTH = 8;
/** A lone word has the query to itself, so there is room for more patterns. */
export const MAX_EDIT_LENGTH_ALONE = 12;
const MIN_EDIT_LENGTH = 4;
const ACCENTED = /[AEIOUN]/g;
const MIN_LETTERS_UNDER_ACCENTS = 4;

export function letters(text: string): string {
  return text.replace(/[%_\\]|\p{Cc}/gu, '');
}

/** Matches the words in this order, with anything between them. */
export function inOrder(words: readonly string[]): string {
  return `%${words.map(letters).join('%')}%`;
}

/** Like `inOrder`, but only at the beginning of the name. */
export function opening(words: readonly string[]): string {
  return `${words.map(letters).join('%')}%`;
}

/**
 * Matches every letter of the words in this order, and so every way of putting signs and spaces
 * between them.
 */
export function lettersInOrder(words: readonly string[]): string {
  return `%${[...letters(words.join(''))].join('%')}%`;
}

/**
 * Replaces every letter that may have an accent with a wildcard: people leave out the accents that
 * registers keep. `undefined` if too few letters would be left to identify a name.
 */
export function underAccents(words: readonly string[]): string | undefined {
  const pattern = inOrder(words).replace(ACCENTED, '_');
  return pattern.replace(/[%_]/g, '').length < MIN_LETTERS_UNDER_ACCENTS ? undefined : pattern;
}

/** Matches texts of more than `length` characters. */
export function longerThan(length: number): string {
  return `${'_'.repeat(length + 1)}%`;
}

/**
 * Returns pieces of which every spelling of the word with at most one typo (a letter wrong,
 * missing, extra, or two swapped) contains at least one, as does the word broken by one sign
 * (`O'BRIEN`). Words with a digit are unchanged: another number is another business. Short words
 * get their spaced spellings instead (`A.B.C.`, `A B C`): a typo in three letters makes another
 * word.
 */
export function spellings(word: string, maxEditLength = MAX_EDIT_LENGTH): string[] {
  const clean = letters(word);
  if (/\d/.test(clean) || clean.length < 2) return [clean];
  if (clean.length < MIN_EDIT_LENGTH) return [clean, ...spaced(clean)];
  if (clean.length > maxEditLength) return halves(clean);
  return [...new Set([clean, ...singleEdits(clean), ...(clean.length === MIN_EDIT_LENGTH ? spaced(clean) : [])])];
}

/**
 * Returns the ways to write a correctly spelled word in a name that keeps its punctuation:
 * `KING'S`, `O'BRIEN`, `A.J.`.
 */
export function writings(word: string): string[] {
  const clean = letters(word);
  if (/\d/.test(clean) || clean.length < 2) return [clean];
  if (clean.length <= MIN_EDIT_LENGTH) return [clean, ...spaced(clean)];
  const possessive = clean.endsWith('S') ? [`${clean.slice(0, -1)}_S`] : [];
  const particle = /^[ODL]/.test(clean) ? [`${clean[0]}_${clean.slice(1)}`] : [];
  return [clean, ...possessive, ...particle];
}

function spaced(word: string): string[] {
  return [word.split('').join('_'), word.split('').join('__')];
}

function singleEdits(word: string): string[] {
  const edits: string[] = [];
  for (let at = 0; at < word.length; at += 1) {
    const before = word.slice(0, at);
    const after = word.slice(at + 1);
    edits.push(`${before}_${after}`, `${before}${after}`, `${before}_${word.slice(at)}`);
    if (after !== '') edits.push(`${before}${after[0]}${word[at]}${after.slice(1)}`);
  }
  return edits;
}

/**
 * One typo leaves one half intact. If it swaps the two letters at the seam, both outer parts are.
 */
function halves(word: string): string[] {
  const seam = Math.ceil(word.length / 2);
  return [word.slice(0, seam), word.slice(seam), `${word.slice(0, seam - 1)}%${word.slice(seam + 1)}`];
}
