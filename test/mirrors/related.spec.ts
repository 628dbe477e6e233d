import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { REGISTERS } from '../../src/registers/registers.js';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import { floridaFile } from '@standing/sandbox/registers/us-fl/played';
import { iowaFile } from '@standing/sandbox/registers/us-ia/played';
import type { FictionalCompany } from '@standing/sandbox/companies/company';
import { fictionalCompanies } from '@standing/sandbox/companies/fictional-companies';
import { startMirroredService, type MirroredService } from './mirrored-service.js';

const ATHOME = 'Lantern Bight Holdings LLC';
const UNRELATED = 'Tidewater Quill Holdings LLC';
const SHARED = 'Harbour Moth Holdings LLC';
const OFFICE = { street: '7 Imaginary Quay', city: 'Fable Rapids', zip: '50000' };
const ELSEWHERE = { street: '12 Other Road', city: 'Nowhere City', zip: '50002' };

let mirrored: MirroredService;
let key: string;
beforeAll(async () => {
  mirrored = await startMirroredService();
  const [model] = fictionalCompanies({
    code: 'us-fl',
    firstName: 'Nonesuch Sundials LLC',
    otherStatuses: [],
    notEntities: [],
    cities: ['Nowhere Beach'],
    zipPrefix: '320',
  });
  const company = (serial: number, name: string, more: Partial<FictionalCompany> = {}): FictionalCompany => {
    const { formerNames: _former, tradeNames: _trade, ...plain } = model!;
    return { ...plain, serial, name, ...more };
  };
  await importInto(
    'us-fl',
    'cordata.txt',
    [
      company(1, ATHOME, { foreignTo: 'IA' }),
      company(2, UNRELATED, { office: OFFICE }),
      company(3, SHARED, { office: OFFICE }),
    ],
    floridaFile,
  );
  await importInto(
    'us-ia',
    'rows.json',
    [
      company(1, ATHOME),
      company(2, UNRELATED, { office: ELSEWHERE }),
      // Many companies share the name, and longer names that begin with it sort before it.
      ...Array.from({ length: 30 }, (_, at) =>
        company(100 + at, `${SHARED.slice(0, -4)} ${at + 1} LLC`, { office: OFFICE }),
      ),
      ...Array.from({ length: 15 }, (_, at) => company(200 + at, SHARED, { office: ELSEWHERE })),
      company(3, SHARED, { office: OFFICE }),
    ],
    iowaFile,
  );
  await mirrored.mirrors.refresh();
  ({ key } = await mirrored.service.signUp());
});
afterAll(() => mirrored.close());

async function importInto(
  code: string,
  name: string,
  companies: readonly FictionalCompany[],
  fileOf: (companies: readonly FictionalCompany[]) => Buffer,
): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'standing-related-'));
  try {
    const file = path.join(folder, name);
    await fs.writeFile(file, fileOf(companies));
    const order = { databaseUrl: mirrored.databaseUrl, format: REGISTERS.format(code)!, realm: 'sandbox' } as const;
    await importEdition({ ...order, files: [file], fingerprint: 'related', asOf: '2026-01-01' });
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}

async function verified(jurisdiction: string, entity_name: string, more: object = {}): Promise<any> {
  const body = { entity_name, jurisdiction, ...more };
  return (await mirrored.service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body })).body;
}
const related = async (id: string, as = key) =>
  (await mirrored.service.ask('GET', `/v1/entity/${id}/related`, { key: as })).body.related;

describe('GET /v1/entity/:id/related among mirrored registers', () => {
  it('returns the record of the same name in the stated home register, verified or not', async () => {
    const { entity_id: id, data } = await verified('us-fl', ATHOME);
    expect(data.registration).toEqual({
      kind: 'foreign',
      home: { jurisdiction: 'us-ia', name: 'IA' },
      basis: 'stated',
    });
    const expected = {
      jurisdiction: 'us-ia',
      jurisdiction_id: '100001',
      entity_name: ATHOME.toUpperCase(),
      relation: 'home',
      basis: 'stated',
      why: 'us-fl names us-ia; the same name',
    };
    expect(await related(id)).toEqual([expected]);
    const athome = await verified('us-ia', ATHOME);
    expect(await related(id)).toEqual([{ entity_id: athome.entity_id, ...expected }]);
    expect(await related(athome.entity_id)).toMatchObject([
      { entity_id: id, jurisdiction: 'us-fl', relation: 'same_business', basis: 'stated' },
    ]);
  });

  it('infers nothing from the name alone', async () => {
    const { entity_id: id } = await verified('us-fl', UNRELATED);
    expect(await related(id)).toEqual([]);
  });

  it('returns the record with the same name and address among many of the name', async () => {
    const { entity_id: id } = await verified('us-fl', SHARED);
    expect(await related(id)).toMatchObject([
      {
        jurisdiction: 'us-ia',
        jurisdiction_id: '100003',
        relation: 'same_business',
        basis: 'inferred',
        why: 'the same name and address',
      },
    ]);
  });

  it('returns only records of registers that the key may ask', async () => {
    const { entity_id: id } = await verified('us-fl', SHARED);
    const made = await mirrored.service.ask('POST', '/v1/account/keys', { key, body: { jurisdictions: ['us-fl'] } });
    expect(await related(id, made.body.api_key)).toEqual([]);
  });
});
