import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { Pool } from 'undici';
import type { Bench } from './bench.js';
import { makeJobsBaseline } from './baselines/jobs-schema.js';
import { startBaseline } from './baselines/baseline.js';
import { WebhookReceiver } from './webhook-receiver.js';
import { backendsMs, processorMs } from './processor-time.js';
import { startRegisters, type Registers } from './registers.js';
import { figure, type Report } from './report.js';
import { connect, makeApiKeys, seededDatabase } from './seed.js';
import { startService } from './service.js';
import { median, medianSlice, ratioOf, type Side, type Slice } from './slices.js';

const OUTSTANDING = 100;
/** No single account may have all places of a worker. */
const ACCOUNTS = 10;
const QUIET_RATE = 10;
const LEAST_QUIET_POSTS = 20;
const ANSWER_LIMIT_MS = 60_000;

interface Worker {
  name: string;
  url: string;
  pid: number;
  session: Client;
  /** Says who asks. */
  header: string;
  customers: string[];
}

/** Verifications that nothing is known about yet, from the POST to the webhook: as many as are answered, and a quiet stream. */
export async function benchUncached({ stage, slices, profileDir }: Bench): Promise<Report> {
  const apiKeys = makeApiKeys(ACCOUNTS);
  const databases = [await seededDatabase(stage, apiKeys, 0), await stage.newDatabase()] as const;
  const sessions = [await connect(databases[0]), await connect(databases[1])] as const;
  await makeJobsBaseline(sessions[1], ACCOUNTS);
  const registers = await startRegisters();
  const receiver = await WebhookReceiver.listen();
  // Nothing stays known for longer than a moment, so that every question goes to the register.
  const env = { ...registers.env, ENTITY_CACHE_TTL: '1ms', WEBHOOK_ALLOW_PRIVATE: 'true' };
  const service = await startService(stage, { databaseUrl: databases[0], env, profileDir });
  const baseline = await startBaseline('jobs', stage, databases[1], { REGISTER_URL: registers.questionUrl });
  try {
    const drive = new Driver(registers.names, receiver);
    const workers: Worker[] = [
      { name: 'service', ...service, session: sessions[0], header: 'x-api-key', customers: apiKeys },
      {
        name: 'baseline',
        ...baseline,
        session: sessions[1],
        header: 'x-account',
        customers: apiKeys.map((_, at) => String(at + 1)),
      },
    ];
    const sides: Side[] = [];
    const taken = workers.map((): Slice[] => []);
    for (let round = 0; round <= slices.rounds; round++) {
      for (const [at, worker] of workers.entries()) {
        const slice = await drive.full(worker, round === 0 ? slices.warmUpSeconds : slices.seconds);
        if (round > 0) taken[at]!.push(slice);
      }
    }
    for (const [at, { name }] of workers.entries()) {
      sides.push({ name, slices: taken[at]!, median: medianSlice(taken[at]!) });
    }
    const posts = Math.max(LEAST_QUIET_POSTS, Math.round(slices.rounds * slices.seconds * QUIET_RATE));
    const quiet = await drive.quiet(workers[0]!, posts);
    const quietBaseline = await drive.quiet(workers[1]!, posts);
    for (const worker of workers) await drive.requireAllCompleted(worker);
    return {
      path: 'uncached',
      title: `POST /v1/verify, unknown, ${OUTSTANDING} outstanding, a register that takes 20 ms`,
      sides,
      figures: [
        figure('uncached', 'rate against the baseline', ratioOf(sides[0]!, sides[1]!) ?? 0),
        figure('uncached', 'POST to webhook at 10/s, p50', quiet, 'ms'),
        figure('uncached', 'the same at the baseline', quietBaseline, 'ms'),
      ],
    };
  } finally {
    await Promise.all([service.stop(), baseline.stop(), registers.stop()]);
    await receiver.close();
    for (const session of sessions) await session.end();
  }
}

class Driver {
  private turn = 0;
  private readonly posted = new Map<string, number>();

  constructor(
    private readonly names: Registers['names'],
    private readonly receiver: WebhookReceiver,
  ) {}

  /** As many as are answered while a hundred are always under way. */
  async full(worker: Worker, seconds: number): Promise<Slice> {
    const pool = new Pool(worker.url, { connections: OUTSTANDING });
    const [cpu, postgres] = [processorMs(worker.pid), await backendsMs(worker.session)];
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
      cpuUs: perJob(cpu, processorMs(worker.pid)),
      postgresCpuUs: perJob(postgres, await backendsMs(worker.session)),
      clientShare: (user + system) / 1000 / elapsed,
    };
    await pool.close();
    return slice;
  }

  /** The median time from the POST to the webhook when little is going on. */
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

  /** Posts one and waits for its webhook; milliseconds from the POST. */
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
