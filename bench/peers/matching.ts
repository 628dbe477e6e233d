import { compareNames } from '../../src/core/matching/comparing/compare.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import type { Bench } from '../bench.js';
import { mistyped, nameMaker, seeded, swapped, type Chance } from '../fictional-names.js';
import { rankingOf, type Scored } from '../match-report/metrics.js';
import { figure, type Figure } from '../report.js';
import { median } from '../slices.js';
import { installPeers, peer, versioned } from './installed.js';

const JURISDICTION = 'us-fl';
const PAIRS = 20_000;
const SEED = 17;

interface Pair {
  asked: string;
  official: string;
  same: boolean;
}

interface Matcher {
  name: string;
  /** From the names as they are written. Higher is more alike. */
  score: (asked: string, official: string) => number;
  pairsPerSecond: number[];
}

/**
 * Scores pairs of fictional names: how many a second of one core, alternately, and how well the
 * scores separate the same business from another one.
 */
export async function compareMatching({ slices }: Pick<Bench, 'slices'>): Promise<Figure[]> {
  installPeers();
  const { default: fuzzball } = await peer('fuzzball');
  const its = versioned('fuzzball');
  const matchers: Matcher[] = [
    { name: 'the service', score: confidenceOf, pairsPerSecond: [] },
    { name: `${its}, token_set_ratio`, score: fuzzball.token_set_ratio, pairsPerSecond: [] },
    { name: `${its}, WRatio`, score: fuzzball.WRatio, pairsPerSecond: [] },
  ];
  const pairs = fictionalPairs(seeded(SEED));
  // Until all code is compiled.
  for (const { score } of matchers) scoreAll(score, pairs);
  for (let round = 0; round < slices.rounds; round++) {
    for (const { score, pairsPerSecond } of matchers) pairsPerSecond.push(scoreAll(score, pairs));
  }
  return matchers.flatMap(({ name, score, pairsPerSecond }) => [
    figure('peers', `pairs, ${name}: a second of one core`, median(pairsPerSecond)),
    figure('peers', `pairs, ${name}: best F1`, rankingOf(pairs.map((pair) => scored(score, pair))).bestF1),
  ]);
}

function confidenceOf(asked: string, official: string): number {
  return compareNames(parseName(asked, JURISDICTION), parseName(official, JURISDICTION)).confidence;
}

function scored(score: Matcher['score'], { asked, official, same }: Pair): Scored {
  return { score: score(asked, official), same };
}

/** Returns the pairs scored per second of processor time. */
function scoreAll(score: Matcher['score'], pairs: readonly Pair[]): number {
  const started = process.cpuUsage();
  for (const { asked, official } of pairs) score(asked, official);
  const { user, system } = process.cpuUsage(started);
  return pairs.length / ((user + system) / 1e6);
}

/**
 * Half are one business with a typo, its first words swapped, or without its legal form; half are
 * two that differ in one word.
 */
function fictionalPairs(chance: Chance): Pair[] {
  const name = nameMaker(chance);
  const withoutForm = (of: string) => of.replace(/ \S+$/, '');
  const other = (of: string) => {
    const words = of.split(' ');
    words[Math.floor(chance() * (words.length - 1))] = name().split(' ')[0]!;
    return words.join(' ');
  };
  const typed: ((official: string) => string)[] = [
    (official) => mistyped(official, chance),
    other,
    (official) => swapped(official) ?? withoutForm(official),
    other,
    withoutForm,
    other,
  ];
  return Array.from({ length: PAIRS }, (_, at) => {
    const official = name();
    const way = typed[at % typed.length]!;
    const asked = way(official);
    return { asked, official, same: way !== other || asked === official };
  });
}
