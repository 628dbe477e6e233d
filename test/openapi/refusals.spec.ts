import StripeSdk from 'stripe';
import { StripeEvents } from '../../src/adapters/stripe/stripe-events.js';
import { requireEmail } from '../../src/core/accounts/email-address.js';
import { BuyCredits } from '../../src/core/billing/buy-credits.js';
import { UploadBatch } from '../../src/core/batches/upload-batch.js';
import { CreateWatch } from '../../src/core/watches/create-watch.js';
import type { AppError } from '../../src/core/errors.js';
import { MAX_BATCH_LINE_BYTES, MAX_BATCH_BYTES, MAX_BATCH_ROWS } from '../../src/core/limits.js';
import { newId, toUuid } from '../../src/core/ids.js';
import { errorBody } from '../../src/modules/http/answers/error-shapes.js';
import { WHOLE_OFFER } from '../../src/modules/http/answers/suggestions.js';
import { readFile } from '../../src/modules/batches/read-file.js';
import { ToolArguments } from '../../src/modules/tools/schemas/tool-arguments.js';
import { VerifyBody } from '../../src/modules/verification/verification.dto.js';
import { administrator, ADMIN_KEY, confirm } from '../console/administrator.js';
import { tokenIn, Visitor } from '../console/visitor.js';
import { record } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { publishedDocument } from '../support/published-document.js';
import { answerToBytes, answerToPart, cutOff } from '../support/raw-http.js';
import { noteNoMore, noteRefusals, refusalSites } from '../support/thrown-refusals.js';

const NAME = 'Alder Works LLC';
const MANY_ROWS = 30_000;
const LOCATIONS = ['path', 'query', 'header', 'body', 'arguments'];

type Answered = Omit<Answer, 'headers'>;

let thrown: Map<string, AppError>;
let service: Service;
let key: string;
let email: string;
beforeAll(async () => {
  thrown = noteRefusals();
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY } });
  service.registries.of('us-co').records = [
    record({ id: '20190000001', name: NAME }),
    record({ id: '20190000002', name: 'Twofold Works LLC', status: 'dissolved', goodStanding: false }),
    record({ id: '20190000003', name: 'Twofold Works LLC' }),
  ];
  ({ key, email } = await service.signUp());
});
afterAll(async () => {
  noteNoMore();
  await service.close();
});

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.ask(method, path, { key, headers, body });

/**
 * Expects a validation error with the location and each of the fields, and nothing undocumented.
 */
async function expectRefused(
  answer: Answered | Promise<Answered>,
  location: string,
  ...fields: string[]
): Promise<void> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  expect(body.error.details.errors).toEqual(
    fields.map((field) => ({ location, field, message: expect.stringMatching(/\w.*\.$/s) })),
  );
  expect(publishedDocument().problemsOfError(body)).toEqual([]);
}

async function upload(file: string, headers: Record<string, string> = {}, query = ''): Promise<Answer> {
  return ask('POST', `/v1/batches${query}`, file, { 'content-type': 'text/csv', ...headers });
}

async function* chunksOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function allRows(chunks: Iterable<string | Buffer>): Promise<void> {
  const bytes = (function* () {
    for (const chunk of chunks) yield Buffer.from(chunk as string);
  })();
  for await (const row of readFile(chunksOf(bytes), 'csv').rows) void row;
}

function* cutShort(beginning: string): Generator<string> {
  yield beginning;
  throw new Error('aborted');
}

const runOnce = { run: async (_request: object, work: (recorder: object) => unknown) => work({}) };

/** Skips the check of the body, which also rejects unknown packages. */
function buying(): BuyCredits {
  return Object.assign(Object.create(BuyCredits.prototype) as BuyCredits, { runIdempotently: runOnce });
}

function fullOfWatches(): CreateWatch {
  const entity = {
    id: 'ent_1',
    jurisdiction: 'us-co',
    record: { id: '1', name: NAME },
    provenance: { retrievedAt: new Date() },
  };
  const registries = { offer: () => ({ tiers: ['quick'] }), asOf: () => new Date(), parserVersion: () => 1 };
  const clock = { now: async () => new Date(), shownAt: async (at: Date) => at, beganAt: new Date(), isSandbox: true };
  const parts: Record<string, object> = {
    watches: { add: async () => 'full' },
    entities: { find: async () => entity },
    registries,
    jurisdictions: { requireKnown: () => undefined },
    clock,
    transaction: { interactive: (work: (tx: object) => unknown) => work({}) },
    runIdempotently: runOnce,
  };
  return Object.assign(Object.create(CreateWatch.prototype) as CreateWatch, parts);
}

async function verified(name = NAME): Promise<any> {
  const wait = { prefer: 'wait=20' };
  return (await ask('POST', '/v1/verify', { entity_name: name, jurisdiction: 'us-co' }, wait)).body;
}

it('names the place and field of a request refused before a route is reached', async () => {
  const verify = (body: string, headers: Record<string, string> = {}) => ask('POST', '/v1/verify', body, headers);
  await expectRefused(verify('{'), 'body', '*');
  await expectRefused(verify('[]'), 'body', '*');
  await expectRefused(verify('x', { 'content-type': 'text/csv' }), 'header', 'Content-Type');
  await expectRefused(verify(`"${'x'.repeat(100_001)}"`), 'body', '*');
  await expectRefused(ask('POST', '/v1/batches'), 'header', 'Content-Type');
  await expectRefused(verify('{}', { 'content-type': 'application/json; charset=utf-16' }), 'header', 'Content-Type');
  await expectRefused(ask('POST', '/v1/verify', Buffer.from([0xe9])), 'body', '*');
  await expectRefused(ask('GET', '/v1/jobs?foo=1'), 'query', 'foo');
  await expectRefused(
    ask('GET', '/v1/account', undefined, { authorization: 'Bearer x' }),
    'header',
    'X-API-Key',
    'Authorization',
  );
  const long = { 'idempotency-key': 'x'.repeat(129) };
  await expectRefused(
    ask('POST', '/v1/verify', { entity_name: NAME, jurisdiction: 'us-co' }, long),
    'header',
    'Idempotency-Key',
  );
  const refused = await service.ask('GET', `/oauth/authorize?client_id=x&state=${'x'.repeat(2_049)}`);
  expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
  const head = ['POST /v1/verify HTTP/1.1', 'host: x', `x-api-key: ${key}`, 'content-type: application/json'];
  await cutOff(service.url, [...head, 'content-length: 50', '', '{'].join('\r\n'));
  expect(await answerToBytes(service.url, 'NONSENSE\r\n\r\n')).toMatchObject({
    error: { details: { errors: [{ location: 'header', field: '*' }] } },
  });
});

it('names the place and field that verifications, searches and quotes refuse', async () => {
  const verify = { entity_name: NAME, jurisdiction: 'us-co' };
  await expectRefused(ask('POST', '/v1/verify', { ...verify, max_credits: 0 }), 'body', 'max_credits');
  await expectRefused(ask('POST', '/v1/verify', { ...verify, jurisdiction_id: '!' }), 'body', 'jurisdiction_id');
  await expectRefused(
    ask('POST', '/v1/verify', { ...verify, webhook_url: 'https://127.0.0.1/' }),
    'body',
    'webhook_url',
  );
  const twice = { entity_name: NAME, jurisdictions: ['us-co', 'us-co'] };
  await expectRefused(ask('POST', '/v1/search', twice), 'body', 'jurisdictions');
  const subjects = ['jurisdiction', 'jurisdictions', 'entity_id'];
  await expectRefused(ask('POST', '/v1/search', { ...twice, countries: ['us'] }), 'body', 'countries');
  await expectRefused(ask('POST', '/v1/search', { entity_name: NAME, countries: ['zz'] }), 'body', 'countries');
  await expectRefused(ask('POST', '/v1/quote', {}), 'body', ...subjects);
  await expectRefused(ask('POST', '/v1/quote', { jurisdiction: 'us-co' }), 'body', 'entity_name');
  await expectRefused(ask('GET', '/v1/jobs?cursor=x'), 'query', 'cursor');
  await expectRefused(ask('GET', '/v1/jobs?watch_id=x'), 'query', 'watch_id');
  await expectRefused(ask('GET', '/v1/records?cursor=x'), 'query', 'cursor');
  await expectRefused(ask('GET', `/v1/records?cursor=${newId('rec')}`), 'query', 'cursor');
  await expectRefused(ask('GET', '/v1/records?entity_id=x'), 'query', 'entity_id');
  await expectRefused(ask('GET', '/v1/records?reference=%00'), 'query', 'reference');
  await expectRefused(ask('GET', '/v1/records?from=2026-02-30'), 'query', 'from');
  await expectRefused(ask('GET', '/v1/records?from=2026-02-02&to=2026-02-01'), 'query', 'from', 'to');
  const decided = await verified();
  await expectRefused(ask('PUT', `/v1/jobs/${decided.job_id}/meant`, { jurisdiction_id: null }), 'path', 'jobId');
  const unsure = await verified('Twofold Works LLC');
  await expectRefused(
    ask('PUT', `/v1/jobs/${unsure.job_id}/meant`, { jurisdiction_id: '1' }),
    'body',
    'jurisdiction_id',
  );
  const decision = `/v1/records/rec_${unsure.job_id.slice('job_'.length)}/decision`;
  await expectRefused(ask('PUT', decision, { entity_id: 'ent_x' }), 'body', 'entity_id');
  await expectRefused(ask('PUT', decision, { jurisdiction_id: '1' }), 'body', 'jurisdiction_id');
  await expectRefused(ask('PUT', decision, {}), 'body', 'entity_id', 'jurisdiction_id');
  await expectRefused(ask('PUT', decision, { entity_id: 'none', equal_rows: true }), 'body', 'equal_rows');
  await expectRefused(ask('PUT', decision, { entity_id: 'none', decisions_seen: 1 }), 'body', 'decisions_seen');
  await ask('PUT', decision, { entity_id: 'none' });
  const late = { jurisdiction_id: '20190000002', decisions_seen: 0 };
  await expectRefused(ask('PUT', decision, late), 'body', 'decisions_seen');
  const found = `/v1/records/rec_${decided.job_id.slice('job_'.length)}/decision`;
  await expectRefused(ask('PUT', found, { entity_id: 'none' }), 'path', 'id');
  await expectRefused(ask('GET', '/v1/reviews?cursor=x'), 'query', 'cursor');
  await expectRefused(ask('GET', '/v1/entity?cursor=x'), 'query', 'cursor');
  await expectRefused(ask('GET', `/v1/entity/${decided.entity_id}?as_of=2026-02-30`), 'query', 'as_of');
  const visitor = await Visitor.signedIn(service, email);
  const shown = await visitor.press(`/console/jobs/${unsure.job_id}`, `/console/jobs/${unsure.job_id}/meant`);
  expect(shown.status).toBe(400);
  await service.db.change(`update records set erased = '{officer}' where outcome = 'not_sure'`);
  await expectRefused(ask('PUT', decision, { entity_id: 'none' }), 'path', 'id');
  const slow = service.registries.of('us-ct');
  slow.delayMs = 2_000;
  const { body: waiting } = await ask('POST', '/v1/verify', { entity_name: NAME, jurisdiction: 'us-ct' });
  await expectRefused(ask('PUT', `/v1/jobs/${waiting.job_id}/meant`, { jurisdiction_id: null }), 'path', 'jobId');
});

it('names the place and field that accounts, billing and admin routes refuse', async () => {
  await expectRefused(
    ask('PATCH', '/v1/account/keys/key_x', {}),
    'body',
    'label',
    'budget',
    'confirm_above',
    'jurisdictions',
    'tiers',
  );
  await ask('PUT', '/v1/account/password', { new_password: 'a password that is long' });
  const again = { new_password: 'another password that is long' };
  await expectRefused(ask('PUT', '/v1/account/password', again), 'body', 'current_password');
  await expectRefused(ask('GET', '/v1/account/usage?from=1999-01-01'), 'query', 'from');
  await expectRefused(ask('GET', '/v1/account/usage?from=2026-02-01&to=2026-01-01'), 'query', 'from');
  await expectRefused(ask('GET', '/v1/account/usage?from=2020-01-01&to=2026-01-01'), 'query', 'from', 'to');
  await expectRefused(ask('GET', '/v1/billing?from=2026-01-01'), 'query', 'from');
  await expectRefused(ask('POST', '/v1/billing/purchase', { package_id: 'none' }), 'body', 'package_id');
  const admin = { 'x-admin-key': ADMIN_KEY };
  const account = await service.ask('GET', '/v1/account', { key });
  const path = `/v1/admin/accounts/${account.body.account_id}/credits`;
  const much = { amount: -100_000, reason: 'a test' };
  await expectRefused(service.ask('POST', path, { headers: admin, body: much }), 'body', 'amount');
  await expectRefused(service.ask('GET', '/v1/admin/accounts?email=x', { headers: admin }), 'query', 'email');
  expect(() => requireEmail('x')).toThrow('email must be an e-mail address.');
  await expect(buying().run(newId('acc'), 'none', {} as never)).rejects.toThrow('package_id is not');
  const { body: bought } = await ask('POST', '/v1/billing/purchase', { package_id: 'starter' });
  const pressed = await fetch(bought.checkout_url, { method: 'POST', body: new URLSearchParams({ button: 'x' }) });
  await expectRefused({ status: pressed.status, body: await pressed.json() }, 'body', 'button');
  const secret = 'whsec_none';
  const stripe = new StripeSdk('sk_test_none');
  const events = new StripeEvents(stripe, secret);
  const payload = JSON.stringify({ type: 'charge.refunded', data: { object: null } });
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
  expect(() => events.read(payload, signature)).toThrow('is not an event of Stripe');
  expect(() => events.read('{}', 'none')).toThrow('signature does not prove');
});

it('names the place and field when a full account is refused', async () => {
  const { key: of } = await service.signUp();
  for (let keys = 1; keys < 50; keys++) await service.ask('POST', '/v1/account/keys', { key: of, body: {} });
  await expectRefused(service.ask('POST', '/v1/account/keys', { key: of, body: {} }), 'body', '*');
  for (let batches = 0; batches < 20; batches++) await upload(`entity_name,jurisdiction\nA ${batches},us-co`);
  await expectRefused(upload('entity_name,jurisdiction\nB,us-co'), 'body', '*');
  const { batches } = (await ask('GET', '/v1/batches?limit=100')).body;
  for (const { batch_id: id } of batches) await ask('POST', `/v1/batches/${id}/cancel`, {});
  await expectRefused(ask('POST', `/v1/batches/${batches[0].batch_id}/start`, {}), 'path', 'id');
  const done = await upload(`entity_name,jurisdiction\n${NAME},us-co`, {}, '?start=true');
  await service.db.rows(`update batches set status = 'completed', ended_at = now() where id = $1`, [
    toUuid(done.body.batch_id),
  ]);
  await expectRefused(ask('POST', `/v1/batches/${done.body.batch_id}/cancel`, {}), 'path', 'id');
  const unanswered = [toUuid(done.body.batch_id)];
  await service.db.change(`update batch_rows set outcome = 'failed' where batch_id = $1`, unanswered);
  await service.db.change('update batches set failed = accepted where id = $1', unanswered);
  const retry = () => ask('POST', `/v1/batches/${done.body.batch_id}/retry`);
  expect((await retry()).status).toBe(201);
  await expectRefused(retry(), 'path', 'id');
  await service.db.change('update batches set rows = 1000000 where id = $1', [toUuid(done.body.batch_id)]);
  await expectRefused(upload('entity_name,jurisdiction\nC,us-co'), 'body', '*');
});

it('names the place and field of errors in watches and the clock', async () => {
  const { entity_id } = await verified();
  const watch = { entity_id, every: '1d' };
  const { body } = await ask('POST', '/v1/watches', watch);
  await expectRefused(ask('POST', '/v1/watches', watch), 'body', 'entity_id');
  await service.db.rows(`update watches set status = 'paused', pause_reason = 'credits'`);
  await expectRefused(ask('POST', `/v1/watches/${body.watch_id}/check`), 'path', 'id');
  await expectRefused(ask('POST', '/v1/sandbox/clock/advance', { by: 'a while' }), 'body', 'by');
  await service.db.change(`update sandbox_clock set sandbox_time = '2199-12-30', target = '2199-12-30'`);
  await expectRefused(ask('POST', '/v1/sandbox/clock/advance', { by: '30d' }), 'body', 'by');
  await expect(
    fullOfWatches().run(
      { limits: {}, emailVerified: true } as never,
      { entityId: entity_id, every: '1d' } as never,
      {} as never,
    ),
  ).rejects.toMatchObject({
    problems: [{ field: 'entity_id' }],
  });
});

it('names the place, and the line, of an error in a file', async () => {
  await expectRefused(ask('POST', '/v1/batches', {}), 'header', 'Content-Type');
  const large = { 'content-type': 'text/csv', 'x-api-key': key, 'content-length': String(MAX_BATCH_BYTES + 1) };
  await expectRefused(answerToPart(`${service.url}/v1/batches`, { headers: large }), 'body', 'file');
  await expectRefused(upload('entity_name,jurisdiction\n'), 'body', 'file');
  const header = 'entity_name,jurisdiction\n';
  const files: [Iterable<string | Buffer>, string][] = [
    [[Buffer.from([0xff, 0xfe])], 'line 1'],
    [['x'.repeat(MAX_BATCH_LINE_BYTES + 1)], 'line 1'],
    [[`${'x'.repeat(MAX_BATCH_LINE_BYTES + 1)}\n`], 'line 1'],
    [[`${header}a\0`], 'line 2'],
    [[header, Buffer.from([0x61, 0xfd])], 'line 2'],
    [[`${header}"a`], 'line 2'],
    [['entity_name,jurisdiction,colour\n'], 'line 1'],
    [['entity_name\n'], 'line 1'],
    [['entity_name;jurisdiction,tier\n'], 'line 1'],
    [[Buffer.from('504b0304', 'hex')], 'file'],
    [['entity_name,jurisdiction,jurisdiction\n'], 'line 1'],
    [[Buffer.alloc(MAX_BATCH_BYTES + 1)], 'file'],
    [cutShort(header), 'line 2'],
  ];
  for (const [chunks, field] of files) {
    await expect(allRows(chunks)).rejects.toMatchObject({ problems: [{ field }] });
  }
  const rows = Array.from({ length: MAX_BATCH_ROWS + 1 }, (_, line) => ({ line, problem: 'none' }));
  const kept = { begin: () => undefined, addRows: () => undefined, drop: () => undefined };
  const uploading = new UploadBatch(
    kept as never,
    { find: () => undefined } as never,
    {} as never,
    {} as never,
    {} as never,
    {} as never,
  );
  await expect(
    uploading.run({ limits: { budgets: {} } } as never, { rows: chunksOf(rows), start: false } as never),
  ).rejects.toMatchObject({
    problems: [{ field: `line ${MAX_BATCH_ROWS}` }],
  });
});

it('names the place and field of an error in the arguments of a tool', () => {
  const read = () => new ToolArguments(VerifyBody).read({ entity_name: NAME, jurisdiction: null });
  expect(read).toThrow(
    expect.objectContaining({
      problems: [{ field: 'jurisdiction', location: 'arguments', rule: expect.any(String) }],
    }),
  );
});

it('returns 400 for what the console pages refuse', async () => {
  const visitor = await Visitor.signedIn(service, email);
  expect((await visitor.press('/console/account', '/console/account/time-zone', { time_zone: 'x' })).status).toBe(400);
  const repeated = { entity_name: NAME, jurisdiction: 'us-co', repeat_key: 'a\0b' };
  expect((await visitor.press('/console/verify', '/console/verify', repeated)).status).toBe(400);
  const { batches } = (await ask('GET', '/v1/batches?limit=1')).body;
  const page = `/console/batches/${batches[0].batch_id}`;
  expect((await visitor.press(page, `${page}/again`, { max_credits: '1' })).status).toBe(400);
  for (const [path, field] of [
    ['mail', 'every'],
    ['clock', 'by'],
  ] as const) {
    const told = await visitor.press('/console/monitoring', `/console/monitoring/${path}`, { [field]: 'x' });
    expect(told.status).toBe(400);
  }
  const unreadable = async (path: string, type: string, body: string) => {
    const headers = { 'content-type': type, cookie: visitor.cookieHeader };
    expect((await fetch(service.url + path, { method: 'POST', headers, body })).status).toBe(400);
  };
  const tooMany = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`field_${at}`, 1]));
  expect((await service.ask('POST', '/v1/verify', { key, body: tooMany })).status).toBe(400);
  const form_token = tokenIn((await visitor.get('/console/batches')).html);
  const close = `/console/account/close?form_token=${form_token}`;
  await unreadable(close, 'application/x-www-form-urlencoded', 'a=1&'.repeat(1_001));
  await unreadable(`/console/batches?form_token=${form_token}`, 'multipart/form-data', 'x');
  expect((await visitor.post('/console/batches', { form_token })).status).toBe(400);
  const typed = new FormData();
  typed.set('form_token', form_token);
  typed.set('file', 'a,us-co\n'.repeat(MANY_ROWS));
  expect((await visitor.send('/console/batches?typed=yes', typed)).status).toBe(400);
  const another = { email: 'another@example.com' };
  expect((await visitor.press('/console/account', '/console/account/close', another)).status).toBe(400);
  const cookie = visitor.cookieHeader;
  const type = 'multipart/form-data; boundary=x';
  const pages = `${service.url}/console/batches?form_token=${form_token}`;
  const head = [
    `POST /console/batches?form_token=${form_token} HTTP/1.1`,
    'host: 127.0.0.1',
    `cookie: ${cookie}`,
    `content-type: ${type}`,
  ];
  await cutOff(service.url, [...head, 'content-length: 1000', '', '--x'].join('\r\n'));
  const beginning = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\na`;
  const large = { cookie, 'content-type': type, 'content-length': String(MAX_BATCH_BYTES * 2) };
  await answerToPart(pages, { headers: large, part: beginning });
  const admin = await administrator(service);
  const account = `/console/admin/accounts/${(await service.ask('GET', '/v1/account', { key })).body.account_id}`;
  const asked = await admin.press(account, `${account}/credits`, { amount: '1', reason: 'a test' });
  await confirm(admin, asked);
  expect((await confirm(admin, asked)).status).toBe(400);
});

it('this file covers every refusal in the code, each with its place and field', () => {
  for (const [site, error] of thrown) {
    const { details, message } = errorBody(error, WHOLE_OFFER).error as any;
    const [first, ...others] = details.errors;
    for (const problem of [first, ...others]) {
      expect({ site, problem }).toEqual({
        site,
        problem: {
          location: expect.any(String),
          field: expect.stringMatching(/./),
          message: expect.stringMatching(/./),
        },
      });
      expect(LOCATIONS).toContain(problem.location);
    }
    expect(message).toContain(first.message);
  }
  expect(refusalSites().filter((site) => !thrown.has(site))).toEqual([]);
  expect([...thrown.keys()].filter((site) => site.startsWith('unknown'))).toEqual([]);
});
