import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

const ADMIN_KEY = 'the admin key of these tests, long enough';
const LIVE = '20200000003';
const DISSOLVED = '20200000002';

let service: Service;
let key: string;
let keyId: string;
/** A job that found two records with one name. */
let jobId: string;
let names = 0;
beforeAll(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ key, keyId } = await service.signUp());
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
const kept = () => service.db.rows('select 1 from meant_records');

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
    expect([await status(), await service.balance(key)]).toEqual(before);
    const { body: data } = await service.ask('GET', '/v1/account/data-export', { key });
    const { decided_at: _same, ...exported } = meant;
    expect(data.jobs).toEqual([expect.objectContaining({ job_id: jobId, meant: exported })]);
  });

  it('returns the same when repeated, and refuses another decision with the first as the reason', async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => say({ jurisdiction_id: LIVE })));
    expect(new Set(sent.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(sent.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const other = await say({ jurisdiction_id: null, note: 'It is a third one.' });
    const { decided_at, decided_by } = (await say({ jurisdiction_id: LIVE })).body;
    expect([other.status, other.body.error]).toEqual([
      400,
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: `path.jobId: This was decided already for the record ${LIVE} by ${decided_by} at ${decided_at}, and stays so.`,
        details: expect.objectContaining({ jurisdiction_id: LIVE, decided_by, decided_at }),
      }),
    ]);
    expect((await listed()).meant).toMatchObject({ jurisdiction_id: LIVE });
    expect((await listed()).meant).not.toHaveProperty('note');
  });

  it('keeps one of several concurrent decisions, and refuses the others', async () => {
    const sent = await Promise.all([LIVE, DISSOLVED, null].map((jurisdiction_id) => say({ jurisdiction_id })));
    expect(sent.map(({ status: code }) => code).toSorted()).toEqual([200, 400, 400]);
    const decided = sent.find(({ status: code }) => code === 200);
    expect((await listed()).meant).toMatchObject({ jurisdiction_id: decided?.body.jurisdiction_id });
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
    expect((await say({ jurisdiction_id: LIVE })).status).toBe(400);
  });

  it('is enforced by the database, and deleted with the account', async () => {
    const add = (number: string | null) =>
      service.db.change(
        `insert into meant_records (job_id, jurisdiction_id) select id, $1::text from jobs order by id desc limit 1`,
        [number],
      );
    await expect(add('20200000009')).rejects.toThrow('did not offer the record');
    await say({ jurisdiction_id: LIVE, note: 'Known by its address.' });
    await expect(
      service.db.change(
        `update meant_records set jurisdiction_id = '20200000009' where note = 'Known by its address.'`,
      ),
    ).rejects.toThrow('a decision that was made stays as it is');
    await service.ask('DELETE', '/v1/account', { key });
    expect(await service.db.rows(`select 1 from meant_records where note = 'Known by its address.'`)).toEqual([]);
  });
});
