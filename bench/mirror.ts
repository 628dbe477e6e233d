import fs from 'node:fs/promises';
import path from 'node:path';
import { createDataSource } from '../src/adapters/postgres/client/data-source.js';
import { REGISTERS } from '../src/registers/registers.js';
import { importEdition } from '../src/adapters/registries/bulk/importing/importer.js';
import { Mirrors } from '../src/adapters/registries/bulk/mirrors/mirrors.js';
import { nameQuery } from '../src/core/verification/name-query.js';
import type { Registry } from '../src/core/registries/ports.js';
import type { Bench } from './bench.js';
import { writeFictionalBulkFile } from './fictional-bulk-file.js';
import { mistyped, seeded } from './fictional-names.js';
import { figure, type Figure, type Report } from './report.js';

const CODE = 'us-fl';
const ASKED_NAMES = 1_000;
const WARM_UP = 100;
const AMONG_FIRST = 20;
const SEED = 7;
const POOL_SIZE = 4;
const MEMORY_LOOK_MS = 50;

/**
 * Imports a register of fictional names into a new database, and searches it for names as they are
 * and with one typo each.
 */
export async function benchMirror({ stage, rows, say }: Bench): Promise<Report> {
  const file = path.join(stage.scratch, 'fictional.txt');
  const samples = await writeFictionalBulkFile(file, rows, Math.max(1, Math.floor(rows / ASKED_NAMES)));
  const databaseUrl = await stage.migratedDatabase();
  const database = await createDataSource({ url: databaseUrl, poolSize: POOL_SIZE }).initialize();
  try {
    const imported = await measureImport(databaseUrl, file);
    const log = { warn: (message: string) => say(message) };
    const mirrors = await Mirrors.open({ registers: REGISTERS, database, realm: 'live', timeoutMs: 10_000, log });
    try {
      const asked = await measureQueries(mirrors.of(CODE)!, samples);
      return {
        path: 'mirror',
        title: `A mirror of ${count(rows)} records`,
        sides: [],
        figures: [...imported, ...asked],
      };
    } finally {
      await mirrors.close();
    }
  } finally {
    await database.destroy();
    await fs.rm(file);
  }
}

async function measureImport(databaseUrl: string, file: string): Promise<Figure[]> {
  let peakBytes = 0;
  // On a timer, because reading the memory costs more than a row.
  const looks = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), MEMORY_LOOK_MS);
  const startedAt = performance.now();
  const { rows } = await importEdition({
    databaseUrl,
    format: REGISTERS.format(CODE)!,
    realm: 'live',
    files: [file],
    fingerprint: 'bench',
  }).finally(() => clearInterval(looks));
  const seconds = (performance.now() - startedAt) / 1000;
  return [
    figure('mirror', 'rows imported', rows / seconds, '/s'),
    figure('mirror', 'resident at most, importing', peakBytes / 1e6, 'MB'),
  ];
}

async function measureQueries(registry: Registry, samples: readonly string[]): Promise<Figure[]> {
  for (const name of samples.slice(0, WARM_UP)) await ask(registry, name, name);
  const exact = await askAll(registry, samples, (name) => name);
  const chance = seeded(SEED);
  const typos = await askAll(registry, samples, (name) => mistyped(name, chance));
  return [
    figure('mirror', 'exact names, p50', quantile(exact.times, 0.5), 'ms'),
    figure('mirror', 'exact names, p99', quantile(exact.times, 0.99), 'ms'),
    figure('mirror', 'one typo, p50', quantile(typos.times, 0.5), 'ms'),
    figure('mirror', 'one typo, p99', quantile(typos.times, 0.99), 'ms'),
    figure('mirror', `one typo, recall@${AMONG_FIRST}`, share(typos.found)),
  ];
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

function quantile(sorted: readonly number[], at: number): number {
  return sorted[Math.ceil(sorted.length * at) - 1] ?? 0;
}

function share(found: readonly boolean[]): number {
  return found.filter(Boolean).length / found.length;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
