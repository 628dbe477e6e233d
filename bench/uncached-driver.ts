import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { Pool } from 'undici';
import { backendsMs, backendsOf, processorMs } from './processor-time.js';
import type { Registers } from './registers.js';
import { median, medianSlice, type Side, type Slice, type SliceOptions } from './slices.js';
import type { WebhookReceiver } from './webhook-receiver.js';

export const OUTSTANDING = 100;
export const QUIET_RATE = 10;
const ANSWER_LIMIT_MS = 60_000;

/** A program that verifies unknown names. */
export interface Worker {
  name: string;
  url: string;
  pid: number;
  /** Other processes of the same installation. */
  beside?: readonly { pid: number }[];
  session: Client;
  /** Identifies the account. */
  header: string;
  customers: readonly string[];
}

/** Posts unknown names and waits for their webhooks. */
export class UncachedDriver {
  private turn = 0;
  private readonly posted = new Map<string, number>();

  constructor(
    private readonly names: Registers['names'],
    private readonly receiver: WebhookReceiver,
  ) {}

  /** Loads the workers alternately, round by round. The first round is a warm-up. */
  async alternate(workers: readonly Worker[], { rounds, seconds, warmUpSeconds }: SliceOptions): Promise<Side[]> {
    const taken = workers.map((): Slice[] => []);
    for (let round = 0; round <= rounds; round++) {
      for (const [at, worker] of workers.entries()) {
        const { slice } = await this.load(worker, round === 0 ? warmUpSeconds : seconds);
        if (round > 0) taken[at]!.push(slice);
      }
    }
    return workers.map(({ name }, at) => ({ name, slices: taken[at]!, median: medianSlice(taken[at]!) }));
  }

  /** Keeps a hundred verifications outstanding for this long and measures how many are answered. */
  async load(worker: Worker, seconds: number): Promise<{ slice: Slice; answers: number }> {
    const pool = new Pool(worker.url, { connections: OUTSTANDING });
    const pids = [worker.pid, ...(worker.beside ?? []).map(({ pid }) => pid)];
    const [cpu, postgres] = [processorMs(...pids), await backendsOf(worker.session)];
    const own = process.cpuUsage();
    const start = performance.now();
    const tookMs: number[] = [];
    const lane = async () => {
      while (performance.now() - start < seconds * 1000) tookMs.push(await this.one(pool, worker));
    };
    await Promise.all(Array.from({ length: OUTSTANDING }, lane));
    const elapsed = performance.now() - start;
    const perJob = (before: number | undefined, after: number | undefined) =>
      before === undefined || after === undefined ? undefined : ((after - before) * 1000) / tookMs.length;
    const { user, system } = process.cpuUsage(own);
    const slice = {
      perSecond: (tookMs.length * 1000) / elapsed,
      p50Ms: median(tookMs),
      p99Ms: tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length * 0.99)] ?? 0,
      cpuUs: perJob(cpu, processorMs(...pids)),
      postgresCpuUs: perJob(0, backendsMs(postgres, await backendsOf(worker.session))),
      clientShare: (user + system) / 1000 / elapsed,
    };
    await pool.close();
    return { slice, answers: tookMs.length };
  }

  /** Returns the median milliseconds from the POST to the webhook under light load. */
  async quiet(worker: Worker, posts: number): Promise<number> {
    const pool = new Pool(worker.url, { connections: OUTSTANDING });
    const start = performance.now();
    const under: Promise<number>[] = [];
    for (let at = 0; at < posts; at++) {
      await sleep(Math.max(0, start + (at * 1000) / QUIET_RATE - performance.now()));
      under.push(this.one(pool, worker));
    }
    const tookMs = await Promise.all(under);
    await pool.close();
    return median(tookMs);
  }

  async requireAllCompleted({ name, session }: Worker): Promise<void> {
    const { rows } = await session.query<{ completed: number; others: number }>(
      `select (count(*) filter (where status = 'completed'))::int as completed,
              (count(*) filter (where status <> 'completed'))::int as others from jobs`,
    );
    const { completed, others } = rows[0]!;
    const posted = this.posted.get(name) ?? 0;
    if (completed !== posted || others > 0) {
      throw new Error(`${name} was sent ${posted} verifications: ${completed} were completed, ${others} were not`);
    }
  }

  /** Posts one verification and returns the milliseconds until its webhook arrives. */
  private async one(pool: Pool, { name, header, customers }: Worker): Promise<number> {
    const { entityName, jurisdiction } = this.names[this.turn % this.names.length]!;
    const customer = customers[this.turn++ % customers.length]!;
    const body = JSON.stringify({ entity_name: entityName, jurisdiction, webhook_url: this.receiver.url });
    const postedAt = performance.now();
    const path = '/v1/verify';
    const answer = await pool.request({
      method: 'POST',
      path,
      headers: { [header]: customer, 'content-type': 'application/json' },
      body,
    });
    const told = (await answer.body.json()) as { job_id?: string };
    if (answer.statusCode !== 202 || told.job_id === undefined) {
      throw new Error(`${name} answered ${answer.statusCode}: ${JSON.stringify(told)}`);
    }
    this.posted.set(name, (this.posted.get(name) ?? 0) + 1);
    return (await this.receiver.told(told.job_id, ANSWER_LIMIT_MS)) - postedAt;
  }
}
