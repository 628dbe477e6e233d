import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Standing } from '@standing/client';
import type { Client } from 'pg';
import { MAX_BATCH_ROWS } from '../src/core/limits.js';
import { typedWords } from '../src/core/search/typed-name.js';
import { compiled } from '../test/setup/run-typescript.js';
import { until } from '../test/support/until.js';
import { fileOfMirrored, MIRRORED } from './batches.js';
import type { Bench } from './bench.js';
import { writeFictionalIowaFile } from './fictional-bulk-file.js';
import { ask, summaryOf, type Answer, type Summary } from './peers/ask.js';
import type { NamesOrder } from './peers/names-process.js';
import { AMONG_FIRST } from './peers/suggesters.js';
import { connect } from './seed.js';
import { startService } from './service.js';

const run = promisify(execFile);

const REGISTRY = compiled('commands/registry.js');
const IMPORTED = 'us-ia';
/** Records of the imported register for each record of the searched mirror. */
const SHARE_IMPORTED = 0.1;
const LOOK_EVERY_MS = 50;
const FILE_TIMEOUT_MS = 600_000;

interface Order extends Pick<NamesOrder, 'warmUp' | 'questions'> {
  /** Contains the mirror and the accounts of the keys. */
  databaseUrl: string;
  /** The first runs the batch, the second types. */
  apiKeys: readonly [string, string];
  /** Names in the mirror. */
  names: readonly string[];
}

/** Measured while the questions were asked. */
export interface Beside {
  kinds: Record<string, Summary>;
  recordsPerSecond: number;
  rowsPerSecond: number;
}

/**
 * Asks a service that is working on a batch while editions of another register are imported into
 * its database. Repeats all questions until at least one import has finished.
 */
export async function askBeside({ stage, rows, profileDir, say }: Bench, order: Order): Promise<Beside> {
  const { databaseUrl, apiKeys, names, warmUp, questions } = order;
  const edition = path.join(stage.scratch, 'rows.json');
  await writeFictionalIowaFile(edition, Math.ceil(rows * SHARE_IMPORTED));
  const session = await connect(databaseUrl);
  const service = await startService(stage, { databaseUrl, profileDir });
  const over = new AbortController();
  const [owner, typist] = apiKeys.map((apiKey) => new Standing({ baseUrl: service.url, apiKey }));
  const finder = { find: (typed: string) => suggestedTo(typist!, typed) };
  /** Number of records in each imported edition. */
  const editions: number[] = [];

  async function measure(): Promise<Beside> {
    const answers: Record<string, Answer[]> = {};
    const answeredBefore = await answeredRows(session);
    const startedAt = performance.now();
    do {
      for (const [kind, asked] of Object.entries(questions)) {
        (answers[kind] ??= []).push(...(await ask(finder, asked)));
      }
    } while (editions.length === 0);
    const seconds = (performance.now() - startedAt) / 1000;
    const records = editions.reduce((sum, each) => sum + each, 0);
    const answered = (await answeredRows(session)) - answeredBefore;
    if (answered === 0) throw new Error('no row of the batch was answered while names were typed');
    say(`  ${seconds.toFixed(1)} s beside ${records} records imported and ${answered} rows answered`);
    const kinds = Object.fromEntries(Object.entries(answers).map(([kind, all]) => [kind, summaryOf(all)]));
    return { kinds, recordsPerSecond: records / seconds, rowsPerSecond: answered / seconds };
  }

  try {
    const file = fileOfMirrored(names, Math.min(rows, MAX_BATCH_ROWS));
    const batches = workOnBatches(owner!, file, over.signal);
    const working = until(async () => (await answeredRows(session)) > 0);
    await Promise.race([working, batches]);
    await Promise.race([ask(finder, warmUp), batches]);
    const imports = importEditions(databaseUrl, edition, (records) => editions.push(records), over.signal);
    const importing = until(() => isImporting(session));
    await Promise.race([importing, batches, imports]);
    return await Promise.race([measure(), batches, imports]);
  } finally {
    over.abort();
    await service.stop();
    await session.end();
    await fs.rm(edition);
  }
}

async function suggestedTo(typist: Standing, typed: string): Promise<string[]> {
  const { suggestions } = await typist.suggest({ q: typed, jurisdiction: MIRRORED, limit: AMONG_FIRST });
  return suggestions.map(({ entity_name: name }) => typedWords(name).join(' '));
}

/** Runs one batch after another. Ends only with an error: that of the signal or its own. */
async function workOnBatches(owner: Standing, file: string, signal: AbortSignal): Promise<never> {
  for (;;) {
    const { batch_id: id } = await owner.uploadBatch(file, { timeoutMs: FILE_TIMEOUT_MS, signal });
    let { status } = await owner.startBatch(id, { signal });
    while (status === 'running') {
      await sleep(LOOK_EVERY_MS, undefined, { signal });
      ({ status } = await owner.batch(id, { signal }));
    }
    if (status !== 'completed') throw new Error(`the batch is ${status}`);
  }
}

/**
 * Imports one edition after another, as `npx --no standing registry import` does. Ends only with an
 * error: that of the signal or its own.
 */
async function importEditions(
  databaseUrl: string,
  file: string,
  onImported: (records: number) => unknown,
  signal: AbortSignal,
): Promise<never> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
  for (;;) {
    const { stdout } = await run(process.execPath, [REGISTRY, 'import', IMPORTED, file], { env, signal });
    const [, records] = /imported ([\d,]+) rows/.exec(stdout) ?? [];
    if (records === undefined) throw new Error(`nothing was imported: ${stdout}`);
    onImported(Number(records.replaceAll(',', '')));
  }
}

async function answeredRows(session: Client): Promise<number> {
  const { rows } = await session.query<{ count: number }>(
    'select count(*)::int as count from batch_rows where outcome is not null',
  );
  return rows[0]!.count;
}

async function isImporting(session: Client): Promise<boolean> {
  const { rowCount } = await session.query('select from mirror_editions where jurisdiction = $1 and realm = $2', [
    IMPORTED,
    'live',
  ]);
  return rowCount! > 0;
}
