import { FakeRegistry, record } from '../support/fakes.js';
import type { Candidates, NameQuery } from '../../src/core/registries/ports.js';
import { startService, type Service } from '../support/harness.js';

/** A mirrored register; its records are those of the edition. */
class Mirrored extends FakeRegistry {
  date = '2026-01-01';

  override async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return { ...(await super.search(query, signal)), asOf: this.date };
  }
}

let service: Service;
let mirror: Mirrored;
let key: string;
beforeAll(async () => {
  service = await startService();
  mirror = new Mirrored();
  service.registries.byCode['us-va'] = mirror;
  service.registries.asOf = (code) => (code === 'us-va' ? mirror.date : undefined);
  ({ key } = await service.signUp());
});
afterAll(() => service.close());

const NAME = 'Unreal Bookends LLC';
const NEW = 'Zyxwv Novelties LLC';
const search = (entity_name: string) =>
  service.ask('POST', '/v1/search', {
    key,
    headers: { prefer: 'wait=10' },
    body: { entity_name, jurisdictions: ['us-va'] },
  });
const verify = (entity_name: string, more: object = {}) =>
  service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=10' },
    body: { entity_name, jurisdiction: 'us-va', ...more },
  });
const quoted = (entity_name: string) =>
  service.ask('POST', '/v1/quote', { key, body: { entity_name, jurisdictions: ['us-va'] } });

async function publish(date: string, records: FakeRegistry['records']): Promise<void> {
  const now = await service.db.row<{ now: Date }>('select clock_timestamp() as now');
  Object.assign(mirror, { date, records });
  service.registries.editions['us-va'] = now!.now;
}

describe('a new edition of a mirrored register', () => {
  it('answers searches, verifications, numbers and quotes from the day it is published, under its own date', async () => {
    await publish('2026-01-01', [record({ id: '11200001', name: NAME, status: 'dissolved', goodStanding: false })]);
    const first = await search(NAME);
    expect(first.body.results[0]).toMatchObject({ status: 'dissolved' });
    expect(first.body.coverage.searched).toEqual([expect.objectContaining({ as_of: '2026-01-01' })]);
    expect((await search(NEW)).body.results).toEqual([]);
    await verify(NAME, { jurisdiction_id: '11200001' });
    const { searches } = mirror;
    expect((await search(NAME)).body.coverage.searched[0].as_of).toBe('2026-01-01');
    expect((await quoted(NAME)).body.cached).toBe(true);
    expect(mirror.searches).toBe(searches);

    await publish('2026-02-01', [record({ id: '11200001', name: NAME }), record({ id: '11200002', name: NEW })]);
    expect((await quoted(NAME)).body.cached).toBe(false);
    expect((await verify(NAME, { jurisdiction_id: '11200001' })).body.data.status).toBe('active');
    const again = await search(NAME);
    expect(again.body.results[0]).toMatchObject({ entity_name: NAME, status: 'active' });
    expect(again.body.coverage.searched[0].as_of).toBe('2026-02-01');
    expect((await search(NEW)).body.results[0]).toMatchObject({ entity_name: NEW });
  });

  it('does not date a ranking of the old edition by the new one while it is published', async () => {
    await publish('2026-03-01', [record({ id: '11200003', name: 'Halfway House LLC' })]);
    const searched = mirror.search.bind(mirror);
    mirror.search = async (...asked) => {
      const found = await searched(...asked);
      await publish('2026-04-01', []);
      return found;
    };
    const { body } = await search('Halfway House LLC');
    mirror.search = searched;
    expect(body.coverage.searched[0].as_of).toBe('2026-03-01');
    expect((await search('Halfway House LLC')).body).toMatchObject({
      results: [],
      coverage: { searched: [{ as_of: '2026-04-01' }] },
    });
  });
});
