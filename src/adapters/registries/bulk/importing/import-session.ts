import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientBase } from 'pg';
import type { Queries, Realm } from '../mirrors/editions.js';

const CONNECT_LIMIT_MS = 5_000;
const LOCK_PATIENCE_MS = 15_000;
const LOCK_RETRY_MS = 250;

/** Imports may take long and build indexes. The server must notice soon if an import was killed. */
const SETTINGS = [
  'statement_timeout = 0',
  "maintenance_work_mem = '256MB'",
  "work_mem = '256MB'",
  // A crashed server loses the last parts together with their resume point. The next import reads
  // them again.
  'synchronous_commit = off',
  // Parallel workers need shared memory, which is scarce in containers.
  'max_parallel_maintenance_workers = 0',
  'max_parallel_workers_per_gather = 0',
  'client_min_messages = warning',
  'timezone = UTC',
];
const CLIENT_CHECK = "client_connection_check_interval = '1s'";

export async function openSession(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'standing import',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // A broken connection fails the running statement, which reports it.
  client.on('error', () => undefined);
  await client.connect();
  for (const setting of SETTINGS) await client.query(`set ${setting}`);
  // Not every platform supports it, and nothing depends on it.
  await client.query(`set ${CLIENT_CHECK}`).catch(() => undefined);
  return client;
}

export function queriesOf(client: ClientBase): Queries {
  return { query: async <T>(sql: string, values?: unknown[]) => (await client.query(sql, values)).rows as T };
}

/**
 * Allows one import of a register at a time, in each of its sessions. The lock ends with the
 * session. If the previous import was killed, that may take a moment.
 */
export async function lockRegister(
  client: ClientBase,
  { code, realm, session }: { code: string; realm: Realm; session: 'rows' | 'indexes' },
): Promise<void> {
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as locked',
      ['standing mirror import', `${code} ${realm} ${session}`],
    );
    if (rows[0]?.locked) return;
    if (Date.now() > deadline) throw new Error(`another import of ${code} is running`);
    await sleep(LOCK_RETRY_MS);
  }
}
