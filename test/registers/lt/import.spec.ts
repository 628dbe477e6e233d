import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import { startSandbox } from '@standing/sandbox';
import { createDataSource, type PostgresDataSource } from '../../../src/adapters/postgres/client/data-source.js';
import { importEdition } from '../../../src/adapters/registries/bulk/importing/importer.js';
import { updateMirror } from '../../../src/adapters/registries/bulk/importing/update.js';
import { currentEditions } from '../../../src/adapters/registries/bulk/mirrors/editions.js';
import { Mirrors } from '../../../src/adapters/registries/bulk/mirrors/mirrors.js';
import { nameQuery } from '../../../src/core/verification/name-query.js';
import { REGISTERS } from '../../../src/registers/registers.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const LT = REGISTERS.format('lt')!;
const FILES = ['lt.JAR_IREGISTRUOTI.csv', 'lt.JAR_ISREGISTRUOTI.csv'].map((name) => path.join(BUNDLED_EXTRACTS, name));
const never = new AbortController().signal;

let database: TestDatabase;
let source: PostgresDataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const imported = (files: readonly string[]) =>
  importEdition({ databaseUrl: database.url, format: LT, realm: 'live', files, fingerprint: 'test' });

describe('an import of the Lithuanian files', () => {
  it.each([
    ['registered', 0, 'JAR_ISREGISTRUOTI.csv is missing'],
    ['struck-out', 1, 'JAR_IREGISTRUOTI.csv is missing'],
  ])('is refused for the %s file alone, in one line that names both', async (_, at, missing) => {
    const error: unknown = await imported([FILES[at]!]).catch((cause: unknown) => cause);
    const { message } = error as Error;
    expect(message).toContain('give JAR_IREGISTRUOTI.csv and JAR_ISREGISTRUOTI.csv in one import');
    expect(message).toContain(missing);
    expect(message).not.toContain('\n');
    await expect(currentEditions(source, 'live')).resolves.toEqual([]);
  });

  it('downloads both files, and finds living and struck-out businesses', async () => {
    const sandbox = await startSandbox();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'standing-lithuania-'));
    const mirrors = await Mirrors.open({
      registers: REGISTERS,
      database: source,
      realm: 'live',
      timeoutMs: 5_000,
      log: { warn: () => undefined },
    });
    const statusOf = async (typed: string) => {
      const { records, complete } = await mirrors.of('lt')!.search(nameQuery(typed, 'lt'), never);
      return [complete, records[0]?.status];
    };
    const update = () =>
      updateMirror({ database: source, databaseUrl: database.url, format: LT, origin: `${sandbox.origin}/lt`, folder });
    try {
      await expect(update()).resolves.toMatchObject({ kind: 'imported', outcome: { rows: 58, leftOut: 0 } });
      await mirrors.refresh();
      await expect(statusOf('Aitvaro Žibintai UAB')).resolves.toEqual([true, 'active']);
      await expect(statusOf('UAB "Aitvaro Zibintai"')).resolves.toEqual([true, 'active']);
      await expect(statusOf('Iregistruotas Castle Keepers')).resolves.toEqual([true, 'dissolved']);
      await expect(update()).resolves.toEqual({ kind: 'unchanged' });
      expect(fs.readdirSync(folder)).toEqual([]);
    } finally {
      await mirrors.close();
      await sandbox.close();
      fs.rmSync(folder, { recursive: true });
    }
  });
});
