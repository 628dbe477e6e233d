import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import type { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { connectRegistries } from '../../src/bootstrap/registries.js';
import { loadConfig } from '../../src/config.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { asking } from '../registries/registry.suite.js';

const never = new AbortController().signal;
const CODE = 'us-va';

describe('an unknown status word in a file', () => {
  let database: TestDatabase;
  let source: PostgresDataSource;
  let folder: string;
  let metrics: PrometheusMetrics;
  const connected: ConfiguredRegistries[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-statuses-'));
    metrics = new PrometheusMetrics();
  });
  afterEach(async () => {
    await Promise.all(connected.splice(0).map((registries) => registries.close()));
    fs.rmSync(folder, { recursive: true });
  });

  async function importFables(status: (at: number) => string): Promise<void> {
    const rows = Array.from({ length: 60 }, (_, at) => `${at},Fable Number ${at} LLC,${status(at)}`);
    const file = path.join(folder, 'LLC.csv');
    fs.writeFileSync(file, ['EntityID,Name,Status', ...rows, ''].join('\n'));
    const format = REGISTERS.format(CODE)!;
    await importEdition({ databaseUrl: database.url, format, realm: 'live', files: [file], fingerprint: 'test' });
  }

  async function connect(): Promise<ConfiguredRegistries> {
    const { registries } = await connectRegistries({
      config: loadConfig({ REGISTRY_MODE: 'live', DATABASE_URL: database.url }),
      database: source,
      databaseUrl: database.url,
      installation: 'test',
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      metrics,
      say: () => undefined,
    });
    connected.push(registries);
    return registries;
  }

  async function counted(): Promise<[status: string, times: number][]> {
    const { text } = await metrics.page();
    const samples = text.matchAll(/^standing_registry_unknown_statuses_total\{source="us-va",status="(.*)"\} (\d+)$/gm);
    return [...samples].map(([, status, times]) => [status!, Number(times)]);
  }

  it('is counted once per edition, however often it is read', async () => {
    await importFables((at) => (at < 30 ? 'Paused' : 'ACTIVE'));
    const register = (await connect()).of(CODE);
    for (const at of [1, 1, 2, 31]) {
      const { records } = await register.search(asking(`Fable Number ${at} LLC`), never);
      expect(records.some(({ name }) => name === `Fable Number ${at} LLC`)).toBe(true);
    }
    await expect(register.fetch('1', never)).resolves.toMatchObject({ status: 'unknown', goodStanding: null });
    await expect(counted()).resolves.toEqual([['Paused', 1]]);
  });

  it('is counted again when the next edition still has it', async () => {
    await importFables(() => 'Paused');
    const registries = await connect();
    await registries.of(CODE).fetch('1', never);
    await importFables(() => 'Paused');
    await source.query(`drop table mirror_rows_${await retired()}`);
    await registries.of(CODE).fetch('1', never);
    await expect(counted()).resolves.toEqual([['Paused', 2]]);
  });

  it('is counted under at most 51 labels of at most 60 characters', async () => {
    await importFables((at) => `Mood ${at} ${'.'.repeat(100)}`);
    const register = (await connect()).of(CODE);
    for (let at = 0; at < 60; at++) await register.fetch(String(at), never);
    const told = await counted();
    expect(told).toHaveLength(51);
    expect(told.at(-1)).toEqual(['further words', 1]);
    expect(Math.max(...told.map(([status]) => status.length))).toBe(60);
  });

  /**
   * Returns the retired edition. Once its table is dropped, the process looks up the current
   * edition at once.
   */
  async function retired(): Promise<string> {
    const rows: { edition: string }[] = await source.query(
      `select edition from mirror_editions where state = 'retired' order by edition desc limit 1`,
    );
    return rows[0]!.edition;
  }
});
