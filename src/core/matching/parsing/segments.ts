import { endsInLegalForm } from './legal-forms.js';
import { readPlace } from './word-tables.js';

/**
 * Names that carry a second name: `ACME INC DBA ZENITH`, `ACME LTD T/A ZENITH`,
 * `ACME LLC (FORMERLY ZENITH LLC)`.
 */
const MARKS = [
  'D\\s?[/.]?\\s?B\\s?[/.]?\\s?A[/.]?',
  'D/B|T/A|O/A|A/K/A|AKA|TRADING AS|DOING BUSINESS AS|ALSO KNOWN AS|OPERATING AS',
  'F/K/A|FKA|F K A|N/K/A|NKA|FORMERLY KNOWN AS|FORMERLY',
];
const SECOND_NAME = new RegExp(`[\\s,;(-]+(?:${MARKS.join('|')})(?=[\\s:)]|$)[\\s:]*`);

export interface Segments {
  main: string;
  /** The second name, if there is one. */
  second: string | undefined;
}

/** Splits a folded name at its first `d/b/a`, `t/a` or `f/k/a`. */
export function splitSegments(folded: string): Segments {
  const mark = SECOND_NAME.exec(folded);
  if (!mark || mark.index === 0) return { main: folded, second: undefined };
  const second = folded.slice(mark.index + mark[0].length).replace(/\)\s*$/, '');
  return { main: folded.slice(0, mark.index), second: /\w/.test(second) ? second : undefined };
}

const ENDS_A_NAME = new Set(['INC', 'LLC', 'LLP', 'PLLC']);
/** Words that may also be part of a name's body. */
const MAY_END_A_NAME = new Set(['CORP', 'CORPORATION', 'LTD', 'LIMITED', 'PC', 'LP']);

/**
 * The part up to a legal form in the middle when a name of its own follows it; `undefined` for a
 * plain name, and when nothing but a place, a number or another legal form follows.
 */
export function splitTail(words: readonly string[], country: string): string[] | undefined {
  const complete = endsInLegalForm(words, country);
  const at = words.findIndex(
    (word, index) => index > 0 && (ENDS_A_NAME.has(word) || (!complete && MAY_END_A_NAME.has(word))),
  );
  const tail = words.slice(at + 1);
  if (at < 0 || !tail.some((word, index) => isName(word, tail, index))) return undefined;
  return words.slice(0, at + 1);
}

const NOT_A_NAME =
  /^(?:\d+|[IVX]+|LTD|LIMITED|CO|COMPANY|CORP|CORPORATION|INC|LLC|LP|LLP|PC|PARTNERSHIP|INCORPORATED|OF|THE|&)$/;

function isName(word: string, tail: readonly string[], index: number): boolean {
  return !NOT_A_NAME.test(word) && readPlace(tail, index) === undefined;
}
