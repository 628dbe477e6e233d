import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { RUN_TYPESCRIPT } from '../test/setup/run-typescript.js';
import { inLongRun } from '../test/support/long.js';
import { describeWithRedis } from '../test/support/redis.js';

const run = promisify(execFile);
const SMALL = inLongRun(
  '--seconds 0.5 --entities 10000 --rows 2000 --jobs 3000 --days 21 --soak-seconds 6',
  '--seconds 0.2 --entities 2000 --rows 1000 --jobs 2000 --days 14 --soak-seconds 3',
);
const OPTIONS = `${SMALL} --rounds 1 --largest 20000 --processes 2`.split(' ');

export interface SmallRun {
  said: string;
  report(path: string): any;
}

/**
 * Runs `npm run bench -- PATHS` on a scale too small to measure speed, and checks that the paths
 * work and report what they should.
 */
export function describeBench(
  paths: readonly string[],
  drawings: readonly string[],
  tests: (bench: SmallRun) => void = () => undefined,
): void {
  describeWithRedis(`npm run bench -- ${paths.join(' ')}, on a small scale`, (redisUrl) => {
    const databaseUrl = process.env['TEST_POSTGRES_URL'] ?? '';
    let out: string;
    let pid: number | undefined;
    let reports: any[];
    const bench: SmallRun = { said: '', report: (name) => reports.find(({ path }) => path === name) };

    beforeAll(async () => {
      out = await mkdtemp(join(tmpdir(), 'standing-bench-test-'));
      const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
      // The run fails by itself if an answer is unexpected, or if the amount written does not match
      // the answers.
      const args = [...RUN_TYPESCRIPT, 'bench/main.ts', ...paths, ...OPTIONS, '--out', out];
      const running = run(process.execPath, args, { env });
      ({ pid } = running.child);
      bench.said = (await running).stdout;
      ({ reports } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')));
    }, 1_200_000);
    afterAll(() => rm(out, { recursive: true, force: true }));

    it('measures every path that is named, with figures that are numbers', () => {
      expect(reports.map(({ path }) => path)).toEqual(paths);
      const figures = reports.flatMap((report) => report.figures);
      expect(figures.filter(({ value }) => typeof value !== 'number' || !Number.isFinite(value))).toEqual([]);
    });

    tests(bench);

    it('draws what can be drawn', async () => {
      expect((await readdir(out)).toSorted()).toEqual(['results.json', ...drawings].toSorted());
      for (const name of drawings) {
        expect(await readFile(join(out, name), 'utf8')).toMatch(/^<svg [\s\S]+<\/svg>\n$/);
      }
    });

    it('leaves no database behind', async () => {
      const session = new Client({ connectionString: databaseUrl });
      await session.connect();
      const { rows } = await session.query('select datname from pg_database where datname like $1', [
        `standing\\_bench\\_${pid}\\_%`,
      ]);
      await session.end();
      expect(rows).toEqual([]);
    });
  });
}
