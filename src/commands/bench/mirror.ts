import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createDataSource } from '../../adapters/postgres/database.js';
import { EmbeddedPostgres } from '../../adapters/postgres/embedded.js';
import { migrate } from '../../adapters/postgres/migrate.js';
import { bulkFormat } from '../../adapters/registries/mirror/formats.js';
import { importEdition } from '../../adapters/registries/mirror/importer.js';
import { Mirrors } from '../../adapters/registries/mirror/mirrors.js';
import { nameQuery } from '../../core/matching/query.js';
import type { Registry } from '../../core/registries/ports.js';
import { writeFictionalBulkFile } from './fictional-bulk-file.js';
import { mistyped, seeded } from './fictional-names.js';

const CODE = 'us-fl';
const ASKED_NAMES = 1_000;
const WARM_UP = 100;
const AMONG_FIRST = 20;
const SEED = 7;
const POOL_SIZE = 4;

type Say = (line: string) => void;

/** Imports a register of fictional names into a database made for it, and asks it names as they are and with one typo each. */
export async function benchMirror(rows: number, say: Say): Promise<void> {
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'standing-bench-'));
  try {
    const file = path.join(scratch, 'fictional.txt');
    say(`writing a file of ${count(rows)} fictional records`);
    const samples = await writeFictionalBulkFile(file, rows, Math.max(1, Math.floor(rows / ASKED_NAMES)));
    const postgres = await EmbeddedPostgres.start({ dataDir: path.join(scratch, 'postgres'), log: () => undefined });
    try {
      await measure(postgres.url, file, samples, say);
    } finally {
      await postgres.stop();
    }
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

async function measure(databaseUrl: string, file: string, samples: readonly string[], say: Say): Promise<void> {
  const database = await createDataSource({ url: databaseUrl, poolSize: POOL_SIZE }).initialize();
  try {
    await migrate(database, path.resolve('migrations'), () => undefined);
    await measureImport(databaseUrl, file, say);
    const log = { warn: (message: string) => say(message) };
    const mirrors = await Mirrors.open({ database, realm: 'live', timeoutMs: 10_000, log });
    try {
      await measureQueries(mirrors.of(CODE)!, samples, say);
    } finally {
      mirrors.close();
    }
  } finally {
    await database.destroy();
  }
}

async function measureImport(databaseUrl: string, file: string, say: Say): Promise<void> {
  let peakBytes = 0;
  const startedAt = performance.now();
  const { rows } = await importEdition({
    databaseUrl,
    format: bulkFormat(CODE)!,
    realm: 'live',
    files: [file],
    fingerprint: 'bench',
    onProgress: () => {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  say(`import: ${count(rows)} rows in ${seconds.toFixed(1)} s, ${count(rows / seconds)} rows/s (goal 50,000)`);
  say(`import: at most ${count(peakBytes / 1e6)} MB resident`);
}

async function measureQueries(registry: Registry, samples: readonly string[], say: Say): Promise<void> {
  for (const name of samples.slice(0, WARM_UP)) await ask(registry, name, name);
  const exact = await askAll(registry, samples, (name) => name);
  say(
    `exact names: p50 ${ms(exact.times, 0.5)}, p99 ${ms(exact.times, 0.99)} (goal 3 ms), recall ${share(exact.found)}`,
  );
  const chance = seeded(SEED);
  const typos = await askAll(registry, samples, (name) => mistyped(name, chance));
  const recall = `recall@${AMONG_FIRST} ${share(typos.found)} (goal 0.900)`;
  say(`one typo: p50 ${ms(typos.times, 0.5)}, p99 ${ms(typos.times, 0.99)} (goal 60 ms), ${recall}`);
}

async function askAll(registry: Registry, names: readonly string[], spelling: (name: string) => string) {
  const times: number[] = [];
  const found: boolean[] = [];
  for (const name of names) {
    const answer = await ask(registry, spelling(name), name);
    times.push(answer.ms);
    found.push(answer.found);
  }
  return { times: times.toSorted((a, b) => a - b), found };
}

async function ask(registry: Registry, typed: string, meant: string): Promise<{ ms: number; found: boolean }> {
  const query = nameQuery(typed, CODE);
  const startedAt = performance.now();
  const { records } = await registry.search(query, AbortSignal.timeout(10_000));
  const took = performance.now() - startedAt;
  return { ms: took, found: records.slice(0, AMONG_FIRST).some(({ name }) => name === meant) };
}

function ms(sorted: readonly number[], quantile: number): string {
  return `${(sorted[Math.ceil(sorted.length * quantile) - 1] ?? 0).toFixed(1)} ms`;
}

function share(found: readonly boolean[]): string {
  return (found.filter(Boolean).length / found.length).toFixed(3);
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
