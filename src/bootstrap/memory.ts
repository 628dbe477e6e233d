import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The engine judges by the last five seconds how busy it is. */
const REST_MS = 6_000;
const MOST_LOOKS = 4;
const SPARE_BYTES = 20_000_000;

/**
 * Starting leaves a third of the memory behind as garbage, which the engine would keep until it needs the room. The first collection frees it; the
 * room itself is given back by a later one that finds little allocated in between.
 */
export async function giveBackMemory(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await sleep(REST_MS, undefined, { ref: false });
  for (let look = 0; look < MOST_LOOKS; look++) {
    collect();
    const { heapTotal, heapUsed } = process.memoryUsage();
    if (heapTotal - heapUsed < SPARE_BYTES) return;
    await sleep(1_000, undefined, { ref: false });
  }
}
