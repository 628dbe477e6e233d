import type { WordSource } from '../comparing/calibration.js';
import type { RegisterWords } from '../../registries/register-words.js';
import { fold, secondReading } from '../../text/fold.js';
import { WORDS } from '../countries/countries.js';
import { endsInNameLikeForm, lengthOfForm, relateForms, splitPossibleForm, type FormSplit } from './legal-forms.js';
import { wholeKey } from './name-key.js';
import { withoutLeadingZeros } from './numbers.js';
import { splitSegments } from './segments.js';
import type { Token } from './token.js';
import { readTokens } from './tokens.js';
import { AND, MAX_FOLDED, splitOf, writtenName, writtenWhole, type WrittenName } from './written-name.js';

export interface ParsedName {
  /** Folded upper-case words without the legal form, connectives (`&`, AND) and leading THE. */
  words: string[];
  /** Class of the legal form; `null` when the name has none. */
  form: string | null;
  /** All numbers in the name as digits: digits, roman numerals and number words. */
  numbers: string[];
  tokens: Token[];
  /** Words that mark it as in liquidation or the like; `null` if there are none. */
  standing: string | null;
}

/**
 * The kinds: `second_name`: the part after a `d/b/a`, `t/a` or `f/k/a`. `head`: the part before a
 * legal form in the middle, when the words after it only repeat it. `divisionless`: the same when
 * they may be a division or a brand (`ACME INC ZENITH DIVISION`). `tailless`: the same when a place,
 * a number, a series, another form or words after a national form follow, which may name another
 * business even at the same address. `formless`: a last word such as
 * COMPANY is part of the name. `otherform`: a word before it belongs to the form (`HARROW SERVICE
 * CORPORATION`). `companyless`: without the COMPANY before a legal form (`ACME
 * TRADING COMPANY LLC`). `societyless`: without a general word in front (`SOCIETE LANTERNE`).
 */
type TailLeft = 'head' | 'divisionless' | 'tailless';

export type AlternativeKind = 'second_name' | TailLeft | 'formless' | 'otherform' | 'companyless' | 'societyless';

export interface NormalisedName extends ParsedName {
  /** As written, trimmed. */
  raw: string;
  /** See `nameKey`. */
  key: string;
  /** All letters and digits of the folded name. */
  letters: string;
  /** All folded words of the main name, including legal form and connectives. */
  written: string[];
  weighedBy: WordSource;
  alternatives: { kind: AlternativeKind; parsed: ParsedName }[];
}

/** A `+` after a letter is kept. */
const NO_LETTER = /[^A-Z0-9+]|(?<![A-Z+])\++|\+(?=[A-Z0-9])/g;
const EMBEDDED_DIGITS = /\d+/g;

/**
 * Parses a name by the conventions of a jurisdiction's registers (`us-ny`; empty when unknown).
 * `own`: the words of the register's own names, where known.
 */
export function parseName(raw: string, jurisdiction: string, own?: RegisterWords): NormalisedName {
  const country = jurisdiction.slice(0, 2);
  const trimmed = raw.trim();
  const whole = writtenWhole(trimmed, country);
  const { folded, name, second } = whole;
  const parsed = read(name, secondReading(trimmed)?.slice(0, MAX_FOLDED), country, own);
  return {
    raw: trimmed,
    key: wholeKey(trimmed, whole),
    letters: name.isSigns ? folded : folded.replace(NO_LETTER, ''),
    written: name.words,
    ...parsed,
    weighedBy: own ? 'own' : 'bundled',
    alternatives: [...otherWays(name, country, own), ...(second ? [secondWay(second, country, own)] : [])],
  };
}

/**
 * Splits a name as for a register's index and queries to it: words and legal form, without the
 * standing.
 */
export function splitName(raw: string, country: string): FormSplit {
  return splitOf(writtenName(fold(raw.trim()).slice(0, MAX_FOLDED), country));
}

/**
 * Returns whether two names differ only by an article, or the spelling or absence of the legal
 * form.
 */
export function differOnlyInForm(a: NormalisedName, b: NormalisedName): boolean {
  const forms = relateForms(a.form, b.form);
  if (forms === 'kin' || forms === 'conflict') return false;
  return a.key === b.key || coreOf(a) === coreOf(b);
}

function coreOf({ tokens, alternatives }: NormalisedName): string {
  const second = alternatives.find(({ kind }) => kind === 'second_name')?.parsed.tokens ?? [];
  return [...tokens.map(({ text }) => text), '/', ...second.map(({ text }) => text)].join(' ');
}

function otherWays(name: WrittenName, country: string, own?: RegisterWords): NormalisedName['alternatives'] {
  const { words, tailAt, standing } = name;
  const ways: NormalisedName['alternatives'] = [];
  const add = (kind: AlternativeKind, other: FormSplit) =>
    ways.push({ kind, parsed: readSplit(other, standing, undefined, country, own) });
  if (tailAt !== undefined) add(tailLeft(words, tailAt, country), name.head);
  if (endsInNameLikeForm(words, country)) {
    const spoken = withoutConnectives(words);
    const tokens = readTokens(spoken, undefined, country, own);
    ways.push({
      kind: 'formless',
      parsed: { words: spoken, form: null, numbers: numbersOf(tokens), tokens, standing },
    });
  }
  const possible = tailAt === undefined ? splitPossibleForm(words, country) : undefined;
  if (possible) add('otherform', possible);
  const companyless = withoutCompany(name);
  if (companyless) add('companyless', companyless);
  const [first = '', ...others] = splitOf(name).words;
  if (others.length > 0 && WORDS.get(country)?.before?.includes(first) === true)
    add('societyless', { words: others, form: name.head.form });
  return ways;
}

function secondWay(name: WrittenName, country: string, own?: RegisterWords): NormalisedName['alternatives'][number] {
  return { kind: 'second_name', parsed: read(name, undefined, country, own) };
}

function tailLeft(words: readonly string[], tailAt: number, country: string): TailLeft {
  if (repeats(words, tailAt)) return 'head';
  return saysLittle(words, tailAt, country) ? 'divisionless' : 'tailless';
}

/** Returns whether the words behind the form only repeat those before it, or their initials. */
function repeats(words: readonly string[], tailAt: number): boolean {
  const [head, tail] = [words.slice(0, tailAt), words.slice(tailAt)];
  return tail.every((word) => head.includes(word)) || (tail.length === 1 && areInitials(tail[0] ?? '', head));
}

const FEWEST_INITIALS = 3;

/** `ACORN RIDGE TOWING INC (ART)`; words may be left out, the first one may not. */
function areInitials(word: string, of: readonly string[]): boolean {
  const [first = '', ...others] = of.filter((each) => /^[A-Z]/.test(each)).map((each) => each.charAt(0));
  if (word.length < FEWEST_INITIALS || !word.startsWith(first)) return false;
  let from = 0;
  return [...word.slice(1)].every((letter) => (from = others.indexOf(letter, from) + 1) > 0);
}

const ENGLISH_FORMS = new Set(['INC', 'LLC', 'LLP', 'PLLC', 'CORP', 'CORPORATION', 'LTD', 'LIMITED', 'PC', 'LP']);

/** Returns whether the words after an English form are a division, an owner or a brand. */
function saysLittle(words: readonly string[], tailAt: number, country: string): boolean {
  if (!ENGLISH_FORMS.has(words[tailAt - 1] ?? '') || lengthOfForm(words, country) > 0) return false;
  return readTokens(words.slice(tailAt), undefined, country).every(
    ({ kind, text }) => kind === 'word' && !/\d|^SERIES$/.test(text),
  );
}

const COMPANY = new Set(['CO', 'COMPANY', 'CORP', 'CORPORATION']);

/** Returns `undefined` unless the name ends in such a word and a legal form. */
function withoutCompany({ tailAt, head: { words, form }, words: written }: WrittenName): FormSplit | undefined {
  const at = words.length - 1;
  if (tailAt !== undefined || form === null || at < 1) return undefined;
  if (!COMPANY.has(words[at] ?? '') || words[at] !== written[at]) return undefined;
  return { words: words.slice(0, at), form };
}

function read(name: WrittenName, second: string | undefined, country: string, own?: RegisterWords): ParsedName {
  return readSplit(splitOf(name), name.standing, second, country, own);
}

function readSplit(
  { words: all, form }: FormSplit,
  standing: string | null,
  second: string | undefined,
  country: string,
  own?: RegisterWords,
): ParsedName {
  const words = withoutConnectives(all);
  const tokens = readTokens(
    words,
    second === undefined ? undefined : secondWords(second, words, country),
    country,
    own,
  );
  return { words, form, numbers: numbersOf(tokens), tokens, standing };
}

function secondWords(second: string, words: readonly string[], country: string): string[] | undefined {
  const others = withoutConnectives(splitOf(writtenName(splitSegments(second).main, country)).words);
  return others.length === words.length ? others : undefined;
}

/** A name of only connectives keeps them. */
function withoutConnectives(words: readonly string[]): string[] {
  const spoken = words.filter((word) => !AND.has(word));
  if (spoken.length === 0) return [...words];
  return spoken.length > 1 && spoken[0] === 'THE' ? spoken.slice(1) : spoken;
}

function numbersOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'number') return [token.text];
    return (token.text.match(EMBEDDED_DIGITS) ?? []).map((digits) => withoutLeadingZeros(digits));
  });
}
