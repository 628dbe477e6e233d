import { record } from '../support/fakes.js';
import { newEmail, startService, type Service } from '../support/harness.js';

const ADMIN_KEY = 'the admin key of these tests, long enough';
const LIVE = '20200000003';
const DISSOLVED = '20200000002';

let service: Service;
let key: string;
let keyId: string;
let accountUuid: string;
/** A job that found two records with one name. */
let jobId: string;
let names = 0;
beforeAll(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
});
afterAll(() => service.close());
beforeEach(async () => {
  const email = newEmail();
  ({ key, keyId } = await service.signUp(email));
  accountUuid = (await service.db.row<{ id: string }>('select id from accounts where email = $1', [email]))?.id ?? '';
  const name = `Twofold ${'abcdefghijklmnopqrstuvwxyz'[(names += 1)]?.repeat(5)} LLC`;
  service.registries.of('us-co').records = [
    record({ id: DISSOLVED, name, status: 'dissolved', goodStanding: false }),
    record({ id: LIVE, name }),
  ];
  jobId = await verify(name);
});

async function verify(name: string): Promise<string> {
  const body = { entity_name: name, jurisdiction: 'us-co' };
  return (await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body })).body.job_id;
}

const say = (body: unknown, id = jobId, as = key) => service.ask('PUT', `/v1/jobs/${id}/meant`, { key: as, body });
const listed = async () => (await service.ask('GET', '/v1/jobs', { key })).body.jobs[0];
const status = async () => (await service.ask('GET', `/v1/verify/status/${jobId}`, { key })).body;
const kept = () =>
  service.db.rows<{ record_id: string; number: number; jurisdiction_id: string | null }>(
    'select record_id, number, jurisdiction_id from record_decisions where account_id = $1 order by record_id, number',
    [accountUuid],
  );

describe('PUT /v1/jobs/ID/meant', () => {
  it('records which record was meant, free, and leaves the answer unchanged', async () => {
    const before = [await status(), await service.balance(key)];
    expect(await listed()).not.toHaveProperty('meant');
    const note = 'The address on the invoice is that of this one.';
    const { status: code, headers, body } = await say({ jurisdiction_id: DISSOLVED, note });
    expect([code, headers.get('x-credits-charged')]).toEqual([200, '0']);
    expect(body).toEqual({
      job_id: jobId,
      jurisdiction_id: DISSOLVED,
      note,
      decided_by: (await service.ask('GET', '/v1/account', { key })).body.email,
      decided_with: { key_id: keyId, name: expect.stringMatching(/^key-/) },
      decided_at: expect.stringMatching(/Z$/),
      recorded_at: body.decided_at,
    });
    const { job_id: _of, ...meant } = body;
    expect((await listed()).meant).toEqual(meant);
    const { decision, ...answer } = await status();
    expect(decision).toMatchObject({ jurisdiction_id: DISSOLVED, note });
    expect([answer, await service.balance(key)]).toEqual(before);
    const { body: data } = await service.ask('GET', '/v1/account/data-export', { key });
    const { decided_at: _same, ...exported } = meant;
    expect(data.jobs).toEqual([expect.objectContaining({ job_id: jobId, meant: exported })]);
  });

  it('returns the same when repeated, and is superseded by another decision', async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => say({ jurisdiction_id: LIVE })));
    expect(new Set(sent.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(sent.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await kept()).toHaveLength(1);
    const other = await say({ jurisdiction_id: null, note: 'It is a third one.' });
    expect([other.status, other.body]).toEqual([
      200,
      expect.objectContaining({ jurisdiction_id: null, note: 'It is a third one.' }),
    ]);
    expect((await listed()).meant).toMatchObject({ jurisdiction_id: null, note: 'It is a third one.' });
    expect((await say({ jurisdiction_id: LIVE })).body).not.toHaveProperty('note');
    expect((await kept()).map(({ number, jurisdiction_id }) => [number, jurisdiction_id])).toEqual([
      [1, LIVE],
      [2, null],
      [3, LIVE],
    ]);
  });

  it('keeps concurrent decisions in an order, of which the last one holds', async () => {
    const sent = await Promise.all([LIVE, DISSOLVED, null].map((jurisdiction_id) => say({ jurisdiction_id })));
    expect(sent.map(({ status: code }) => code)).toEqual([200, 200, 200]);
    const decisions = await kept();
    expect(decisions.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect((await listed()).meant).toMatchObject({ jurisdiction_id: decisions.at(-1)?.jurisdiction_id });
  });

  it.each([
    [{ jurisdiction_id: '20200000009' }, /body\.jurisdiction_id must be the number of one of the candidates/],
    [{}, /body\.jurisdiction_id/],
    [{ jurisdiction_id: 7 }, /body\.jurisdiction_id/],
    [{ jurisdiction_id: LIVE, note: ' ' }, /body\.note/],
    [{ jurisdiction_id: LIVE, note: 'x'.repeat(501) }, /body\.note/],
    [{ jurisdiction_id: LIVE, entity_id: 'ent_1' }, /body\.entity_id is not a known field/],
  ])('refuses %j', async (body, message) => {
    const before = await kept();
    const answer = await say(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.error.message).toMatch(message);
    expect(await kept()).toEqual(before);
  });

  it('refuses a job with nothing to decide, and returns 404 for one of another account', async () => {
    service.registries.of('us-co').records = [record({ id: LIVE, name: 'Certain Harbour LLC' })];
    const certain = await say({ jurisdiction_id: LIVE }, await verify('Certain Harbour LLC'));
    expect([certain.status, certain.body.error.message]).toEqual([400, expect.stringContaining('nothing to decide')]);
    const headers = { 'x-admin-key': ADMIN_KEY };
    const stranger = await service.signUp();
    for (const [id, as] of [
      [jobId, stranger.key],
      ['job_01kaaaaaaaaaaaaaaaaaaaaaaa', key],
      ['nonsense', key],
    ] as const) {
      const missing = await say({ jurisdiction_id: LIVE }, id, as);
      expect([missing.status, missing.body.error.code]).toEqual([404, 'JOB_NOT_FOUND']);
    }
    await service.ask('POST', `/v1/admin/jobs/${jobId}/refund`, { headers, body: { reason: 'our outage' } });
    // The answer stays with the job, and so does what it means.
    expect((await say({ jurisdiction_id: LIVE })).status).toBe(200);
  });

  it('is enforced by the database, and outlives the job and the account', async () => {
    const add = (number: string | null) =>
      service.db.change(
        `insert into record_decisions (id, record_id, account_id, number, jurisdiction_id)
           select gen_random_uuid(), id, account_id, 1, $1::text from records order by id desc limit 1`,
        [number],
      );
    await expect(add('20200000009')).rejects.toThrow('did not offer 20200000009');
    await say({ jurisdiction_id: LIVE, note: 'Known by its address.' });
    const change = (sql: string) => service.db.change(`${sql} where note = 'Known by its address.'`);
    await expect(change(`update record_decisions set jurisdiction_id = null`)).rejects.toThrow(
      'a decision that was made stays as it is',
    );
    await expect(change('delete from record_decisions')).rejects.toThrow('a decision stays as long as its record');
    const [decided] = await kept();
    await service.db.change('delete from jobs where id = $1', [decided?.record_id]);
    await service.ask('DELETE', '/v1/account', { key });
    expect(await kept()).toEqual([decided]);
    await service.db.change('delete from records where id = $1', [decided?.record_id]);
    expect(await kept()).toEqual([]);
  });

  it('is shown when the version before recorded it, and superseded here', async () => {
    await service.db.change(
      `insert into meant_records (job_id, jurisdiction_id, note, decided_by)
         select id, $1::text, 'Before.', 'before@example.com' from jobs order by id desc limit 1`,
      [LIVE],
    );
    expect((await listed()).meant).toMatchObject({ jurisdiction_id: LIVE, decided_by: 'before@example.com' });
    expect((await service.ask('GET', '/v1/reviews?decided=false', { key })).body.reviews).toEqual([]);
    await say({ jurisdiction_id: DISSOLVED });
    expect((await kept()).map(({ number, jurisdiction_id }) => [number, jurisdiction_id])).toEqual([
      [1, LIVE],
      [2, DISSOLVED],
    ]);
  });

  it('decides an answer of the version before, which has no record yet', async () => {
    await service.db.change('delete from records where id = (select id from jobs order by id desc limit 1)');
    expect((await say({ jurisdiction_id: LIVE })).status).toBe(200);
    expect((await listed()).meant).toMatchObject({ jurisdiction_id: LIVE });
  });
});
