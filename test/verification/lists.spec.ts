import { newId, toUuid } from '../../src/core/ids.js';
import { record, unavailable } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { clockTicks } from '../support/until.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const ask = (key: string, path: string) => service.ask('GET', path, { key });
const verify = (key: string, name: string, jurisdiction: string, wait = 10) =>
  service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: `wait=${wait}` },
    body: { entity_name: name, jurisdiction },
  });

describe('GET /v1/jobs', () => {
  it('lists jobs, the newest first, with their outcome, and filters them', async () => {
    const { key } = await service.signUp();
    service.registries.of('us-co').records = [record({ id: '1', name: 'Birch Harbour LLC' })];
    const found = await verify(key, 'Birch Harbour LLC', 'us-co');
    service.registries.of('us-ct').failures = [unavailable(), unavailable(), unavailable()];
    await verify(key, 'Silent Harbour LLC', 'us-ct');
    const search = await service.ask('POST', '/v1/search', {
      key,
      headers: { prefer: 'wait=10' },
      body: { entity_name: 'Birch Harbour Two', jurisdictions: ['us-co'] },
    });
    const { status, headers, body } = await ask(key, '/v1/jobs');
    expect(status).toBe(200);
    expect(headers.get('x-credits-charged')).toBe('0');
    expect(body).toEqual({
      jobs: [
        expect.objectContaining({ search_id: search.body.search_id, status: 'completed', credits_charged: 2 }),
        expect.objectContaining({
          entity_name: 'Silent Harbour LLC',
          jurisdiction: 'us-ct',
          status: 'failed',
          error: expect.stringMatching(/^DATA_SOURCE_UNAVAILABLE: /),
        }),
        {
          job_id: found.body.job_id,
          record_id: found.body.record_id,
          entity_id: found.body.entity_id,
          status: 'completed',
          entity_name: 'Birch Harbour LLC',
          jurisdiction: 'us-co',
          tier: 'quick',
          credits_charged: 1,
          credits_refunded: false,
          created_at: expect.stringMatching(/Z$/),
          completed_at: expect.stringMatching(/Z$/),
        },
      ],
    });
    const of = async (query: string) =>
      (await ask(key, `/v1/jobs?${query}`)).body.jobs.map((job: { entity_name: string }) => job.entity_name);
    expect(await of('status=failed')).toEqual(['Silent Harbour LLC']);
    expect(await of('text=SILENT')).toEqual(['Silent Harbour LLC']);
    expect(await of('text=%25')).toEqual([]);
    expect(await of('jurisdiction=us-co')).toEqual(['Birch Harbour Two', 'Birch Harbour LLC']);
    const today = new Date().toISOString().slice(0, 10);
    expect(await of(`from=${today}&to=${today}`)).toHaveLength(3);
    expect(await of('to=2020-01-01')).toEqual([]);
    expect(await of('from=2099-01-01')).toEqual([]);
  });

  it('pages by cursor to the end, unaffected by new jobs, and hides those of other accounts', async () => {
    const { key, email } = await service.signUp();
    const stranger = await service.signUp();
    const owner = await service.db.row<{ id: string }>('select id from accounts where email = $1', [email]);
    const [retrieval] = await service.db.rows<{ id: string }>('select id from retrievals limit 1');
    const file = async (name: string) =>
      service.db.change(
        `insert into jobs (id, account_id, retrieval_id, entity_name, jurisdiction, tier, amount_credits)
         values ($1, $2, $3, $4, 'us-co', 'quick', 1)`,
        [toUuid(newId('job')), owner?.id, retrieval?.id, name],
      );
    for (let n = 1; n <= 7; n += 1) {
      await file(`Job ${n}`);
      await clockTicks();
    }
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await ask(key, `/v1/jobs?limit=3${cursor}`);
      seen.push(...body.jobs.map((job: { entity_name: string }) => job.entity_name));
      await file('Later');
      if (!body.next_cursor) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(['Job 7', 'Job 6', 'Job 5', 'Job 4', 'Job 3', 'Job 2', 'Job 1']);
    expect((await ask(stranger.key, '/v1/jobs')).body).toEqual({ jobs: [] });
    await service.db.change('delete from jobs where account_id = $1', [owner?.id]);
  });

  it.each([['cursor=nonsense'], ['status=lost'], ['from=yesterday'], ['limit=0'], ['offset=1']])(
    'refuses %s',
    async (query) => {
      const { key } = await service.signUp();
      const { status, body } = await ask(key, `/v1/jobs?${query}`);
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );
});

describe('GET /v1/account/keys', () => {
  it('lists the keys without their secrets, including the revoked ones', async () => {
    const { key } = await service.signUp();
    const made = await service.ask('POST', '/v1/account/keys', { key, body: { label: 'second' } });
    await service.ask('DELETE', `/v1/account/keys/${made.body.key_id}`, { key });
    const { body } = await ask(key, '/v1/account/keys');
    const withoutUse = (keys: object[]) => keys.map((each) => ({ ...each, last_used_at: undefined }));
    expect(withoutUse(body.api_keys)).toEqual(withoutUse((await ask(key, '/v1/account')).body.api_keys));
    expect(body.api_keys.map((each: { is_active: boolean }) => each.is_active).toSorted()).toEqual([false, true]);
    expect(JSON.stringify(body)).not.toContain(key);
  });
});

describe('a 202 response', () => {
  it('names where the answer will be and when to look', async () => {
    const { key } = await service.signUp();
    const pending = await verify(key, 'Alder Quarry Later LLC', 'ca-bc', 0);
    expect(pending.status).toBe(202);
    expect(pending.headers.get('location')).toBe(`/v1/verify/status/${pending.body.job_id}`);
    expect(pending.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect((await ask(key, pending.headers.get('location') ?? '')).body.job_id ?? 'gone').toMatch(/^job_|gone/);
    const search = await service.ask('POST', '/v1/search', {
      key,
      headers: { prefer: 'wait=0' },
      body: { entity_name: 'Alder Quarry Later', jurisdictions: ['us-co', 'us-ct'] },
    });
    expect(search.status).toBe(202);
    expect(search.headers.get('location')).toBe(`/v1/search/${search.body.search_id}`);
    expect(search.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
  });
});
