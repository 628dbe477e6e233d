import { makeJobsBaseline } from '../baselines/jobs-schema.js';
import { startBaseline } from '../baselines/baseline.js';
import type { Bench } from '../bench.js';
import { startRegisters } from '../registers.js';
import { connect, makeApiKeys, seededDatabase } from '../seed.js';
import { startService } from '../service.js';
import type { Side } from '../slices.js';
import { UncachedDriver, type Worker } from '../uncached-driver.js';
import { WebhookReceiver } from '../webhook-receiver.js';
import { installPeers, versioned } from './installed.js';

/** No single account may use all places of a worker. */
const ACCOUNTS = 10;

/**
 * Measures the path `uncached` for programs that keep charge and answer in Postgres and leave the
 * rest to the queue of a package.
 */
export async function compareJobs({ stage, slices }: Bench): Promise<Side[]> {
  installPeers();
  const apiKeys = makeApiKeys(ACCOUNTS);
  const ours = await seededDatabase(stage, apiKeys, 0);
  const theirs = { 'pg-boss': await stage.newDatabase(), bullmq: await stage.newDatabase() };
  const registers = await startRegisters();
  const receiver = await WebhookReceiver.listen();
  const endings = [() => registers.stop(), () => receiver.close()];
  try {
    // Answers expire at once, so that every question goes to the register.
    const env = { ...registers.env, ENTITY_CACHE_TTL: '1ms', WEBHOOK_ALLOW_PRIVATE: 'true' };
    const service = await startService(stage, { databaseUrl: ours, env });
    const session = await connect(ours);
    endings.push(
      () => service.stop(),
      () => session.end(),
    );
    const workers: Worker[] = [
      { name: 'jobs: the service', ...service, session, header: 'x-api-key', customers: apiKeys },
    ];
    for (const queue of ['pg-boss', 'bullmq'] as const) {
      const its = await connect(theirs[queue]);
      endings.push(() => its.end());
      await makeJobsBaseline(its, ACCOUNTS);
      const program = await startBaseline(queue, stage, theirs[queue], {
        REGISTER_URL: registers.questionUrl,
        REDIS_URL: queue === 'bullmq' ? await stage.durableRedis() : stage.redisUrl,
      });
      endings.push(() => program.stop());
      workers.push({
        name: `jobs: ${versioned(queue)}`,
        ...program,
        session: its,
        header: 'x-account',
        customers: apiKeys.map((_, at) => String(at + 1)),
      });
    }
    const drive = new UncachedDriver(registers.names, receiver);
    const sides = await drive.alternate(workers, slices);
    for (const worker of workers) await drive.requireAllCompleted(worker);
    return sides;
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}
