import { align, type Alignment } from './align.js';
import { gatherEvidence, sumEvidence, type Evidence } from './evidence.js';
import { relateForms, type FormRelation } from '../reading/legal-forms.js';
import type { OtherReadingKind, ReadName, Reading } from '../reading/normalise.js';
import { relateNumbers } from '../reading/numbers.js';
import { applicableRules, COMPANY_LEFT_OUT, NUMBER_CONFLICT, type Rule } from './rules.js';

/** How the two names were read for the best comparison. */
export interface Way {
  routes: readonly [asked: Route, official: Route];
  forms: FormRelation;
  alignment: Alignment;
  evidence: Evidence;
  /** Log-odds; see `WEIGHTS`. */
  score: number;
  rules: Rule[];
}

export type Route = 'main' | OtherReadingKind;

/**
 * Which words are paired may depend on which name is read first, so the names are put in an order
 * of their own: the result is the same whichever of them was asked for.
 */
export function bestWay(asked: ReadName, official: ReadName): Way {
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
      // What follows the legal form may be left out where the other side has nothing there, not
      // where it has something else.
      if (routeA === 'head' && routeB === 'head') continue;
      const way = wayOf(readingA, routeA, readingB, routeB);
      if (way.score > best.score && mayLeaveOutCompany(way)) best = way;
    }
  }
  if (numbersConflict(asked, official)) best.rules.push(NUMBER_CONFLICT);
  return best;
}

/**
 * COMPANY may be left out together with the legal form behind it, and with nothing else:
 * `ACME TRADING LLC` is another company.
 */
function mayLeaveOutCompany({ routes, forms, alignment }: Way): boolean {
  if (!routes.includes('companyless')) return true;
  return forms === 'one_missing' && alignment.onlyA.length + alignment.onlyB.length === 0;
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
    rules: [...applicableRules(a, b, alignment), ...(routes.includes('companyless') ? [COMPANY_LEFT_OUT] : [])],
  };
}
