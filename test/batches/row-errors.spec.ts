import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const NAMES = ['Alder Works LLC', 'Birch Works LLC', 'Cedar Works LLC'];

let service: Service;
beforeAll(async () => {
  service = await startService();
  service.registries.of('us-co').records = NAMES.map((name, at) => record({ id: `2001900000${at}`, name }));
});
afterAll(() => service.close());

it('fails a row that cannot be written without a charge, and ends the other rows normally', async () => {
  const { key } = await service.signUp();
  const before = await service.balance(key);
  await service.db.rows(
    `create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'for a test'; end $$`,
  );
  await service.db.rows(
    `create trigger refuse_one before insert on ledger_entries for each row when (new.batch_line = 3) execute function refuse_one()`,
  );
  const body = ['entity_name,jurisdiction', ...NAMES.map((name) => `${name},us-co`)].join('\n');
  const headers = { 'content-type': 'text/csv' };
  const { body: batch } = await service.ask('POST', '/v1/batches?start=true', { key, headers, body });
  const done = await until(async () => {
    const { body: read } = await service.ask('GET', `/v1/batches/${batch.batch_id}`, { key });
    return read.status === 'completed' && read;
  });
  expect(done).toMatchObject({ counts: { failed: 1, pending: 0 }, credits_charged: 2 });
  expect(before - (await service.balance(key))).toBe(2);
  const { body: results } = await service.ask('GET', `/v1/batches/${batch.batch_id}/results`, { key });
  expect(results.split('\r\n').find((line: string) => line.startsWith('3,'))).toContain('failed');
  const { body: list } = await service.ask('GET', '/v1/records?outcome=failed', { key });
  expect(list.records).toMatchObject([{ line: 3, credits_charged: 0 }]);
});
