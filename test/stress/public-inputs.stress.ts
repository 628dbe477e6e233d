import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../support/harness.js';
import { inLongRun } from '../support/long.js';
import { until } from '../support/until.js';
import { caseOf, MAX_ERROR_BYTES, send, startTarget, type Case, type Target } from '../openapi/hostile-inputs/cases.js';
import { Random } from '../openapi/hostile-inputs/random.js';

/** Fixed, so that a case that failed once is always tested. FUZZ_SEED adds another seed. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...(process.env['FUZZ_SEED'] ? [Number(process.env['FUZZ_SEED'])] : [])];
const CASES_OF_A_SEED = inLongRun(1_000, 200);
const MAX_PROCESSOR_MS = 250;
/** The first try includes compilation and garbage collection; later ones do not. */
const TRIES = 3;

let target: Target;
let service: Service;
beforeAll(async () => {
  target = await startTarget();
  ({ service } = target);
});
afterAll(() => service.close());

/**
 * Waits until the process is almost idle, so that garbage collection, for example, does not count
 * towards the next request.
 */
async function idle(): Promise<void> {
  await until(async () => {
    const before = process.cpuUsage();
    await sleep(50);
    const { user, system } = process.cpuUsage(before);
    return user + system < 25_000;
  });
}

/** Returns the promises that this case broke; empty if all were kept. */
async function brokenBy(one: Case): Promise<string[]> {
  const broken: string[] = [];
  let least = Infinity;
  for (let tries = 0; tries < TRIES; tries++) {
    const before = process.cpuUsage();
    const { status, bytes } = await send(service.url, one);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (status >= 500) broken.push(`answered ${status}`);
    if (status >= 400 && bytes > MAX_ERROR_BYTES) broken.push(`an error of ${bytes} bytes`);
    if (least <= MAX_PROCESSOR_MS) break;
    await idle();
  }
  if (least > MAX_PROCESSOR_MS) broken.push(`${Math.round(least)} ms of processor time`);
  return broken;
}

describe('every public input', () => {
  it.each(SEEDS)('never causes a 5xx, a large error or a long computation (seed %d)', async (seed) => {
    const random = new Random(seed);
    const failures: string[] = [];
    for (let at = 0; at < CASES_OF_A_SEED; at++) {
      const one = caseOf(random, target);
      const broken = await brokenBy(one);
      if (broken.length > 0) {
        failures.push(`${at}: ${one.what}: ${broken.join(', ')}; ${one.path.slice(0, 200)} ${one.body?.slice(0, 200)}`);
      }
    }
    expect(failures).toEqual([]);
  });
});
