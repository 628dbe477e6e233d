import { fold, secondReading, splitWords } from './fold.js';
import { splitLegalForm } from './legal-forms.js';
import { splitSegments } from './segments.js';
import { readTokens, type Token } from './tokens.js';

/** A name in the layers that comparison needs; the raw name is kept. */
export interface ReadName {
  /** As written, trimmed. */
  raw: string;
  /** Folded upper-case words without legal form, connectives (`&`, AND) and leading THE. */
  words: string[];
  /** Class of the legal form, `null` when the name carries none. */
  form: string | null;
  /** Every number in the name, digits, roman numerals and number words alike, as digits. */
  numbers: string[];
  tokens: Token[];
  /** See `nameKey`. */
  key: string;
  /** The name after a `d/b/a`, `t/a` or `f/k/a`. */
  other: ReadName | undefined;
}

const AND = new Set(['&', 'AND']);
const NATIONAL_AND: Readonly<Record<string, readonly string[]>> = {
  fr: ['ET'],
  ch: ['UND', 'ET'],
  no: ['OG'],
  fi: ['JA'],
};
const EMBEDDED_DIGITS = /\d+/g;

/** Words whose short spelling is part of a legal form's and so no other name. */
const FORM_WORDS: Readonly<Record<string, string>> = {
  CO: 'COMPANY',
  CORP: 'CORPORATION',
  LTD: 'LIMITED',
  INCORPORATED: 'INC',
};

/** Reads a name as the registers of a jurisdiction (`us-ny`; empty when unknown) write theirs. */
export function readName(raw: string, jurisdiction: string): ReadName {
  const trimmed = raw.trim();
  const { main, other } = splitSegments(fold(trimmed));
  const name = readFolded(main, secondReading(trimmed), jurisdiction.slice(0, 2));
  return {
    ...name,
    raw: trimmed,
    key:
      name.key === ''
        ? trimmed.toUpperCase()
        : name.key + (other === undefined ? '' : `/${readFolded(other, undefined, jurisdiction.slice(0, 2)).key}`),
    other:
      other === undefined
        ? undefined
        : { ...readFolded(other, undefined, jurisdiction.slice(0, 2)), raw: other, other: undefined },
  };
}

/**
 * Equal for spellings of one name: case, punctuation, spacing, accents, `&` for "and" and the spelling of the same legal form do
 * not matter, another or a missing legal form does. Never empty for a name that is not blank.
 */
export function nameKey(raw: string, jurisdiction: string): string {
  return readName(raw, jurisdiction).key;
}

function readFolded(folded: string, second: string | undefined, country: string): Omit<ReadName, 'raw' | 'other'> {
  const written = splitWords(folded);
  if (written.length > 2 && written.at(-1) === 'THE') written.unshift(written.pop() ?? '');
  const { words: named, form } = splitLegalForm(
    written.filter((word) => word !== '&' || written.length > 1),
    country,
  );
  const spoken = named.filter((word) => !AND.has(word));
  const words = spoken.length > 1 && spoken[0] === 'THE' ? spoken.slice(1) : spoken;
  const tokens = readTokens(words, secondWords(second, words, country), country);
  return { words, form, numbers: numbersOf(tokens), tokens, key: keyOf(named, form, country) };
}

/** The second reading's words, when they stand one to one beside the first's. */
function secondWords(second: string | undefined, words: readonly string[], country: string): string[] | undefined {
  if (second === undefined) return undefined;
  const { words: named } = splitLegalForm(splitWords(splitSegments(second).main), country);
  const spoken = named.filter((word) => !AND.has(word));
  const aligned = spoken.length > words.length && spoken[0] === 'THE' ? spoken.slice(1) : spoken;
  return aligned.length === words.length ? aligned : undefined;
}

function numbersOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'number') return [token.text];
    return (token.text.match(EMBEDDED_DIGITS) ?? []).map((digits) => digits.replace(/^0+(?=\d)/, ''));
  });
}

function keyOf(words: readonly string[], form: string | null, country: string): string {
  const connectives = NATIONAL_AND[country] ?? [];
  let joined = '';
  for (const word of words.slice(0, words.at(-1) === '&' ? -1 : undefined)) {
    const next = AND.has(word) || connectives.includes(word) ? '&' : (FORM_WORDS[word] ?? word);
    joined += (/\d$/.test(joined) && /^\d/.test(next) ? '.' : '') + next;
  }
  return joined === '' && form === null ? '' : `${joined}|${form ?? ''}`;
}
