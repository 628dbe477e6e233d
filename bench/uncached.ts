import type { Client } from 'pg';
import type { Bench } from './bench.js';
import { makeJobsBaseline } from './baselines/jobs-schema.js';
import { startBaseline } from './baselines/baseline.js';
import { WebhookReceiver } from './webhook-receiver.js';
import { startRegisters } from './registers.js';
import { figure, type Report } from './report.js';
import { connect, makeApiKeys, seededDatabase } from './seed.js';
import { startService } from './service.js';
import { ratioOf } from './slices.js';
import { OUTSTANDING, QUIET_RATE, UncachedDriver, type Worker } from './uncached-driver.js';

/** No single account may use all places of a worker. */
const ACCOUNTS = 10;
const LEAST_QUIET_POSTS = 20;

/**
 * The running service and baseline, with a register and a receiver. Their sessions stay open after
 * `stop`.
 */
interface RunningWorkers {
  workers: [service: Worker, baseline: Worker];
  driver: UncachedDriver;
  stop(): Promise<void>;
  end(): Promise<void>;
}

export async function startWorkers(
  { stage, profileDir }: Pick<Bench, 'stage' | 'profileDir'>,
  { profileBaseline, prepare }: { profileBaseline?: boolean; prepare?: (session: Client) => Promise<void> } = {},
): Promise<RunningWorkers> {
  const apiKeys = makeApiKeys(ACCOUNTS);
  const databases = [await seededDatabase(stage, apiKeys, 0), await stage.newDatabase()] as const;
  const sessions = [await connect(databases[0]), await connect(databases[1])] as const;
  await makeJobsBaseline(sessions[1], ACCOUNTS);
  for (const session of sessions) await prepare?.(session);
  const registers = await startRegisters();
  const receiver = await WebhookReceiver.listen();
  // Answers expire at once, so that every question goes to the register.
  const env = { ...registers.env, ENTITY_CACHE_TTL: '1ms', WEBHOOK_ALLOW_PRIVATE: 'true' };
  const service = await startService(stage, { databaseUrl: databases[0], env, profileDir });
  const baselineEnv = { REGISTER_URL: registers.questionUrl };
  const baseline = await startBaseline(
    'jobs',
    stage,
    databases[1],
    baselineEnv,
    profileBaseline ? profileDir : undefined,
  );
  const numbers = apiKeys.map((_, at) => String(at + 1));
  return {
    workers: [
      { name: 'service', ...service, session: sessions[0], header: 'x-api-key', customers: apiKeys },
      { name: 'baseline', ...baseline, session: sessions[1], header: 'x-account', customers: numbers },
    ],
    driver: new UncachedDriver(registers.names, receiver),
    stop: async () => void (await Promise.all([service.stop(), baseline.stop()])),
    end: async () => {
      await registers.stop();
      await receiver.close();
      for (const session of sessions) await session.end();
    },
  };
}

/**
 * Measures verifications of unknown names from the POST to the webhook: at full load, and in a slow
 * stream.
 */
export async function benchUncached(bench: Bench): Promise<Report> {
  const { slices } = bench;
  const running = await startWorkers(bench);
  const { driver, workers } = running;
  try {
    const sides = await driver.alternate(workers, slices);
    const posts = Math.max(LEAST_QUIET_POSTS, Math.round(slices.rounds * slices.seconds * QUIET_RATE));
    const quiet = await driver.quiet(workers[0], posts);
    const quietBaseline = await driver.quiet(workers[1], posts);
    for (const worker of workers) await driver.requireAllCompleted(worker);
    return {
      path: 'uncached',
      title: `POST /v1/verify, unknown, ${OUTSTANDING} outstanding, a register that takes 20 ms`,
      sides,
      figures: [
        figure('uncached', 'rate against the baseline', ratioOf(sides[0]!, sides[1]!) ?? 0),
        figure('uncached', 'POST to webhook at 10/s, p50', quiet, 'ms'),
        figure('uncached', 'the same at the baseline', quietBaseline, 'ms'),
        figure('uncached', 'POST to webhook at 10/s, p50, beyond the baseline', quiet - quietBaseline, 'ms'),
      ],
    };
  } finally {
    await running.stop();
    await running.end();
  }
}
