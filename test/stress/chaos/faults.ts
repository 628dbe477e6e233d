import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.js';
import type { Member } from './member.js';
import { fillOutbox } from './outbox-disk.js';
import { cutConnections, keepCutting, pinRows, takeAllConnections } from './postgres-faults.js';
import { retryStorm } from './retry-storm.js';

/** The durations of faults that last. */
export interface Lengths {
  /** Redis is down. */
  awayMs: number;
  /** Something hangs or is wrong for a while. */
  whileMs: number;
  /**
   * Postgres is silent, or the network is partitioned. In the long run, for longer than any client
   * waits.
   */
  silentMs: number;
  /** A worker is suspended, for longer than its claims last. */
  suspendedMs: number;
}

export interface Fault {
  name: string;
  /** Other faults happen meanwhile. */
  long?: boolean;
  /** Cannot happen while Redis is down. */
  needsRedis?: boolean;
  /** Resolves when the cause is gone and every ended process has been restarted. */
  run: (fleet: Fleet, lengths: Lengths) => Promise<void>;
}

const HOUR_MS = 3_600_000;

/** In the order they happen. A fault of one process hits a random process of its kind. */
export const FAULTS: readonly Fault[] = [
  { name: 'an API process is killed', run: (fleet) => anyOf(fleet.apis).replace('kill') },
  {
    name: 'Redis is lost with all it held, and comes back empty',
    needsRedis: true,
    run: async (fleet) => {
      fleet.signalRedis('SIGKILL');
      await sleep(1_000);
      await fleet.startRedis();
    },
  },
  { name: 'Postgres is restarted', run: (fleet) => fleet.signalPostgres('SIGINT') },
  { name: 'a worker is killed', run: (fleet) => anyOf(fleet.workers).replace('kill') },
  { name: 'clocks are set forward by 26 hours', run: (fleet, lengths) => stepClocks(fleet, 26 * HOUR_MS, lengths) },
  {
    name: 'Redis is gone for long',
    long: true,
    needsRedis: true,
    run: async (fleet, { awayMs }) => {
      fleet.signalRedis('SIGKILL');
      await sleep(awayMs);
      await fleet.startRedis();
    },
  },
  {
    name: 'the disk of the outbox is full',
    run: async (fleet, { whileMs }) => {
      const free = await fillOutbox(fleet.outbox);
      await sleep(whileMs);
      await free();
    },
  },
  { name: 'Postgres crashes', run: (fleet) => fleet.signalPostgres('SIGQUIT') },
  { name: 'an API process is stopped and replaced', run: (fleet) => anyOf(fleet.apis).replace('tellToEnd') },
  {
    name: 'the registers hang',
    run: async (fleet, { whileMs }) => {
      fleet.signalRegister('SIGSTOP');
      await sleep(whileMs);
      fleet.signalRegister('SIGCONT');
    },
  },
  { name: 'a worker is stopped and replaced', run: (fleet) => anyOf(fleet.workers).replace('tellToEnd') },
  {
    name: 'Redis falls silent',
    needsRedis: true,
    run: async (fleet, { whileMs }) => {
      fleet.signalRedis('SIGSTOP');
      await sleep(whileMs);
      fleet.signalRedis('SIGCONT');
    },
  },
  { name: 'clocks are set back by 2 hours', run: (fleet, lengths) => stepClocks(fleet, -2 * HOUR_MS, lengths) },
  { name: 'every connection to Postgres is cut', run: ({ databaseUrl }) => cutConnections(databaseUrl) },
  {
    name: 'Postgres falls silent',
    run: async (fleet, { silentMs }) => {
      const wake = await fleet.suspendPostgres();
      await sleep(silentMs);
      wake();
    },
  },
  {
    name: 'connections to Postgres are cut again and again',
    run: ({ databaseUrl }, { whileMs }) => keepCutting(databaseUrl, whileMs),
  },
  {
    name: 'an idle transaction pins every account',
    run: ({ databaseUrl }, { whileMs }) => pinRows(databaseUrl, whileMs),
  },
  {
    name: 'Postgres has no connection left',
    run: ({ databaseUrl }, { whileMs }) => takeAllConnections(databaseUrl, whileMs),
  },
  {
    name: 'a worker is suspended for longer than its claims last, and resumes',
    run: async (fleet, { suspendedMs }) => {
      const worker = anyOf(fleet.workers);
      worker.signal('SIGSTOP');
      await sleep(suspendedMs);
      worker.signal('SIGCONT');
    },
  },
  { name: 'an API process is parted from Postgres', run: (fleet, lengths) => partFrom('postgres', fleet, lengths) },
  {
    name: 'an API process is parted from Redis',
    needsRedis: true,
    run: (fleet, lengths) => partFrom('redis', fleet, lengths),
  },
  { name: 'a storm of retries', run: (fleet) => retryStorm(fleet) },
];

function anyOf(members: readonly Member[]): Member {
  return members[Math.floor(Math.random() * members.length)]!;
}

async function partFrom(server: 'postgres' | 'redis', fleet: Fleet, { silentMs }: Lengths): Promise<void> {
  const join = fleet.part(server);
  await sleep(silentMs);
  join();
}

/**
 * Steps the clocks of one API process and one worker, so that processes disagree about the time.
 */
async function stepClocks(fleet: Fleet, offsetMs: number, { whileMs }: Lengths): Promise<void> {
  const stepped = [anyOf(fleet.apis), anyOf(fleet.workers)];
  await Promise.all(stepped.map((member) => member.stepClock(offsetMs)));
  await sleep(whileMs);
  await Promise.all(stepped.map((member) => member.stepClock(0)));
}
