import type { MovedRecord } from '../../src/core/registries/record.js';
import { record, type FakeRegistry } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const LLC = record({ id: '20019000001', name: 'Alder Works LLC' });

let service: Service;
let registry: FakeRegistry;
let key: string;
let entityId: string;

beforeEach(async () => {
  service = await startService();
  registry = service.registries.of('us-co');
  registry.records = [LLC];
  ({ key } = await service.signUp());
  const body = { entity_name: LLC.name, jurisdiction: 'us-co' };
  const verified = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body });
  entityId = verified.body.entity_id;
});

afterEach(() => service.close());

/** From now on the register says that the seat of the record is elsewhere. */
function move(movedTo: string | undefined): void {
  const elsewhere: MovedRecord = { id: LLC.id, movedTo };
  registry.findByNumber = () => Promise.resolve(elsewhere);
  registry.fetch = () => Promise.resolve(elsewhere);
}

function moveBack(): void {
  registry.findByNumber = () => Promise.resolve(LLC);
}

async function watch(more: object = {}): Promise<string> {
  const answer = await service.ask('POST', '/v1/watches', {
    key,
    body: { entity_id: entityId, every: '1d', ...more },
  });
  expect(answer.status).toBe(201);
  return answer.body.watch_id;
}

async function pass(days: number): Promise<void> {
  await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: `${days}d` } });
  await until(async () => (await service.ask('GET', '/v1/sandbox/clock', { key })).body.advancing_to === undefined);
}

async function changes(): Promise<any[]> {
  const { body } = await service.ask('GET', '/v1/webhooks/events?limit=100', { key });
  return body.events.flatMap(({ payload }: any) => payload.changes);
}

describe('a watch of a business that moved to another jurisdiction', () => {
  it.each(['quick', 'deep'])('reports it once as moved, and not as gone, by a %s check', async (tier) => {
    await watch({ tier });
    move('us-ny');
    await pass(4);
    expect(await changes()).toEqual([{ field: 'jurisdiction', code: 'MOVED', from: 'us-co', to: 'us-ny' }]);
  });

  it('reports it without a destination where the register names none, and the destination once it does', async () => {
    await watch();
    move(undefined);
    await pass(2);
    move('us-ny');
    await pass(1);
    expect(await changes()).toEqual([
      { field: 'jurisdiction', code: 'MOVED', from: 'us-co', to: null },
      { field: 'jurisdiction', code: 'MOVED', from: null, to: 'us-ny' },
    ]);
  });

  it('reports its return as a move, not as a reinstatement', async () => {
    await watch();
    move('us-ny');
    await pass(1);
    moveBack();
    await pass(1);
    expect((await changes()).slice(1)).toEqual([{ field: 'jurisdiction', code: 'MOVED', from: 'us-ny', to: 'us-co' }]);
  });

  it('says nothing of it after a release that reads the register differently', async () => {
    await watch();
    registry.parserVersion = 2;
    move('us-ny');
    await pass(2);
    expect(await changes()).toEqual([]);
  });
});
