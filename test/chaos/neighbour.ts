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

/** What an account waits for known answers, alone and beside one that asks 1,000 things at once. */
export interface Neighbour {
  samplesAlone: number;
  p99AloneMs: number;
  samplesBeside: number;
  p99BesideMs: number;
  /** In percent: how much longer. */
  risePercent: number;
}

const PARALLEL = 1_000;
const BURSTS = 5;
const ALONE_MS = 10_000;
const EVERY_MS = 20;
const BETWEEN_MS = 500;

export async function measureNeighbour(
  addresses: string[],
  outbox: string,
  knownName: string,
  say: (line: string) => void,
): Promise<Neighbour> {
  const folder = await mkdtemp(join(tmpdir(), 'standing-neighbour-'));
  const recorder = new Recorder(join(folder, 'record.jsonl'));
  const burster = fork(new URL('burst-process.ts', import.meta.url));
  try {
    const service = new Service(addresses);
    const [quiet, noisy] = [await signUp(service, outbox, recorder), await signUp(service, outbox, recorder)];
    for (const account of [quiet, noisy]) await buy(service, account, 'enterprise', recorder);
    const known = () =>
      service.ask('POST', '/v1/verify', { key: quiet.key, body: { entity_name: knownName, jurisdiction: 'us-co' } });
    await known();

    say('measuring what one account waits for known answers, alone');
    const alone = new Asking(known);
    await sleep(ALONE_MS);
    const timesAlone = await alone.stop();
    say(
      `one account alone: p99 ${quantile(timesAlone, 0.99).toFixed(1)} ms; now another asks ${PARALLEL} things at once`,
    );
    const timesBeside: number[] = [];
    for (let burst = 0; burst < BURSTS; burst++) {
      const beside = new Asking(known);
      burster.send({ addresses, key: noisy.key, parallel: PARALLEL } satisfies Burst);
      await once(burster, 'message');
      timesBeside.push(...(await beside.stop()));
      await sleep(BETWEEN_MS);
    }
    const [p99AloneMs, p99BesideMs] = [quantile(timesAlone, 0.99), quantile(timesBeside, 0.99)];
    const risePercent = (p99BesideMs / p99AloneMs - 1) * 100;
    return { samplesAlone: timesAlone.length, p99AloneMs, samplesBeside: timesBeside.length, p99BesideMs, risePercent };
  } finally {
    burster.kill();
    await recorder.close();
    await rm(folder, { recursive: true });
  }
}

/** Asks at an even pace, and keeps how long each answer took. */
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
