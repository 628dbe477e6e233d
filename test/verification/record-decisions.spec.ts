import { textOf, Visitor } from '../console/visitor.js';
import { record } from '../support/fakes.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { startReceiver } from '../support/receiver.js';
import { until } from '../support/until.js';

const ADMIN_KEY = 'the admin key of these tests, long enough';
const LIVE = '20200000003';
const DISSOLVED = '20200000002';
const ANOTHER = '20200000007';

/** New ones for each test, so that no answer is known before. */
let NAME: string;
let CERTAIN: string;
let names = 0;

let service: Service;
let email: string;
let key: string;
let keyId: string;

beforeAll(async () => {
  service = await startService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true', ADMIN_API_KEY: ADMIN_KEY } });
});
afterAll(() => service.close());
beforeEach(async () => {
  const word = 'abcdefghijklmnopqrstuvwxyz'[(names += 1)]?.repeat(5) ?? '';
  NAME = `Twofold ${word} LLC`;
  CERTAIN = `Certain ${word} LLC`;
  service.registries.of('us-co').records = [
    record({ id: DISSOLVED, name: NAME, status: 'dissolved', goodStanding: false }),
    record({ id: LIVE, name: NAME }),
    record({ id: ANOTHER, name: CERTAIN }),
  ];
  email = newEmail();
  ({ key, keyId } = await service.signUp(email));
});

const verify = (more: object = {}, as = key) => {
  const body = { entity_name: NAME, jurisdiction: 'us-co', ...more };
  return service.ask('POST', '/v1/verify', { key: as, headers: { prefer: 'wait=10' }, body });
};
const recordOf = (jobId: string) => `rec_${jobId.slice('job_'.length)}`;
const recordJob = (id: string) => `job_${id.slice('rec_'.length)}`;
const unsure = async () => recordOf((await verify()).body.job_id);
const decide = (id: string, body: unknown, as = key) =>
  service.ask('PUT', `/v1/records/${id}/decision`, { key: as, body });
const reviews = async (query = '') => (await service.ask('GET', `/v1/reviews${query}`, { key })).body.reviews;
const feed = async () =>
  (await service.ask('GET', '/v1/webhooks/events?limit=100', { key })).body.events.map(
    ({ payload }: { payload: { event: string } }) => payload,
  );
const upload = async (rows: string[], query = '') => {
  const sent = await service.ask('POST', `/v1/batches?start=true${query}`, {
    key,
    headers: { 'content-type': 'text/csv' },
    body: ['entity_name,jurisdiction,custom_id', ...rows].join('\n'),
  });
  const { batch_id: id } = sent.body;
  await until(async () => (await service.ask('GET', `/v1/batches/${id}`, { key })).body.status === 'completed');
  return id as string;
};
const results = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/v1/batches/${id}/results`, { headers: { 'x-api-key': key, ...headers } });

describe('PUT /v1/records/ID/decision', () => {
  it('decides a candidate by its number, by its business, and none, and keeps all in order', async () => {
    const id = await unsure();
    const [{ entity_id }] = await reviews();
    const before = await service.balance(key);
    const first = await decide(id, { jurisdiction_id: DISSOLVED, note: 'By the invoice.' });
    const decided = {
      jurisdiction_id: DISSOLVED,
      note: 'By the invoice.',
      decided_by: email,
      decided_with: { key_id: keyId, name: expect.stringMatching(/^key-/) },
      decided_at: expect.stringMatching(/Z$/),
    };
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({
        record_id: id,
        decision: expect.objectContaining(decided),
        decisions: [expect.objectContaining(decided)],
      }),
    ]);
    const second = await decide(id, { entity_id });
    expect(second.body.decision).toMatchObject({ entity_id, jurisdiction_id: LIVE });
    const third = await decide(id, { entity_id: 'none' });
    expect(third.body.decision).toMatchObject({ entity_id: null });
    expect(third.body.decision).not.toHaveProperty('jurisdiction_id');
    expect(third.body.decisions).toEqual([...second.body.decisions, third.body.decision]);
    expect(second.body.decisions[0]).toEqual(first.body.decision);
    expect(await service.balance(key)).toBe(before);
    expect(await reviews('?decided=false')).toEqual([]);
    expect((await reviews())[0].meant).toMatchObject({ jurisdiction_id: null, decided_by: email });
  });

  it('stores the same decision once, and shows a second person the decision of the first', async () => {
    const id = await unsure();
    const other = (await service.ask('POST', '/v1/account/keys', { key, body: { label: 'other' } })).body;
    const same = await Promise.all(Array.from({ length: 5 }, () => decide(id, { jurisdiction_id: LIVE })));
    expect(same.map(({ body }) => body.decisions.length)).toEqual([1, 1, 1, 1, 1]);
    const [mine, theirs] = await Promise.all([
      decide(id, { jurisdiction_id: DISSOLVED }),
      decide(id, { entity_id: 'none' }, other.api_key),
    ]);
    // Either may be first, and the answer to the first may already show the second.
    const { body } = await service.ask('GET', `/v1/records/${id}`, { key });
    expect(body.decisions).toHaveLength(3);
    const [, first, second] = body.decisions;
    const [sooner, later] = first.entity_id === null ? [theirs, mine] : [mine, theirs];
    expect(sooner.body.decisions[1]).toEqual(first);
    expect(later.body.decisions).toEqual(body.decisions);
    expect(second).toEqual(later.body.decision);
  });

  it('changes nothing where more was decided than was seen, and says who decided for what', async () => {
    const id = await unsure();
    const [{ job_id: job }] = await reviews();
    await decide(id, { jurisdiction_id: LIVE, note: 'By the invoice.', decisions_seen: 0 });
    const late = [
      await decide(id, { jurisdiction_id: DISSOLVED, decisions_seen: 0 }),
      await service.ask('PUT', `/v1/jobs/${job}/meant`, { key, body: { jurisdiction_id: null, decisions_seen: 0 } }),
    ];
    const message = `${email} decided for the record ${LIVE} meanwhile (“By the invoice.”). Nothing was changed.`;
    for (const { status, body } of late) {
      expect([status, body.error]).toEqual([
        400,
        expect.objectContaining({
          code: 'VALIDATION_ERROR',
          message,
          details: { errors: [{ location: 'body', field: 'decisions_seen', message }] },
        }),
      ]);
    }
    expect((await decide(id, { jurisdiction_id: LIVE, decisions_seen: 2 })).status).toBe(400);
    // The same decision is the one that was seen to be made, so that a repeated request is no error.
    const again = await decide(id, { jurisdiction_id: LIVE, note: 'By the invoice.', decisions_seen: 0 });
    expect(again.body.decisions).toHaveLength(1);
    const seen = await decide(id, { jurisdiction_id: DISSOLVED, decisions_seen: 1 });
    expect(seen.body.decisions).toHaveLength(2);
  });

  it('shows in the state of its job, of a search and of a refunded job', async () => {
    const id = await unsure();
    const { body: decided } = await decide(id, { jurisdiction_id: DISSOLVED, note: 'By the invoice.' });
    const state = async () => (await service.ask('GET', `/v1/verify/status/${recordJob(id)}`, { key })).body;
    expect(await state()).toMatchObject({ status: 'completed', decision: decided.decision });
    const body = { entity_name: NAME, jurisdictions: ['us-co'] };
    const { body: search } = await service.ask('POST', '/v1/search', { key, headers: { prefer: 'wait=10' }, body });
    const [{ record_id: searched }] = search.records;
    const read = async () => (await service.ask('GET', `/v1/search/${search.search_id}`, { key })).body.records;
    expect(await read()).toEqual([{ jurisdiction: 'us-co', record_id: searched }]);
    const { body: ofSearch } = await decide(searched, { jurisdiction_id: LIVE });
    expect(await read()).toEqual([{ jurisdiction: 'us-co', record_id: searched, decision: ofSearch.decision }]);

    const headers = { 'x-admin-key': ADMIN_KEY };
    await service.ask('POST', `/v1/admin/jobs/${recordJob(id)}/refund`, { headers, body: { reason: 'our outage' } });
    expect(await state()).toMatchObject({ status: 'refunded', decision: decided.decision });
    const visitor = await Visitor.signedIn(service, email);
    const page = textOf((await visitor.get(`/console/jobs/${recordJob(id)}`)).html);
    expect(page).toMatch(/An administrator refunded this request\. Confirmed by .* Reason By the invoice\./s);
    expect(page).toContain('Decide again');
    await service.db.change(
      `update records set erased = '{officer}' where account_id = (select id from accounts where email = $1)`,
      [email],
    );
    const erased = textOf((await visitor.get(`/console/jobs/${recordJob(id)}`)).html);
    expect(erased).toContain('Reason By the invoice.');
    expect(erased).not.toContain('Decide again');
  });

  it('refuses what was not offered, naming what was', async () => {
    const id = await unsure();
    const offered = [LIVE, DISSOLVED];
    const { body: certain } = await verify({ entity_name: CERTAIN });
    for (const body of [
      { jurisdiction_id: '20200000009' },
      { entity_id: 'ent_01kaaaaaaaaaaaaaaaaaaaaaaa' },
      { entity_id: certain.entity_id },
      { entity_id: 'nonsense' },
    ]) {
      const { status, body: answer } = await decide(id, body);
      expect([body, status, answer.error?.code, answer.error?.details.offered]).toEqual([
        body,
        400,
        'VALIDATION_ERROR',
        offered,
      ]);
    }
    for (const body of [
      {},
      { jurisdiction_id: LIVE, entity_id: 'none' },
      { jurisdiction_id: LIVE, equal_rows: true },
    ]) {
      expect([body, (await decide(id, body)).status]).toEqual([body, 400]);
    }
    expect((await decide(id, { jurisdiction_id: LIVE, note: 'x'.repeat(501) })).status).toBe(400);
  });

  it('refuses an answer that is not unsure, an erased one, and one of another account', async () => {
    const { body: certain } = await verify({ entity_name: CERTAIN });
    const found = await decide(recordOf(certain.job_id), { entity_id: 'none' });
    expect([found.status, found.body.error.details]).toMatchObject([400, { offered: [] }]);
    const id = await unsure();
    const stranger = await service.signUp();
    for (const [rec, as] of [
      [id, stranger.key],
      ['rec_01kaaaaaaaaaaaaaaaaaaaaaaa', key],
      ['nonsense', key],
    ] as const) {
      const missing = await decide(rec, { jurisdiction_id: LIVE }, as);
      expect([missing.status, missing.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    await service.db.change(
      `update records set erased = '{officer}' where account_id = (select id from accounts where email = $1) and outcome = 'not_sure'`,
      [email],
    );
    const erased = await decide(id, { jurisdiction_id: LIVE });
    expect([erased.status, erased.body.error.message]).toEqual([400, expect.stringContaining('erased')]);
    expect(await reviews('?decided=false')).toEqual([]);
  });

  it('refuses a key with limits that did not ask, and lets it decide what it asked', async () => {
    const id = await unsure();
    const body = { label: 'narrow', jurisdictions: ['us-co'] };
    const { api_key: limited } = (await service.ask('POST', '/v1/account/keys', { key, body })).body;
    const refused = await decide(id, { jurisdiction_id: LIVE }, limited);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    const own = (await verify({ entity_name: NAME.toUpperCase() }, limited)).body.job_id;
    expect((await decide(recordOf(own), { jurisdiction_id: LIVE }, limited)).status).toBe(200);
  });
});

describe('verification.decided', () => {
  it('is sent to the endpoint of a verification that was known already', async () => {
    const receiver = await startReceiver();
    try {
      await unsure();
      const { body: known } = await verify({ webhook_url: receiver.url });
      const id = known.record_id;
      expect((await service.ask('GET', `/v1/records/${id}`, { key })).body.cached).toBe(true);
      await decide(id, { entity_id: 'none' });
      await until(() => receiver.of(recordJob(id)).length === 1);
      expect(receiver.of(recordJob(id)).map(({ json }) => json)).toMatchObject([{ record_id: id }]);
    } finally {
      await receiver.close();
    }
  });

  it('is in the feed for each decision, and sent to the endpoint of its verification', async () => {
    const receiver = await startReceiver();
    try {
      const { body: job } = await verify({ webhook_url: receiver.url });
      const id = recordOf(job.job_id);
      await decide(id, { jurisdiction_id: LIVE, note: 'By the invoice.' });
      await decide(id, { entity_id: 'none' });
      const decided = (await feed()).filter(({ event }: { event: string }) => event === 'verification.decided');
      await until(() => receiver.of(job.job_id).length === 3);
      const sent = receiver.of(job.job_id).map(({ json }) => json);
      expect(sent.slice(1)).toEqual(decided);
      expect(decided).toEqual([
        {
          event: 'verification.decided',
          event_id: expect.stringMatching(/^evt_/),
          record_id: id,
          job_id: job.job_id,
          jurisdiction: 'us-co',
          entity_name: NAME,
          decision: {
            entity_id: expect.stringMatching(/^ent_/),
            jurisdiction_id: LIVE,
            note: 'By the invoice.',
            decided_by: email,
            decided_at: expect.stringMatching(/Z$/),
          },
        },
        expect.objectContaining({ record_id: id, decision: expect.objectContaining({ entity_id: null }) }),
      ]);
    } finally {
      await receiver.close();
    }
  });
});

describe('a decided row of a file', () => {
  it('shows its decision in the last columns of the results, whose tag changes with it', async () => {
    const id = await upload([`${NAME},us-co,C-1`, `${CERTAIN},us-co,C-2`]);
    const first = await results(id);
    const tag = first.headers.get('etag') ?? '';
    expect((await results(id, { 'if-none-match': tag })).status).toBe(304);
    const row = (await reviews()).find(({ line }: { line: number }) => line === 2);
    await decide(row.record_id, { jurisdiction_id: LIVE, note: 'By the invoice.' });
    const second = await results(id, { 'if-none-match': tag });
    expect(second.headers.get('etag')).not.toBe(tag);
    const text = await second.text();
    expect(await (await results(id)).text()).toBe(text);
    const [header = '', line = '', certain = ''] = text.split('\r\n');
    expect(header).toMatch(/,decision,decided_by,decided_at,note$/);
    expect(line).toMatch(new RegExp(`,${row.entity_id},${email},[^,]+Z,By the invoice\\.$`));
    expect(certain).toMatch(/,,,,$/);
    const [decided] = (await feed()).filter(({ event }: { event: string }) => event === 'verification.decided');
    expect(decided).toMatchObject({ batch_id: id, line: 2, reference: 'C-1', record_id: row.record_id });
  });

  it('is listed with its duplicates, which are decided with it or for themselves', async () => {
    const id = await upload([`${NAME},us-co,C-1`, `${NAME},us-co,C-2`, `${NAME},us-co,C-3`]);
    expect((await reviews('?decided=false')).map(({ line }: { line: number }) => line).toSorted()).toEqual([2, 3, 4]);
    const at = async (line: number) =>
      (await reviews()).find((each: { line: number }) => each.line === line) as { record_id: string; meant?: object };
    const own = { jurisdiction_id: DISSOLVED };
    expect((await service.ask('PUT', `/v1/batches/${id}/rows/3/meant`, { key, body: own })).status).toBe(200);
    expect([(await at(2)).meant, (await at(3)).meant]).toEqual([undefined, expect.objectContaining(own)]);
    const all = { jurisdiction_id: LIVE, equal_rows: true };
    expect((await decide((await at(4)).record_id, all)).status).toBe(200);
    for (const line of [2, 4]) expect((await at(line)).meant).toMatchObject({ jurisdiction_id: LIVE });
    // The row that was decided otherwise by itself stays.
    expect((await at(3)).meant).toMatchObject(own);
    expect(await reviews('?decided=false')).toEqual([]);
    const body = { jurisdiction_id: null, equal_rows: true };
    expect((await service.ask('PUT', `/v1/batches/${id}/rows/2/meant`, { key, body })).body.jurisdiction_id).toBeNull();
    expect((await at(4)).meant).toMatchObject({ jurisdiction_id: null });
  });
});

it('lists and decides an unsure answer that was known, which has no job', async () => {
  await unsure();
  const from = `from records where account_id = (select id from accounts where email = $1)`;
  const columns = `account_id, via, entity_name, jurisdiction, tier, outcome, cached, entity_id, official_name, record_number, status, confidence, answer, credits_charged`;
  await service.db.change(`insert into records (id, ${columns}) select gen_random_uuid(), ${columns} ${from}`, [email]);
  const [known, asked] = await reviews();
  expect(known).toEqual({ ...asked, record_id: known.record_id, job_id: undefined, asked_at: known.asked_at });
  expect((await decide(known.record_id, { jurisdiction_id: LIVE })).status).toBe(200);
  expect((await reviews('?decided=false')).map(({ record_id: id }: { record_id: string }) => id)).toEqual([
    asked.record_id,
  ]);
  const decided = (await feed()).filter(({ event }: { event: string }) => event === 'verification.decided');
  expect(decided.map(({ record_id: id }: { record_id: string }) => id)).toEqual([known.record_id]);
});
