import { inLongRun } from '../test/support/long.js';
import { describeBench } from './small-run.js';

const PATHS = inLongRun('scaling watches watch-years peers', 'scaling peers').split(' ');

describeBench(PATHS, ['scaling.svg'], (bench) => {
  it('finds what people would use instead at work, and every name that is asked for as it is', () => {
    const { sides, figures } = bench.report('peers');
    expect(sides.map(({ name }: any) => name.replace(/ [\d.]+$/, ''))).toEqual([
      'edge: the service',
      'edge: bare @nestjs/core',
      "edge: Nest with the service's limiter",
      'edge: bare fastify',
      'jobs: the service',
      'jobs: pg-boss',
      'jobs: bullmq',
    ]);
    for (const { median } of sides) expect(median.perSecond).toBeGreaterThan(1);
    const recall = figures.filter(({ name }: any) => name.endsWith(': as it is, recall@20'));
    expect(recall.map(({ value }: any) => value)).toEqual([1, 1, 1, 1]);
    const [ours, ...theirs] = figures
      .filter(({ name }: any) => name.endsWith(': best F1'))
      .map(({ value }: any) => value);
    expect(theirs).toHaveLength(2);
    expect(ours).toBeGreaterThan(Math.max(...theirs));
  });

  it('loads one process and two, with every number of connections, and one worker and two', () => {
    const { sides } = bench.report('scaling');
    const apis = [16, 64, 256].flatMap((many) => [1, 2].map((count) => `${count} API, ${many} connections`));
    expect(sides.map(({ name }: any) => name)).toEqual([
      ...apis,
      ...[1, 2].map((count) => `1 API, ${count} workers, 100 unknown`),
    ]);
    expect(sides.filter(({ median }: any) => !(median.perSecond > 1))).toEqual([]);
  });
});
