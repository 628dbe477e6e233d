import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { RUN_TYPESCRIPT } from '../setup/run-typescript.js';
import { describeWithRedis } from '../support/redis.js';

const run = promisify(execFile);
const PATHS =
  'verify entity stages budgets search uncached webhooks billing queues memory mirror batches growth scaling watches watch-years peers soak'.split(
    ' ',
  );
const SMALL =
  '--seconds 0.5 --rounds 1 --rows 2000 --largest 20000 --jobs 3000 --days 21 --processes 2 --soak-seconds 6'.split(
    ' ',
  );

describeWithRedis('npm run bench, on a small scale', (redisUrl) => {
  const databaseUrl = process.env['TEST_POSTGRES_URL'] ?? '';
  let out: string;
  let said: string;
  let reports: any[];
  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), 'standing-bench-test-'));
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
    // It ends with an error of its own when an answer is not the expected one, or what was written does not agree with what was answered.
    const args = [...RUN_TYPESCRIPT, 'test/bench/main.ts', ...PATHS, ...SMALL, '--out', out];
    ({ stdout: said } = await run(process.execPath, args, { env }));
    ({ reports } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')));
  }, 600_000);
  afterAll(() => rm(out, { recursive: true, force: true }));

  it('measures every path that is named, with figures that are numbers', () => {
    expect(reports.map(({ path }) => path)).toEqual(PATHS);
    const figures = reports.flatMap((report) => report.figures);
    expect(figures.filter(({ value }) => typeof value !== 'number' || !Number.isFinite(value))).toEqual([]);
  });

  it('finds both sides at work, on every path with a baseline', () => {
    for (const path of ['verify', 'entity', 'budgets', 'search', 'uncached']) {
      const { sides } = reports.find((report) => report.path === path);
      expect(sides).toHaveLength(2);
      for (const { median } of sides) expect(median.perSecond).toBeGreaterThan(1);
    }
  });

  it('finds what people would use instead at work, and every name that is asked for as it is', () => {
    const { sides, figures } = reports.find(({ path }) => path === 'peers');
    expect(sides.map(({ name }: any) => name.replace(/ [\d.]+$/, ''))).toEqual([
      'edge: the service',
      'edge: bare @nestjs/core',
      'edge: bare fastify',
      'jobs: the service',
      'jobs: pg-boss',
      'jobs: bullmq',
    ]);
    for (const { median } of sides) expect(median.perSecond).toBeGreaterThan(1);
    const recall = figures.filter(({ name }: any) => name.endsWith(': as it is, recall@20'));
    expect(recall.map(({ value }: any) => value)).toEqual([1, 1, 1, 1]);
  });

  it('names stages on both sides that add up to the processor time of an answer', () => {
    const { stages } = reports.find((report) => report.path === 'stages');
    expect(stages.map(({ path }: any) => path)).toEqual(['verify', 'entity']);
    const columns = stages.flatMap((table: any) => table.columns);
    expect(columns).toHaveLength(4);
    for (const { stages: named, whole } of columns) {
      const parts: number[] = Object.values(named);
      expect(Math.abs(parts.reduce((sum, each) => sum + each, 0) - whole)).toBeLessThan(whole / 10);
      expect(named.write).toBeGreaterThan(0);
      expect(named['everything else']).toBeLessThan(whole / 2);
    }
    expect(said).toMatch(/^\| statement +\| +[\d.]+ \| +[\d.]+ \|$/m);
  });

  it('prints each figure with its goal and whether it held', () => {
    const row = said.split('\n').find((line) => /^\| verify +\|.*rate against the baseline/.test(line));
    expect(row).toMatch(/≥ 0\.7 \| +(held|not held) \|$/);
    const { figures } = reports.find(({ path }) => path === 'verify');
    const { value, held } = figures.find(({ name }: any) => name === 'rate against the baseline');
    expect(held).toBe(value >= 0.7);
    expect(row).toContain(held ? '| held |'.slice(1) : 'not held |');
  });

  it('loads one process and two, with every number of connections, and one worker and two', () => {
    const { sides } = reports.find(({ path }) => path === 'scaling');
    const apis = [16, 64, 256].flatMap((many) => [1, 2].map((count) => `${count} API, ${many} connections`));
    expect(sides.map(({ name }: any) => name)).toEqual([
      ...apis,
      ...[1, 2].map((count) => `1 API, ${count} workers, 100 unknown`),
    ]);
    expect(sides.filter(({ median }: any) => !(median.perSecond > 1))).toEqual([]);
  });

  it('draws the throughput, the growth, the scaling and the memory', async () => {
    for (const name of ['throughput.svg', 'growth.svg', 'scaling.svg', 'soak.svg']) {
      expect(await readFile(join(out, name), 'utf8')).toMatch(/^<svg [\s\S]+<\/svg>\n$/);
    }
    expect(await readdir(out)).toHaveLength(5);
  });

  it('leaves no database behind', async () => {
    const session = new Client({ connectionString: databaseUrl });
    await session.connect();
    const { rows } = await session.query(`select datname from pg_database where datname like 'standing\\_bench\\_%'`);
    await session.end();
    expect(rows).toEqual([]);
  });
});
