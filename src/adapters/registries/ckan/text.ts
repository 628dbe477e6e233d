import type { NameQuery } from '../../../core/registries/ports.js';
import type { TextForms } from '../http/paged-search.js';
import { otherWritings, typedCore } from '../http/writings.js';

/**
 * Words that the portals' dictionary, `english` of PostgreSQL, drops from names and from questions
 * alike (`english.stop`).
 */
const STOP_WORDS = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
itself they them their theirs themselves what which who whom this that these those am is are was were be been being have
has had having do does did doing a an the and but if or because as until while of at by for with about against between
into through during before after above below to from up down in out on off over under again further then once here there
when where why how all any both each few more most other some such no nor not only own same so than too very s t can will
just don should now`.split(/\s+/),
);
/** More would only repeat what these find. */
const MAX_JOINED = 3;

/**
 * Returns the text with blanks for the signs that separate words in the portals' index. In the
 * index `CO-OP` is also CO and OP, so `CO OP` finds both writings, and `CO-OP` only one. Dots and
 * strokes between letters are part of a word there, and stay. Empty if the dictionary drops every
 * word, so that nothing would be found.
 */
export function asIndexed(text: string): string {
  const parts = text
    .normalize('NFC')
    .replace(/(?<=\p{L})[-‐‑–—](?=[\p{L}\p{N}])/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N}./_@-]+/gu, ' ')
    .trim();
  return parts.split(/[^\p{L}\p{M}\p{N}]+/u).every(isDropped) ? '' : parts;
}

function isDropped(word: string): boolean {
  return word === '' || STOP_WORDS.has(word.toLowerCase());
}

/**
 * The portals want every word, without a typo. `J B` is other words than `J.B.` and `JB`; accents
 * and dots of the typed name are lost in its words; `SUN RISE` is not SUNRISE.
 */
export function furtherForms(query: NameQuery): TextForms {
  const { words } = query;
  const spaced = otherWritings(words)
    .filter((text) => text.includes('.'))
    .map((text) => text.replaceAll('.', ' '));
  const joined = words.slice(1, 1 + MAX_JOINED).map((word, at) => {
    const before = words.slice(0, at).join(' ');
    const behind = words.slice(at + 2).join(' ');
    return `${before} ${words[at]}${word} ${behind}`;
  });
  return { same: [...spaced, typedCore(query)], near: joined };
}

/** More letters would make too many writings of one word. */
const MAX_ACCENTED = 5;
/** More would only repeat what these find. */
const MAX_WORDS = 4;

/**
 * Returns a question for names with the words in any of their writings with accents, in the syntax
 * of `to_tsquery`: the index takes `PIEMERS` and `PIEMĒRS` for two words. Of a long word, it asks
 * for what begins like it. `undefined` if no word could have an accent, or none is left to ask for.
 */
export function underAccents(words: readonly string[], accents: string): string | undefined {
  const asked = words.flatMap((word) => {
    const letters = [...word.toLowerCase()];
    return isDropped(word) || !letters.every((letter) => /[\p{L}\p{N}]/u.test(letter)) ? [] : [letters];
  });
  const longest = asked.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS);
  const groups = longest.map((letters) => writingsOf(letters, accents));
  if (!groups.some((writings) => writings.length > 1)) return undefined;
  return groups.map((writings) => `(${writings.join(' | ')})`).join(' & ');
}

function writingsOf(letters: readonly string[], accents: string): string[] {
  const others = letters.map((letter) => [letter, ...[...accents].filter((one) => baseOf(one) === letter)]);
  let writings = [''];
  for (const [at, ways] of others.entries()) {
    if (ways.length > 1 && writings.length >= 2 ** MAX_ACCENTED) return writings.map((one) => `${one}:*`);
    writings = writings.flatMap((one) => ways.map((way) => one + way));
    if (at === others.length - 1) return writings;
  }
  return writings;
}

function baseOf(letter: string): string {
  return letter.normalize('NFD').replace(/\p{M}/gu, '');
}
