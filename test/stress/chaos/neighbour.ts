import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Burst } from './burst-process.js';
import { quantile } from './latency.js';
import { buy, signUp } from './outside/newcomer.js';
import { Service } from './outside/service.js';
import { Recorder } from './record.js';

/**
 * The latency of known answers for one account, alone and beside an account that sends 1,000
 * requests at once.
 */
export interface Neighbour {
  samplesAlone: number;
  p99AloneMs: number;
  samplesBeside: number;
  p99BesideMs: number;
  /** Increase of the p99, in percent. */
  risePercent: number;
}

/**
 * An account that repeats a request with a known answer, and one that sends many requests at once.
 */
export interface Neighbours {
  addresses: string[];
  quietKey: string;
  noisyKey: string;
  knownName: string;
}

const PARALLEL = 1_000;
const BURSTS = 5;
/** A process keeps getting faster long after it is ready. */
const WARM_UP_MS = 12_000;
const ALONE_MS = 10_000;
const EVERY_MS = 20;
const BETWEEN_MS = 500;
const FLOOR_PROCESSES = 2;

export async function measureNeighbour(
  { addresses, quietKey, noisyKey, knownName }: Neighbours,
  say: (line: string) => void,
): Promise<Neighbour> {
  const burster = fork(new URL('burst-process.ts', import.meta.url));
  try {
    const service = new Service(addresses);
    const known = () =>
      service.ask('POST', '/v1/verify', { key: quietKey, body: { entity_name: knownName, jurisdiction: 'us-co' } });
    say('measuring what one account waits for known answers, alone');
    await times(known, WARM_UP_MS);
    const timesAlone = await times(known, ALONE_MS);
    say(
      `one account alone: p99 ${quantile(timesAlone, 0.99).toFixed(1)} ms; now another asks ${PARALLEL} things at once`,
    );
    const timesBeside: number[] = [];
    for (let burst = 0; burst < BURSTS; burst++) {
      const beside = new Asking(known);
      burster.send({ addresses, key: noisyKey, parallel: PARALLEL } satisfies Burst);
      await once(burster, 'message');
      timesBeside.push(...(await beside.stop()));
      await sleep(BETWEEN_MS);
    }
    const [p99AloneMs, p99BesideMs] = [quantile(timesAlone, 0.99), quantile(timesBeside, 0.99)];
    const risePercent = (p99BesideMs / p99AloneMs - 1) * 100;
    return { samplesAlone: timesAlone.length, p99AloneMs, samplesBeside: timesBeside.length, p99BesideMs, risePercent };
  } finally {
    burster.kill();
  }
}

export async function newNeighbours(addresses: string[], outbox: string, knownName: string): Promise<Neighbours> {
  const folder = await mkdtemp(join(tmpdir(), 'standing-neighbour-'));
  const recorder = new Recorder(join(folder, 'record.jsonl'));
  try {
    const service = new Service(addresses);
    const [quiet, noisy] = [await signUp(service, outbox, recorder), await signUp(service, outbox, recorder)];
    for (const account of [quiet, noisy]) await buy(service, account, 'enterprise', recorder);
    return { addresses, quietKey: quiet.key, noisyKey: noisy.key, knownName };
  } finally {
    await recorder.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * Measures the same between two processes that answer at once and do nothing: the effect of 1,000
 * concurrent requests on this machine alone.
 */
export async function measureFloor(say: (line: string) => void): Promise<Neighbour> {
  const processes = Array.from({ length: FLOOR_PROCESSES }, () => fork(new URL('floor-process.ts', import.meta.url)));
  try {
    const addresses = await Promise.all(processes.map(async (child) => (await once(child, 'message'))[0] as string));
    return await measureNeighbour({ addresses, quietKey: 'quiet', noisyKey: 'noisy', knownName: 'Anything' }, say);
  } finally {
    for (const child of processes) child.kill();
  }
}

async function times(ask: () => Promise<unknown>, forMs: number): Promise<number[]> {
  const asking = new Asking(ask);
  await sleep(forMs);
  return asking.stop();
}

/** Sends requests at an even pace, and records the latency of each. */
class Asking {
  private readonly times: number[] = [];
  private readonly open = new Set<Promise<void>>();
  private readonly timer: NodeJS.Timeout;

  constructor(ask: () => Promise<unknown>) {
    this.timer = setInterval(() => {
      const startedMs = performance.now();
      const asked: Promise<void> = ask()
        .catch(() => undefined)
        .then(() => void this.times.push(performance.now() - startedMs))
        .finally(() => this.open.delete(asked));
      this.open.add(asked);
    }, EVERY_MS);
  }

  async stop(): Promise<number[]> {
    clearInterval(this.timer);
    await Promise.allSettled(this.open);
    return this.times;
  }
}
