const ENOUGH_RUNS = 5;

/**
 * Milliseconds of processor time, so that other processes do not count: of the quickest of some runs, as compiling and the collection of
 * garbage count too. Looks no further once a run took less than `wantedMs`.
 */
export function processorMsOf(work: () => void, wantedMs: number): number {
  let leastMs = Infinity;
  for (let run = 0; run < ENOUGH_RUNS && leastMs >= wantedMs; run++) {
    const started = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(started);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  return leastMs;
}
