import { fold, splitWords } from '../../text/fold.js';
import { picturesAsWords } from '../../text/repair.js';
import { WORDS } from '../countries/countries.js';
import { endsInLegalForm, isLegalForm, lengthOfForm, splitLegalForm, type FormSplit } from './legal-forms.js';
import { splitSegments, splitStanding, tailOf } from './segments.js';

export const AND = new Set(['&', 'AND']);
/** `RENT A CAR` keeps its article, in Czech names too. */
const ARTICLE_BETWEEN =
  /^(?:RENT|LEASE|HIRE|BUY|GET|SHARE) A (?:CAR|VAN|BUS|BIKE|TRUCK|BOAT|YACHT|HOUSE|HOME|FLAT|CARAVAN|CAMPER|TENT|LIFT|JOB)$/;

/**
 * One character may fold into more than thirty letters, so a name of 300 into 10,000. Comparison
 * stops here; the key still distinguishes longer names.
 */
export const MAX_FOLDED = 1_000;

export interface WrittenName {
  words: string[];
  /** Index of the first word after the legal form, if any. */
  tailAt: number | undefined;
  standing: string | null;
  /** Consists only of signs and a legal form. */
  isSigns: boolean;
  /** The words before any tail, with the legal form split off. */
  head: FormSplit;
}

export interface WrittenWhole {
  /** Folded, of any length. */
  folded: string;
  name: WrittenName;
  second: WrittenName | undefined;
}

export function writtenWhole(raw: string, country: string): WrittenWhole {
  const whole = wholeOf(fold(raw.trim()), country);
  // A name of pictures and a legal form is compared by its pictures.
  const isBare = whole.name.words.length === 0 || isLegalForm(whole.name.words, country);
  if (!isBare || ASCII.test(raw)) return whole;
  const pictured = picturesAsWords(raw.trim());
  return pictured === raw.trim() ? whole : wholeOf(fold(pictured), country);
}

const ASCII = /^[\x20-\x7e]*$/;

function wholeOf(folded: string, country: string): WrittenWhole {
  const { main, second } = splitSegments(folded.slice(0, MAX_FOLDED));
  return {
    folded,
    name: writtenName(main, country),
    second: second === undefined ? undefined : writtenName(second, country),
  };
}

export function writtenName(folded: string, country: string): WrittenName {
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

/** Returns the signs if a name consists only of them: `! LTD`. */
function signsOf(name: string): string {
  return /^[^A-Z0-9]*/.exec(name)?.[0].replace(/[\s"'()]/g, '') ?? '';
}

/** `MILLS LIMITED (THE)` is `THE MILLS LIMITED`. */
function writtenWords(folded: string): string[] {
  const words = splitWords(folded);
  if (words.length > 2 && words.at(-1) === 'THE') words.unshift(words.pop() ?? '');
  return words;
}

/** Replaces the "and" of the country's languages between two words of a name with `&`. */
function withAnd(words: string[], end: number, country: string): string[] {
  const { and: connectives = [], andAmong } = WORDS.get(country) ?? {};
  const all = andAmong ? [...connectives, andAmong.connective] : connectives;
  if (!all.some((connective) => words.includes(connective))) return words;
  const last = end - lengthOfForm(words.slice(0, end), country) - 1;
  const isAmong = (word: string, at: number) =>
    word === andAmong?.connective &&
    [words[at - 1], words[at + 1]].every((beside = '') => beside.length > 1) &&
    [words[at - 1], words[at + 1]].some((beside = '') => andAmong.words.has(beside));
  return words.map((word, at) => {
    const isAnd = at > 0 && at < last && (connectives.includes(word) || isAmong(word, at));
    return isAnd && !ARTICLE_BETWEEN.test(words.slice(at - 1, at + 2).join(' ')) ? '&' : word;
  });
}

export function splitOf({ words, tailAt, head }: WrittenName): FormSplit {
  return tailAt === undefined ? head : { words: [...head.words, ...words.slice(tailAt)], form: head.form };
}
