import { align, type Alignment } from './align.js';
import { calibrate } from './calibration.js';
import { gatherEvidence, sumEvidence, type Evidence } from './evidence.js';
import { relateForms, type FormRelation } from './legal-forms.js';
import type { OtherReadingKind, ReadName, Reading } from './normalise.js';
import { relateNumbers } from './numbers.js';
import { applicableRules, NUMBER_CONFLICT, type Rule } from './rules.js';
import type { Token } from './tokens.js';

export interface Comparison {
  /** Integer, 0 to 100. */
  confidence: number;
  method: 'exact' | 'normalised' | 'fuzzy';
  /** What was found alike and different, and the rules that fired, for people. */
  explanation: string[];
}

const IDENTICAL = 100;
/** The same letters; only case, punctuation, spacing and accents differ. */
export const SAME_LETTERS = 99;
/** The same name with another spelling of the legal form, or of "and". */
const SAME_NAME = 98;
const MOST_FUZZY = 97;

/** How the two names were read for the best comparison. */
interface Way {
  routes: readonly [asked: Route, official: Route];
  forms: FormRelation;
  alignment: Alignment;
  evidence: Evidence;
  /** Log-odds; see `WEIGHTS`. */
  score: number;
  rules: Rule[];
}

type Route = 'main' | OtherReadingKind;

/** Compares the name asked for with an official one; both directions give the same confidence. */
export function compareNames(asked: ReadName, official: ReadName): Comparison {
  if (asked.raw === '' || official.raw === '')
    return { confidence: 0, method: 'fuzzy', explanation: ['a name is missing'] };
  if (asked.raw === official.raw)
    return { confidence: IDENTICAL, method: 'exact', explanation: ['the names are identical'] };
  if (asked.key === official.key) {
    const sameLetters = asked.letters === official.letters;
    const explanation = sameLetters ? 'the same name, written differently' : 'the same name in another spelling';
    return { confidence: sameLetters ? SAME_LETTERS : SAME_NAME, method: 'normalised', explanation: [explanation] };
  }
  if (sameLettersApart(asked, official)) {
    return { confidence: MOST_FUZZY, method: 'fuzzy', explanation: ['the same letters, split into words differently'] };
  }
  const way = bestWay(asked, official);
  return { confidence: confidenceOf(way, asked), method: 'fuzzy', explanation: explain(way) };
}

/** `FUTURE MOBILEA ND HOMES`: nothing but a blank in the wrong place, though it hides a word that is read specially. */
function sameLettersApart(asked: ReadName, official: ReadName): boolean {
  return (
    asked.letters !== '' &&
    asked.letters === official.letters &&
    relateNumbers(asked.numbers, official.numbers) !== 'conflict'
  );
}

/** What speaks for and against, before calibration and rules: what weights and calibration are made from. */
export function evidenceBetween(asked: ReadName, official: ReadName): Evidence {
  return bestWay(asked, official).evidence;
}

/**
 * Which words are paired may depend on which name is read first, so the names are put in an order of their own: the result is
 * the same whichever of them was asked for.
 */
function bestWay(asked: ReadName, official: ReadName): Way {
  if (asked.raw <= official.raw) return bestReading(asked, official);
  const { routes, alignment, ...way } = bestReading(official, asked);
  return { ...way, routes: [routes[1], routes[0]], alignment: swapSides(alignment) };
}

function swapSides({ pairs, onlyA, onlyB, reordered }: Alignment): Alignment {
  return {
    pairs: pairs.map(({ a, b, ...how }) => ({ a: b, b: a, ...how })),
    onlyA: onlyB,
    onlyB: onlyA,
    reordered,
  };
}

/** A name with a second name in it can be meant by either part. */
function bestReading(asked: ReadName, official: ReadName): Way {
  let best = wayOf(asked, 'main', official, 'main');
  if (asked.others.length + official.others.length === 0) return best;
  for (const [readingA, routeA] of readingsOf(asked)) {
    for (const [readingB, routeB] of readingsOf(official)) {
      // What follows the legal form may be left out where the other side has nothing there, not where it has something else.
      if (routeA === 'head' && routeB === 'head') continue;
      const way = wayOf(readingA, routeA, readingB, routeB);
      if (way.score > best.score) best = way;
    }
  }
  if (numbersConflict(asked, official)) best.rules.push(NUMBER_CONFLICT);
  return best;
}

/** No way of reading a name leaves its numbers out. */
function numbersConflict(asked: ReadName, official: ReadName): boolean {
  const [secondA, secondB] = [asked, official].map(
    ({ others }) => others.find(({ kind }) => kind === 'second_name')?.reading,
  );
  if (relateNumbers(asked.numbers, official.numbers) === 'conflict') return true;
  return (
    secondA !== undefined && secondB !== undefined && relateNumbers(secondA.numbers, secondB.numbers) === 'conflict'
  );
}

function readingsOf(name: ReadName): (readonly [Reading, Route])[] {
  return [[name, 'main'], ...name.others.map(({ reading, kind }) => [reading, kind] as const)];
}

function wayOf(a: Reading, routeA: Route, b: Reading, routeB: Route): Way {
  const alignment = align(a.tokens, b.tokens);
  const routes = [routeA, routeB] as const;
  const evidence = gatherEvidence(a, b, alignment, routes);
  return {
    routes,
    forms: relateForms(a.form, b.form),
    alignment,
    evidence,
    score: sumEvidence(evidence),
    rules: applicableRules(a, b, alignment),
  };
}

function confidenceOf({ score, rules }: Way, { weighedBy }: ReadName): number {
  const caps = rules.map(({ cap }) => cap);
  return Math.round(Math.min(calibrate(score, weighedBy), MOST_FUZZY, ...caps));
}

function explain({ routes, forms, alignment, rules }: Way): string[] {
  const { pairs, onlyA, onlyB, reordered } = alignment;
  const lines = pairs
    .filter((pair) => pair.relation !== 'equal')
    .map((pair) => `${text(pair.a)} is read as ${text(pair.b)} (${pair.relation})`);
  if (onlyA.length > 0) lines.push(`only in the name asked for: ${text(onlyA)}`);
  if (onlyB.length > 0) lines.push(`only in the official name: ${text(onlyB)}`);
  if (forms === 'one_missing') lines.push('a legal form stands on one side only');
  if (reordered) lines.push('the words stand in another order');
  if (routes.includes('second_name')) lines.push('compared by the name after "doing business as"');
  if (routes.includes('formless')) lines.push('the last word is read as part of the name');
  if (routes.includes('head')) lines.push('compared by the part before the legal form');
  return [...lines, ...rules.map(({ reason }) => reason)];
}

function text(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join(' ');
}
