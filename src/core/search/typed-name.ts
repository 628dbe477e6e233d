import { splitLegalForm } from '../matching/parsing/legal-forms.js';
import { fold, splitWords } from '../text/fold.js';

/** Splits typed text into words, the last of which may be unfinished. */
export function typedWords(typed: string): string[] {
  return splitWords(fold(typed)).filter((word) => word !== '&' && word !== 'AND');
}

const LEAST_INFIX = 3;
const LEAST_TYPO = 4;
const PREFIX = 0.2;
const INFIX = 0.6;
const TYPO = 1;
const ELSEWHERE = 0.25;
const OTHER_SPACES = 0.3;
const MORE_WORDS = 0.03;
/** Per letter beyond the typed ones, so that `BRAIN` suggests `BRAINS` before `BRAINWAVES`. */
const MORE_LETTERS = 0.01;
const MAX_MORE_LETTERS = 15;

/**
 * Returns the distance of a name from typed words. Each has to begin a word of the name, be inside
 * one, or equal one with a single typo. Alternatively, the letters of all words together are the
 * beginning of the name's, with a single typo: a space may be a typo, as may the letters of short
 * words and legal forms. `Infinity`: no match.
 */
export function distanceFrom(typed: readonly string[], name: string): number {
  const words = typedWords(name);
  const more = MORE_WORDS * Math.max(0, words.length - typed.length);
  return Math.min(byWords(typed, words), byLetters(typed.join(''), words.join(''))) + more;
}

/** Like `distanceFrom`, but accepts other spellings of a legal form. */
export function distanceFromName(typed: readonly string[], name: string, country: string): number {
  const asWritten = distanceFrom(typed, name);
  const [asked, official] = [typed, typedWords(name)].map((words) => splitLegalForm(words, country));
  if (!asked || !official || asked.form === null || asked.form !== official.form) return asWritten;
  return Math.min(asWritten, distanceFrom(asked.words, official.words.join(' ')));
}

function byWords(typed: readonly string[], words: readonly string[]): number {
  let sum = 0;
  for (const [at, word] of typed.entries()) {
    const costs = words.map((other, place) => costOf(word, other) + (place === at ? 0 : ELSEWHERE));
    sum += Math.min(Infinity, ...costs);
  }
  return sum;
}

function byLetters(typed: string, letters: string): number {
  if (typed.length < LEAST_TYPO) return Infinity;
  if (letters.startsWith(typed)) return OTHER_SPACES + prefixCost(typed, letters);
  return typoCost(typed, letters);
}

function costOf(typed: string, word: string): number {
  if (word.startsWith(typed)) return prefixCost(typed, word);
  if (typed.length >= LEAST_INFIX && word.includes(typed)) return INFIX;
  return typed.length < LEAST_TYPO ? Infinity : typoCost(typed, word);
}

function prefixCost(typed: string, word: string): number {
  const more = word.length - typed.length;
  return more === 0 ? 0 : PREFIX + MORE_LETTERS * Math.min(more, MAX_MORE_LETTERS);
}

function typoCost(typed: string, word: string): number {
  if (isOneTypo(typed, word)) return TYPO;
  const lengths = [typed.length - 1, typed.length, typed.length + 1];
  const begun = lengths.map((length) => word.slice(0, length)).find((start) => isOneTypo(typed, start));
  return begun === undefined ? Infinity : TYPO + prefixCost(begun, word);
}

/** One letter wrong, missing or extra, or two swapped. */
function isOneTypo(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

/**
 * Sorts nearest first. At equal distance, each name comes once before any repeats, in the original
 * order, so that one name does not fill the list.
 */
export function nearestNames<T>(found: readonly T[], of: (each: T) => { name: string; distance: number }): T[] {
  const met = new Map<string, number>();
  return found
    .map((each) => {
      const { name, distance } = of(each);
      const before = met.get(name) ?? 0;
      met.set(name, before + 1);
      return { each, distance, before };
    })
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance || a.before - b.before)
    .map(({ each }) => each);
}

/** Returns a number without its separators; `undefined` if it is not one. */
export function typedNumber(typed: string): string | undefined {
  const number = fold(typed).replace(/[^A-Z0-9]/g, '');
  return /\d{3}/.test(number) && !/[A-Z]{4}/.test(number) ? number : undefined;
}
