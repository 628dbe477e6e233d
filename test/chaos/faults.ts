import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Fleet } from './fleet.js';
import type { Member } from './member.js';
import { fillOutbox } from './outbox-disk.js';

/** How long things last that last. */
export interface Lengths {
  /** Redis away. */
  awayMs: number;
  /** What hangs or is wrong for a while. */
  whileMs: number;
}

export interface Fault {
  name: string;
  /** Others happen meanwhile. */
  long?: boolean;
  /** Cannot happen while Redis is away. */
  needsRedis?: boolean;
  /** Resolves when the cause is gone and what was ended has been started again. */
  run: (fleet: Fleet, lengths: Lengths) => Promise<void>;
}

const HOUR_MS = 3_600_000;

/** In the order in which they come; a process has its turn when its kind is named the next time. */
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
  { name: 'an API process is told to end, and replaced', run: (fleet) => anyOf(fleet.apis).replace('tellToEnd') },
  {
    name: 'the registers hang',
    run: async (fleet, { whileMs }) => {
      fleet.signalRegister('SIGSTOP');
      await sleep(whileMs);
      fleet.signalRegister('SIGCONT');
    },
  },
  { name: 'a worker is told to end, and replaced', run: (fleet) => anyOf(fleet.workers).replace('tellToEnd') },
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
  { name: 'every connection to Postgres is cut', run: cutConnections },
];

function anyOf(members: readonly Member[]): Member {
  return members[Math.floor(Math.random() * members.length)]!;
}

/** Of one API process and one worker, so that processes disagree about the time. */
async function stepClocks(fleet: Fleet, offsetMs: number, { whileMs }: Lengths): Promise<void> {
  const stepped = [anyOf(fleet.apis), anyOf(fleet.workers)];
  await Promise.all(stepped.map((member) => member.stepClock(offsetMs)));
  await sleep(whileMs);
  await Promise.all(stepped.map((member) => member.stepClock(0)));
}

async function cutConnections({ databaseUrl }: Fleet): Promise<void> {
  const session = new Client({ connectionString: databaseUrl });
  await session.connect();
  await session.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await session.end();
}
