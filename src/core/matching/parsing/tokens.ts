import { readNumber, type NumberReading } from './numbers.js';
import type { Reading, Token } from './token.js';
import type { RegisterWords, WordBand } from '../../registries/register-words.js';
import { abbreviationOf, bandOf, readPlace } from './word-tables.js';

const BAND_WEIGHTS: Readonly<Record<WordBand, number>> = {
  filler: 0.05,
  very_common: 0.3,
  common: 0.45,
  known: 0.65,
  rare: 1,
};
const KIND_WEIGHTS = { number: 0.6, letter: 0.5, place: 0.4 } as const;

/**
 * Returns the weight of a plain word; see `Token.weight`. A register's own names are more accurate
 * than the bundled table.
 */
export function wordWeight(word: string, own?: RegisterWords): number {
  const bundled = bandOf(word);
  if (own === undefined || bundled === 'filler') return BAND_WEIGHTS[bundled];
  return BAND_WEIGHTS[own.get(word) ?? 'rare'];
}

/**
 * Turns a name's words (without the legal form) into tokens: places, numbers and abbreviations in
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
    const place = readPlace(words, at, country);
    if (place && !place.isDoubtful) {
      tokens.push(placeToken(place.place, words.slice(at, at + place.length).join(' '), own));
      at += place.length;
      continue;
    }
    const number = readNumber(words, at, country);
    if (number && number.value !== '') {
      tokens.push(numberToken(number, words.slice(at, at + number.length).join(' ')));
      at += number.length;
      continue;
    }
    const possible =
      place?.length === 1 ? [...(number?.readings ?? []), codeOf(place.place)] : (number?.readings ?? []);
    const letters = readInitials(words, at);
    if (letters !== '') {
      pushInitials(tokens, letters, at + letters.length === words.length, possible, own);
      at += letters.length;
      continue;
    }
    tokens.push(readWord(words[at] ?? '', secondWords?.[at], possible, country, own));
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

/** A code weighs as much as it does as a word: `IN` hardly anything. */
function placeToken(text: string, written: string, own?: RegisterWords): Token {
  if (written === text) return { text, kind: 'place', usual: true, weight: wordWeight(text, own) };
  return { text, written, kind: 'place', usual: true, weight: KIND_WEIGHTS.place };
}

function codeOf(place: string): Reading {
  return { text: place, kind: 'place', doubt: `${place} need not be the place` };
}

function numberToken({ value, readings }: NumberReading, written: string): Token {
  const token: Token = { text: value, kind: 'number', usual: true, weight: KIND_WEIGHTS.number };
  if (written !== value) token.written = written;
  if (readings.length > 0) token.readings = readings;
  return token;
}

function readWord(
  word: string,
  second: string | undefined,
  possible: readonly Reading[],
  country: string,
  own?: RegisterWords,
): Token {
  const short = abbreviationOf(word, country);
  const [full = word, ...others] = short && !short.isDoubtful ? short.words : [];
  const token = plainWord(full, own);
  if (full !== word) token.written = word;
  const also = second !== undefined && second !== word ? [...others, second] : others;
  if (also.length > 0) token.also = also;
  const readings = short?.isDoubtful === true ? [...possible, ...short.words.map(longerOf(word))] : possible;
  if (readings.length > 0) token.readings = readings;
  return token;
}

function longerOf(word: string): (text: string) => Reading {
  return (text) => ({ text, kind: 'word', doubt: `${word} may be short for ${text}` });
}

/**
 * A dictionary word is usual even if no name of the register has it: it is not a mistyped form of
 * another word.
 */
function plainWord(text: string, own?: RegisterWords): Token {
  const usual = bandOf(text) !== 'rare' || own?.has(text) === true;
  return { text, kind: 'word', usual, weight: wordWeight(text, own) };
}

const ISLE_OF_MAN = ['ISLE', 'OF', 'MAN'];

const LETTER = /^[A-Z]$/;

function readInitials(words: readonly string[], at: number): string {
  let letters = '';
  while (LETTER.test(words[at + letters.length] ?? '')) letters += words[at + letters.length];
  return letters;
}

/**
 * Rejoins `ODIN'S` typed as `ODIN S`. Other lone letters distinguish sister companies, as numbers
 * do.
 */
function pushInitials(
  tokens: Token[],
  letters: string,
  last: boolean,
  possible: readonly Reading[],
  own?: RegisterWords,
): void {
  const previous = tokens.at(-1);
  if (letters === 'S' && previous && takesPossessive(previous, last))
    tokens[tokens.length - 1] = plainWord(previous.text + letters, own);
  else if (letters.length === 1) {
    const token: Token = { text: letters, kind: 'letter', usual: true, weight: KIND_WEIGHTS.letter };
    tokens.push(possible.length > 0 ? { ...token, readings: possible } : token);
  } else tokens.push(plainWord(letters, own));
}

function takesPossessive({ kind, text, usual }: Token, last: boolean): boolean {
  return kind === 'word' && text.length > 2 && !text.endsWith('S') && !(usual && last);
}
