import {
  sandboxRegistries,
  startSandboxService,
  startService,
  type SandboxService,
  type Service,
} from '../support/harness.js';

let before: SandboxService;
let after: Service;
let key: string;
let entityId: string;
let watchId: string;
beforeAll(async () => {
  before = await startSandboxService({ jurisdictions: ['no'] });
  ({ key } = await before.signUp());
  const [name] = (await before.ask('GET', '/v1/jurisdictions?name=norway')).body.jurisdictions[0].sample_names;
  const headers = { prefer: 'wait=20' };
  const verified = await before.ask('POST', '/v1/verify', {
    key,
    headers,
    body: { entity_name: name, jurisdiction: 'no' },
  });
  entityId = verified.body.entity_id;
  const watch = await before.ask('POST', '/v1/watches', { key, body: { entity_id: entityId, every: '30d' } });
  watchId = watch.body.watch_id;
  // The operator has taken the code out of JURISDICTIONS and started the service again.
  after = await startService({
    registries: sandboxRegistries(before.sandbox, 2_000),
    databaseUrl: before.databaseUrl,
  });
});
afterAll(async () => {
  await after.close();
  await before.close();
});

describe('a jurisdiction that is no longer in force', () => {
  it('is not listed, and refused with the nearest that is', async () => {
    const { body } = await after.ask('GET', '/v1/jurisdictions?country=no');
    expect(body.jurisdictions.map(({ code }: { code: string }) => code)).toEqual(['no-03']);
    const refused = await after.ask('POST', '/v1/verify', {
      key,
      body: { entity_name: 'Anything', jurisdiction: 'no' },
    });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'JURISDICTION_NOT_SUPPORTED']);
    expect(refused.body.error.details.suggestions).toEqual(['no-03']);
  });

  it('leaves what was answered readable', async () => {
    const balance = await after.balance(key);
    const read = await after.ask('GET', `/v1/entity/${entityId}`, { key });
    expect([read.status, read.body.jurisdiction]).toEqual([200, 'no']);
    expect(read.body.seat).toMatchObject({ country: 'no' });
    const { body: records } = await after.ask('GET', '/v1/records', { key });
    expect(records.records).toEqual([expect.objectContaining({ outcome: 'found' })]);
    expect(await after.balance(key)).toBe(balance);
  });

  it('is checked for no watch, and for no credits', async () => {
    const balance = await after.balance(key);
    const checked = await after.ask('POST', `/v1/watches/${watchId}/check`, { key });
    expect([checked.status, checked.body.error.details]).toEqual([
      400,
      expect.objectContaining({ reason: 'jurisdiction_unavailable' }),
    ]);
    await after.ask('DELETE', `/v1/watches/${watchId}`, { key });
    const again = await after.ask('POST', '/v1/watches', { key, body: { entity_id: entityId, every: '30d' } });
    expect([again.status, again.body.error.code]).toEqual([400, 'JURISDICTION_NOT_SUPPORTED']);
    expect(await after.balance(key)).toBe(balance);
  });
});
