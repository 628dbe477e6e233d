import { record } from '../support/fakes.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const NAME = 'Twofold Harbour LLC';
const OTHER = 'Sunken Meadow LLC';
const LIVE = '20200000003';
const DISSOLVED = '20200000002';

let service: Service;
let email: string;
let key: string;
let keyId: string;
let stranger: string;
/** An unsure job; the batch has two unsure rows. */
let jobId: string;
let batchId: string;

beforeAll(async () => {
  service = await startService();
  service.registries.of('us-co').records = [
    record({ id: DISSOLVED, name: NAME, status: 'dissolved', goodStanding: false }),
    record({ id: LIVE, name: NAME }),
    record({ id: '20200000005', name: OTHER, status: 'dissolved', goodStanding: false }),
    record({ id: '20200000006', name: OTHER }),
  ];
  email = newEmail();
  ({ key, keyId } = await service.signUp(email));
  ({ key: stranger } = await service.signUp());
  const body = { entity_name: NAME, jurisdiction: 'us-co' };
  jobId = (await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body })).body.job_id;
  const rows = [
    'entity_name,jurisdiction,custom_id',
    `${NAME},us-co,C-7`,
    'Nobody LLC,us-co,C-8',
    `${OTHER},us-co,C-9`,
  ];
  const sent = await service.ask('POST', '/v1/batches?start=true', {
    key,
    headers: { 'content-type': 'text/csv' },
    body: rows.join('\n'),
  });
  batchId = sent.body.batch_id;
  await until(async () => (await service.ask('GET', `/v1/batches/${batchId}`, { key })).body.status === 'completed');
});
afterAll(() => service.close());

const list = (query = '', as = key) => service.ask('GET', `/v1/reviews${query}`, { key: as });
const decide = (line: number | string, body: unknown, as = key, batch = batchId) =>
  service.ask('PUT', `/v1/batches/${batch}/rows/${line}/meant`, { key: as, body });
const placesOf = (body: { reviews: { job_id?: string; line?: number }[] }) =>
  body.reviews.map(({ job_id, line }) => job_id ?? line);

describe('GET /v1/reviews', () => {
  it('lists unsure jobs and rows with their candidates, free, and page by page', async () => {
    const { status, headers, body } = await list();
    expect([status, headers.get('x-credits-charged')]).toEqual([200, '0']);
    expect(placesOf(body).toSorted()).toEqual([2, 4, jobId].toSorted());
    expect(placesOf(body).at(-1)).toBe(jobId);
    const at = (line: number) => body.reviews.find((each: { line?: number }) => each.line === line);
    const candidate = (jurisdiction_id: string, stands: string) => ({
      entity_name: NAME,
      jurisdiction_id,
      status: stands,
      confidence: expect.any(Number),
    });
    expect(at(2)).toEqual({
      record_id: expect.stringMatching(/^rec_/),
      batch_id: batchId,
      line: 2,
      custom_id: 'C-7',
      reference: 'C-7',
      entity_name: NAME,
      jurisdiction: 'us-co',
      entity_id: expect.stringMatching(/^ent_/),
      candidates: [candidate(LIVE, 'active'), candidate(DISSOLVED, 'dissolved')],
      credits_charged: expect.any(Number),
      asked_at: expect.stringMatching(/Z$/),
    });
    expect(body.reviews.at(-1).entity_id).toBe(at(2).entity_id);
    const listed = placesOf(body);
    const places = [];
    for (let cursor = ''; ;) {
      const page = await list(`?limit=1${cursor && `&cursor=${cursor}`}`);
      places.push(...placesOf(page.body));
      if (page.body.next_cursor === undefined) break;
      cursor = page.body.next_cursor;
    }
    expect(places).toEqual(listed);
    expect(placesOf((await list('?text=c-9')).body)).toEqual([4]);
  });

  it('refuses an unknown cursor, and a decision filter that is neither true nor false', async () => {
    for (const query of ['?cursor=x', '?cursor=bat_none.2', `?cursor=${batchId}.x`, '?decided=maybe', '?text=']) {
      const { status, body } = await list(query);
      expect([query, status, body.error?.code]).toEqual([query, 400, 'VALIDATION_ERROR']);
    }
  });

  it('lists nothing of another account', async () => {
    expect((await list('', stranger)).body).toEqual({ reviews: [] });
  });
});

it('lists an unsure answer that was given at once, to be decided by the job in the answer', async () => {
  const late = await service.signUp();
  const body = { entity_name: NAME, jurisdiction: 'us-co' };
  const asked = { key: late.key, headers: { 'idempotency-key': 'unsure-at-once' }, body };
  const answer = await service.ask('POST', '/v1/verify', asked);
  expect([answer.status, answer.body.data.match.review]).toEqual([200, true]);
  expect([answer.headers.get('x-credits-charged'), await service.balance(late.key)]).toEqual(['1', 49]);
  const { job_id: id } = answer.body;
  expect((await service.ask('POST', '/v1/verify', asked)).body.job_id).toBe(id);
  expect(placesOf((await list('', late.key)).body)).toEqual([id]);
  const decision = { key: late.key, body: { jurisdiction_id: DISSOLVED } };
  expect((await service.ask('PUT', `/v1/jobs/${id}/meant`, decision)).status).toBe(200);
  expect((await service.ask('GET', `/v1/verify/status/${id}`, { key: late.key })).body.data).toEqual(answer.body.data);
  const certain = await service.ask('POST', '/v1/verify', {
    key: late.key,
    body: { ...body, jurisdiction_id: LIVE },
  });
  expect(certain.body).not.toHaveProperty('job_id');
});

describe('PUT /v1/batches/ID/rows/LINE/meant', () => {
  it('stores a decision with its author, key and time, lists it and exports it', async () => {
    const meant = { jurisdiction_id: DISSOLVED, note: 'By the address on the invoice.' };
    const sent = await Promise.all(Array.from({ length: 5 }, () => decide(2, meant)));
    const [{ status, body }] = sent as [Awaited<ReturnType<typeof decide>>];
    expect(sent.map((answer) => answer.body)).toEqual(sent.map(() => body));
    const { decided_at } = body;
    const decided_with = { key_id: keyId, name: expect.stringMatching(/^key-/) };
    const kept = { ...meant, decided_by: email, decided_with, decided_at, recorded_at: decided_at };
    expect([status, body]).toEqual([200, { batch_id: batchId, line: 2, ...kept }]);
    expect((await list('?decided=true')).body.reviews).toEqual([expect.objectContaining({ line: 2, meant: kept })]);
    expect(placesOf((await list('?decided=false')).body)).toEqual([4, jobId]);
    const { body: exported } = await service.ask('GET', '/v1/account/data-export', { key });
    expect(exported.batch_rows.find(({ line }: { line: number }) => line === 2).meant).toEqual({
      ...meant,
      decided_by: email,
      decided_with,
      recorded_at: decided_at,
    });
    expect((await decide(2, { jurisdiction_id: null })).body).toMatchObject({ jurisdiction_id: null });
    expect((await list('?decided=true')).body.reviews).toEqual([
      expect.objectContaining({ line: 2, meant: expect.objectContaining({ jurisdiction_id: null }) }),
    ]);
  });

  it('refuses a record that was not a candidate', async () => {
    const { status, body } = await decide(4, { jurisdiction_id: '20200000009' });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.details.errors).toEqual([expect.objectContaining({ field: 'jurisdiction_id' })]);
    expect(body.error.details.offered).toEqual(['20200000006', '20200000005']);
    expect(placesOf((await list('?decided=false')).body)).toEqual([4, jobId]);
  });

  it('returns 404 for rows that are certain, missing or of another account', async () => {
    const meant = { jurisdiction_id: null };
    const asked = [
      decide(3, meant),
      decide(9, meant),
      decide('x', meant),
      decide(-1, meant),
      decide(2, meant, key, 'bat_none'),
      decide(4, meant, stranger),
    ];
    for (const { status, body } of await Promise.all(asked)) {
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('GET /v1/entity', () => {
  const entities = (query = '', as = key) => service.ask('GET', `/v1/entity${query}`, { key: as });

  it('lists the entities that this account asked for with the newest facts, free and filtered', async () => {
    const { status, headers, body } = await entities();
    expect([status, headers.get('x-credits-charged')]).toEqual([200, '0']);
    expect(body).toEqual({
      entities: [
        expect.objectContaining({ entity_name: OTHER }),
        {
          entity_id: expect.stringMatching(/^ent_/),
          entity_name: NAME,
          jurisdiction: 'us-co',
          jurisdiction_id: LIVE,
          status: 'active',
          status_detail: 'Good Standing',
          good_standing: true,
          tier: 'quick',
          last_verified_at: expect.stringMatching(/Z$/),
          asked_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      ],
    });
    const [, { entity_id }] = body.entities;
    const watch = await service.ask('POST', '/v1/watches', { key, body: { entity_id, every: '7d' } });
    const { body: watched } = await entities('?watched=true&text=TWOFOLD&jurisdiction=us-co&limit=1');
    expect(watched.entities).toEqual([{ ...body.entities[1], watch_id: watch.body.watch_id }]);
    for (const query of ['?watched=false&text=twofold', '?text=nobody', '?jurisdiction=us-ny']) {
      expect([query, (await entities(query)).body]).toEqual([query, { entities: [] }]);
    }
    expect((await entities('', stranger)).body).toEqual({ entities: [] });
  });

  it('refuses invalid filters', async () => {
    for (const query of ['?cursor=x', '?watched=yes', '?jurisdiction=us-zz', '?limit=0']) {
      expect([query, (await entities(query)).status]).toEqual([query, 400]);
    }
  });
});

describe('/v1/account/change-mails', () => {
  const mails = (as = key) => service.ask('GET', '/v1/account/change-mails', { key: as });
  const choose = (body: unknown) => service.ask('PUT', '/v1/account/change-mails', { key, body });

  it('returns how often changes are mailed, to its own account alone', async () => {
    expect((await mails()).body).toEqual({ every: null });
    for (const every of ['daily', 'at_once', null, null]) {
      expect([(await choose({ every })).body, (await mails()).body]).toEqual([{ every }, { every }]);
    }
    await choose({ every: 'daily' });
    expect((await mails(stranger)).body).toEqual({ every: null });
  });

  it('refuses another frequency, and changes nothing', async () => {
    await choose({ every: 'daily' });
    for (const body of [{ every: 'hourly' }, {}, { every: 7 }, { every: null, at: '9:00' }]) {
      expect([body, (await choose(body)).status]).toEqual([body, 400]);
    }
    expect((await mails()).body).toEqual({ every: 'daily' });
  });
});
