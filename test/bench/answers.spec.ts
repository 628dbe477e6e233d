import { expect, it } from '@jest/globals';
import { describeBench } from './small-run.js';

describeBench('verify entity stages budgets search uncached webhooks'.split(' '), ['throughput.svg'], (bench) => {
  it('finds both sides at work, on every path with a baseline', () => {
    for (const path of ['verify', 'entity', 'budgets', 'search', 'uncached']) {
      const { sides } = bench.report(path);
      expect(sides).toHaveLength(2);
      for (const { median } of sides) expect(median.perSecond).toBeGreaterThan(1);
    }
  });

  it('names stages on both sides that add up to the processor time of an answer', () => {
    const { stages } = bench.report('stages');
    expect(stages.map(({ path }: any) => path)).toEqual(['verify', 'entity']);
    const columns = stages.flatMap((table: any) => table.columns);
    expect(columns).toHaveLength(4);
    for (const { stages: named, whole } of columns) {
      const parts: number[] = Object.values(named);
      expect(Math.abs(parts.reduce((sum, each) => sum + each, 0) - whole)).toBeLessThan(whole / 10);
      expect(named.write).toBeGreaterThan(0);
      expect(named['everything else']).toBeLessThan(whole / 2);
    }
    expect(bench.said).toMatch(/^\| statement +\| +[\d.]+ \| +[\d.]+ \|$/m);
  });

  it('prints each figure with its goal and whether it held', () => {
    const row = bench.said.split('\n').find((line) => /^\| verify +\|.*rate against the baseline/.test(line));
    expect(row).toMatch(/≥ 0\.7 \| +(held|not held) \|$/);
    const { figures } = bench.report('verify');
    const { value, held } = figures.find(({ name }: any) => name === 'rate against the baseline');
    expect(held).toBe(value >= 0.7);
    expect(row).toContain(held ? '| held |'.slice(1) : 'not held |');
  });
});
