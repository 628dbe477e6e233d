import { align, type Alignment } from './align.js';
import { gatherEvidence, sumEvidence, type Evidence } from './evidence.js';
import { relateForms, type FormRelation } from '../parsing/legal-forms.js';
import type { AlternativeKind, NormalisedName, ParsedName } from '../parsing/normalise.js';
import { applicableRules, COMPANY_LEFT_OUT, NEAR, TAIL_LEFT_OUT, type Rule } from './rules.js';

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

const LEAVES_TAIL = new Set<Route>(['head', 'tailless']);

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
  const whole = pathOf(asked, 'main', official, 'main');
  if (asked.alternatives.length + official.alternatives.length === 0) return { ...whole, rules: rulesOf(whole) };
  let best = whole;
  for (const [parsedA, routeA] of waysToParse(asked)) {
    for (const [parsedB, routeB] of waysToParse(official)) {
      // What follows the legal form may be left out where the other side has nothing there, not
      // where it has something else.
      if (routeA === 'main' && routeB === 'main') continue;
      if (LEAVES_TAIL.has(routeA) && LEAVES_TAIL.has(routeB)) continue;
      const path = pathOf(parsedA, routeA, parsedB, routeB);
      if (path.score > best.score && mayLeaveOutCompany(path)) best = path;
    }
  }
  const rules = rulesOf(best);
  const conflict = rules.some(isConflict) ? undefined : conflictIn(whole, asked, official);
  if (conflict) rules.push(conflict);
  return { ...best, rules };
}

/**
 * COMPANY may be left out together with the legal form behind it, and with nothing else:
 * `ACME TRADING LLC` is another company.
 */
function mayLeaveOutCompany({ routes, forms, alignment }: Path): boolean {
  if (!routes.includes('companyless')) return true;
  return forms === 'one_missing' && alignment.onlyA.length + alignment.onlyB.length === 0;
}

/** No way of reading a name leaves its numbers and single letters out. */
function conflictIn(whole: Path, asked: NormalisedName, official: NormalisedName): Rule | undefined {
  const conflict = rulesOf(whole).find(isConflict);
  if (conflict) return conflict;
  const [secondA, secondB] = [asked, official].map(
    ({ alternatives }) => alternatives.find(({ kind }) => kind === 'second_name')?.parsed,
  );
  if (!secondA || !secondB) return undefined;
  return rulesOf(pathOf(secondA, 'second_name', secondB, 'second_name')).find(isConflict);
}

function isConflict({ cap }: Rule): boolean {
  return cap < NEAR;
}

function waysToParse(name: NormalisedName): (readonly [ParsedName, Route])[] {
  return [[name, 'main'], ...name.alternatives.map(({ parsed, kind }) => [parsed, kind] as const)];
}

/** A way, the rules not yet looked at. */
interface Path extends Omit<Way, 'rules'> {
  parsed: readonly [ParsedName, ParsedName];
}

function pathOf(a: ParsedName, routeA: Route, b: ParsedName, routeB: Route): Path {
  const alignment = align(a.tokens, b.tokens);
  const routes = [routeA, routeB] as const;
  const evidence = gatherEvidence(a, b, alignment, routes);
  return {
    parsed: [a, b],
    routes,
    forms: relateForms(a.form, b.form),
    alignment,
    evidence,
    score: sumEvidence(evidence),
  };
}

function rulesOf({ parsed: [a, b], routes, alignment, evidence }: Path): Rule[] {
  const rules = applicableRules(a, b, alignment, evidence);
  if (routes.includes('companyless')) rules.push(COMPANY_LEFT_OUT);
  if (routes.includes('tailless')) rules.push(TAIL_LEFT_OUT);
  return rules;
}
