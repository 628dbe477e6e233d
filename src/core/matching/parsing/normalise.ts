import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { WordSource } from '../comparing/calibration.js';
import { fold, secondReading, splitWords } from './fold.js';
import {
  endsInLegalForm,
  endsInNameLikeForm,
  isLegalForm,
  lengthOfForm,
  relateForms,
  splitLegalForm,
  type FormSplit,
} from './legal-forms.js';
import type { RegisterWords } from '../../registries/register-words.js';
import { mayTellStanding, splitSegments, splitStanding, tailOf } from './segments.js';
import type { Token } from './token.js';
import { readTokens } from './tokens.js';

/** One way to parse a name, or of a part of it. */
export interface ParsedName {
  /** Folded upper-case words without legal form, connectives (`&`, AND) and leading THE. */
  words: string[];
  /** Class of the legal form, `null` when the name carries none. */
  form: string | null;
  /** Every number in the name, digits, roman numerals and number words alike, as digits. */
  numbers: string[];
  tokens: Token[];
  /** The words by which it is marked as in liquidation or the like, `null` without any. */
  standing: string | null;
}

/**
 * `second_name`: what follows a `d/b/a`, `t/a` or `f/k/a`. `head`: what stands before a legal form
 * in the middle, when words follow that may be a division or a second name
 * (`ACME INC ZENITH DIVISION`); `tailless`: the same where a place, a number, a series or words
 * behind a national form follow, which may as well name another business. `formless`: a last word
 * such as COMPANY is part of the name. `companyless`: without the COMPANY before a legal form
 * (`ACME TRADING COMPANY LLC`).
 */
export type AlternativeKind = 'second_name' | 'head' | 'tailless' | 'formless' | 'companyless';

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
  cz: ['A'],
  fi: ['JA'],
};
/** `RENT A CAR` keeps its article, in Czech names too. */
const ARTICLE_BETWEEN =
  /^(?:RENT|LEASE|HIRE|BUY|GET|SHARE) A (?:CAR|VAN|BUS|BIKE|TRUCK|BOAT|YACHT|HOUSE|HOME|FLAT|CARAVAN|CAMPER|TENT|LIFT|JOB)$/;
/** A `+` behind a letter is one. */
const NO_LETTER = /[^A-Z0-9+]|(?<![A-Z+])\++|\+(?=[A-Z0-9])/g;
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

/** Damage that no reading repairs: letters of a name are lost. */
export function isDamaged(name: string): boolean {
  return /\uFFFD|(?<=\p{L})\?\?|\?\?(?=\p{L})/u.test(name);
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
  const name = writtenName(main, country);
  const parsed = read(name, secondReading(trimmed)?.slice(0, MAX_FOLDED), country, own);
  const secondName = second === undefined ? undefined : writtenName(second, country);
  return {
    raw: trimmed,
    key: wholeKey(trimmed, whole, name, secondName),
    letters: name.isSigns ? whole : whole.replace(NO_LETTER, ''),
    written: name.words,
    ...parsed,
    weighedBy: own ? 'own' : 'bundled',
    alternatives: [...otherWays(name, country, own), ...(secondName ? [secondWay(secondName, country, own)] : [])],
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
  const secondName = second === undefined ? undefined : writtenName(second, country);
  const key = wholeKey(trimmed, whole, writtenName(main, country), secondName);
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

/**
 * A name as a register's index keeps it and a question to it asks: its words and its legal form
 * apart, the words of its standing left out.
 */
export function splitName(raw: string, country: string): FormSplit {
  return splitOf(writtenName(fold(raw.trim()).slice(0, MAX_FOLDED), country));
}

/**
 * The words by which a register's name marks a business as in liquidation or the like, as they are
 * written there; `undefined` for other names.
 */
export function standingIn(raw: string, jurisdiction: string): string | undefined {
  const country = jurisdiction.slice(0, 2);
  const asked = `${country} ${raw}`;
  let standing = knownStandings.get(asked);
  if (standing === undefined) knownStandings.set(asked, (standing = readStanding(raw, country) ?? ''));
  return standing === '' ? undefined : standing;
}

/** Every answer is looked at. */
const knownStandings = new LRUCache<string, string>({ max: 5_000 });

function readStanding(raw: string, country: string): string | undefined {
  const folded = fold(raw).slice(0, MAX_FOLDED);
  if (!mayTellStanding(folded)) return undefined;
  const { standing } = writtenName(splitSegments(folded).main, country);
  if (standing === null) return undefined;
  const words = raw.trim().split(/\s+/);
  const length = standing.split(' ').length;
  const quoted = words.map((_, at) => words.slice(at, at + length).join(' '));
  const found = quoted.find(
    (phrase) =>
      fold(phrase)
        .replace(/[^A-Z]+/g, ' ')
        .trim() === standing,
  );
  return found?.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '') ?? standing.toLowerCase();
}

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

/** A name, or a part of one, as words. */
interface WrittenName {
  words: string[];
  /** Where what follows the legal form begins, if anything does. */
  tailAt: number | undefined;
  standing: string | null;
  /** Nothing but signs and a legal form. */
  isSigns: boolean;
  /** The words before a tail, if there is one, and the legal form apart. */
  head: FormSplit;
}

function writtenName(folded: string, country: string): WrittenName {
  const { name, standing } = splitStanding(folded, country, {
    endsName: (part) => endsInLegalForm(writtenWords(part), country),
    isForm: (part) => isLegalForm(writtenWords(part), country),
  });
  const words = writtenWords(name);
  const signs = words.length === 0 || isLegalForm(words, country) ? signsOf(name) : '';
  const isSigns = signs !== '';
  const tailAt = isSigns ? undefined : tailOf(name, words, country, writtenWords);
  const all = isSigns ? [signs, ...words] : withAnd(words, tailAt ?? words.length, country);
  const head = splitLegalForm(tailAt === undefined ? all : all.slice(0, tailAt), country);
  return { words: all, tailAt, standing, isSigns, head };
}

/** Signs that are all of a name: `! LTD`. */
function signsOf(name: string): string {
  return /^[^A-Z0-9]*/.exec(name)?.[0].replace(/[\s"'()]/g, '') ?? '';
}

/** `MILLS LIMITED (THE)` is `THE MILLS LIMITED`. */
function writtenWords(folded: string): string[] {
  const words = splitWords(folded);
  if (words.length > 2 && words.at(-1) === 'THE') words.unshift(words.pop() ?? '');
  return words;
}

/** The "and" of the country's languages between two words of a name, as `&`. */
function withAnd(words: string[], end: number, country: string): string[] {
  const connectives = NATIONAL_AND[country];
  if (!connectives?.some((connective) => words.includes(connective))) return words;
  const last = end - lengthOfForm(words.slice(0, end), country) - 1;
  return words.map((word, at) => {
    const isAnd = at > 0 && at < last && connectives.includes(word);
    return isAnd && !ARTICLE_BETWEEN.test(words.slice(at - 1, at + 2).join(' ')) ? '&' : word;
  });
}

function otherWays(name: WrittenName, country: string, own?: RegisterWords): NormalisedName['alternatives'] {
  const { words, tailAt, standing } = name;
  const ways: NormalisedName['alternatives'] = [];
  const add = (kind: AlternativeKind, other: FormSplit) =>
    ways.push({ kind, parsed: readSplit(other, standing, undefined, country, own) });
  if (tailAt !== undefined) add(saysLittle(words, tailAt, country) ? 'head' : 'tailless', name.head);
  if (endsInNameLikeForm(words, country)) {
    const spoken = withoutConnectives(words);
    const tokens = readTokens(spoken, undefined, country, own);
    ways.push({
      kind: 'formless',
      parsed: { words: spoken, form: null, numbers: numbersOf(tokens), tokens, standing },
    });
  }
  const companyless = withoutCompany(name);
  if (companyless) add('companyless', companyless);
  return ways;
}

function secondWay(name: WrittenName, country: string, own?: RegisterWords): NormalisedName['alternatives'][number] {
  return { kind: 'second_name', parsed: read(name, undefined, country, own) };
}

const ENGLISH_FORMS = new Set(['INC', 'LLC', 'LLP', 'PLLC', 'CORP', 'CORPORATION', 'LTD', 'LIMITED', 'PC', 'LP']);

/** A division, an owner or a brand, in words behind an English form. */
function saysLittle(words: readonly string[], tailAt: number, country: string): boolean {
  if (!ENGLISH_FORMS.has(words[tailAt - 1] ?? '')) return false;
  return readTokens(words.slice(tailAt), undefined, country).every(
    ({ kind, text }) => kind === 'word' && !/\d|^SERIES$/.test(text),
  );
}

const COMPANY = new Set(['CO', 'COMPANY', 'CORP', 'CORPORATION']);

/** `undefined` for a name that does not end in such a word and a legal form. */
function withoutCompany({ tailAt, head: { words, form }, words: written }: WrittenName): FormSplit | undefined {
  const at = words.length - 1;
  if (tailAt !== undefined || form === null || at < 1) return undefined;
  if (!COMPANY.has(words[at] ?? '') || words[at] !== written[at]) return undefined;
  return { words: words.slice(0, at), form };
}

function read(name: WrittenName, second: string | undefined, country: string, own?: RegisterWords): ParsedName {
  return readSplit(splitOf(name), name.standing, second, country, own);
}

function splitOf({ words, tailAt, head }: WrittenName): FormSplit {
  return tailAt === undefined ? head : { words: [...head.words, ...words.slice(tailAt)], form: head.form };
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

function wholeKey(trimmed: string, whole: string, name: WrittenName, second: WrittenName | undefined): string {
  const key = keyOf(name) + (second && second.words.length > 0 ? `/${keyOf(second)}` : '');
  const full = key === '' ? trimmed.toUpperCase() : key;
  if (full.length <= MAX_KEY && whole.length <= MAX_FOLDED) return full;
  const digest = createHash('sha256').update(key === '' ? full : whole.replace(/[^A-Z0-9&+]/g, ''));
  return `${full.slice(0, MAX_KEY - 65)}#${digest.digest('hex')}`;
}

function keyOf({ words: written, tailAt, standing, head: { words, form } }: WrittenName): string {
  const tail = tailAt === undefined ? '' : `>${joinedOf(written.slice(tailAt))}`;
  const joined = joinedOf(words.length > 1 && words.at(-1) === '&' ? words.slice(0, -1) : words) + tail;
  const marked = standing === null ? joined : `${joined}~${standing.replaceAll(' ', '')}`;
  return marked === '' && form === null ? '' : `${marked}|${form ?? ''}`;
}

function joinedOf(words: readonly string[]): string {
  let joined = '';
  let endsInDigit = false;
  for (const word of words) {
    const next = AND.has(word) ? '&' : (FORM_WORDS[word] ?? word);
    joined += (endsInDigit && isDigit(next, 0) ? '.' : '') + next;
    endsInDigit = isDigit(next, next.length - 1);
  }
  return joined;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}
