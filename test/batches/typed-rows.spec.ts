import { startService, type Service } from '../support/harness.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const NAMED = { entity_name: 'Alder Works LLC', jurisdiction: 'us-co' };

/** Sends one row as a batch that is not started. */
async function rejected(row: object): Promise<string[]> {
  const { key } = await service.signUp();
  const headers = { 'content-type': 'application/x-ndjson' };
  const { body } = await service.ask('POST', '/v1/batches', { key, headers, body: JSON.stringify(row) });
  return body.rejections.map(({ field }: { field: string }) => field);
}

it.each([
  ['entity_name', 360],
  ['entity_name', true],
  ['jurisdiction', 1],
  ['tier', 1],
  ['officer', 7],
  ['address', 80_202],
])('refuses %s %j in a row of NDJSON as in POST /v1/verify', async (field, value) => {
  const { key } = await service.signUp();
  const business = { ...NAMED, [field]: value };
  const { status, body } = await service.ask('POST', '/v1/verify', { key, body: business });
  expect([status, body.error.details.errors[0].field]).toEqual([400, field]);
  expect(await rejected(business)).toEqual([field]);
});

it('takes the identifiers of a row as numbers', async () => {
  const address = { city: 'Denver', postal_code: 80_202 };
  expect(await rejected({ ...NAMED, custom_id: 4711, jurisdiction_id: 20_019_000_001, address })).toEqual([]);
});
