import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/**
 * Ends a wait that cannot succeed, even on a slow and busy machine. No test measures time by it.
 */
export const IN_VAIN_MS = 300_000;

/** Resolves once the clock shows a later millisecond, so that later rows sort last. */
export function clockTicks(): Promise<boolean> {
  const now = Date.now();
  return until(() => Date.now() > now);
}

/** Polls until `look` returns something other than false, null and undefined, and returns it. */
export async function until<T>(look: () => T | Promise<T>): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + IN_VAIN_MS;
  for (;;) {
    const found = await look();
    if (found !== false && found !== undefined && found !== null) return found as Exclude<T, false | null | undefined>;
    if (performance.now() > deadline) throw new Error(`this did not happen within five minutes: ${look.toString()}`);
    await sleep(LOOK_EVERY_MS);
  }
}
