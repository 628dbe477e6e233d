import { MAX_BATCH_ROWS } from '../src/core/limits.js';
import type { Bench } from './bench.js';
import { figure, type Report } from './report.js';
import { connect, makeApiKeys, seededDatabase } from './seed.js';
import { startService, type Service } from './service.js';

/**
 * Measures accepting, reading and exporting the largest file while the statistics of Postgres are
 * those of nearly empty tables. Each must take only seconds, whatever the statistics say.
 */
export async function benchStatistics({ stage, profileDir, rows: records, say }: Bench): Promise<Report> {
  const rows = Math.min(records, MAX_BATCH_ROWS);
  const [apiKey = ''] = makeApiKeys(1);
  const databaseUrl = await seededDatabase(stage, [apiKey], 0);
  const service = await startService(stage, { databaseUrl, profileDir });
  const session = await connect(databaseUrl);
  try {
    await upload(service, apiKey, 3);
    const { rows: tables } = await session.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) await session.query(`alter table ${name} set (autovacuum_enabled = false)`);
    await session.query('analyze');
    const accepted = await seconds(() => upload(service, apiKey, rows));
    await session.query(`update batches set status = 'cancelled', ended_at = now()`);
    const results = await seconds(() => read(service, apiKey, `/v1/batches/${accepted.result}/results`));
    const exported = await seconds(() => read(service, apiKey, '/v1/account/data-export'));
    say(`  accepted in ${accepted.seconds.toFixed(1)} s, ${results.result} and ${exported.result} bytes`);
    const size = `${rows.toLocaleString('en-US')} rows`;
    return {
      path: 'statistics',
      title: 'The largest file, with statistics of a nearly empty database',
      sides: [],
      figures: [
        figure('statistics', `${size} accepted`, accepted.seconds, 's'),
        figure('statistics', 'their results read', results.seconds, 's'),
        figure('statistics', 'the account exported', exported.seconds, 's'),
      ],
    };
  } finally {
    await session.end();
    await service.stop();
  }
}

async function seconds<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { seconds: (performance.now() - startedAt) / 1000, result };
}

/** Every tenth row repeats the one before it. */
async function upload({ url }: Service, apiKey: string, rows: number): Promise<string> {
  const name = (n: number) => `Birch Lane ${n % 10 === 9 ? n - 1 : n} LLC`;
  const lines = Array.from({ length: rows }, (_, n) => `${name(n)},us-fl`);
  const answer = await fetch(`${url}/v1/batches`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'text/csv' },
    body: ['entity_name,jurisdiction', ...lines].join('\n'),
  });
  const body = (await answer.json()) as { batch_id: string };
  if (answer.status !== 201) throw new Error(`the file was answered ${answer.status}: ${JSON.stringify(body)}`);
  return body.batch_id;
}

async function read({ url }: Service, apiKey: string, path: string): Promise<number> {
  const answer = await fetch(url + path, { headers: { 'x-api-key': apiKey } });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}
