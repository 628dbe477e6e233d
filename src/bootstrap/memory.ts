import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The first look comes when what follows a start is over. */
const REST_MS = 6_000;
const LOOK_MS = 5_000;
/** Share of the time for which the event loop was at work. */
const QUIET = 0.1;

/**
 * Starting leaves a third of the memory behind as garbage, and a young generation as large as a
 * start needs; the engine would keep both. A collection for when memory is short gives them back.
 * It holds everything else up for a moment, so it waits until nobody asks; a service that is never
 * quiet uses the room.
 */
export async function giveBackMemory(): Promise<void> {
  await sleep(REST_MS, undefined, { ref: false });
  for (;;) {
    const before = performance.eventLoopUtilization();
    await sleep(LOOK_MS, undefined, { ref: false });
    if (performance.eventLoopUtilization(before).utilization < QUIET) break;
  }
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
