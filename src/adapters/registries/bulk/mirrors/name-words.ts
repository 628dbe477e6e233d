import { fold, splitWords } from '../../../../core/text/fold.js';
import { splitName } from '../../../../core/matching/parsing/normalise.js';

export interface IndexedName {
  /**
   * The letters and digits of all words. Equal for names that differ only in case, signs, spaces,
   * accents or legal form.
   */
  letters: string;
  /**
   * The letters and the class of the legal form: `ACME|LLC`. Equal for all spellings of a name.
   * Empty for a name without letters.
   */
  key: string;
  /** Upper-case words, each once, without legal form, connectives and leading THE. */
  words: string[];
}

/** Words that consist only of signs are compared, but not searched for. */
const LETTER_OR_DIGIT = /[A-Z0-9]/;
const FORM_MARK = '|';
const BEHIND_FORM_MARK = '}';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const MIN_EDIT_LENGTH = 4;
const MAX_EDIT_LENGTH = 24;
const MAX_KEY_CHARACTERS = 200;

/**
 * Names and queries must be processed alike. After a change here, every mirror must be imported
 * again.
 */
export function indexedName(name: string, country: string): IndexedName {
  const { words, form } = splitName(name, country);
  const letters = words.filter((word) => LETTER_OR_DIGIT.test(word));
  return letters.length > 0 ? indexed(letters, form) : indexedWhole(name);
}

/** Keeps the legal form, for names whose last word can be read either way. */
export function indexedWhole(name: string): IndexedName {
  return indexed(writtenWords(name), null);
}

/**
 * In byte order, the keys of all names with these letters, whatever their legal form, lie between
 * these two.
 */
export function keyRange({ letters }: IndexedName): [from: string, below: string] {
  return [letters + FORM_MARK, letters + BEHIND_FORM_MARK];
}

/** Returns the key as it would be typed, to measure its distance from another. */
export function lettersOfKey(key: string): string {
  return key.replace(FORM_MARK, '');
}

/** Returns the class of the legal form. Empty for a name without one. */
export function formOfKey(key: string): string {
  return key.slice(key.indexOf(FORM_MARK) + 1);
}

function writtenWords(name: string): string[] {
  const words = splitWords(fold(name));
  if (words.length > 2 && words.at(-1) === 'THE') words.unshift(words.pop() ?? '');
  return words;
}

function indexed(written: readonly string[], form: string | null): IndexedName {
  let words = written.filter((word) => word !== '&' && word !== 'AND');
  if (words.length === 0) words = [...written];
  else if (words.length > 1 && words[0] === 'THE') words = words.slice(1);
  const letters = words.join('').slice(0, MAX_KEY_CHARACTERS);
  return { letters, key: letters === '' ? '' : letters + FORM_MARK + (form ?? ''), words: [...new Set(words)] };
}

/**
 * Returns the word and its possible originals before one typo: a letter wrong, missing, extra, or
 * two swapped. Words with a digit are unchanged, because another number is another business. So are
 * short words, in which a typo makes another word.
 */
export function nearSpellings(word: string, minLength = MIN_EDIT_LENGTH): string[] {
  if (word.length < minLength || word.length > MAX_EDIT_LENGTH || /[^A-Z]/.test(word)) return [word];
  const near = new Set([word]);
  for (let at = 0; at <= word.length; at++) {
    const before = word.slice(0, at);
    const rest = word.slice(at);
    const after = rest.slice(1);
    for (const letter of LETTERS) {
      near.add(before + letter + rest);
      if (rest !== '') near.add(before + letter + after);
    }
    if (rest !== '') near.add(before + after);
    if (after !== '') near.add(before + after[0]! + rest[0]! + after.slice(1));
  }
  return [...near];
}
