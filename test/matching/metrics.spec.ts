import { jaroWinkler, trigrams } from '../../bench/match-report/baselines.js';
import { calibrate } from '../../src/core/matching/comparing/calibration.js';
import { calibrationTable } from '../../bench/match-report/calibration-table.js';
import { rankingOf, tenthsOf } from '../../bench/match-report/metrics.js';

describe('rankingOf', () => {
  it('returns 1 for a perfect ranking', () => {
    const scored = [3, 2, 1, 0].map((score) => ({ score, same: score > 1 }));
    expect(rankingOf(scored)).toEqual({ averagePrecision: 1, bestF1: 1, precisionAtRecall95: 1 });
  });

  it('counts equal scores as one step, whatever their order', () => {
    const tied = [
      { score: 1, same: true },
      { score: 1, same: false },
    ];
    expect(rankingOf(tied)).toEqual(rankingOf(tied.toReversed()));
    expect(rankingOf(tied).averagePrecision).toBe(0.5);
  });

  it('measures a known ranking', () => {
    const scored = [true, false, true, true].map((same, at) => ({ score: -at, same }));
    const { averagePrecision, bestF1, precisionAtRecall95 } = rankingOf(scored);
    expect(averagePrecision).toBeCloseTo((1 + 2 / 3 + 3 / 4) / 3);
    expect(bestF1).toBeCloseTo((2 * 0.75) / 1.75);
    expect(precisionAtRecall95).toBe(0.75);
  });
});

describe('tenthsOf', () => {
  it('groups 100 with the nineties, and leaves empty tenths out', () => {
    const tenths = tenthsOf([
      { score: 100, same: true },
      { score: 90, same: false },
      { score: 5, same: false },
    ]);
    expect(tenths).toEqual([
      { from: 0, pairs: 1, stated: 5, observed: 0 },
      { from: 90, pairs: 2, stated: 95, observed: 50 },
    ]);
  });
});

describe('calibrationTable', () => {
  const pairsAt = (score: number, share: number) =>
    Array.from({ length: 100 }, (_, at) => ({ score, same: at < share * 100 }));

  it('returns observed shares, and merges scores whose share falls', () => {
    const table = calibrationTable([...pairsAt(-2, 0.1), ...pairsAt(0, 0.4), ...pairsAt(1, 0.38), ...pairsAt(3, 1)]);
    expect(table).toEqual([
      [-2, 10],
      [0.5, 39],
      [3, 100],
    ]);
  });

  it('merges scores whose observed share hardly rises', () => {
    const table = calibrationTable([...pairsAt(-2, 0.1), ...pairsAt(0, 0.4), ...pairsAt(1, 0.41), ...pairsAt(3, 1)]);
    expect(table).toEqual([
      [-2, 10],
      [0.5, 40.5],
      [3, 100],
    ]);
  });
});

describe.each(['bundled', 'own'] as const)('the calibration for %s words', (words) => {
  const scores = Array.from({ length: 2_000 }, (_, at) => -12 + at / 100);
  const steps = scores.map((score) => calibrate(score + 0.01, words) - calibrate(score, words));

  it('goes from 0 to 97 and never falls', () => {
    expect(calibrate(-12, words)).toBe(0);
    expect(calibrate(8, words)).toBeGreaterThan(96);
    expect(calibrate(8, words)).toBeLessThanOrEqual(97);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  });

  it('adds less than two points for each 0.01 of score', () => {
    expect(Math.max(...steps)).toBeLessThan(2);
  });
});

describe('a baseline similarity', () => {
  it('reproduces the textbook values', () => {
    expect(jaroWinkler('MARTHA', 'MARHTA')).toBeCloseTo(0.9611, 4);
    expect(jaroWinkler('DIXON', 'DICKSONX')).toBeCloseTo(0.8133, 4);
    expect(trigrams('word', 'two words')).toBeCloseTo(0.3636, 4);
    expect(jaroWinkler('', 'A')).toBe(0);
  });
});
