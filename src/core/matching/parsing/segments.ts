import { ofAll, WORDS } from '../countries/countries.js';
import { EVERYWHERE } from '../countries/everywhere.js';
import { beginsWithForm, behindFormInside, endsInLegalForm, lengthOfForm } from './legal-forms.js';

const marks = alternatives(ofAll(({ secondName }) => secondName?.marks));
const inBrackets = alternatives(ofAll(({ secondName }) => secondName?.inBrackets));
/**
 * Marks of a second name: `ACME INC DBA ZENITH`, `ACME LTD T/A ZENITH`, `ACME LLC (FORMERLY ZENITH
 * LLC)`.
 */
const SECOND_NAME = new RegExp(`(?:[\\s,;(-]+(?:${marks})|\\s*[([]\\s*(?:${inBrackets}))(?=[\\s:)]|$)[\\s:]*`);

function alternatives(lists: readonly string[]): string {
  return lists.join('|').replaceAll('\n', '');
}

export interface Segments {
  main: string;
  second: string | undefined;
}

/** Splits a folded name at its first `d/b/a`, `t/a` or `f/k/a`. */
export function splitSegments(folded: string): Segments {
  const mark = SECOND_NAME.exec(folded);
  if (!mark || mark.index === 0) return { main: folded, second: undefined };
  const second = folded.slice(mark.index + mark[0].length).replace(/\)\s*$/, '');
  return { main: folded.slice(0, mark.index), second: /\w/.test(second) ? second : undefined };
}

/**
 * Signs that may start something other than the name: a bracket, a comma, a dash or slash with
 * blanks.
 */
const HAS_SIGN = /[,;:([/-]/;
const SIGN = /\s*[,;:([]|\s+[-/]\s*|-\s+/g;

/**
 * Returns the index of the first word after the legal form: a place, short letters, a brand, a
 * series or a second name. `words`: those of the name in order; `wordsOf` splits a part of it.
 * `undefined`: nothing follows, or only another legal form.
 */
export function tailOf(
  folded: string,
  words: readonly string[],
  country: string,
  wordsOf: (part: string) => readonly string[],
): number | undefined {
  for (const sign of HAS_SIGN.test(folded) ? folded.matchAll(SIGN) : []) {
    const head = wordsOf(folded.slice(0, sign.index));
    const at = head.length;
    if (at === 0 || at >= words.length || head.at(-1) !== words[at - 1]) continue;
    // `ACME CO., INC. (ACI)`: a form after a word that may be one too.
    if (endsInLegalForm(head, country) && !beginsWithForm(words.slice(at), country)) return at;
  }
  const at = behindFormInside(words, country) ?? beforePlace(words, country);
  return at === undefined || beginsWithForm(words.slice(at), country) ? undefined : at;
}

/** `NESTLE SA SCHWEIZ`: a form that is a word in other names, followed by a place or a series. */
function beforePlace(words: readonly string[], country: string): number | undefined {
  const places = WORDS.get(country)?.behindNames;
  if (places === undefined) return undefined;
  // `ZWEIGNIEDERLASSUNG ZURICH` is a form with its place.
  for (let at = 2; at <= words.length - Math.max(1, lengthOfForm(words, country)); at++) {
    const isPlace = words.slice(at).every((word) => places.includes(word));
    if ((isPlace || SERIES.has(words[at] ?? '')) && endsInLegalForm(words.slice(0, at), country)) return at;
  }
  return undefined;
}

const SERIES = new Set(['SERIES', 'SERIE', 'UNIT', 'NO', 'NR']);

const STANDING_MARKS = spaced(ofAll(({ standing }) => standing?.marks));
const stems = ofAll(({ standing }) => standing?.stems).flatMap((list) => list.split('|'));
const HAS_STEM = new RegExp([...new Set(stems)].join('|'));

function spaced(lists: readonly string[]): string {
  return alternatives(lists).replaceAll(' ', '\\s+');
}

const patterns = new Map<string, RegExp>();

function patternOf(country: string): RegExp {
  const known = patterns.get(country);
  if (known) return known;
  const own = WORDS.get(country)?.standing?.phrases;
  const phrases = spaced(own === undefined ? [EVERYWHERE.standing.phrases] : [EVERYWHERE.standing.phrases, own]);
  const pattern = new RegExp(
    `[\\s,;:"'(\\-]+(?:${phrases})\\b[.)"']*|(?:[([,;]|\\s-)\\s*"?(?:${STANDING_MARKS})\\b[.)\\]"']*`,
    'g',
  );
  patterns.set(country, pattern);
  return pattern;
}

/** Quick check whether a folded name can contain words of standing. */
export function mayTellStanding(folded: string): boolean {
  return HAS_STEM.test(folded);
}

export interface WithoutStanding {
  name: string;
  /** The phrase as written in the name; `null` if there is none. */
  standing: string | null;
}

/**
 * Removes the words of standing from a folded name: at its end, before its legal form, or after
 * one. `endsName`: whether the part before them is a whole name; `isForm`: whether a part is only a
 * legal form. A name that consists of them keeps them.
 */
export function splitStanding(
  folded: string,
  country: string,
  { endsName, isForm }: Record<'endsName' | 'isForm', (part: string) => boolean>,
): WithoutStanding {
  if (!mayTellStanding(folded)) return { name: folded, standing: null };
  for (const found of folded.matchAll(patternOf(country))) {
    const before = folded.slice(0, found.index);
    const behind = folded.slice(found.index + found[0].length);
    if (!/[A-Z0-9]/.test(before) || isForm(before)) continue;
    if (/^[^A-Z0-9]*$/.test(behind) || /^\s*[,;([-]/.test(behind) || isForm(behind) || endsName(before))
      return { name: `${before} ${behind}`.trim(), standing: found[0].replace(/[^A-Z]+/g, ' ').trim() };
  }
  return { name: folded, standing: null };
}
