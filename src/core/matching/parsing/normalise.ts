import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { WordSource } from '../comparing/calibration.js';
import { fold, secondReading, splitWords } from './fold.js';
import { endsInNameLikeForm, relateForms, splitLegalForm } from './legal-forms.js';
import type { RegisterWords } from '../../registries/register-words.js';
import { splitSegments, splitTail } from './segments.js';
import { readTokens, type Token } from './tokens.js';

/** One way to parse a name, or of a part of it. */
export interface ParsedName {
  /** Folded upper-case words without legal form, connectives (`&`, AND) and leading THE. */
  words: string[];
  /** Class of the legal form, `null` when the name carries none. */
  form: string | null;
  /** Every number in the name, digits, roman numerals and number words alike, as digits. */
  numbers: string[];
  tokens: Token[];
}

/**
 * `second_name`: what follows a `d/b/a`, `t/a` or `f/k/a`. `head`: what stands before a legal form
 * in the middle, when words follow that may be a division or a second name
 * (`ACME INC ZENITH DIVISION`). `formless`: a last word such as COMPANY is part of the name.
 * `companyless`: without the COMPANY before a legal form (`ACME TRADING COMPANY LLC`).
 */
export type AlternativeKind = 'second_name' | 'head' | 'formless' | 'companyless';

/** A name in the layers that comparison needs; the raw name is kept. */
export interface NormalisedName extends ParsedName {
  /** As written, trimmed. */
  raw: string;
  /** See `nameKey`. */
  key: string;
  /** All letters and digits of the folded name. */
  letters: string;
  /** All folded words of the main name, legal form and connectives included. */
  written: string[];
  /** Where the weights of its words come from. */
  weighedBy: WordSource;
  /** Further ways to parse it. */
  alternatives: { kind: AlternativeKind; parsed: ParsedName }[];
}

const AND = new Set(['&', 'AND']);
const NATIONAL_AND: Readonly<Record<string, readonly string[]>> = {
  fr: ['ET'],
  ch: ['UND', 'ET'],
  no: ['OG'],
  fi: ['JA'],
};
const EMBEDDED_DIGITS = /\d+/g;

/** Words of legal forms that also stand within names. */
const FORM_WORDS: Readonly<Record<string, string>> = {
  CO: 'COMPANY',
  CORP: 'CORPORATION',
  LTD: 'LIMITED',
  INCORPORATED: 'INC',
};

/**
 * One character may fold into more than thirty letters, so a name of 300 into 10,000. What is
 * compared ends here; the key tells longer names apart all the same.
 */
const MAX_FOLDED = 1_000;
/**
 * An index of Postgres takes keys of up to some 2,700 bytes; folded names are ASCII, but for those
 * that fold to nothing.
 */
const MAX_KEY = 400;

/**
 * Whether a name, or any text that somebody gave, can be stored and shown by any system: no control
 * characters, no half surrogate pairs.
 */
export function isText(value: string): boolean {
  return value.isWellFormed() && !/\p{Cc}/u.test(value);
}

/**
 * Hangul fillers, soft hyphens, joiners and blank braille are letters or signs to Unicode, and
 * nothing to a reader.
 */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;

/** Without the blanks at its ends; empty where nothing of it can be seen. */
export function trimText(text: string): string {
  return VISIBLE.test(text) ? text.trim() : '';
}

/**
 * Reads a name as the registers of a jurisdiction (`us-ny`; empty when unknown) write theirs.
 * `own`: the words of the register's own names, where they are known.
 */
export function parseName(raw: string, jurisdiction: string, own?: RegisterWords): NormalisedName {
  const country = jurisdiction.slice(0, 2);
  const trimmed = raw.trim();
  const whole = fold(trimmed);
  const { main, second } = splitSegments(whole.slice(0, MAX_FOLDED));
  const written = writtenWords(main);
  const parsed = read(written, secondReading(trimmed)?.slice(0, MAX_FOLDED), country, own);
  const alternatives: NormalisedName['alternatives'] = [];
  const head = splitTail(written, country);
  if (head) alternatives.push({ kind: 'head', parsed: read(head, undefined, country, own) });
  if (endsInNameLikeForm(written, country))
    alternatives.push({ kind: 'formless', parsed: readFormless(written, country, own) });
  const companyless = withoutCompany(written, country);
  if (companyless) alternatives.push({ kind: 'companyless', parsed: read(companyless, undefined, country, own) });
  const secondWritten = second === undefined ? [] : writtenWords(second);
  if (secondWritten.length > 0)
    alternatives.push({ kind: 'second_name', parsed: read(secondWritten, undefined, country, own) });
  return {
    raw: trimmed,
    key: wholeKey(trimmed, whole, written, secondWritten, country),
    letters: whole.replace(/[^A-Z0-9]/g, ''),
    written,
    ...parsed,
    weighedBy: own ? 'own' : 'bundled',
    alternatives,
  };
}

/**
 * Equal for spellings of one name: case, punctuation, spacing, accents, `&` for "and" and the
 * spelling of the same legal form do not matter, another or a missing legal form does. Never empty
 * for a name that is not blank, and never longer than 400 characters.
 */
export function nameKey(raw: string, jurisdiction: string): string {
  const country = jurisdiction.slice(0, 2);
  const asked = `${country} ${raw}`;
  const known = knownKeys.get(asked);
  if (known !== undefined) return known;
  const trimmed = raw.trim();
  const whole = fold(trimmed);
  const { main, second } = splitSegments(whole.slice(0, MAX_FOLDED));
  const key = wholeKey(trimmed, whole, writtenWords(main), writtenWords(second ?? ''), country);
  if (raw.length <= MAX_REMEMBERED) knownKeys.set(asked, key);
  return key;
}

/**
 * What is asked for often is asked for in the same letters, and reading a name costs more than all
 * else that a known answer needs of core.
 */
const knownKeys = new LRUCache<string, string>({ max: 5_000 });
/** As long as a name may be that a caller gives. */
const MAX_REMEMBERED = 300;

/** Two names of which only an article, the spelling of the legal form or its absence makes two. */
export function differOnlyInForm(a: NormalisedName, b: NormalisedName): boolean {
  const forms = relateForms(a.form, b.form);
  if (forms === 'kin' || forms === 'conflict') return false;
  return a.key === b.key || coreOf(a) === coreOf(b);
}

function coreOf({ tokens, alternatives }: NormalisedName): string {
  const second = alternatives.find(({ kind }) => kind === 'second_name')?.parsed.tokens ?? [];
  return [...tokens.map(({ text }) => text), '/', ...second.map(({ text }) => text)].join(' ');
}

/** `MILLS LIMITED (THE)` is `THE MILLS LIMITED`. */
function writtenWords(folded: string): string[] {
  const written = splitWords(folded);
  if (written.length > 2 && written.at(-1) === 'THE') written.unshift(written.pop() ?? '');
  return written;
}

const COMPANY = new Set(['CO', 'COMPANY', 'CORP', 'CORPORATION']);

/** `undefined` for a name that does not end in such a word and a legal form. */
function withoutCompany(written: readonly string[], country: string): string[] | undefined {
  if (!written.some((word) => COMPANY.has(word))) return undefined;
  const { words, form } = splitLegalForm(written, country);
  const at = words.length - 1;
  if (form === null || at < 1 || !COMPANY.has(words[at] ?? '') || words[at] !== written[at]) return undefined;
  return written.toSpliced(at, 1);
}

function readFormless(written: readonly string[], country: string, own?: RegisterWords): ParsedName {
  const words = withoutConnectives(written);
  const tokens = readTokens(words, undefined, country, own);
  return { words, form: null, numbers: numbersOf(tokens), tokens };
}

function read(
  written: readonly string[],
  second: string | undefined,
  country: string,
  own?: RegisterWords,
): ParsedName {
  const { words, form } = spokenWords(written, country);
  const secondWords =
    second === undefined ? undefined : spokenWords(writtenWords(splitSegments(second).main), country).words;
  const tokens = readTokens(words, secondWords?.length === words.length ? secondWords : undefined, country, own);
  return { words, form, numbers: numbersOf(tokens), tokens };
}

function spokenWords(written: readonly string[], country: string): { words: string[]; form: string | null } {
  const { words, form } = splitLegalForm(written, country);
  return { words: withoutConnectives(words), form };
}

/** A name of nothing but connectives keeps them. */
function withoutConnectives(words: readonly string[]): string[] {
  const spoken = words.filter((word) => !AND.has(word));
  if (spoken.length === 0) return [...words];
  return spoken.length > 1 && spoken[0] === 'THE' ? spoken.slice(1) : spoken;
}

function numbersOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'number') return [token.text];
    return (token.text.match(EMBEDDED_DIGITS) ?? []).map((digits) => digits.replace(/^0+(?=\d)/, ''));
  });
}

function wholeKey(
  trimmed: string,
  whole: string,
  written: readonly string[],
  secondWritten: readonly string[],
  country: string,
): string {
  const key = keyOf(written, country) + (secondWritten.length > 0 ? `/${keyOf(secondWritten, country)}` : '');
  const full = key === '' ? trimmed.toUpperCase() : key;
  if (full.length <= MAX_KEY && whole.length <= MAX_FOLDED) return full;
  const digest = createHash('sha256').update(key === '' ? full : whole.replace(/[^A-Z0-9&+]/g, ''));
  return `${full.slice(0, MAX_KEY - 65)}#${digest.digest('hex')}`;
}

function keyOf(written: readonly string[], country: string): string {
  const { words, form } = splitLegalForm(written, country);
  const connectives = NATIONAL_AND[country] ?? [];
  let joined = '';
  for (const word of words.slice(0, words.length > 1 && words.at(-1) === '&' ? -1 : undefined)) {
    const next = AND.has(word) || connectives.includes(word) ? '&' : (FORM_WORDS[word] ?? word);
    joined += (/\d$/.test(joined) && /^\d/.test(next) ? '.' : '') + next;
  }
  return joined === '' && form === null ? '' : `${joined}|${form ?? ''}`;
}
