import { createRunner } from 'jest-light-runner';

/**
 * The stock runner, with a channel for each suite. Once loaded, a worker process asks for its
 * configuration. The stock channel tells it to all workers at once and then to none: one that is
 * not loaded by then would wait for it forever, and the run with it.
 */
export default class SuiteRunner extends createRunner({ runtime: 'child_process' }) {
  _runTest(test) {
    const isFirst = !this._testRunners.has(test.context.config);
    const running = super._runTest(test);
    const runner = this._testRunners.get(test.context.config);
    const { pool } = runner;
    if (isFirst && pool.options) {
      runner.run = ({ path }) => pool.run(path, { channel: configurationChannel(pool.options.workerData) });
    }
    return running;
  }
}

/** Answers its own worker, whenever that asks. */
function configurationChannel(workerData) {
  let tell = () => {};
  return {
    onMessage(listener) {
      tell = listener;
    },
    postMessage(message) {
      if (message === 'jest-light-runner-get-worker-data') tell({ type: 'jest-light-runner-worker-data', workerData });
    },
  };
}
