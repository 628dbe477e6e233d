import { kindOf, readLabelledPairs, type LabelledPair } from '../../bench/match-report/labelled-pairs.js';
import { SUPPORT } from '../../src/core/matching/evidence/evidence.js';
import {
  fittedSupport,
  recallAtPrecision98,
  scorePair,
  scoreWithOfficers,
  type ScoredPair,
} from '../../bench/match-report/with-evidence.js';

/** Pairs of fictional addresses per pair of names. */
const ROUNDS = 12;

describe('matching of labelled pairs with addresses', () => {
  let pairs: LabelledPair[];
  let scored: ScoredPair[];

  beforeAll(async () => {
    const all = await readLabelledPairs('test/data/name-pairs.csv');
    pairs = all.filter((pair) => kindOf(pair) === 'names');
    scored = pairs.flatMap((pair) => Array.from({ length: ROUNDS }, (_, round) => scorePair(pair, round)));
  });

  const by = (score: 'names' | 'withEvidence') => scored.map((pair) => ({ score: pair[score], same: pair.same }));

  it('gains at least 5 points of recall at precision 0.98 over names alone', () => {
    // Of these pairs it gains exactly 5, which binary fractions do not add up to.
    const gain = recallAtPrecision98(by('withEvidence')) - recallAtPrecision98(by('names'));
    expect(Number(gain.toFixed(6))).toBeGreaterThanOrEqual(0.05);
  });

  it('states a confidence within 7 points of the observed share when an address agrees', () => {
    const sure = scored.filter(({ agrees, withEvidence }) => agrees && withEvidence >= 85);
    const stated = sure.reduce((sum, { withEvidence }) => sum + withEvidence, 0) / sure.length;
    const observed = (100 * sure.filter(({ same }) => same).length) / sure.length;
    expect(sure.length).toBeGreaterThan(1_000);
    expect(Math.abs(stated - observed)).toBeLessThan(7);
  });

  it('lowers no score because of an address, except to 84', () => {
    const lowered = scored.filter(({ names, withEvidence }) => withEvidence < Math.min(names, 84));
    expect(lowered).toEqual([]);
  });

  it('scores by names alone when no address is given', () => {
    const silent = pairs.map((pair) => scorePair({ ...pair, addresses: { given: '', official: '1 LANTERN STREET' } }));
    expect(silent.filter(({ names, withEvidence }) => names !== withEvidence)).toEqual([]);
  });
});

describe('matching of labelled pairs with officers', () => {
  let scored: ScoredPair[];

  beforeAll(async () => {
    const pairs = (await readLabelledPairs('test/data/name-pairs.csv')).filter((pair) => kindOf(pair) === 'names');
    scored = pairs.flatMap((pair) => Array.from({ length: ROUNDS }, (_, round) => scoreWithOfficers(pair, round)));
  });

  const by = (score: 'names' | 'withEvidence') => scored.map((pair) => ({ score: pair[score], same: pair.same }));

  it('gains at least 1.5 points of recall at precision 0.98 over names alone', () => {
    expect(recallAtPrecision98(by('withEvidence'))).toBeGreaterThanOrEqual(recallAtPrecision98(by('names')) + 0.015);
  });

  it('states a confidence within 7 points of the observed share when an officer agrees', () => {
    const sure = scored.filter(({ agrees, withEvidence }) => agrees && withEvidence >= 85);
    const stated = sure.reduce((sum, { withEvidence }) => sum + withEvidence, 0) / sure.length;
    const observed = (100 * sure.filter(({ same }) => same).length) / sure.length;
    expect(sure.length).toBeGreaterThan(1_000);
    expect(Math.abs(stated - observed)).toBeLessThan(7);
  });

  it('weighs an officer within 1 of the fitted weight', () => {
    expect(Math.abs(fittedSupport(scored, 'officer') - SUPPORT.officer)).toBeLessThan(1);
  });
});
