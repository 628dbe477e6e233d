import { compareNames } from '../../src/core/matching/comparing/compare.js';
import {
  SUPPORT,
  weighAddressTexts,
  weighEvidence,
  type Support,
  type Weighed,
} from '../../src/core/matching/evidence/evidence.js';
import { supported } from '../../src/core/matching/evidence/supported.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import type { LabelledPair } from './labelled-pairs.js';
import { madeAddresses, type AddressPair } from './made-addresses.js';
import { madeOfficers } from './made-officers.js';

/** A pair with the score of its names alone, and with its evidence. */
export interface ScoredPair {
  same: boolean;
  names: number;
  withEvidence: number;
  /** Evidence that agrees; `undefined` if there is none that counts. */
  agrees: Support | undefined;
  /** No rule about names limits its confidence. */
  isFree: boolean;
}

/** Uses the addresses of the file, or made ones if it has none. */
export function scorePair(pair: LabelledPair, round = 0): ScoredPair {
  const weighed = weigh(pair.addresses ?? madeAddresses(pair, round), pair.jurisdiction);
  return scored(pair, weighed, ADDRESS_SUPPORTS);
}

/** Uses made officers. */
export function scoreWithOfficers(pair: LabelledPair, round = 0): ScoredPair {
  const { given, official } = madeOfficers(pair, round);
  const officers = official.map((name) => ({ name, title: null }));
  return scored(pair, weighEvidence({ officer: given }, { clues: { officers } }, pair.jurisdiction), ['officer']);
}

function scored(pair: LabelledPair, weighed: Weighed, kinds: readonly Support[]): ScoredPair {
  const { nameA, nameB, jurisdiction, same } = pair;
  const { confidence, cap } = compareNames(parseName(nameA, jurisdiction), parseName(nameB, jurisdiction));
  const agrees = kinds.find((kind) => SUPPORT[kind] === weighed.support);
  return { same, names: confidence, withEvidence: supported(confidence, cap, weighed), agrees, isFree: cap > 97 };
}

function weigh({ given, official }: AddressPair, jurisdiction: string): Weighed {
  if (typeof official === 'string') return weighAddressTexts(given, official, jurisdiction);
  return weighEvidence({ address: given }, { clues: { office: official } }, jurisdiction);
}

export const ADDRESS_SUPPORTS = (Object.keys(SUPPORT) as Support[]).filter((kind) => kind !== 'officer');

const PRECISION_ASKED = 0.98;

/** Returns the best recall of any threshold with a precision of at least 98 %. */
export function recallAtPrecision98(pairs: readonly { score: number; same: boolean }[]): number {
  const sorted = pairs.toSorted((a, b) => b.score - a.score);
  const positives = sorted.filter(({ same }) => same).length;
  let found = 0;
  let best = 0;
  sorted.forEach(({ score, same }, at) => {
    if (same) found++;
    if (sorted[at + 1]?.score !== score && found / (at + 1) >= PRECISION_ASKED)
      best = Math.max(best, found / positives);
  });
  return best;
}

const LEAST_SHARE = 0.01;
/** Keeps the weights of rare evidence from diverging. */
const RIDGE = 0.5;

/**
 * Returns the log-odds that explain best how many pairs of this kind are the same, given their
 * names: those at which the expected number equals the observed one.
 */
export function fittedSupport(pairs: readonly ScoredPair[], kind: Support): number {
  const of = pairs.filter(({ agrees, isFree }) => agrees === kind && isFree);
  const observed = of.filter(({ same }) => same).length;
  const expected = (support: number) => of.reduce((sum, { names }) => sum + share(logOdds(names) + support), 0);
  let [least, most] = [-2, 8];
  for (let step = 0; step < 40; step++) {
    const middle = (least + most) / 2;
    if (expected(middle) + RIDGE * middle < observed) least = middle;
    else most = middle;
  }
  return (least + most) / 2;
}

function logOdds(confidence: number): number {
  const chance = Math.min(Math.max(confidence / 100, LEAST_SHARE), 1 - LEAST_SHARE);
  return Math.log(chance / (1 - chance));
}

function share(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
