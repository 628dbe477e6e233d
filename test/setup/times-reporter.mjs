const SLOWEST = 10;
const EVERY_MS = 30_000;

/** Says how far a run is, and at its end where the time went. */
export default class TimesReporter {
  done = 0;
  total = 0;
  saidAt = Date.now();
  startedAt = Date.now();

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites;
    this.startedAt = this.saidAt = Date.now();
  }

  onTestResult() {
    this.done += 1;
    if (Date.now() - this.saidAt < EVERY_MS) return;
    this.saidAt = Date.now();
    say(`${this.done} of ${this.total} suites after ${seconds(Date.now() - this.startedAt)} s`);
  }

  onRunComplete(_contexts, { testResults }) {
    const suites = testResults.map(({ testFilePath, perfStats }) => ({ path: testFilePath, ms: perfStats.runtime }));
    if (suites.length <= SLOWEST) return;
    const whole = suites.reduce((sum, { ms }) => sum + ms, 0);
    const slowest = suites.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    say(`the ${SLOWEST} slowest of ${suites.length} suites, ${seconds(whole)} s in all:`);
    for (const { path, ms } of slowest) say(`${String(seconds(ms)).padStart(5)} s  ${path.replace(/^.*\/test\//, '')}`);
  }
}

const seconds = (ms) => Math.round(ms / 1_000);

/** Beside jest's own lines; stdout stays what a program reads. */
function say(line) {
  process.stderr.write(`${line}\n`);
}
