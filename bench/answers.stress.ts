import { describeBench } from './small-run.js';

describeBench(
  'verify entity stages budgets search uncached evidence webhooks'.split(' '),
  ['throughput.svg'],
  (bench) => {
    it('finds both sides at work, on every path with a baseline', () => {
      for (const path of ['verify', 'entity', 'budgets', 'search', 'uncached']) {
        const { sides } = bench.report(path);
        expect(sides).toHaveLength(2);
        for (const { median } of sides) expect(median.perSecond).toBeGreaterThan(1);
      }
    });

    it('weighs what evidence costs, and what it takes by kind of register', () => {
      const { sides, figures } = bench.report('evidence');
      expect(sides.map(({ name }: any) => name)).toEqual([
        'unknown, kept 400d',
        'unknown, kept off',
        'known, kept 400d',
        'known, kept off',
      ]);
      const sizes = figures.filter(({ name }: any) => name.startsWith('kept by 1,000 retrievals'));
      expect(sizes.length).toBeGreaterThan(10);
      for (const { value } of sizes) expect(value).toBeGreaterThan(0.1);
    });

    it('names stages on both sides that add up to the processor time of an answer', () => {
      const { stages } = bench.report('stages');
      expect(stages.map(({ path }: any) => path)).toEqual(['verify', 'verify-1000', 'entity', 'uncached', 'webhooks']);
      const columns = stages.flatMap((table: any) => table.columns);
      expect(columns).toHaveLength(10);
      for (const { stages: named, whole } of columns) {
        const parts: number[] = Object.values(named);
        expect(Math.abs(parts.reduce((sum, each) => sum + each, 0) - whole)).toBeLessThan(whole / 10);
        expect(named['everything else']).toBeLessThan(whole / 2);
      }
      const [attempts] = stages.at(-1).columns;
      expect(attempts.stages.signatures).toBeGreaterThan(0);
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
  },
);
