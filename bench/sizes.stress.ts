import { inLongRun } from '../test/support/long.js';
import { describeBench } from './small-run.js';

const PATHS = inLongRun(
  'billing queues memory mirror suggest batches growth soak',
  'billing queues mirror suggest batches growth',
);

describeBench(PATHS.split(' '), inLongRun(['growth.svg', 'soak.svg'], ['growth.svg']), (bench) => {
  it('finds what is typed at rest, and while a batch is answered and a register imported', () => {
    const figures: { name: string; value: number }[] = bench.report('suggest').figures;
    const valueOf = (name: string) => figures.find((each) => each.name === name)?.value;
    for (const who of ['the mirror', 'beside a batch and an import']) {
      expect(valueOf(`${who}: a keystroke, p95`)).toBeGreaterThan(0);
      expect(valueOf(`${who}: the whole name, recall@5`)).toBe(1);
      expect(valueOf(`${who}: one typo, recall@5`)).toBeGreaterThan(0.9);
    }
    expect(valueOf('beside a batch and an import: records imported')).toBeGreaterThan(0);
    expect(valueOf('beside a batch and an import: rows answered')).toBeGreaterThan(0);
  });
});
