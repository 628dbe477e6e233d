import { fold, splitWords } from '../../../../core/text/fold.js';
import { splitName } from '../../../../core/matching/parsing/normalise.js';

/** A name as a mirror keeps it for searching. */
export interface IndexedName {
  /**
   * The letters and digits of all words: equal for names that differ by case, signs, spaces,
   * accents or legal form only.
   */
  letters: string;
  /**
   * The letters and the class of the legal form, `ACME|LLC`: equal for spellings of one name. Empty
   * for a name without letters.
   */
  key: string;
  /** Upper-case words without legal form, connectives and leading THE; each once. */
  words: string[];
}

/** Signs alone are compared, and not looked for. */
const LETTER_OR_DIGIT = /[A-Z0-9]/;
const FORM_MARK = '|';
const BEHIND_FORM_MARK = '}';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const MIN_EDIT_LENGTH = 4;
const MAX_EDIT_LENGTH = 24;
const MAX_KEY_CHARACTERS = 200;

/**
 * Names and questions must pass the same way; a change here asks for a new import of every mirror.
 */
export function indexedName(name: string, country: string): IndexedName {
  const { words, form } = splitName(name, country);
  const letters = words.filter((word) => LETTER_OR_DIGIT.test(word));
  return letters.length > 0 ? indexed(letters, form) : indexedWhole(name);
}

/** The same with the legal form left on, for names whose last word can be read either way. */
export function indexedWhole(name: string): IndexedName {
  return indexed(writtenWords(name), null);
}

/**
 * Between these two, in the order of bytes, lie the keys of all names of these letters, whatever
 * their legal form.
 */
export function keyRange({ letters }: IndexedName): [from: string, below: string] {
  return [letters + FORM_MARK, letters + BEHIND_FORM_MARK];
}

/** The key as it would be typed, to measure how near another one is. */
export function lettersOfKey(key: string): string {
  return key.replace(FORM_MARK, '');
}

/** The class of the legal form; empty for a name without one. */
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
 * The word, and what it may have been before one typo: a letter wrong, missing, extra, or two
 * swapped. Words with a digit stay as they are, because another number is another business, and so
 * do short ones, in which a typo leaves another word.
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
