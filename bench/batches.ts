import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { REGISTERS } from '../src/registers/registers.js';
import { importEdition } from '../src/adapters/registries/bulk/importing/importer.js';
import { Standing } from '@standing/client';
import { MAX_BATCH_ROWS } from '../src/core/limits.js';
import { questionKey } from '../src/core/matching/parsing/name-key.js';
import type { Bench } from './bench.js';
import { askedNumbers, verifyRequests } from './cached.js';
import { writeFictionalBulkFile } from './fictional-bulk-file.js';
import { mistyped, seeded } from './fictional-names.js';
import { residentBytes } from './processor-time.js';
import { figure, type Figure, type Report } from './report.js';
import { connect, entityJurisdiction, entityName, makeApiKeys, seededDatabase } from './seed.js';
import { startService, type Service } from './service.js';
import { median } from './slices.js';

export const MIRRORED = 'us-fl';
/** Requests of another account meanwhile. */
const OTHERS_A_SECOND = 100;
/** Warm-up slices, until start-up work is over and the code is compiled. */
const SLICES_WARMING = 3;
const SLICES_BEFORE = 5;
/** Of ten mirrored names, this many are exact and `MISTYPED` have a typo. The rest do not exist. */
const AS_THEY_ARE = 6;
const MISTYPED = 3;
const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 3_600_000;
const FILE_TIMEOUT_MS = 600_000;

/**
 * Measures files of names: known names, compared with one statement per name in plain Node, and
 * names that require a search of a mirror. Each has its own service and database, so that neither
 * affects the other.
 */
export async function benchBatches(bench: Bench): Promise<Report> {
  const rows = Math.min(bench.rows, MAX_BATCH_ROWS);
  const known = await benchKnown(bench, rows);
  const searched = await benchSearched(bench, rows);
  const size = rows === MAX_BATCH_ROWS ? `${MAX_BATCH_ROWS.toLocaleString('en-US')} rows` : 'rows';
  return {
    path: 'batches',
    title: `Files of ${rows.toLocaleString('en-US')} names`,
    sides: [],
    figures: [
      figure('batches', 'rows of a file', rows),
      figure('batches', `known ${size}`, known.seconds, 's'),
      figure('batches', 'known rows, one statement each', known.floorSeconds, 's'),
      ...known.others,
      figure('batches', `${size} of a mirror`, searched.seconds, 's'),
      figure('batches', 'growth of memory', Math.max(known.grownMb, searched.grownMb), 'MB'),
    ],
  };
}

async function benchKnown(bench: Bench, rows: number) {
  const { stage, profileDir, say } = bench;
  const apiKeys = makeApiKeys(2) as [string, string];
  const databaseUrl = await seededDatabase(stage, apiKeys, rows);
  const session = await connect(databaseUrl);
  try {
    const floorSeconds = await measureFloor(session, rows);
    say(`  the floor took ${floorSeconds.toFixed(1)} s`);
    const service = await startService(stage, { databaseUrl, profileDir });
    try {
      const known = await measureKnown(bench, service, apiKeys, rows);
      say(`  known rows took ${known.seconds.toFixed(1)} s and ${known.grownMb.toFixed(0)} MB`);
      return { ...known, floorSeconds };
    } finally {
      await service.stop();
    }
  } finally {
    await session.end();
  }
}

async function benchSearched(bench: Bench, rows: number) {
  const { stage, profileDir, say } = bench;
  const apiKeys = makeApiKeys(1) as [string];
  const databaseUrl = await seededDatabase(stage, apiKeys, 0);
  const file = await mirroredNames(bench, databaseUrl, rows);
  const service = await startService(stage, { databaseUrl, profileDir });
  try {
    const searched = await measureBatch(clientOf(service, apiKeys[0]), service, file);
    say(`  rows of a mirror took ${searched.seconds.toFixed(1)} s and ${searched.grownMb.toFixed(0)} MB`);
    return searched;
  } finally {
    await service.stop();
  }
}

/** Imports a register and returns a file of its names. */
async function mirroredNames({ stage, rows: records }: Bench, databaseUrl: string, rows: number): Promise<string> {
  const file = path.join(stage.scratch, 'mirror.txt');
  const samples = await writeFictionalBulkFile(file, records, Math.max(1, Math.floor(records / rows)));
  const format = REGISTERS.format(MIRRORED)!;
  await importEdition({ databaseUrl, format, realm: 'live', files: [file], fingerprint: 'bench' });
  await fs.rm(file);
  return fileOfMirrored(samples, rows);
}

/** Returns a file of mirrored names as people write them. */
export function fileOfMirrored(samples: readonly string[], rows: number): string {
  const chance = seeded(3);
  return fileOf(rows, (n) => {
    const name = samples[n % samples.length]!;
    const kind = n % 10;
    if (kind < AS_THEY_ARE) return `${name},${MIRRORED}`;
    return kind < AS_THEY_ARE + MISTYPED ? `"${mistyped(name, chance)}",${MIRRORED}` : `Qwyzzik ${n} LLC,${MIRRORED}`;
  });
}

function fileOf(rows: number, row: (n: number) => string): string {
  return ['entity_name,jurisdiction', ...Array.from({ length: rows }, (_, n) => row(n + 1))].join('\n');
}

/**
 * The leanest program for the same work: one statement per row that reads the known answer, charges
 * for it and stores the outcome.
 */
async function measureFloor(session: Client, rows: number): Promise<number> {
  await session.query(
    `create table floor_account (balance integer not null);
     insert into floor_account values (${rows});
     create table floor_ledger (line integer primary key, balance integer not null, at timestamptz not null default now());
     create table floor_rows (line integer primary key, outcome text not null, entity_id uuid, record jsonb)`,
  );
  const text = `with known as (
      select e.id, e.record from answers a join entities e on e.id = a.entity_id where a.jurisdiction = $1 and a.sandbox and a.name_key = $2
    ), paid as (
      update floor_account set balance = balance - 1 where exists (select from known) returning balance
    ), entered as (
      insert into floor_ledger (line, balance) select $3, balance from paid
    )
    insert into floor_rows select $3, 'found', id, record from known`;
  const startedAt = performance.now();
  for (let n = 1; n <= rows; n++) {
    const jurisdiction = entityJurisdiction(n);
    await session.query({ name: 'floor', text, values: [jurisdiction, questionKey(entityName(n), jurisdiction), n] });
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { rows: left } = await session.query<{ balance: number }>('select balance from floor_account');
  if (left[0]?.balance !== 0) throw new Error(`the floor has ${left[0]?.balance} credits left`);
  return seconds;
}

/** Measures a file of known names while another account requests known names, too. */
async function measureKnown(
  { client, slices, rows: records, say }: Bench,
  service: Service,
  [owner, other]: [string, string],
  rows: number,
) {
  const requests = verifyRequests([other], askedNumbers(Math.min(records, rows)));
  const { connections, seconds } = slices;
  const order = { urls: [service.url], requests, first: 0, expectedStatus: 200, connections, seconds };
  const slice = async () => (await client.run({ ...order, perSecond: OTHERS_A_SECOND })).p99Ms;
  for (let n = 0; n < SLICES_WARMING; n++) await slice();
  const before: number[] = [];
  for (let n = 0; n < SLICES_BEFORE; n++) before.push(await slice());
  const during: number[] = [];
  const over = new AbortController();
  const file = fileOf(rows, (n) => `${entityName(n)},${entityJurisdiction(n)}`);
  const measured = measureBatch(clientOf(service, owner), service, file).finally(() => over.abort());
  do during.push(await slice());
  while (!over.signal.aborted);
  const { counts, ...known } = await measured;
  if (counts.found !== rows) throw new Error(`${counts.found} of ${rows} rows were found`);
  say(
    `  p99 of others: ${before.map((ms) => ms.toFixed(1)).join(' ')} before, ${during.map((ms) => ms.toFixed(1)).join(' ')} during`,
  );
  const [was, became] = [median(before), median(during)];
  const others: Figure[] = [
    figure('batches', 'known answers of others before, p99', was, 'ms'),
    figure('batches', 'known answers of others during, p99', became, 'ms'),
    figure('batches', 'what others wait longer, p99', (became / was - 1) * 100, '%'),
  ];
  return { ...known, others };
}

/**
 * Measures the time from start to completion, and how much the memory of the service grows. Throws
 * if the rows were not charged correctly.
 */
async function measureBatch(client: Standing, { pid }: Service, file: string) {
  const before = residentBytes(pid) ?? 0;
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, residentBytes(pid) ?? 0)), LOOK_EVERY_MS);
  try {
    const { batch_id: id, accepted } = await client.uploadBatch(file, { timeoutMs: FILE_TIMEOUT_MS });
    const startedAt = performance.now();
    let batch = await client.startBatch(id);
    while (batch.status === 'running' && performance.now() - startedAt < PATIENCE_MS) {
      await sleep(LOOK_EVERY_MS);
      batch = await client.batch(id);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const { status, counts, credits_charged: charged } = batch;
    const paid = counts.found + counts.review + counts.no_match;
    if (status !== 'completed' || charged !== paid || paid + counts.failed + counts.duplicate !== accepted) {
      throw new Error(`the batch is ${status} and cost ${charged}: ${JSON.stringify(counts)}`);
    }
    return { seconds, counts, grownMb: (most - before) / 1e6 };
  } finally {
    clearInterval(watching);
  }
}

function clientOf({ url }: Service, apiKey: string): Standing {
  return new Standing({ baseUrl: url, apiKey });
}
