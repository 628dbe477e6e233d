import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const CUT_EVERY_MS = 200;

const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and application_name = 'standing'`;

export async function cutConnections(databaseUrl: string): Promise<void> {
  await within(databaseUrl, async (session) => {
    await session.query(CUT);
  });
}

export async function keepCutting(databaseUrl: string, forMs: number): Promise<void> {
  await within(databaseUrl, async (session) => {
    for (const until = Date.now() + forMs; Date.now() < until; await sleep(CUT_EVERY_MS)) await session.query(CUT);
  });
}

/** Simulates a forgotten session: it locks every account and then sits idle. */
export async function pinRows(databaseUrl: string, forMs: number): Promise<void> {
  await within(databaseUrl, async (session) => {
    await session.query('begin');
    await session.query('select from accounts for update');
    await sleep(forMs);
    await session.query('rollback');
  });
}

/** Takes every connection that Postgres offers, including each one that the service loses. */
export async function takeAllConnections(databaseUrl: string, forMs: number): Promise<void> {
  const taken: Client[] = [];
  await within(databaseUrl, async (session) => {
    for (const until = Date.now() + forMs; Date.now() < until;) {
      const another = await open(databaseUrl);
      if (another) taken.push(another);
      else await session.query(CUT);
    }
  });
  await Promise.all(taken.map((client) => client.end()));
}

async function within(databaseUrl: string, work: (session: Client) => Promise<void>): Promise<void> {
  const session = await open(databaseUrl);
  if (!session) throw new Error('Postgres has no connection for the fault');
  try {
    await work(session);
  } finally {
    await session.end();
  }
}

async function open(databaseUrl: string): Promise<Client | undefined> {
  const session = new Client({ connectionString: databaseUrl, application_name: 'fault' });
  session.on('error', () => undefined);
  try {
    await session.connect();
    return session;
  } catch {
    await session.end().catch(() => undefined);
    return undefined;
  }
}
