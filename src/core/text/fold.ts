import anyAscii from 'any-ascii';
import { repair } from './repair.js';

const ASCII = /^[\x20-\x7e]*$/;
const APOSTROPHES = /[‘’‛`´ʼ′]/g;

/** Letters with an alternative two-letter spelling: German and Nordic transliteration. */
const TWO_LETTER_READINGS: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE', Æ: 'AE' };
const HAS_TWO_LETTER_READING = /[ÄÖÜÅØÆ]/;

/**
 * Repairs the text and converts it to upper-case ASCII: keeps punctuation, removes accents,
 * transliterates other scripts. A lost letter is a `?` within its word.
 */
export function fold(text: string): string {
  const repaired = repair(text);
  if (ASCII.test(repaired)) return repaired.toUpperCase();
  return anyAscii(repaired.normalize('NFKC').replace(APOSTROPHES, "'").replaceAll('\uFFFD', '?')).toUpperCase();
}

/**
 * Returns the folded text with `Ü` and the like as `UE`; `undefined` if the name has no such
 * letter.
 */
export function secondReading(text: string): string | undefined {
  if (ASCII.test(text)) return undefined;
  const upper = repair(text).normalize('NFC').toUpperCase();
  if (!HAS_TWO_LETTER_READING.test(upper)) return undefined;
  return fold(upper.replace(/[ÄÖÜÅØÆ]/g, (letter) => TWO_LETTER_READINGS[letter] ?? letter));
}

/** Detects names that need the rules in `ruled`. Most do not. */
const NEEDS_RULES = /[^A-Z ,.]|\b[A-Z]\.|CO OP|[A-Z]LIMITED/;

/**
 * Splits a folded name into words, with `&` as a separate word. Removes apostrophes (`O'BRIEN` →
 * `OBRIEN`), dots of initials (`U.S.A.` → `USA`) and thousands separators (`1,000` → `1000`). Keeps
 * a `+` after a letter (`C++`). All other punctuation separates words.
 */
export function splitWords(folded: string): string[] {
  const separated = NEEDS_RULES.test(folded) ? ruled(folded) : folded.replace(/[,.]+/g, ' ');
  return separated.split(' ').filter((word) => word !== '');
}

/**
 * A question mark in place of a lost letter: before another one, or at the end of two words. At the
 * end of one word it is punctuation.
 */
const LOST_LETTER = /[A-Z]\?+[A-Z]|\?\?(?=[A-Z])|[A-Z]\?[^?]*[A-Z]\?\?|[A-Z]\?\?[^?]*[A-Z]\?/;

function ruled(folded: string): string {
  return folded
    .replaceAll("'", '')
    .replace(/\bCO[- ]OP(?=ERATIV|S?\b)/g, 'COOP')
    .replace(/\b([A-Z])\.(?=[A-Z]\b)/g, '$1')
    .replace(/\b([A-Z])\.\s(?=[A-Z]\b)/g, '$1')
    .replace(/(?<=\d)[,.](?=\d{3}\b)/g, '')
    .replace(/&|(?<![A-Z+])\+|\+(?=[A-Z0-9])/g, ' & ')
    .replace(LOST_LETTER.test(folded) ? /[^A-Z0-9&+?]+|(?<![A-Z?])\?+(?![A-Z?])/g : /[^A-Z0-9&+]+/g, ' ')
    .replace(/\b(\d+)(?!ST\b|ND\b|RD\b|TH\b)([A-Z]{4,}|UK)\b/g, '$1 $2')
    .replace(/([A-Z]{3,}(?<!\bUN|\bUNUN))LIMITED\b/g, '$1 LIMITED');
}
