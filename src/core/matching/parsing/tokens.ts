import { readNumber } from './numbers.js';
import type { RegisterWords, WordBand } from '../../registries/register-words.js';
import { bandOf, expand, readPlace } from './word-tables.js';

export type TokenKind = 'word' | 'number' | 'letter' | 'place';

/** One unit of meaning of a name, in the spelling used for comparison. */
export interface Token {
  text: string;
  /**
   * The spelling in the name, when it is another than `text`: an abbreviation, a place written out,
   * a number in words.
   */
  written?: string;
  /** The other reading of a word with `Ü` and its like, when it differs. */
  second?: string;
  kind: TokenKind;
  /** A word that is usual in business names. */
  usual: boolean;
  /** How much the token identifies the business, from 0 (not at all) to 1 (a rare word). */
  weight: number;
}

const BAND_WEIGHTS: Readonly<Record<WordBand, number>> = {
  filler: 0.05,
  very_common: 0.3,
  common: 0.45,
  known: 0.65,
  rare: 1,
};
const KIND_WEIGHTS = { number: 0.6, letter: 0.5, place: 0.4 } as const;

/**
 * How much a plain word identifies a business; see `Token.weight`. A register's own names are more
 * accurate than the bundled table.
 */
export function wordWeight(word: string, own?: RegisterWords): number {
  const bundled = bandOf(word);
  if (own === undefined || bundled === 'filler') return BAND_WEIGHTS[bundled];
  return BAND_WEIGHTS[own.get(word) ?? 'rare'];
}

/**
 * Reads a name's words (legal form already off) into tokens: places, numbers and abbreviations in
 * one form, initials joined.
 */
export function readTokens(
  words: readonly string[],
  secondWords: readonly string[] | undefined,
  country: string,
  own?: RegisterWords,
): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < words.length;) {
    if (words[at] === 'IOM') {
      tokens.push(...ISLE_OF_MAN.map((word) => plainWord(word, own)));
      at++;
      continue;
    }
    const place = readPlace(words, at);
    if (place) {
      const written = words.slice(at, at + place.length).join('');
      tokens.push({ text: place.place, written, kind: 'place', usual: true, weight: KIND_WEIGHTS.place });
      at += place.length;
      continue;
    }
    const number = readNumber(words, at, country);
    if (number) {
      const written = words.slice(at, at + number.length).join('');
      const spelled = written === number.value ? {} : { written };
      tokens.push({ text: number.value, ...spelled, kind: 'number', usual: true, weight: KIND_WEIGHTS.number });
      at += number.length;
      continue;
    }
    const letters = readInitials(words, at);
    if (letters !== '') {
      pushInitials(tokens, letters, at + letters.length === words.length, own);
      at += letters.length;
      continue;
    }
    tokens.push(readWord(words[at] ?? '', secondWords?.[at], country, own));
    at++;
  }
  if (repeatsInitials(tokens)) tokens.pop();
  return tokens;
}

const MIN_INITIALS = 3;

/** `CENTER FOR TIDAL LINGUISTICS (CTL)`: the last word only repeats the others. */
function repeatsInitials(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1)?.text ?? '';
  if (last.length < MIN_INITIALS || tokens.length <= MIN_INITIALS) return false;
  const telling = tokens.slice(0, -1).filter(({ weight }) => weight > BAND_WEIGHTS.filler);
  return telling.length === last.length && telling.every(({ text }, at) => text[0] === last[at]);
}

function readWord(word: string, second: string | undefined, country: string, own?: RegisterWords): Token {
  const text = expand(word, country);
  const token = plainWord(text, own);
  if (text !== word) token.written = word;
  if (second !== undefined && second !== word) token.second = second;
  return token;
}

/**
 * A word of the language stays one where no name of the register has it: it is no mistyped form of
 * another.
 */
function plainWord(text: string, own?: RegisterWords): Token {
  const usual = bandOf(text) !== 'rare' || own?.has(text) === true;
  return { text, kind: 'word', usual, weight: wordWeight(text, own) };
}

const ISLE_OF_MAN = ['ISLE', 'OF', 'MAN'];

const LETTER = /^[A-Z]$/;

/** The run of single letters at `words[at]`, joined. */
function readInitials(words: readonly string[], at: number): string {
  let letters = '';
  while (LETTER.test(words[at + letters.length] ?? '')) letters += words[at + letters.length];
  return letters;
}

/**
 * `ODIN'S` typed as `ODIN S` closes up again; other lone letters distinguish sister companies, as
 * numbers do.
 */
function pushInitials(tokens: Token[], letters: string, last: boolean, own?: RegisterWords): void {
  const previous = tokens.at(-1);
  if (letters === 'S' && previous && takesPossessive(previous, last))
    tokens[tokens.length - 1] = plainWord(previous.text + letters, own);
  else if (letters.length === 1)
    tokens.push({ text: letters, kind: 'letter', usual: true, weight: KIND_WEIGHTS.letter });
  else tokens.push(plainWord(letters, own));
}

function takesPossessive({ kind, text, usual }: Token, last: boolean): boolean {
  return kind === 'word' && text.length > 2 && !text.endsWith('S') && !(usual && last);
}
