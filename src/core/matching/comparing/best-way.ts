import { align, type Alignment } from './align.js';
import { gatherEvidence, sumEvidence, type Evidence } from './evidence.js';
import { relateForms } from '../parsing/legal-forms.js';
import type { NormalisedName, ParsedName } from '../parsing/normalise.js';
import { LEAVES_TAIL, type Path, type Route } from './path.js';
import { applicableRules, COMPANY_LEFT_OUT, NEAR, SOCIETY_LEFT_OUT, TAIL_LEFT_OUT, type Rule } from './rules.js';

/** The reading of two names that compares best. */
export interface Way extends Path {
  parsed: readonly [ParsedName, ParsedName];
  evidence: Evidence;
  /** Log-odds; see `WEIGHTS`. */
  score: number;
  rules: Rule[];
}

/**
 * Returns the best comparison of two names. Pairing may depend on which name is read first, so the
 * names are sorted: the result is the same in both directions.
 */
export function bestWay(asked: NormalisedName, official: NormalisedName): Way {
  if (asked.raw <= official.raw) return bestPair(asked, official);
  const way = bestPair(official, asked);
  way.routes = [way.routes[1], way.routes[0]];
  way.alignment = swapSides(way.alignment);
  return way;
}

function swapSides({ pairs, onlyA, onlyB, reordered }: Alignment): Alignment {
  return {
    pairs: pairs.map(({ a, b, ...how }) => ({ a: b, b: a, ...how })),
    onlyA: onlyB,
    onlyB: onlyA,
    reordered,
  };
}

/** A name that contains a second name may match by either part. */
function bestPair(asked: NormalisedName, official: NormalisedName): Way {
  const whole = wayOf(asked, 'main', official, 'main');
  if (asked.alternatives.length + official.alternatives.length === 0) return ruled(whole);
  let best = whole;
  for (const [parsedA, routeA] of waysToParse(asked)) {
    for (const [parsedB, routeB] of waysToParse(official)) {
      // The part after the legal form may be left out if the other side has none, but not if it has
      // another one.
      if (routeA === 'main' && routeB === 'main') continue;
      if (LEAVES_TAIL.has(routeA) && LEAVES_TAIL.has(routeB)) continue;
      const way = wayOf(parsedA, routeA, parsedB, routeB);
      if (way.score > best.score && mayLeaveOutCompany(way)) best = way;
    }
  }
  const conflict = ruled(best).rules.some(isConflict) ? undefined : conflictIn(whole, asked, official);
  if (conflict) best.rules.push(conflict);
  return best;
}

/**
 * COMPANY may be left out together with the legal form after it, and with nothing else: `ACME
 * TRADING LLC` is another company.
 */
function mayLeaveOutCompany({ routes, forms, alignment }: Way): boolean {
  if (routes.includes('otherform') && forms !== 'same') return false;
  if (routes.includes('societyless')) return alignment.onlyA.length + alignment.onlyB.length === 0;
  if (!routes.includes('companyless')) return true;
  return forms === 'one_missing' && alignment.onlyA.length + alignment.onlyB.length === 0;
}

/** Every reading of a name keeps its numbers and single letters. */
function conflictIn(whole: Way, asked: NormalisedName, official: NormalisedName): Rule | undefined {
  const conflict = ruled(whole).rules.find(isConflict);
  if (conflict) return conflict;
  const [secondA, secondB] = [asked, official].map(
    ({ alternatives }) => alternatives.find(({ kind }) => kind === 'second_name')?.parsed,
  );
  if (!secondA || !secondB) return undefined;
  return ruled(wayOf(secondA, 'second_name', secondB, 'second_name')).rules.find(isConflict);
}

function isConflict({ cap }: Rule): boolean {
  return cap < NEAR;
}

function waysToParse(name: NormalisedName): (readonly [ParsedName, Route])[] {
  return [[name, 'main'], ...name.alternatives.map(({ parsed, kind }) => [parsed, kind] as const)];
}

/** Leaves out the rules, which only the best way needs. */
function wayOf(a: ParsedName, routeA: Route, b: ParsedName, routeB: Route): Way {
  const alignment = align(a.tokens, b.tokens);
  const path: Path = { routes: [routeA, routeB], forms: relateForms(a.form, b.form), alignment };
  const evidence = gatherEvidence(a, b, path);
  return {
    parsed: [a, b],
    routes: path.routes,
    forms: path.forms,
    alignment,
    evidence,
    score: sumEvidence(evidence),
    rules: [],
  };
}

function ruled(way: Way): Way {
  const [a, b] = way.parsed;
  way.rules = applicableRules(a, b, way, way.evidence);
  if (way.routes.includes('companyless')) way.rules.push(COMPANY_LEFT_OUT);
  if (way.routes.includes('societyless')) way.rules.push(SOCIETY_LEFT_OUT);
  if (way.routes.includes('tailless')) way.rules.push(TAIL_LEFT_OUT);
  if (way.routes.includes('divisionless')) way.rules.push({ ...TAIL_LEFT_OUT, yieldsToEvidence: true });
  return way;
}
