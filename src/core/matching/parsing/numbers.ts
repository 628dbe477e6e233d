/**
 * Numbers distinguish sister companies, so digits, roman numerals and number words are read into
 * one form.
 */

const CARDINALS =
  'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN';
const ORDINALS = 'ZEROTH FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH';
const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY';

/**
 * Number words of other languages, from one or two up; words that mean something else in a name are
 * left out.
 */
const NATIONAL: Readonly<Record<string, readonly [first: number, words: string]>> = {
  fr: [2, 'DEUX TROIS QUATRE CINQ SIX SEPT HUIT NEUF DIX'],
  ch: [1, 'EINS ZWEI DREI VIER FUNF SECHS SIEBEN ACHT NEUN ZEHN'],
  no: [3, 'TRE FIRE FEM SEKS SJU ATTE NI TI'],
  cz: [1, 'JEDNA DVA TRI CTYRI PET SEST SEDM OSM DEVET DESET'],
  fi: [1, 'YKSI KAKSI KOLME NELJA VIISI KUUSI SEITSEMAN KAHDEKSAN YHDEKSAN KYMMENEN'],
};

const UNIT_VALUES = new Map<string, number>();
for (const list of [CARDINALS, ORDINALS]) list.split(' ').forEach((word, value) => UNIT_VALUES.set(word, value));
const TEN_VALUES = new Map(TENS.split(' ').map((word, index) => [word, 20 + 10 * index]));
const NATIONAL_VALUES = new Map(
  Object.entries(NATIONAL).map(([country, [first, words]]) => [
    country,
    new Map(words.split(' ').map((word, index) => [word, first + index])),
  ]),
);

const DIGITS = /^(\d+)(?:ST|ND|RD|TH)?$/;
/** I, V and X up to 39; a lone letter is a numeral only at the end of a name (see `readNumber`). */
const ROMAN = /^X{0,3}(?:IX|IV|V?I{0,3})$/;
const ROMAN_VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
/** `NO.1` that lost its dot. */
const SIGNED_DIGITS = /^(?:NO|NR|NUM)(\d+)$/;
const NUMBER_SIGNS = new Set(['NO', 'NR', 'NUMBER', 'NUM', 'NOS', 'NUMERO']);

export interface NumberReading {
  /** The number in digits, without leading zeros. */
  value: string;
  /** How many words it took. */
  length: number;
}

/**
 * The number that starts at `words[at]`, a preceding sign such as `NO` included; `undefined` when
 * there is none.
 */
export function readNumber(words: readonly string[], at: number, country: string): NumberReading | undefined {
  const word = words[at] ?? '';
  if (NUMBER_SIGNS.has(word)) {
    const signed = at + 1 < words.length ? readPlainNumber(words, at + 1, country, true) : undefined;
    return signed && { value: signed.value, length: signed.length + 1 };
  }
  const glued = SIGNED_DIGITS.exec(word);
  if (glued) return { value: withoutLeadingZeros(glued[1] ?? ''), length: 1 };
  return readPlainNumber(words, at, country, at > 0 && at === words.length - 1);
}

function readPlainNumber(
  words: readonly string[],
  at: number,
  country: string,
  loneRoman: boolean,
): NumberReading | undefined {
  const word = words[at] ?? '';
  const digits = DIGITS.exec(word);
  if (digits) return { value: withoutLeadingZeros(digits[1] ?? ''), length: 1 };
  const tens = TEN_VALUES.get(word);
  if (tens !== undefined) {
    const unit = UNIT_VALUES.get(words[at + 1] ?? '');
    const compound = unit !== undefined && unit > 0 && unit < 10;
    return { value: String(compound ? tens + unit : tens), length: compound ? 2 : 1 };
  }
  const unit = UNIT_VALUES.get(word) ?? NATIONAL_VALUES.get(country)?.get(word);
  if (unit !== undefined) {
    const hundreds = words[at + 1] === 'HUNDRED';
    return { value: String(hundreds ? unit * 100 : unit), length: hundreds ? 2 : 1 };
  }
  if (ROMAN.test(word) && (word.length > 1 || (loneRoman && word !== '')))
    return { value: String(romanValue(word)), length: 1 };
  return undefined;
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

function romanValue(numeral: string): number {
  let total = 0;
  for (let at = 0; at < numeral.length; at++) {
    const value = ROMAN_VALUES[numeral[at] ?? ''] ?? 0;
    total += value < (ROMAN_VALUES[numeral[at + 1] ?? ''] ?? 0) ? -value : value;
  }
  return total;
}

export type NumberRelation = 'none' | 'same' | 'one_sided' | 'conflict';

/**
 * Order does not matter; a number that only one side has beside common ones is one-sided, different
 * ones are a conflict.
 */
export function relateNumbers(a: readonly string[], b: readonly string[]): NumberRelation {
  if (a.length === 0 && b.length === 0) return 'none';
  const left = [...b];
  let onlyInA = 0;
  for (const value of a) {
    const at = left.indexOf(value);
    if (at < 0) onlyInA++;
    else left.splice(at, 1);
  }
  if (onlyInA === 0 && left.length === 0) return 'same';
  return onlyInA > 0 && left.length > 0 ? 'conflict' : 'one_sided';
}
