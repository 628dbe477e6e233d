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
  /** Every fault has happened once at the least, and until then they go on. */
  seconds: number;
  /** From the beginning of one fault to that of the next, unless it takes longer. */
  everyMs: number;
  /** Only the faults whose names match. */
  only?: RegExp;
  /** Whether to measure what one noisy account does to another, after the faults. */
  neighbour: boolean;
}

export interface Outcome {
  seconds: number;
  faults: Window[];
  /** The longest time without the beginning of a fault. */
  longestPauseMs: number;
  requests: number;
  /** By status, of every answer to every try; `none` are those that got no answer. */
  answers: Record<string, number>;
  jobs: number;
  webhooks: number;
  verdict: Verdict;
  /** Processes that ended otherwise than they should. */
  complaints: string[];
  latency: Latency;
  neighbour: Neighbour | undefined;
}

/** A business that the register played here knows. */
const KNOWN_NAME = 'Imaginary Lanterns LLC';
/** What a fault leaves behind in caches and connections is not part of quiet times. */
const SETTLE_MS = 2_000;
/** More than twice what it takes on a quiet machine. */
const NEIGHBOUR_LIMIT_MS = 180_000;
/** The next fault does not wait longer for a process to be back. */
const MAX_PAUSE_MS = 19_000;

/** Starts an installation, lets faults happen to it under load, and checks afterwards that every promise was kept. */
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

/** The same installation without load and faults: only what one noisy account does to another, beside what that does where nothing is done. */
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

/** Neighbours of a fleet that is not whole would wait for the part that is missing, and what they waited would say nothing. */
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

/** What was found before is worth telling all the same. */
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

/** One fault after the other, each at its time. */
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
