import anyAscii from 'any-ascii';

const ASCII = /^[\x20-\x7e]*$/;
const APOSTROPHES = /[‘’‛`´ʼ′]/g;

/** Letters that a second spelling custom writes as two: German and Nordic transliteration. */
const TWO_LETTER_READINGS: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE', Æ: 'AE' };
const HAS_TWO_LETTER_READING = /[ÄÖÜÅØÆ]/;

/**
 * Upper-case ASCII of any script; punctuation stays, accents go, other scripts are transliterated.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toUpperCase();
  return anyAscii(text.normalize('NFKC').replace(APOSTROPHES, "'")).toUpperCase();
}

/** The reading with `Ü` as `UE` and its like; `undefined` when the name has no such letter. */
export function secondReading(text: string): string | undefined {
  if (ASCII.test(text)) return undefined;
  const upper = text.normalize('NFC').toUpperCase();
  if (!HAS_TWO_LETTER_READING.test(upper)) return undefined;
  return fold(upper.replace(/[ÄÖÜÅØÆ]/g, (letter) => TWO_LETTER_READINGS[letter] ?? letter));
}

/** What the rules of `ruled` are about. Most names have none of it. */
const NEEDS_RULES = /[^A-Z ,.]|\b[A-Z]\.|CO OP|[A-Z]LIMITED/;

/**
 * The words of a folded name, `&` standing as a word of its own. Apostrophes close up (`O'BRIEN` →
 * `OBRIEN`), so do dotted initials (`U.S.A.` → `USA`) and thousands (`1,000` → `1000`); all other
 * punctuation separates.
 */
export function splitWords(folded: string): string[] {
  const separated = NEEDS_RULES.test(folded) ? ruled(folded) : folded.replace(/[,.]+/g, ' ');
  return separated.split(' ').filter((word) => word !== '');
}

function ruled(folded: string): string {
  return folded
    .replaceAll("'", '')
    .replace(/\bCO[- ]OP(?=ERATIV|S?\b)/g, 'COOP')
    .replace(/\b([A-Z])\.\s?(?=[A-Z]\b)/g, '$1')
    .replace(/(?<=\d)[,.](?=\d{3}\b)/g, '')
    .replace(/[&+]/g, ' & ')
    .replace(/[^A-Z0-9&]+/g, ' ')
    .replace(/\b(\d+)(?!ST\b|ND\b|RD\b|TH\b)([A-Z]{4,}|UK)\b/g, '$1 $2')
    .replace(/([A-Z]{3,}(?<!\bUN|\bUNUN))LIMITED\b/g, '$1 LIMITED');
}
