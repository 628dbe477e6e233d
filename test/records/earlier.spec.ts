import { PostgresEarlierRecords } from '../../src/adapters/postgres/entities/earlier-records.js';
import { toUuid, type Id } from '../../src/core/ids.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const NEVER = new AbortController().signal;
const ALDER = record({ id: '20019000001', name: 'Alder Works LLC', status: 'active', goodStanding: true });

let service: Service;
let account: { key: string };
beforeAll(async () => {
  service = await startService();
  account = await service.signUp();
  service.registries.of('us-co').records = [ALDER];
  for (const entity_name of ['Alder Works LLC', 'Alder Work Company', 'Nobody of That Name LLC']) {
    await service.ask('POST', '/v1/verify', {
      ...account,
      headers: { prefer: 'wait=20' },
      body: { entity_name, jurisdiction: 'us-co', force_refresh: true, tier: 'quick' },
    });
  }
  const { body } = await service.ask('POST', '/v1/batches?start=true', {
    ...account,
    headers: { 'content-type': 'text/csv' },
    body: `entity_name,jurisdiction,custom_id\nBirch Lane LLC,us-co,C-1\nBirch Lane LLC,us-co,C-2\nElm Yard LLC,us-co,\n`,
  });
  await until(async () => (await get(`/v1/batches/${body.batch_id}`)).body.status === 'completed');
});
afterAll(() => service.close());

const get = (path: string) => service.ask('GET', path, account);
const list = async () => (await get('/v1/records?limit=100')).body.records as any[];
const keep = (since = new Date(0), stopping = NEVER) => new PostgresEarlierRecords(service.db).keepAll(since, stopping);
const isLeft = async () => (await service.db.rows('select 1 from records_of_before')).length > 0;

/** As it is after the migration. */
async function forget(): Promise<void> {
  await service.db.change('delete from records');
  await service.db.change('insert into records_of_before default values');
}

/** Rows had no time of their own, and less of the search. */
const comparable = ({ at: _at, search: _search, reasons: _reasons, ...rest }: any) => rest;
const undecided = ({ decision: _decision, decisions: _decisions, ...rest }: any) => rest;
const byId = (records: any[]) => records.toSorted((a, b) => (a.record_id < b.record_id ? -1 : 1)).map(comparable);

describe('records of what was answered before there were records', () => {
  it('are kept once, with the decisions of persons, and then nothing is left to do', async () => {
    const before = await list();
    expect(before).toHaveLength(6);
    const unsure = before.find(({ outcome }) => outcome === 'not_sure');
    await forget();
    // A decision of the version before.
    await service.db.change(`insert into meant_records (job_id, decided_by) values ($1, 'ada@example.com')`, [
      toUuid(unsure.job_id as Id<'job'>),
    ]);
    await keep();
    const after = await list();
    expect(byId(after.map(undecided))).toEqual(byId(before));
    expect(after.find(({ record_id }) => record_id === unsure.record_id).decision).toMatchObject({
      entity_id: null,
      decided_by: 'ada@example.com',
    });
    expect(await isLeft()).toBe(false);
    await service.db.change('insert into records_of_before default values');
    await keep();
    expect(byId(await list())).toEqual(byId(after));
  });

  it('are not kept for answers whose records were purged', async () => {
    await forget();
    await keep(new Date(Date.now() + 1_000));
    expect([await list(), await isLeft()]).toEqual([[], false]);
  });

  it('go on where they stopped', async () => {
    await forget();
    await keep(new Date(0), AbortSignal.abort());
    expect([await list(), await isLeft()]).toEqual([[], true]);
    await keep();
    expect(await list()).toHaveLength(6);
  });

  it('leave out persons whose data was erased before', async () => {
    await forget();
    const job = await service.db.row<{ id: string }>(
      `select id from jobs where result ->> 'entityId' is not null order by id limit 1`,
    );
    await service.db.change(`update jobs set evidence = '{"officer": "Officer of Alder"}' where id = $1`, [job?.id]);
    await service.db.change('update entities set personal_data_erased_at = now()');
    await keep();
    const erased = (await list()).filter((one) => one.erased);
    expect(erased).toMatchObject([{ question: { officer: '[erased]' }, erased: ['question.officer'] }]);
    expect(toUuid(erased[0].job_id as Id<'job'>)).toBe(job?.id);
  });
});
