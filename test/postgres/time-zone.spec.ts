import { startService, type Service } from '../support/harness.js';
import { record } from '../support/fakes.js';

let first: Service;
let service: Service;

beforeAll(async () => {
  first = await startService();
  await first.db.rows(
    `do $$ begin execute format('alter database %I set timezone = ''America/Los_Angeles''', current_database()); end $$`,
  );
  service = await startService({ databaseUrl: first.databaseUrl });
  service.registries.of('us-co').records = [record({ id: '20019000001', name: 'Alder Works LLC' })];
});
afterAll(async () => {
  await service.close();
  await first.close();
});

describe('a database with another time zone', () => {
  it('is used in UTC by every connection', async () => {
    const zones = await Promise.all(
      Array.from({ length: 4 }, () =>
        service.db.rows<{ zone: string }>(`select current_setting('timezone') as zone from pg_sleep(0.01)`),
      ),
    );
    expect(new Set(zones.flat().map(({ zone }) => zone))).toEqual(new Set(['UTC']));
  });

  it('lists the jobs of a day in UTC', async () => {
    const { key } = await service.signUp();
    for (const tier of ['quick', 'deep']) {
      const body = { entity_name: 'Alder Works LLC', jurisdiction: 'us-co', tier };
      await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body });
    }
    const jobs = await service.db.rows<{ id: string }>('select id from jobs order by id');
    for (const [at, { id }] of jobs.entries()) {
      await service.db.rows('update jobs set created_at = $2 where id = $1', [
        id,
        `2026-03-20T${at === 0 ? '02' : '12'}:00:00Z`,
      ]);
    }
    const on = async (day: string) => {
      const { body } = await service.ask('GET', `/v1/jobs?from=${day}&to=${day}`, { key });
      return body.jobs.length;
    };
    expect([await on('2026-03-19'), await on('2026-03-20'), await on('2026-03-21')]).toEqual([0, 2, 0]);
  });
});
