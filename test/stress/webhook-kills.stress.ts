import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresEvents } from '../../src/adapters/postgres/webhooks/events.js';
import { createTestDatabase } from '../support/database.js';
import { startProgram } from '../support/program.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { redisUrl } from '../support/redis.js';
import { completed, seedJobs } from '../support/webhook-rows.js';
import { webhookBody } from '../../src/modules/webhooks/webhooks.response.js';
import { repeats } from '../support/long.js';

/** Overnight: WEBHOOK_KILL_EVENTS=10000. */
const EVENTS = repeats('WEBHOOK_KILL_EVENTS', 1_000, 600);
const DELIVERIES_PER_KILL = 200;
/** Stops a hung run; allows for machines that need 15 s to start a worker. */
const LIMIT_MS = 180_000 + EVENTS * 100;

const TRANSPORTS: [string, Record<string, string>][] = [
  ['in process', {}],
  ...(redisUrl === undefined ? [] : [['on Bull', { REDIS_URL: redisUrl }] as [string, Record<string, string>]]),
];

describe.each(TRANSPORTS)('the delivery of webhooks with jobs %s', (_transport, env) => {
  it(`delivers every webhook under one id while the worker is killed every ${DELIVERIES_PER_KILL} deliveries`, async () => {
    const database = await createTestDatabase();
    const receiver = await startReceiver();
    const dataSource = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
    const db = new Database(dataSource);
    try {
      const { jobIds } = await seedJobs(db, receiver.url, EVENTS);
      const events = new PostgresEvents(db, { of: webhookBody });
      for (const id of jobIds) await db.commit([events.record(completed(id))]);

      const kills = await workUntilAllCame(receiver, {
        DATABASE_URL: database.url,
        WEBHOOK_ALLOW_PRIVATE: 'true',
        ...env,
      });

      const ids = new Map<string, Set<unknown>>();
      for (const { json, headers } of receiver.received) {
        ids.set(json.job_id, (ids.get(json.job_id) ?? new Set()).add(headers['webhook-id']));
      }
      expect(new Set(ids.keys())).toEqual(new Set(jobIds));
      expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([]);
      expect(kills).toBeGreaterThanOrEqual(EVENTS / DELIVERIES_PER_KILL - 1);
      const duplicates = receiver.received.length - EVENTS;
      console.info(`${EVENTS} events, ${kills} kills: none lost, ${duplicates} delivered twice`);
    } finally {
      await receiver.close();
      await dataSource.destroy();
      await database.drop();
    }
  });
});

/**
 * Kills the program after every `DELIVERIES_PER_KILL` deliveries until every job is delivered;
 * returns the number of kills.
 */
async function workUntilAllCame(receiver: Receiver, env: Record<string, string>): Promise<number> {
  const jobsTold = () => new Set(receiver.received.map(({ json }) => json.job_id)).size;
  const deadline = Date.now() + LIMIT_MS - 10_000;
  for (let kills = 0; ; kills++) {
    const program = await startProgram(env);
    const enough = receiver.received.length + DELIVERIES_PER_KILL;
    while (receiver.received.length < enough && jobsTold() < EVENTS && Date.now() < deadline) await sleep(5);
    await program.stop('SIGKILL');
    if (jobsTold() >= EVENTS) return kills;
    if (Date.now() >= deadline) throw new Error(`only ${jobsTold()} of ${EVENTS} events came`);
  }
}
