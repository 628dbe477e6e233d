import { parse } from 'csv-parse/sync';
import { Client } from 'undici';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import { PurgeExpired } from '../../src/core/maintenance/purge-expired.js';
import { record, unavailable, type FakeRegistry } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';
import { WORST_FILES } from './worst-files.js';

const DAY_MS = 86_400_000;
const ADMIN_KEY = 'an-admin-key-for-the-tests-only';
const ALDER = record({ id: '20019000001', name: 'Alder Works LLC', status: 'active', goodStanding: true });

let service: Service;
let register: FakeRegistry;
let key: string;

beforeEach(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY, WEBHOOK_ALLOW_PRIVATE: 'true' } });
  register = service.registries.of('us-co');
  register.records = [ALDER];
  ({ key } = await service.signUp());
});

afterEach(() => service.close());

interface Sent {
  query?: string;
  type?: string;
  headers?: Record<string, string>;
  as?: string;
}

async function upload(file: string | Buffer, { query = '', type = 'text/csv', headers, as = key }: Sent = {}) {
  const answer = await fetch(`${service.url}/v1/batches${query}`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-api-key': as, ...headers },
    body: file as string,
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() } satisfies Answer;
}

const names = (count: number, name = (n: number) => `Birch Lane ${n} LLC`) =>
  ['entity_name,jurisdiction,custom_id', ...Array.from({ length: count }, (_, n) => `${name(n)},us-co,C-${n}`)].join(
    '\r\n',
  );

const read = async (id: string) => (await service.ask('GET', `/v1/batches/${id}`, { key })).body;
const ended = (id: string) =>
  until(async () => {
    const batch = await read(id);
    return batch.status === 'running' ? undefined : batch;
  });

async function results(id: string, headers: Record<string, string> = {}, query = ''): Promise<Response> {
  return fetch(`${service.url}/v1/batches/${id}/results${query}`, { headers: { 'x-api-key': key, ...headers } });
}

async function lines(id: string): Promise<any[]> {
  const text = await (await results(id, {}, '?format=ndjson')).text();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Returns the charges in the ledger for the rows of a batch. */
async function charged(id: string): Promise<{ line: number; amount: number }[]> {
  return service.db.rows(
    `select batch_line as line, -amount as amount from ledger_entries where batch_id = $1 and type = 'charge' order by batch_line`,
    [toUuid(id as Id<'bat'>)],
  );
}

async function leave(credits: number): Promise<void> {
  const balance = await service.balance(key);
  await service.db.rows(
    `insert into ledger_entries (account_id, type, amount, description) select account_id, 'adjustment', $1, 'for a test' from api_keys`,
    [credits - balance],
  );
}

describe('a batch', () => {
  it('answers its rows, charges each question once, and always returns the same results', async () => {
    const file = [
      'entity_name,jurisdiction,custom_id,tier',
      'Alder Works LLC,us-co,A-1,',
      '"ALDER WORKS, L.L.C.",us-co,A-2,quick',
      'Nobody Knows Inc,us-co,=1+1,',
      'Alder Works LLC,us-xx,A-4,',
      'Alder Works LLC,us-co,A-5,deep',
    ].join('\n');
    const { status, body } = await upload(file);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { status: 'ready', rows: 5, accepted: 4, rejected: 1, max_credits: 17, credits_charged: 0 },
    });
    expect(body.rejections).toEqual([{ line: 5, field: 'jurisdiction', message: expect.stringContaining('us-xx') }]);
    const id = body.batch_id;
    const early = await results(id);
    expect(early.status).toBe(404);
    expect(early.headers.get('retry-after')).toBe('5');
    expect((await early.json()).error.details).toMatchObject({ status: 'ready' });

    const before = await service.balance(key);
    const started = await service.ask('POST', `/v1/batches/${id}/start`, { key });
    expect(started.status).toBe(202);
    const done = await ended(id);
    expect(done).toMatchObject({
      status: 'completed',
      counts: { pending: 0, found: 2, review: 0, no_match: 1, failed: 0, duplicate: 1 },
      credits_charged: 17,
    });
    expect(before - (await service.balance(key))).toBe(17);
    expect(await charged(id)).toEqual([
      { line: 2, amount: 1 },
      { line: 4, amount: 1 },
      { line: 6, amount: 15 },
    ]);
    expect(await lines(id)).toMatchObject([
      {
        line: 2,
        custom_id: 'A-1',
        outcome: 'found',
        official_name: 'Alder Works LLC',
        good_standing: true,
        credits_charged: 1,
      },
      { line: 3, custom_id: 'A-2', outcome: 'duplicate', official_name: 'Alder Works LLC', credits_charged: 0 },
      { line: 4, custom_id: '=1+1', outcome: 'no_match', entity_id: null, credits_charged: 1 },
      { line: 5, outcome: 'rejected', error: expect.stringContaining('us-xx'), credits_charged: 0 },
      { line: 6, tier: 'deep', outcome: 'found', credits_charged: 15 },
    ]);
    const csv = await (await results(id)).text();
    expect(csv.split('\r\n')[3]).toMatch(/^4,=1\+1,Nobody Knows Inc,us-co,quick,no_match,/);
    expect(await (await results(id)).text()).toBe(csv);
    expect((await service.ask('POST', `/v1/batches/${id}/start`, { key })).status).toBe(400);
    expect((await service.ask('POST', `/v1/batches/${id}/cancel`, { key })).status).toBe(400);
  });

  it('accepts NDJSON, and rejects the lines that are not valid rows', async () => {
    const file =
      '{"entity_name":"Alder Works LLC","jurisdiction":"us-co"}\n\nnot json\n["x"]\n{"entity_name":true,"jurisdiction":"us-co"}\n{"entity_name":"A B","jurisdiction":"us-co","more":"x"}\n';
    const { body } = await upload(file, { type: 'application/x-ndjson', query: '?start=true' });
    expect(body).toMatchObject({ status: 'running', rows: 5, accepted: 1, rejected: 4 });
    expect(body.rejections.map(({ line, field }: any) => [line, field])).toEqual([
      [3, undefined],
      [4, undefined],
      [5, 'entity_name'],
      [6, 'more'],
    ]);
    expect(body.rejections[0].message).toBe('The line is not valid JSON. Look at line 3, column 1.');
    expect(await ended(body.batch_id)).toMatchObject({ status: 'completed', counts: { found: 1 } });
  });

  it('sends its results in ranges, and returns 304 to a client that has them', async () => {
    const { body } = await upload(names(30), { query: '?start=true' });
    await ended(body.batch_id);
    const whole = await results(body.batch_id);
    const tag = whole.headers.get('etag') ?? '';
    const text = await whole.text();
    expect(whole.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const part = await results(body.batch_id, { range: 'bytes=100-299', 'if-range': tag });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-299/${Buffer.byteLength(text)}`);
    expect(await part.text()).toBe(text.slice(100, 300));
    expect(await (await results(body.batch_id, { range: 'bytes=-50' })).text()).toBe(text.slice(-50));
    const beyond = await results(body.batch_id, { range: `bytes=${text.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${text.length}`]);
    expect((await results(body.batch_id, { range: 'bytes=9-2' })).status).toBe(200);
    expect((await results(body.batch_id, { 'if-none-match': tag })).status).toBe(304);
    const lined = await results(body.batch_id, { accept: 'application/x-ndjson' });
    expect(lined.headers.get('etag')).not.toBe(tag);
    expect((await results(body.batch_id, {}, '?format=xml')).status).toBe(400);
    const chosen = await results(body.batch_id, { 'if-none-match': tag }, '?outcome=no_match&text=LANE%207%20');
    expect([chosen.status, (await chosen.text()).trim().split('\r\n').slice(1)]).toEqual([
      200,
      [expect.stringContaining('9,C-7,Birch Lane 7 LLC')],
    ]);
    expect((await results(body.batch_id, {}, '?outcome=lost')).status).toBe(400);
  });

  it('charges nothing for a row that its register did not answer', async () => {
    register.failures = Array.from({ length: 3 }, unavailable);
    const { body } = await upload(names(1), { query: '?start=true' });
    expect(await ended(body.batch_id)).toMatchObject({
      status: 'completed',
      counts: { failed: 1 },
      credits_charged: 0,
    });
    expect(await charged(body.batch_id)).toEqual([]);
    const [line] = await lines(body.batch_id);
    expect(line).toMatchObject({ outcome: 'failed', error: expect.stringMatching(/^DATA_SOURCE_UNAVAILABLE: /) });
    expect(await service.db.rows('select id from retrievals')).toEqual([]);
  });

  it('asks unanswered rows again as a batch of their own, once for a key', async () => {
    register.failures = Array.from({ length: 3 }, unavailable);
    const { body: first } = await upload(names(1), { query: '?start=true' });
    const retry = (query: string, id = first.batch_id) =>
      service.ask('POST', `/v1/batches/${id}/retry${query}`, { key, headers: { 'idempotency-key': 'again' } });
    await ended(first.batch_id);
    const quoted = await retry('?max_credits=1&start=true');
    expect(quoted).toMatchObject({ status: 201, body: { accepted: 1, max_credits: 1, credits_charged: 0 } });
    const again = await retry('?max_credits=1&start=true');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.batch_id).toBe(quoted.body.batch_id);
    expect((await retry('')).status).toBe(409);
    const twice = await service.ask('POST', `/v1/batches/${first.batch_id}/retry`, { key });
    expect([twice.status, twice.body.error.message]).toEqual([400, expect.stringContaining('are asked again')]);
    expect([(await read(first.batch_id)).retried_in, quoted.body.retry_of]).toEqual([
      quoted.body.batch_id,
      first.batch_id,
    ]);
    expect(await ended(quoted.body.batch_id)).toMatchObject({ counts: { no_match: 1 }, credits_charged: 1 });
    const [before] = await lines(first.batch_id);
    const [after] = await lines(quoted.body.batch_id);
    expect([before.outcome, after.outcome]).toEqual(['failed', 'no_match']);
    expect([after.line, after.custom_id, after.entity_name]).toEqual([
      before.line,
      before.custom_id,
      before.entity_name,
    ]);
    const none = await service.ask('POST', `/v1/batches/${quoted.body.batch_id}/retry`, { key });
    expect([none.status, none.body.error.message]).toEqual([
      400,
      expect.stringContaining('Every row of this batch was answered'),
    ]);
  });

  it('searches a mirrored register until the balance is spent', async () => {
    service.registries.asOf = (code) => (code === 'us-co' ? '2030-01-01' : undefined);
    const { body } = await upload(names(300), { query: '?start=true' });
    expect(body).toMatchObject({ status: 'running', accepted: 300 });
    await until(async () => (await read(body.batch_id)).status === 'paused');
    expect(await read(body.batch_id)).toMatchObject({ counts: { no_match: 50, pending: 250 }, credits_charged: 50 });
  });

  it('pauses where the balance ends, and continues there when it is started again', async () => {
    await leave(3);
    const { body } = await upload(names(5), { query: '?start=true' });
    const id = body.batch_id;
    expect(await ended(id)).toMatchObject({
      status: 'paused',
      paused: { reason: 'balance' },
      counts: { no_match: 3, pending: 2 },
      credits_charged: 3,
    });
    const refused = await service.ask('POST', `/v1/batches/${id}/start`, { key });
    expect(refused).toMatchObject({ status: 402, body: { error: { details: { required: 1, available: 0 } } } });
    await leave(10);
    await service.ask('POST', `/v1/batches/${id}/start`, { key });
    expect(await ended(id)).toMatchObject({ status: 'completed', counts: { no_match: 5 }, credits_charged: 5 });
    expect(await charged(id)).toHaveLength(5);
    expect(register.searches).toBe(5);
  });

  it('respects the budget of the key that started it last, and pauses when that key is revoked', async () => {
    const { body: small } = await service.ask('POST', '/v1/account/keys', {
      key,
      body: { label: 'small', budget: { credits: 2, every: 'once' } },
    });
    const { body } = await upload(names(5), { query: '?start=true', as: small.api_key });
    expect(await ended(body.batch_id)).toMatchObject({
      status: 'paused',
      paused: { reason: 'key_budget' },
      credits_charged: 2,
    });
    register.held = new Promise(() => undefined);
    const { body: other } = await service.ask('POST', '/v1/account/keys', { key, body: { label: 'other' } });
    await service.ask('POST', `/v1/batches/${body.batch_id}/start`, { key: other.api_key });
    await service.ask('DELETE', `/v1/account/keys/${other.key_id}`, { key });
    expect(await ended(body.batch_id)).toMatchObject({ status: 'paused', paused: { reason: 'key_revoked' } });
    register.held = undefined;
  });

  it('charges nothing more once it is cancelled, and marks the remaining rows not_asked', async () => {
    register.held = new Promise(() => undefined);
    const { body } = await upload(names(3), { query: '?start=true' });
    await until(() => register.searches > 0);
    const cancelled = await service.ask('POST', `/v1/batches/${body.batch_id}/cancel`, { key });
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', counts: { pending: 3 } } });
    expect((await service.ask('POST', `/v1/batches/${body.batch_id}/cancel`, { key })).status).toBe(200);
    expect((await lines(body.batch_id)).map(({ outcome }) => outcome)).toEqual(['not_asked', 'not_asked', 'not_asked']);
    expect(await charged(body.batch_id)).toEqual([]);
    const retried = await service.ask('POST', `/v1/batches/${body.batch_id}/retry`, { key });
    expect(retried).toMatchObject({ status: 201, body: { accepted: 3, max_credits: 3 } });
    register.held = undefined;
  });

  it('sends its completion to its webhook and to the event feed', async () => {
    const receiver: Receiver = await startReceiver();
    const query = `?start=true&webhook_url=${encodeURIComponent(receiver.url)}`;
    const { body } = await upload(names(2), { query });
    const [told] = await receiver.first(1);
    expect(told?.json).toMatchObject({
      event: 'batch.completed',
      batch_id: body.batch_id,
      status: 'completed',
      counts: { no_match: 2 },
      credits_charged: 2,
    });
    const { body: feed } = await service.ask('GET', '/v1/webhooks/events', { key });
    expect(feed.events.map(({ payload }: any) => payload)).toEqual([told?.json]);
    const { body: deliveries } = await service.ask('GET', '/v1/webhooks/deliveries', { key });
    expect(deliveries.deliveries[0]).toMatchObject({ batch_id: body.batch_id, event: 'batch.completed' });
    await receiver.close();
  });

  it('names the home of a business as its register does, for repeated rows too', async () => {
    const home = { jurisdiction: 'us-de', name: '=Delaware' };
    register.records = [
      ALDER,
      record({ id: '20019000002', name: 'Briar Works LLC', domestic: false, home }),
      record({ id: '20019000003', name: 'Cedar Works LLC', domestic: null, isBranch: true }),
      record({ id: '20019000004', name: 'Downs Works LLC', domestic: null, home: { name: 'Atlantis' } }),
      record({ id: '20019000005', name: 'Elder Works LLC', domestic: null }),
    ];
    const asked = ['Alder', 'Briar', 'Cedar', 'Downs', 'Elder', 'Briar', 'Fern'];
    const { body } = await upload(
      ['entity_name,jurisdiction', ...asked.map((name) => `${name} Works LLC,us-co`)].join('\n'),
    );
    await service.ask('POST', `/v1/batches/${body.batch_id}/start`, { key });
    await ended(body.batch_id);
    const told = (await lines(body.batch_id)).map((row) => [row.registration, row.home_jurisdiction, row.home_name]);
    const none = [null, null, null];
    const briar = ['foreign', 'us-de', '=Delaware'];
    expect(told).toEqual([
      ['domestic', null, null],
      briar,
      ['branch', null, null],
      [null, null, 'Atlantis'],
      none,
      briar,
      none,
    ]);
    const [header, , second] = (await (await results(body.batch_id)).text()).split('\r\n');
    expect(header).toMatch(
      /,error,registration,home_jurisdiction,home_name,closest,evidence,answer,duplicate_of,standing,evidence_path,record_id,decision,decided_by,decided_at,note$/,
    );
    expect(second).toMatch(/,foreign,us-de,'=Delaware,,,.*,\/v1\/batches\/bat_\w+\/rows\/3\/evidence,rec_\w+,,,,$/);
    const { body: exported } = await service.ask('GET', '/v1/account/data-export', { key });
    expect(exported.batch_rows[1].registration).toEqual({ kind: 'foreign', home });
    expect(exported.batch_rows[4]).not.toHaveProperty('registration');
  });

  it('appears in the data export with its rows, including rejected ones', async () => {
    const { body } = await upload(
      'entity_name,jurisdiction,custom_id,address\nAlder Works LLC,us-co,A-1,1 Ash St\nAlder Works LLC,us-xx,A-2,',
    );
    await service.ask('POST', `/v1/batches/${body.batch_id}/start`, { key });
    await ended(body.batch_id);
    const { body: exported } = await service.ask('GET', '/v1/account/data-export', { key });
    expect(exported.batches).toMatchObject([
      { batch_id: body.batch_id, status: 'completed', accepted: 1, rejected: 1 },
    ]);
    expect(exported.batch_rows).toMatchObject([
      {
        batch_id: body.batch_id,
        line: 2,
        custom_id: 'A-1',
        address: '1 Ash St',
        outcome: 'found',
        official_name: 'Alder Works LLC',
      },
      { batch_id: body.batch_id, line: 3, custom_id: 'A-2', outcome: 'rejected' },
    ]);
    expect(exported.transactions.at(-1)).toMatchObject({ batch_id: body.batch_id, batch_line: 2 });
    const other = await service.signUp();
    const { body: others } = await service.ask('GET', '/v1/account/data-export', { key: other.key });
    expect({ batches: others.batches, rows: others.batch_rows }).toEqual({ batches: [], rows: [] });
  });

  it('is deleted with its rows 90 days after its end, an unfinished upload after a day', async () => {
    const ids: string[] = [];
    for (const file of [names(2), names(3, (n) => `Cedar Lane ${n} LLC`)]) {
      const { body } = await upload(file, { query: '?start=true' });
      await ended(body.batch_id);
      ids.push(body.batch_id);
    }
    const { body: waiting } = await upload(names(1));
    const [old = ''] = ids;
    await service.db.change(
      `update batches set created_at = now() - interval '91 days', ended_at = now() - interval '91 days' where id = $1`,
      [toUuid(old as Id<'bat'>)],
    );
    const unread = newId('bat');
    await service.db.change(
      `insert into batches (id, account_id, created_at) select $1, account_id, now() - interval '25 hours' from batches limit 1`,
      [toUuid(unread)],
    );
    const periods = {
      jobsKeptMs: 90 * DAY_MS,
      recordsKeptMs: 365 * DAY_MS,
      snapshotsKeptMs: undefined,
      answersUsedMs: DAY_MS,
      rankingsUsedMs: DAY_MS,
    };
    await new PurgeExpired(new PostgresRetention(service.db), periods).run(new AbortController().signal);
    const { body: listed } = await service.ask('GET', '/v1/batches', { key });
    expect(listed.batches.map(({ batch_id }: any) => batch_id)).toEqual([waiting.batch_id, ids[1]]);
    const left = await service.db.row('select count(*)::int as rows from batch_rows');
    expect(left).toEqual({ rows: 3 + 1 });
    expect((await results(old)).status).toBe(404);
  });

  it('disappears at once after its retention, while its rows are deleted in parts', async () => {
    const { body } = await upload(names(2_500));
    await service.db.change(`update batches set created_at = now() - interval '91 days'`);
    const retention = new PostgresRetention(service.db);
    const rowsLeft = async () =>
      (await service.db.row<{ rows: number }>('select count(*)::int as rows from batch_rows'))?.rows;
    await retention.purge('batches', new Date(Date.now() - 90 * DAY_MS), undefined);
    expect([(await results(body.batch_id)).status, await read(body.batch_id), await rowsLeft()]).toMatchObject([
      404,
      { error: { code: 'NOT_FOUND' } },
      2_500,
    ]);
    const left: unknown[] = [];
    for (let more = true; more;) {
      ({ more } = await retention.purge('unread files', new Date(), undefined));
      left.push(await rowsLeft());
    }
    expect(left).toEqual([1_500, 500, 0, 0]);
    expect(await service.db.rows('select from batches')).toEqual([]);
  });

  it('accepts a batch with only rejected rows, and completes it once it is started', async () => {
    const { status, body } = await upload('entity_name,jurisdiction\nx,us-zz\n', { query: '?start=true' });
    expect({ status, body }).toMatchObject({ status: 201, body: { accepted: 0, max_credits: 0 } });
    expect(await ended(body.batch_id)).toMatchObject({ status: 'completed' });
  });
});

describe('an uploaded file', () => {
  it('is accepted once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'customers' };
    const first = await upload(names(2), { headers });
    const again = await upload(names(2), { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await upload(names(3), { headers })).body.error.code).toBe('IDEMPOTENCY_CONFLICT');
    const { body } = await service.ask('GET', '/v1/batches', { key });
    expect(body.batches).toHaveLength(1);
    expect(await service.db.rows('select id from batches')).toHaveLength(1);
  });

  it('is refused with its price if it exceeds max_credits, and stores nothing', async () => {
    const { status, body } = await upload(names(5), { query: '?max_credits=4' });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { details: { required: 5 } } } });
    expect(await service.db.rows('select line from batch_rows')).toEqual([]);
  });

  it('is refused when the account has twenty unfinished batches', async () => {
    for (let n = 0; n < 20; n++) expect((await upload(names(1))).status).toBe(201);
    const { status, body } = await upload(names(1));
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { details: { batches: 20 } } } });
    const { body: page } = await service.ask('GET', '/v1/batches?limit=15', { key });
    const { body: rest } = await service.ask('GET', `/v1/batches?limit=15&cursor=${page.next_cursor}`, { key });
    expect([page.batches.length, rest.batches.length, rest.next_cursor]).toEqual([15, 5, undefined]);
  });

  it('returns 404 for a file of another account', async () => {
    const { body } = await upload(names(1));
    const other = await service.signUp();
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/start'],
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['GET', '/results'],
    ] as const) {
      const { status } = await service.ask(method, `/v1/batches/${body.batch_id}${path}`, { key: other.key });
      expect([path, status]).toEqual([path, 404]);
    }
    expect((await service.ask('GET', `/v1/batches/${newId('bat')}`, { key })).status).toBe(404);
  });

  it('is deleted with its account', async () => {
    await upload(names(2));
    await service.ask('DELETE', '/v1/account', { key });
    expect(await service.db.rows('select batch_id from batch_rows')).toEqual([]);
    expect(await service.db.rows('select id from batches')).toEqual([]);
  });

  it('leaves its connection usable when it is refused before its end', async () => {
    const client = new Client(service.url);
    const headers = { 'x-api-key': key };
    const file = `entity_name,jurisdiction\n"${'a'.repeat(620_000)}`;
    const path = '/v1/batches';
    const refused = await client.request({
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': 'text/csv' },
      body: file,
    });
    expect([refused.statusCode, await refused.body.text()]).toEqual([400, expect.stringContaining('32 kB at most')]);
    const listed = await client.request({ method: 'GET', path, headers, headersTimeout: 3_000 });
    expect(await listed.body.json()).toEqual({ batches: [] });
    await client.close();
  });

  it('is read intact with rows of thousands of cells and four-byte characters', async () => {
    const name = `a${'🦄'.repeat(149)}`;
    const rows = Array.from({ length: 40 }, (_, at) => `${name},us-co,${at}`);
    const { status, body } = await upload(
      `entity_name,jurisdiction,custom_id\n${rows.join('\n')}\nA${','.repeat(30_000)}B\n`,
    );
    expect([status, body.accepted, body.rejected]).toEqual([201, 40, 1]);
    await service.ask('POST', `/v1/batches/${body.batch_id}/start`, { key });
    await ended(body.batch_id);
    expect(new Set((await lines(body.batch_id)).slice(0, 40).map(({ entity_name }) => entity_name))).toEqual(
      new Set([name]),
    );
  });

  it.each([
    'application/vnd.ms-excel',
    'application/csv',
    'text/plain',
    'application/octet-stream',
    'Text/CSV; header=present',
  ])('is read as CSV with the type %s, and refused as a workbook where it is one', async (type) => {
    expect(await upload(names(2), { type })).toMatchObject({ status: 201, body: { accepted: 2 } });
    const workbook = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(300_000)]);
    const refused = await upload(workbook, { type });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'The file is a workbook or an archive. Save it as CSV.',
    ]);
  });

  it('is refused with any other type, naming the accepted types, whatever its size', async () => {
    const message = 'The body must be a file: send it with Content-Type: text/csv or application/x-ndjson.';
    const form = 'multipart/form-data; boundary=b';
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      form,
      'text/html',
      'image/png',
      'csv',
    ]) {
      for (const file of ['{}', 'x'.repeat(300_000)]) {
        const { status, headers, body } = await upload(file, { type });
        expect([type, status, body.error]).toMatchObject([
          type,
          400,
          { code: 'VALIDATION_ERROR', message, details: { errors: [{ location: 'header', field: 'Content-Type' }] } },
        ]);
        expect(headers.get('x-credits-remaining')).toBe('50');
      }
    }
    const none = await service.ask('POST', '/v1/batches', { key });
    expect([none.status, none.body.error.message]).toEqual([400, message]);
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    for (const type of [xlsx, 'application/vnd.oasis.opendocument.spreadsheet']) {
      const { status, body } = await upload('x'.repeat(300_000), { type });
      expect([status, body.error.message]).toEqual([400, `The file is a workbook: save it as CSV. ${message}`]);
    }
    expect(await service.db.rows('select id from batches')).toEqual([]);
  });

  it('may begin with a byte order mark, and contain line breaks within quotes', async () => {
    const { body } = await upload('\uFEFFentity_name,jurisdiction\n"Alder\nWorks LLC",us-co\n"A",us-zz\n');
    expect(body).toMatchObject({ accepted: 0, rejected: 2 });
    expect(body.rejections.map(({ line }: any) => line)).toEqual([2, 4]);
  });

  it('reports line numbers of the file despite empty lines and line breaks of either kind in cells', async () => {
    const rows = ['entity_name,jurisdiction', '"A\r\nB\r\nC",us-zz', '', '"D\nE",us-zz', '\uFEFFF,us-zz', 'G,us-zz'];
    const { body } = await upload(rows.join('\r\n'));
    expect(body.rejections.map(({ line }: any) => line)).toEqual([2, 6, 8, 9]);
  });

  it('returns custom_id byte for byte', async () => {
    const called = [
      ' C-1 ',
      'a\r\nb\u0007',
      '=1+1',
      ' ',
      '\u{1F980}'.repeat(100),
      '-5',
      "'-5",
      "''-5",
      '+44 20',
      '@x"',
    ];
    const file = called.map((custom_id) =>
      JSON.stringify({ entity_name: 'Alder Works LLC', jurisdiction: 'us-co', custom_id }),
    );
    const { body } = await upload(file.join('\n'), { type: 'application/x-ndjson', query: '?start=true' });
    await ended(body.batch_id);
    expect((await lines(body.batch_id)).map(({ custom_id: id }) => id)).toEqual(called);
    const csv = parse<Record<string, string>>(await (await results(body.batch_id)).text(), { columns: true });
    expect(csv.map(({ custom_id: id }) => id)).toEqual(called);
  });

  it('is refused during two other uploads of the account, and accepted once one has ended', async () => {
    const endings: (() => void)[] = [];
    const slow = () => {
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          stream.enqueue(Buffer.from(names(1)));
          endings.push(() => stream.close());
        },
      });
      const headers = { 'content-type': 'text/csv', 'x-api-key': key };
      return fetch(`${service.url}/v1/batches`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    };
    const [first, second] = [slow(), slow()];
    await until(async () => (await service.db.rows('select id from batches')).length === 2);
    const third = await upload(names(1));
    expect(third).toMatchObject({
      status: 429,
      body: { error: { code: 'RATE_LIMIT_EXCEEDED', details: { uploads: 2 } } },
    });
    expect((await upload(names(1), { as: (await service.signUp()).key })).status).toBe(201);
    endings[0]!();
    expect((await first).status).toBe(201);
    expect((await upload(names(1))).status).toBe(201);
    endings[1]!();
    expect((await second).status).toBe(201);
  });

  it('is refused beyond a million rows per account, including those of ended batches', async () => {
    const { body } = await upload(names(1));
    await service.db.change(`update batches set status = 'cancelled', ended_at = now(), rows = 999998`);
    expect((await upload(names(2))).status).toBe(201);
    const refused = await upload(names(1));
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { rows: 1_000_000 } } },
    });
    expect(refused.body.error.message).toContain('1000000 rows');
    await service.db.change('delete from batches where id = $1', [toUuid(body.batch_id)]);
    expect((await upload(names(1))).status).toBe(201);
  });

  it('is kept for a day when its batch ended without a charge', async () => {
    const periods = {
      jobsKeptMs: DAY_MS,
      recordsKeptMs: 365 * DAY_MS,
      snapshotsKeptMs: undefined,
      answersUsedMs: 0,
      rankingsUsedMs: 0,
    };
    const purge = () => new PurgeExpired(new PostgresRetention(service.db), periods).run(new AbortController().signal);
    const { body: free } = await upload(names(2));
    const { body: paid } = await upload('entity_name,jurisdiction\nAlder Works LLC,us-co', { query: '?start=true' });
    await service.ask('POST', `/v1/batches/${free.batch_id}/cancel`, { key });
    await ended(paid.batch_id);
    await service.db.change(`update batches set ended_at = now() - interval '23 hours'`);
    await purge();
    expect((await read(free.batch_id)).status).toBe('cancelled');
    await service.db.change(`update batches set ended_at = now() - interval '25 hours'`);
    await purge();
    expect((await read(free.batch_id)).error.code).toBe('NOT_FOUND');
    expect((await read(paid.batch_id)).status).toBe('completed');
    expect(await service.db.row('select count(*)::int as rows from batch_rows')).toEqual({ rows: 1 });
  });
});

describe('the charge of a row', () => {
  it('names batch and line in the ledger and its CSV; its refund withdraws the deep tier', async () => {
    const row = 'entity_name,jurisdiction,tier\nAlder Works LLC,us-co,deep';
    const { body } = await upload(row, { query: '?start=true' });
    await ended(body.batch_id);
    const charge = { type: 'charge', batch_id: body.batch_id, line: 2 };
    const { body: billing } = await service.ask('GET', '/v1/billing?limit=1', { key });
    expect(billing.transactions).toMatchObject([charge]);
    const { body: csv } = await service.ask('GET', '/v1/billing?format=csv&from=2020-01-01&to=2099-01-01', { key });
    expect(csv.split('\r\n')[0]).toContain('batch_id,line');
    expect(csv).toContain(`,${body.batch_id},2`);

    const { entity_id: id } = billing.transactions[0];
    const tier = async () => (await service.ask('GET', `/v1/entity/${id}`, { key })).body.tier;
    expect(await tier()).toBe('deep');
    const refund = await service.ask('POST', `/v1/admin/batches/${body.batch_id}/rows/2/refund`, {
      headers: { 'x-admin-key': ADMIN_KEY },
      body: { reason: 'it was wrong' },
    });
    expect(refund.body).toMatchObject({ credits_refunded: 15 });
    await service.heard();
    expect(await tier()).toBe('quick');
  });
});

describe('a worst-case file', () => {
  it.each(WORST_FILES)('is accepted (%s)', async (_, type, file) => {
    expect((await upload(Buffer.from(file()), { type })).status).toBe(201);
  });
});

describe('a row with an address', () => {
  const office = (line1: string, city: string, postalCode: string) => ({
    office: { line1, line2: null, city, region: 'CO', postalCode, country: 'US' },
  });
  beforeEach(() => {
    register.records = [
      { ...ALDER, id: '20019000001', clues: office('1 Ash Street', 'Denver', '80202') },
      { ...ALDER, id: '20019000002', clues: office('99 Oak Avenue', 'Boulder', '80301') },
    ];
  });

  it.each(['quick', 'deep'])('finds the %s record of its own address among businesses of one name', async (tier) => {
    const file = [
      'entity_name,jurisdiction,tier,address,officer',
      `Alder Works LLC,us-co,${tier},"1 Ash St, Denver CO 80202",`,
      `Alder Works LLC,us-co,${tier},"99 Oak Ave, Boulder CO 80301",`,
      `Alder Works LLC,us-co,${tier},"1 Ash St, Denver CO 80202",`,
      `Alder Works LLC,us-co,${tier},,`,
    ].join('\n');
    const { body } = await upload(file, { query: '?start=true' });
    expect(body).toMatchObject({ accepted: 4, max_credits: tier === 'deep' ? 45 : 3 });
    await ended(body.batch_id);
    const rows = await lines(body.batch_id);
    expect(rows.map(({ outcome, jurisdiction_id: id }) => [outcome, id])).toEqual([
      ['found', '20019000001'],
      ['found', '20019000002'],
      ['duplicate', '20019000001'],
      ['review', '20019000001'],
    ]);
    expect(register.searches).toBe(1);
  });

  it('says in its results how the address compares, lists only those that differ, and repeats it for a duplicate', async () => {
    register.records = [{ ...ALDER, id: '20019000001', clues: office('1 Ash Street', 'Denver', '80202') }];
    const file = [
      'entity_name,jurisdiction,address,officer',
      'Alder Works LLC,us-co,"99 Elsewhere Road, Otherton, CO 81999",',
      'Alder Works LLC,us-co,"1 Ash St, Denver CO 80202",',
      'Alder Works LLC,us-co,,Somebody Unpublished',
      'Alder Works LLC,us-co,,',
      'Alder Works LLC,us-co,"1 Ash St, Denver CO 80202",',
    ].join('\n');
    const { body } = await upload(file, { query: '?start=true' });
    await ended(body.batch_id);
    const rows = await lines(body.batch_id);
    const evidence = rows.map((row) => row['evidence']);
    expect(evidence).toEqual([
      expect.stringMatching(/^address: another street and number/),
      expect.stringMatching(/^address: the same street and number/),
      expect.stringMatching(/^officer: /),
      null,
      evidence[1],
    ]);
    expect(Object.keys(rows[0] ?? {}).slice(-10)).toEqual([
      'evidence',
      'answer',
      'duplicate_of',
      'standing',
      'evidence_path',
      'record_id',
      'decision',
      'decided_by',
      'decided_at',
      'note',
    ]);
    const linesWith = async (wanted: string) => {
      const text = await (await results(body.batch_id, {}, `?format=csv&evidence=${wanted}`)).text();
      return text
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => Number(line.split(',')[0]));
    };
    expect([await linesWith('differs'), await linesWith('agrees'), await linesWith('unknown')]).toEqual([
      [2],
      [3, 6],
      [4],
    ]);
    expect((await results(body.batch_id, {}, '?evidence=wrong')).status).toBe(400);
  });

  it('accepts an address in parts from NDJSON, and is rejected for an invalid one', async () => {
    const rows = [
      { address: { street: '99 Oak Avenue', city: 'Boulder', postal_code: '80301' } },
      { address: {} },
      { address: true },
      { officer: [7] },
      { officer: 'x'.repeat(201) },
    ].map((more) => JSON.stringify({ entity_name: 'Alder Works LLC', jurisdiction: 'us-co', ...more }));
    const { body } = await upload(rows.join('\n'), { type: 'application/x-ndjson', query: '?start=true' });
    expect(body.rejections.map(({ line, field }: any) => [line, field])).toEqual([
      [2, 'address'],
      [3, 'address'],
      [4, 'officer'],
      [5, 'officer'],
    ]);
    await ended(body.batch_id);
    expect((await lines(body.batch_id))[0]).toMatchObject({ outcome: 'found', jurisdiction_id: '20019000002' });
  });
});
