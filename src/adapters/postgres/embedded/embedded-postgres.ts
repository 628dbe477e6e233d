import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { prepareBinaries } from './binaries.js';
import { Cluster } from './cluster.js';
import { prepareHome } from './home.js';

export interface EmbeddedPostgresOptions {
  /** Created if absent. Used by this server alone. */
  dataDir: string;
  /** Default: a free port, reused at the next start if it is still free. */
  port?: number;
  /** `false` trades safety against power cuts for speed. For disposable databases. */
  durable?: boolean;
  log: (line: string) => void;
}

const DATABASE = 'standing';
const MAINTENANCE_DATABASE = 'postgres';
const LEASE = 'standing lease';
const LEAVING = 'standing leaving';
const START_PATIENCE_MS = 90_000;
const LEAVE_PATIENCE_MS = 1_000;
const RETRY_MS = 200;

/**
 * A bundled Postgres server for machines without one. The server survives a killed process, and the
 * next process adopts it. Every process that uses it keeps a session open, its lease, so that no
 * process stops the server under another. A broken lease means the server died; it is restarted on
 * the same port.
 */
export class EmbeddedPostgres {
  private lease: Client | undefined;
  private stopping = false;

  private constructor(
    readonly url: string,
    readonly adopted: boolean,
    private readonly cluster: Cluster,
    private readonly port: number,
    private readonly log: (line: string) => void,
  ) {}

  /**
   * Safe to call from several processes at once, and again after any of them was killed: they all
   * share one server.
   */
  static async start({ dataDir, port, durable = true, log }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const home = await prepareHome(dataDir, log);
    const cluster = new Cluster(home, await prepareBinaries(home, log), durable);
    await cluster.createIfAbsent();
    const running = await bringUp(cluster, port);
    await createDatabase(running.lease);
    const url = await cluster.url(running.port, DATABASE);
    const server = new EmbeddedPostgres(url, running.adopted, cluster, running.port, log);
    server.hold(running.lease);
    return server;
  }

  /**
   * Stops the server unless another process uses it. Close your own connections first: they would
   * count as another process.
   */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.lease?.end().catch(() => undefined);
    const others = await this.othersUsingIt();
    if (others === 0) await this.cluster.stop();
    else if (others !== undefined) this.log(`the embedded Postgres keeps running: ${others} other session(s) use it`);
  }

  /**
   * Returns `undefined` if the server is already down, or was stopped by another leaving process in
   * the meantime.
   */
  private async othersUsingIt(): Promise<number | undefined> {
    const url = await this.cluster.url(this.port, MAINTENANCE_DATABASE);
    const session = await connect(url, LEAVING).catch(() => undefined);
    const others = session && (await countOthers(session).catch(() => undefined));
    await session?.end().catch(() => undefined);
    return others;
  }

  private hold(lease: Client): void {
    this.lease = lease;
    lease.once('end', () => {
      if (!this.stopping) void this.revive();
    });
  }

  private async revive(): Promise<void> {
    this.log('the embedded Postgres stopped; restarting it');
    while (!this.stopping) {
      try {
        const { lease } = await bringUp(this.cluster, this.port);
        if (this.stopping) return await lease.end();
        this.log('the embedded Postgres is back');
        return this.hold(lease);
      } catch (error) {
        this.log(`the embedded Postgres is still down: ${(error as Error).message}`);
      }
    }
  }
}

/**
 * Retries until it has a session, no matter which process started the server. Attempts may overlap
 * with those of other processes and with crash recovery.
 */
async function bringUp(cluster: Cluster, wantedPort: number | undefined) {
  const deadline = Date.now() + START_PATIENCE_MS;
  let adopted = true;
  let reason: string | undefined;
  do {
    if (!(await cluster.isRunning())) {
      const failure = await cluster.start(wantedPort);
      adopted = failure !== undefined;
      reason = failure ?? reason;
    }
    const port = await cluster.runningPort();
    if (port !== undefined) {
      try {
        return { lease: await connect(await cluster.url(port, MAINTENANCE_DATABASE), LEASE), port, adopted };
      } catch (error) {
        reason = (error as Error).message;
      }
    }
    await sleep(RETRY_MS);
  } while (Date.now() < deadline);
  throw new Error(`the embedded Postgres in ${cluster.directory} did not start: ${reason}`);
}

async function connect(url: string, applicationName: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A lost session is noticed by its 'end' event. Without a listener, the preceding 'error' would
  // end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function createDatabase(session: Client): Promise<void> {
  const existing = await session.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (existing.rowCount) return;
  await session.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
    // duplicate_database, or unique_violation if another process is slightly ahead.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

/**
 * Waits for sessions that end shortly after their pool was closed. Processes that are also leaving
 * do not count.
 */
async function countOthers(session: Client): Promise<number> {
  const deadline = Date.now() + LEAVE_PATIENCE_MS;
  for (;;) {
    const { rows } = await session.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> $1`,
      [LEAVING],
    );
    const others = rows[0]?.others ?? 0;
    if (others === 0 || Date.now() > deadline) return others;
    await sleep(RETRY_MS);
  }
}
