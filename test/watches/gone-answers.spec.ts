import type { RegisterRecord } from '../../src/core/registries/record.js';
import { record, type FakeRegistry } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const LLC = record({ id: '20019000001', name: 'Alder Works LLC' });

let service: Service;
let registry: FakeRegistry;
let key: string;
let entityId: string;

const ask = (body: object = {}) =>
  service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: LLC.name, jurisdiction: 'us-co', ...body },
  });
const search = async () => {
  const { body } = await service.ask('POST', '/v1/search', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: LLC.name, jurisdictions: ['us-co'] },
  });
  return body.results.map(({ status }: { status: string }) => status);
};

beforeEach(async () => {
  service = await startService();
  registry = service.registries.of('us-co');
  registry.records = [LLC];
  ({ key } = await service.signUp());
  await service.db.rows(
    `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', 500, 'for a test' from accounts`,
  );
  entityId = (await ask()).body.entity_id;
});

afterEach(() => service.close());

async function checkAfter(records: RegisterRecord[]): Promise<void> {
  const watch = await service.ask('POST', '/v1/watches', { key, body: { entity_id: entityId, every: '1d' } });
  expect(watch.status).toBe(201);
  registry.records = records;
  await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: '1d' } });
  await until(async () => (await service.ask('GET', '/v1/sandbox/clock', { key })).body.advancing_to === undefined);
}

describe('a check that no longer finds the record', () => {
  it('ends the stored answer by name, which is asked of the register again', async () => {
    await checkAfter([]);
    expect((await ask()).status).toBe(404);
  });

  it('ends the stored answer by number, which is asked of the register again', async () => {
    await checkAfter([]);
    expect((await ask({ jurisdiction_id: LLC.id })).status).toBe(404);
  });

  it('ends the stored ranking of a search, which is asked of the register again', async () => {
    expect(await search()).toEqual(['active']);
    await checkAfter([]);
    expect(await search()).toEqual([]);
  });

  it('lets the record be answered from memory again once a reading has found it', async () => {
    await checkAfter([]);
    registry.records = [LLC];
    expect((await ask()).status).toBe(200);
    const asked = registry.searches;
    expect((await ask()).status).toBe(200);
    expect(registry.searches).toBe(asked);
    const history = await service.ask('GET', `/v1/entity/${entityId}/history`, { key });
    expect(JSON.stringify(history.body)).not.toContain('isGone');
  });
});

describe('a check that finds the record changed', () => {
  it('renews the stored answer and the ranking with the new status', async () => {
    expect(await search()).toEqual(['active']);
    await checkAfter([{ ...LLC, status: 'dissolved' }]);
    const asked = registry.searches;
    expect((await ask()).body.data.status).toBe('dissolved');
    expect(await search()).toEqual(['dissolved']);
    expect(registry.searches).toBe(asked);
  });

  it('ends the stored answer of a name that the record no longer has', async () => {
    await checkAfter([{ ...LLC, name: 'Birch Works LLC' }]);
    expect((await ask()).status).toBe(404);
  });
});
