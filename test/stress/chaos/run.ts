import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBooks } from './books.js';
import { check, type Verdict } from './checker.js';
import { FAULTS, type Fault, type Lengths } from './faults.js';
import { Fleet } from './fleet.js';
import { quietLatency, type Latency, type Window } from './latency.js';
import { measureFloor, measureNeighbour, newNeighbours, type Neighbour } from './neighbour.js';
import { OutsideChild } from './outside-child.js';
import { readRecord, type Line } from './record.js';

export interface Plan extends Lengths {
  /** Minimum duration. Faults continue until it has passed and each has happened at least once. */
  seconds: number;
  /** Milliseconds between the starts of two faults; longer if a fault itself takes longer. */
  everyMs: number;
  /** Runs only the faults whose names match. */
  only?: RegExp;
  /** Measures the effect of a noisy account on another one, after the faults. */
  neighbour: boolean;
}

export interface Outcome {
  seconds: number;
  faults: Window[];
  /** The longest time between the starts of two faults. */
  longestPauseMs: number;
  requests: number;
  /** Number of responses per status, over all tries; `none` counts tries without a response. */
  answers: Record<string, number>;
  jobs: number;
  webhooks: number;
  verdict: Verdict;
  /** Problems outside the verdict, such as an unexpected exit of a process. */
  complaints: string[];
  latency: Latency;
  neighbour: Neighbour | undefined;
}

/** A business in the simulated register. */
const KNOWN_NAME = 'Imaginary Lanterns LLC';
/** Effects of a fault on caches and connections last this long, and do not count as quiet time. */
const SETTLE_MS = 2_000;
/** More than twice the time needed on a quiet machine. */
const NEIGHBOUR_LIMIT_MS = 180_000;
/** The next fault starts after this time even if a process has not recovered. */
const MAX_PAUSE_MS = 19_000;

/**
 * Starts an installation, injects faults under load, and then checks that every promise was kept.
 */
export async function runChaos(plan: Plan, say: (line: string) => void): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'standing-chaos-'));
  const fleet = await Fleet.start(folder);
  const { apis, outbox } = fleet;
  const addresses = apis.map(({ url }) => url);
  const record = join(folder, 'record.jsonl');
  const outside = new OutsideChild({ addresses, outbox, record, knownName: KNOWN_NAME });
  try {
    await outside.opened;
    say('2 API processes and 2 workers are ready, and customers are asking');
    const faults = await new Series(fleet, plan, (line) => say(`${line}; ${outside.status}`)).run();
    say('no more faults: waiting for everything to end');
    await outside.finish(say);
    const lines = readRecord(record);
    const verdict = check(lines, await readBooks(fleet.databaseUrl));
    say('everything has ended, and was checked');
    const neighbour = plan.neighbour ? await neighbourIn(fleet, say).catch(complainTo(fleet)) : undefined;
    return { ...report(lines, faults, verdict, fleet), neighbour };
  } finally {
    outside.kill();
    await fleet.stop();
  }
}

/**
 * Measures the effect of a noisy account on another one without load or faults, and the same
 * between two bare programs as the floor.
 */
export async function runNeighbour(say: (line: string) => void): Promise<{ service: Neighbour; floor: Neighbour }> {
  const fleet = await Fleet.start(await mkdtemp(join(tmpdir(), 'standing-chaos-')));
  let service: Neighbour;
  try {
    service = await neighbourIn(fleet, say);
  } finally {
    await fleet.stop();
  }
  say('now two processes that answer at once and do nothing');
  return { service, floor: await measureFloor(say) };
}

/**
 * Refuses to measure an incomplete fleet: neighbours would wait for the missing part, and their
 * times would mean nothing.
 */
async function neighbourIn(fleet: Fleet, say: (line: string) => void): Promise<Neighbour> {
  const unready = await fleet.unready();
  if (unready.length > 0) throw new NotMeasured(`not ready: ${unready.join('; ')}`);
  const { apis, outbox } = fleet;
  const addresses = apis.map(({ url }) => url);
  const limit = new AbortController();
  const tooLong = sleep(NEIGHBOUR_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
    throw new NotMeasured(`it took longer than ${NEIGHBOUR_LIMIT_MS / 1_000} s`);
  });
  const measured = newNeighbours(addresses, outbox, KNOWN_NAME).then((neighbours) => measureNeighbour(neighbours, say));
  return Promise.race([measured, tooLong]).finally(() => limit.abort());
}

/** Reports a failed measurement as a complaint, so that earlier findings are still reported. */
function complainTo({ complaints }: Fleet): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof NotMeasured)) throw error;
    complaints.push(error.message);
  };
}

class NotMeasured extends Error {
  constructor(why: string) {
    super(`what a noisy neighbour does was not measured: ${why}`);
  }
}

/** Injects one fault after another, on schedule. */
class Series {
  private readonly windows: Window[] = [];
  private long: Promise<void> | undefined;
  private readonly recovering: Promise<void>[] = [];

  constructor(
    private readonly fleet: Fleet,
    private readonly plan: Plan,
    private readonly say: (line: string) => void,
  ) {}

  async run(): Promise<Window[]> {
    const { seconds, everyMs, only } = this.plan;
    const faults = FAULTS.filter(({ name }) => only?.test(name) ?? true);
    const startMs = Date.now();
    for (let turn = 0; turn < faults.length || Date.now() - startMs < seconds * 1_000; turn++) {
      const nextMs = Date.now() + everyMs;
      await this.cause(faults[turn % faults.length]!, startMs);
      await sleep(Math.max(0, nextMs - Date.now()));
    }
    await Promise.all(this.recovering);
    return this.windows;
  }

  private async cause(fault: Fault, startMs: number): Promise<void> {
    if (fault.needsRedis) await this.long;
    this.say(`${((Date.now() - startMs) / 1_000).toFixed(0).padStart(4)} s  ${fault.name}`);
    const window: Window = { fault: fault.name, startMs: Date.now(), endMs: Number.POSITIVE_INFINITY };
    this.windows.push(window);
    const over = this.untilOver(fault, window);
    this.recovering.push(over);
    if (fault.long) this.long = over;
    else await Promise.race([over, sleep(MAX_PAUSE_MS, undefined, { ref: false })]);
  }

  private async untilOver({ run }: Fault, window: Window): Promise<void> {
    await run(this.fleet, this.plan);
    await this.fleet.ready();
    window.endMs = Date.now() + SETTLE_MS;
  }
}

function report(lines: Line[], faults: Window[], verdict: Verdict, fleet: Fleet): Omit<Outcome, 'neighbour'> {
  const answers: Record<string, number> = {};
  for (const line of lines) {
    if (line.line !== 'tried') continue;
    const status = String(line.status ?? 'none');
    answers[status] = (answers[status] ?? 0) + 1;
  }
  const starts = faults.map(({ startMs }) => startMs);
  return {
    seconds: Math.round(((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / 1_000),
    faults,
    longestPauseMs: Math.max(0, ...starts.slice(1).map((startMs, place) => startMs - starts[place]!)),
    requests: lines.filter(({ line }) => line === 'asked').length,
    answers,
    jobs: new Set(lines.flatMap((line) => (line.line === 'tried' && line.final ? line.jobIds : []))).size,
    webhooks: lines.filter(({ line }) => line === 'told').length,
    verdict,
    complaints: fleet.complaints,
    latency: quietLatency(lines, faults),
  };
}
