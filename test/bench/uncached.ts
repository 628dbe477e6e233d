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

/** No single account may have all places of a worker. */
const ACCOUNTS = 10;
const LEAST_QUIET_POSTS = 20;

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
    const drive = new UncachedDriver(registers.names, receiver);
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
    const sides = await drive.alternate(workers, slices);
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
        figure('uncached', 'POST to webhook at 10/s, p50, beyond the baseline', quiet - quietBaseline, 'ms'),
      ],
    };
  } finally {
    await Promise.all([service.stop(), baseline.stop(), registers.stop()]);
    await receiver.close();
    for (const session of sessions) await session.end();
  }
}
