import { REGISTERS } from '../../src/registers/registers.js';
import fs from 'node:fs';
import path from 'node:path';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { BUNDLED_EXTRACTS } from '@standing/sandbox/extracts';
import { generateExtracts } from '@standing/sandbox/generate';
import { type Sandbox, startSandbox } from '@standing/sandbox';

const CODES = ['us-co', 'us-ct', 'us-ny', 'us-or', 'us-pa', 'us-tx'] as const;
const MAIN = {
  'us-co': ['4ykn-tg5h', 'entityid', 'entityname'],
  'us-ct': ['n7gp-d28j', 'accountnumber', 'name'],
  'us-ny': ['n9v6-gdp6', 'dos_id', 'current_entity_name'],
  'us-or': ['tckn-sxa6', 'registry_number', 'business_name'],
  'us-pa': ['xvd7-5r2c', 'filing_number', 'business_name'],
  'us-tx': ['9cir-efmm', 'taxpayer_number', 'taxpayer_name'],
} as const;

describe('the bundle of extracts', () => {
  let sandbox: Sandbox;
  let registries: ConfiguredRegistries;

  beforeAll(async () => {
    sandbox = await startSandbox();
    registries = new ConfiguredRegistries({
      registers: REGISTERS,
      mode: 'sandbox',
      sandboxOrigin: sandbox.origin,
      sampleNames: (code) => sandbox.sampleNames(code),
      urls: {},
      credentials: {},
      timeoutMs: 2_000,
      log: { warn: () => undefined },
    });
  });

  afterAll(async () => {
    await registries.close();
    await sandbox.close();
  });

  const search = (code: string, name: string) =>
    registries.of(code).search(nameQuery(name, code), AbortSignal.timeout(10_000));
  const fetchOne = (code: string, id: string) => registries.of(code).fetch(id, AbortSignal.timeout(10_000));

  async function listed(code: (typeof CODES)[number]): Promise<{ id: string; name: string }[]> {
    const [dataset, id, name] = MAIN[code];
    const response = await fetch(`${sandbox.origin}/${code}/resource/${dataset}.json`);
    const rows = (await response.json()) as Record<string, string>[];
    const companies = rows.filter((row) => !/^sandbox /i.test(row[name]!));
    const entities = new Map(companies.map((row) => [row[id]!, row[name]!]));
    return [...entities].map(([number, called]) => ({ id: number, name: called }));
  }

  it('matches what the generator writes', () => {
    const generated = generateExtracts();
    for (const [file, content] of generated) {
      expect([file, fs.readFileSync(path.join(BUNDLED_EXTRACTS, file), 'utf8')]).toEqual([file, content]);
    }
  });

  it.each(CODES)('lists at least 40 companies of %s under different identifiers', async (code) => {
    const rows = await listed(code);
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it.each(CODES)('finds every entity of %s by its name', async (code) => {
    for (const { id, name } of await listed(code)) {
      const { records } = await search(code, name);
      const record = await fetchOne(code, id);
      // Connecticut and Oregon list names that are not entities. They can be neither found nor
      // fetched.
      expect([name, records.some((found) => found.id === id)]).toEqual([name, record !== undefined]);
    }
  });

  it.each(CODES)('finds names of %s however they are typed', async (code) => {
    const typed = [
      ["o'fable and sons", "O'Fable & Sons, LLC"],
      ['OFABLE & SONS', "O'Fable & Sons, LLC"],
      ['abc imaginary blocks', 'A.B.C. Imaginary Blocks L.L.C.'],
      ['cafe chimere', 'Café Chimère LLC'],
      ['Storybok Gear Works Inc', 'Storybook Gear Works, Inc.'],
      ['Storybook Works', 'Storybook Gear Works, Inc.'],
      ['once upon a time quill press', 'Once-Upon-A-Time "Quill" Press, Inc.'],
      ['DRAGON RENTAL 2, L.L.C.', 'Dragon Rental 2 LLC'],
    ] as const;
    for (const [name, official] of typed) {
      const { records, complete } = await search(code, name);
      const names = records.map((record) => record.name.toUpperCase());
      expect([name, names]).toEqual([name, expect.arrayContaining([official.toUpperCase()])]);
      expect(complete).toBe(true);
    }
  });

  it.each(['us-ct', 'us-ny'])('finds a business of %s by its former name', async (code) => {
    const { records } = await search(code, 'Short Story Trading LLC');
    expect(records).toMatchObject([
      { name: 'Tall Tale Trading Company LLC', aliases: [{ name: 'Short Story Trading LLC', kind: 'former' }] },
    ]);
  });

  it('finds a Colorado company despite a typo, although its name ends with its dissolution', async () => {
    const { records } = await search('us-co', 'Voluntarily Disolved Castle Keepers LLC');
    expect(records).toMatchObject([{ name: 'Voluntarily Dissolved Castle Keepers LLC', status: 'dissolved' }]);
  });

  it('finds a business of Oregon by its assumed name', async () => {
    const { records } = await search('us-or', 'Mythical Kites of Nowhere');
    expect(records).toMatchObject([{ name: 'Mythical Kites LLC', aliases: [{ kind: 'trade' }] }]);
  });

  it('finds a business of Colorado by its trade name', async () => {
    const { records } = await search('us-co', 'Imaginary Lanterns of Nowhere');
    expect(records).toMatchObject([{ name: 'Imaginary Lanterns LLC', aliases: [{ kind: 'trade' }] }]);
  });

  it.each(CODES)('returns a complete empty result for a name absent from %s', async (code) => {
    await expect(search(code, 'Zzyzx Qwertz Unheard Of LLC')).resolves.toEqual({ records: [], complete: true });
  });
});
