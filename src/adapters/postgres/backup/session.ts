import { Client } from 'pg';

const CONNECT_LIMIT_MS = 10_000;

/** A session without limits of time: a table is copied for as long as it takes. */
export async function inSession<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'standing backup',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
  });
  // A broken connection fails the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function rowsOf<R>(client: Client, sql: string, values: unknown[] = []): Promise<R[]> {
  return (await client.query(sql, values)).rows as R[];
}

/** Tables of mirrors are made by imports, not by migrations. */
export const MIRROR_TABLE = '^mirror_(rows|words)_[0-9]+$';

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const list = (names: readonly string[]): string => names.map(quoted).join(', ');
