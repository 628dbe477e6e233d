import { align, type Alignment } from './align.js';
import { gatherEvidence, sumEvidence, type Evidence } from './evidence.js';
import { relateForms, type FormRelation } from '../parsing/legal-forms.js';
import type { AlternativeKind, NormalisedName, ParsedName } from '../parsing/normalise.js';
import { relateNumbers } from '../parsing/numbers.js';
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

export type Route = 'main' | AlternativeKind;

/**
 * Which words are paired may depend on which name is read first, so the names are put in an order
 * of their own: the result is the same whichever of them was asked for.
 */
export function bestWay(asked: NormalisedName, official: NormalisedName): Way {
  if (asked.raw <= official.raw) return bestPair(asked, official);
  const { routes, alignment, ...way } = bestPair(official, asked);
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
function bestPair(asked: NormalisedName, official: NormalisedName): Way {
  let best = wayOf(asked, 'main', official, 'main');
  if (asked.alternatives.length + official.alternatives.length === 0) return best;
  for (const [parsedA, routeA] of waysToParse(asked)) {
    for (const [parsedB, routeB] of waysToParse(official)) {
      // What follows the legal form may be left out where the other side has nothing there, not
      // where it has something else.
      if (routeA === 'head' && routeB === 'head') continue;
      const way = wayOf(parsedA, routeA, parsedB, routeB);
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
function numbersConflict(asked: NormalisedName, official: NormalisedName): boolean {
  const [secondA, secondB] = [asked, official].map(
    ({ alternatives }) => alternatives.find(({ kind }) => kind === 'second_name')?.parsed,
  );
  if (relateNumbers(asked.numbers, official.numbers) === 'conflict') return true;
  return (
    secondA !== undefined && secondB !== undefined && relateNumbers(secondA.numbers, secondB.numbers) === 'conflict'
  );
}

function waysToParse(name: NormalisedName): (readonly [ParsedName, Route])[] {
  return [[name, 'main'], ...name.alternatives.map(({ parsed, kind }) => [parsed, kind] as const)];
}

function wayOf(a: ParsedName, routeA: Route, b: ParsedName, routeB: Route): Way {
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
