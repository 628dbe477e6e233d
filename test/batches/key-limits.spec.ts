import { toUuid, type Id } from '../../src/core/ids.js';
import { record, type FakeRegistry } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const HEADER = 'entity_name,jurisdiction,tier';

let service: Service;
let colorado: FakeRegistry;
let owner: string;
let key: string;
let keyId: string;

beforeEach(async () => {
  service = await startService();
  colorado = service.registries.of('us-co');
  colorado.records = [record({ id: '20019000001', name: 'Alder Works LLC' })];
  ({ key: owner } = await service.signUp());
  const { body } = await service.ask('POST', '/v1/account/keys', { key: owner, body: { label: 'narrowed later' } });
  key = body.api_key;
  keyId = body.key_id;
});

afterEach(() => service.close());

const narrow = async (limits: object) =>
  expect((await service.ask('PATCH', `/v1/account/keys/${keyId}`, { key: owner, body: limits })).status).toBe(200);
const read = async (id: string) => (await service.ask('GET', `/v1/batches/${id}`, { key: owner })).body;
const paused = (id: string) =>
  until(async () => {
    const batch = await read(id);
    return batch.status === 'paused' && batch;
  });
const completed = (id: string) => until(async () => (await read(id)).status === 'completed');

async function upload(rows: readonly string[], query = ''): Promise<string> {
  const answer = await fetch(`${service.url}/v1/batches${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-api-key': key },
    body: [HEADER, ...rows].join('\n'),
  });
  return ((await answer.json()) as { batch_id: string }).batch_id;
}

/** Starts a batch while the register does not answer yet. Returns what lets it answer. */
async function startedHeld(rows: readonly string[]): Promise<{ id: string; answer: () => void }> {
  let answer = (): void => undefined;
  colorado.held = new Promise((resolve) => {
    answer = () => {
      colorado.held = undefined;
      resolve();
    };
  });
  const id = await upload(rows, '?start=true');
  await until(() => colorado.searches > 0);
  return { id, answer };
}

async function charged(id: string): Promise<number[]> {
  const rows = await service.db.rows<{ line: number }>(
    `select batch_line as line from ledger_entries where batch_id = $1 and type = 'charge' order by batch_line`,
    [toUuid(id as Id<'bat'>)],
  );
  return rows.map(({ line }) => line);
}

describe('a batch whose key is narrowed', () => {
  it.each([
    ['to another jurisdiction', { jurisdictions: ['us-ct'] }],
    ['to another tier', { tiers: ['quick'] }],
  ])('pauses %s without a further charge, and goes on once the key may ask again', async (_, limits) => {
    const rows = ['Alder Works LLC,us-co,deep', 'Birch Works LLC,us-co,deep'];
    const { id, answer } = await startedHeld(rows);
    await narrow(limits);
    answer();
    expect(await paused(id)).toMatchObject({ paused: { reason: 'key_limits' }, counts: { pending: 2 } });
    expect(await charged(id)).toEqual([]);
    await narrow({ jurisdictions: null, tiers: null });
    await completed(id);
    expect(await charged(id)).toEqual([2, 3]);
  });

  it('finishes the rows before the first one that it may not ask, and resumes by another key', async () => {
    const id = await upload(['Alder Works LLC,us-co,quick', 'Alder Works LLC,us-ct,quick']);
    await service.db.rows(`update batches set status = 'paused', pause_reason = 'key_limits' where id = $1`, [
      toUuid(id as Id<'bat'>),
    ]);
    // Whatever pauses for its limits is judged again.
    await narrow({ jurisdictions: ['us-co'] });
    await until(async () => (await charged(id)).length > 0);
    expect(await paused(id)).toMatchObject({ paused: { reason: 'key_limits' }, counts: { pending: 1 } });
    expect(await charged(id)).toEqual([2]);
    expect((await service.ask('POST', `/v1/batches/${id}/start`, { key })).status).toBe(403);
    expect((await service.ask('POST', `/v1/batches/${id}/start`, { key: owner })).status).toBe(202);
    await completed(id);
    expect(await charged(id)).toEqual([2, 3]);
  });
});
