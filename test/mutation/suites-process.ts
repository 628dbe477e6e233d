// Runs single suites for test/mutation/main.ts, in one process: what jest has loaded and compiled for one suite, the next finds.
import { runCLI } from 'jest';

export interface SuiteOutcome {
  suite: string;
  passed: boolean;
  /** The first test that failed. */
  failure?: string;
  reason?: string;
  ms: number;
}

process.on('message', (suite: string) => {
  void run(suite).then((outcome) => process.send?.(outcome));
});

process.on('disconnect', () => process.exit());

async function run(suite: string): Promise<SuiteOutcome> {
  const startedAt = Date.now();
  const argv = {
    $0: 'jest',
    _: [suite],
    config: 'test/mutation/jest.config.js',
    runInBand: true,
    runTestsByPath: true,
  };
  const { results } = await runCLI({ ...argv, silent: true }, [process.cwd()]);
  const [result] = results.testResults;
  const failed = result?.testResults.find(({ status }) => status === 'failed');
  const [message] = failed?.failureMessages ?? [];
  const reason = (message ?? result?.testExecError?.message)?.split('\n')[0]?.slice(0, 200);
  return {
    suite,
    passed: results.success,
    ...(failed !== undefined && { failure: failed.fullName }),
    ...(reason !== undefined && { reason }),
    ms: Date.now() - startedAt,
  };
}
