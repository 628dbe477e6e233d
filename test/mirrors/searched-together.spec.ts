import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import { rowsTable, currentEditions } from '../../src/adapters/registries/bulk/mirrors/editions.js';
import { together } from '../../src/adapters/registries/bulk/mirrors/shared-reads.js';
import { Mirrors } from '../../src/adapters/registries/bulk/mirrors/mirrors.js';
import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { newId } from '../../src/core/ids.js';
import { nameKey } from '../../src/core/matching/parsing/name-key.js';
import type { Registry } from '../../src/core/registries/ports.js';
import { QueryRegistry } from '../../src/core/verification/query-registry.js';
import { mistyped, nameMaker, seeded } from '../../bench/fictional-names.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { MemoryLog } from '../support/fakes.js';
import { floridaRecord } from './florida-records.js';

const CODE = 'us-fl';
const RECORDS = 3_000;
const ASKED_OF_A_KIND = 80;
const CLAIMED_AT = new Date('2026-01-31T12:00:00Z');

let database: TestDatabase;
let source: PostgresDataSource;
let mirrors: Mirrors;
let folder: string;
let query: QueryRegistry;
const chance = seeded(11);
const names = Array.from({ length: RECORDS }, nameMaker(chance));
const numberOf = (at: number) => `L${String(at).padStart(11, '0')}`;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  folder = mkdtempSync(join(tmpdir(), 'standing-together-'));
  const file = join(folder, 'names.txt');
  // Every tenth name belongs to two businesses, and one name to more than a search reads.
  const borne = [...names, ...names.filter((_, at) => at % 10 === 0), ...Array(320).fill('CROWDED HARBOUR LLC')];
  const lines = borne.map((name, at) =>
    floridaRecord({ number: numberOf(at), name, status: at % 3 === 0 ? 'I' : 'A' }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`, 'latin1');
  const format = REGISTERS.format(CODE)!;
  await importEdition({ databaseUrl: database.url, format, realm: 'live', files: [file], fingerprint: 'together' });
  const log = new MemoryLog();
  mirrors = await Mirrors.open({ registers: REGISTERS, database: source, realm: 'live', timeoutMs: 30_000, log });
  const registries = new ConfiguredRegistries({
    registers: REGISTERS,
    mode: 'live',
    urls: {},
    credentials: {},
    timeoutMs: 1_000,
    log,
    mirrors,
  });
  query = new QueryRegistry(registries, new NoTracing());
});
afterAll(async () => {
  await mirrors.close();
  await source.destroy();
  await database.drop();
  rmSync(folder, { recursive: true });
});

interface Asked {
  entityName: string;
  tier?: 'quick' | 'deep';
  recordNumber?: string;
}

/** Returns the register's answer, or the reason there is none. */
async function answer({ entityName, tier = 'quick', recordNumber }: Asked, registry: Registry | undefined) {
  const retrieval = {
    id: newId('bat'),
    accountId: newId('acc'),
    kind: 'verification' as const,
    jurisdiction: CODE,
    entityName,
    key: nameKey(entityName, CODE),
    recordNumber,
    tier,
    claimedAt: CLAIMED_AT,
    attempt: 1,
    claimNumber: 1,
    waitedMs: 0,
    ofOtherRealm: false,
    traceparent: undefined,
  };
  try {
    return { entityName, said: await query.run(retrieval, AbortSignal.timeout(60_000), registry) };
  } catch (error) {
    return { entityName, failed: (error as Error).message };
  }
}

function asked(): Asked[] {
  const some = (from: number) => names.slice(from, from + ASKED_OF_A_KIND);
  const wordsOf = (name: string) => name.split(' ');
  return [
    ...some(0).map((entityName) => ({ entityName })),
    ...some(100).map((name) => ({ entityName: mistyped(name, chance) })),
    ...some(200).map((name) => ({ entityName: mistyped(mistyped(name, chance), chance) })),
    ...some(300).map((name) => ({ entityName: name.toLowerCase().replace(/\b(?:llc|inc\.?|corp)$/, 'co') })),
    ...some(400).map((name) => ({ entityName: wordsOf(name).toReversed().join(' ') })),
    ...some(500).map((name) => ({ entityName: wordsOf(name).slice(1).join(' ') })),
    ...some(600).map((name) => ({ entityName: `${name} OF NOWHERE` })),
    ...some(700).map((_, at) => ({ entityName: `Qwyzzik Nobody ${at} LLC` })),
    ...some(800).map((entityName) => ({ entityName, tier: 'deep' as const })),
    ...some(900).map((entityName, at) => ({ entityName, recordNumber: numberOf(900 + at) })),
    ...some(1000).map((entityName, at) => ({ entityName, recordNumber: numberOf(at) })),
    ...['CROWDED HARBOUR LLC', 'Crowded Harbor', '!!!', 'A', '東京', "O'); --", names[0]!, names[0]!].map(
      (entityName) => ({ entityName }),
    ),
  ];
}

describe('a search for many names together', () => {
  it('returns the same answers as single searches', async () => {
    const questions = asked();
    const alone = [];
    for (const question of questions) alone.push(await answer(question, undefined));
    const mirror = mirrors.of(CODE)!.together();
    expect(await Promise.all(questions.map((question) => answer(question, mirror)))).toEqual(alone);
    const kinds = alone.map(({ said }) => (said?.kind === 'found' && said.match.review ? 'review' : said?.kind));
    expect(new Set(kinds)).toEqual(new Set(['found', 'review', 'no_match']));
  });

  it('fails only for the name that cannot be asked', async () => {
    const ask = together(async (numbers: number[]) => {
      if (numbers.includes(2)) throw new Error('not with 2');
      return numbers.map((number) => number * 10);
    });
    expect(await Promise.allSettled([1, 2, 3].map(ask))).toEqual([
      { status: 'fulfilled', value: 10 },
      { status: 'rejected', reason: new Error('not with 2') },
      { status: 'fulfilled', value: 30 },
    ]);
  });

  it('answers every name from the edition that replaced the previous one', async () => {
    const mirror = mirrors.of(CODE)!.together();
    const [edition] = await currentEditions(source, 'live');
    const file = join(folder, 'next.txt');
    writeFileSync(file, `${floridaRecord({ number: 'N1', name: 'Only Lantern LLC' })}\n`, 'latin1');
    const format = REGISTERS.format(CODE)!;
    await importEdition({ databaseUrl: database.url, format, realm: 'live', files: [file], fingerprint: 'next' });
    await source.query(`drop table ${rowsTable(edition!.edition)}`);
    const asking = [names[0]!, names[1]!, 'Only Lantern LLC'].map((entityName) => answer({ entityName }, mirror));
    expect((await Promise.all(asking)).map(({ said }) => said?.kind)).toEqual(['no_match', 'no_match', 'found']);
  });
});
