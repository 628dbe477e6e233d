import { recordOfJob, recordOfRow, fromUuid, toUuid, type Id } from '../../src/core/ids.js';
import { callTool } from '../support/call-tool.js';
import { record, timedOut, unavailable, type FakeRegistry } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';

const ADMIN_KEY = 'the admin key of these tests, long enough';
const WAIT = { prefer: 'wait=20' };

interface Kept {
  id: Id<'rec'>;
  via: string;
  outcome: string;
  cached: boolean;
  charged: number;
  refunded: number;
  reference: string | null;
}

let service: Service;
let receiver: Receiver;
let colorado: FakeRegistry;
let connecticut: FakeRegistry;
let key: string;

beforeAll(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN_KEY, WEBHOOK_ALLOW_PRIVATE: 'true' } });
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

beforeEach(async () => {
  ({ key } = await service.signUp());
  for (const code of ['us-co', 'us-ct']) {
    Object.assign(service.registries.of(code), { records: [], complete: true, failures: [], held: undefined });
  }
  colorado = service.registries.of('us-co');
  connecticut = service.registries.of('us-ct');
});

afterEach(async () => {
  const sums = await service.db.rows<{ kept: number; paid: number }>(
    `select coalesce((select sum(credits_charged - credits_refunded) from all_records r where r.account_id = a.id), 0)::int as kept,
            coalesce((select -sum(amount) from ledger_entries e where e.account_id = a.id and e.type in ('charge', 'refund')), 0)::int as paid
       from accounts a`,
  );
  const wrong = sums.filter((account) => account.kept !== account.paid);
  if (wrong.length > 0) throw new Error(`records do not add up to the ledger: ${JSON.stringify(wrong)}`);
});

let names = 0;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Each test uses its own name, so that no test finds another's answer. */
function freshName(): string {
  names += 1;
  return `Gorse ${LETTERS[names % 26]}unquill${LETTERS[Math.floor(names / 26)]} Works LLC`;
}

function registered(register = colorado): string {
  const name = freshName();
  register.records = [record({ id: `2031${String(names).padStart(7, '0')}`, name })];
  return name;
}

/** Two records of the same name, one of them dissolved: nobody knows which is meant. */
function namesakes(): string {
  const name = freshName();
  colorado.records = [
    record({ id: `2032${String(names).padStart(7, '0')}`, name, status: 'dissolved', goodStanding: false }),
    record({ id: `2033${String(names).padStart(7, '0')}`, name }),
  ];
  return name;
}

const verify = (entity_name: string, more: object = {}, as = key): Promise<Answer> =>
  service.ask('POST', '/v1/verify', { key: as, headers: WAIT, body: { entity_name, jurisdiction: 'us-co', ...more } });
const search = (entity_name: string, more: object = {}): Promise<Answer> =>
  service.ask('POST', '/v1/search', {
    key,
    headers: WAIT,
    body: { entity_name, jurisdictions: ['us-co', 'us-ct'], ...more },
  });

/** Returns the records of everything that was asked for this name, known ones last. */
async function recordsOf(name: string): Promise<Kept[]> {
  const rows = await service.db.rows<Omit<Kept, 'id'> & { id: string }>(
    `select id, via, outcome, cached, credits_charged as charged, credits_refunded as refunded, reference
       from all_records where entity_name = $1 order by cached, line, jurisdiction, at, id`,
    [name],
  );
  return rows.map((row) => ({ ...row, id: fromUuid('rec', row.id) }));
}

const kept = (outcome: string, more: Partial<Kept> = {}) => ({
  id: expect.stringMatching(/^rec_/),
  via: 'rest',
  outcome,
  cached: false,
  charged: 1,
  refunded: 0,
  reference: null,
  ...more,
});

async function ended(jobId: string): Promise<Answer> {
  return until(async () => {
    const answer = await service.ask('GET', `/v1/verify/status/${jobId}`, { key });
    return ['pending', 'processing'].includes(answer.body.status) ? undefined : answer;
  });
}

const refund = (jobId: string) =>
  service.ask('POST', `/v1/admin/jobs/${jobId}/refund`, {
    headers: { 'x-admin-key': ADMIN_KEY },
    body: { reason: 'a test' },
  });

async function batchOf(rows: readonly string[], { start = true } = {}): Promise<Id<'bat'>> {
  const { body } = await service.ask('POST', `/v1/batches?start=${start}`, {
    key,
    headers: { 'content-type': 'text/csv' },
    body: ['entity_name,jurisdiction,custom_id', ...rows].join('\n'),
  });
  return body.batch_id;
}

const batchEnded = (id: string) =>
  until(async () => {
    const { body } = await service.ask('GET', `/v1/batches/${id}`, { key });
    return body.status === 'completed' ? body : undefined;
  });

async function linesOf(id: string): Promise<any[]> {
  const { body } = await service.ask('GET', `/v1/batches/${id}/results?format=ndjson`, { key });
  return body
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line));
}

async function entriesOf(as = key): Promise<any[]> {
  return (await service.ask('GET', '/v1/billing?limit=100', { key: as })).body.transactions;
}

describe('the record of a verification', () => {
  it('is the one of its job, in the answer, the status, the event and the ledger', async () => {
    const name = registered();
    const { body } = await verify(name, { reference: 'case 1', webhook_url: receiver.url });
    const recordId = recordOfJob(body.job_id);
    const about = { record_id: recordId, reference: 'case 1' };
    expect(body).toMatchObject(about);
    expect((await ended(body.job_id)).body).toMatchObject(about);
    expect(await recordsOf(name)).toEqual([kept('found', { id: recordId, reference: 'case 1' })]);
    const { body: feed } = await service.ask('GET', '/v1/webhooks/events', { key });
    expect(feed.events[0].payload).toMatchObject({ event: 'verification.completed', ...about });
    const [sent] = await until(() => (receiver.of(body.job_id).length > 0 ? receiver.of(body.job_id) : undefined));
    expect(sent?.json).toEqual(feed.events[0].payload);
    expect((await entriesOf())[0]).toMatchObject({ type: 'charge', ...about });
    const { body: list } = await service.ask('GET', '/v1/jobs', { key });
    expect(list.jobs[0]).toMatchObject(about);
  });

  it('is the one of its charge when the answer was known', async () => {
    const name = registered();
    await verify(name);
    const { body } = await verify(name, { reference: 'again' });
    expect(body.job_id).toBeUndefined();
    const [, known] = await recordsOf(name);
    expect(known).toEqual(kept('found', { id: body.record_id, cached: true, reference: 'again' }));
    expect((await entriesOf())[0]).toMatchObject({ record_id: body.record_id, reference: 'again' });
  });

  it('says that there is no such business, from the register and from what was known', async () => {
    const name = freshName();
    const { status, body } = await verify(name);
    expect([status, body.error.details.record_id]).toEqual([404, recordOfJob(body.error.details.job_id)]);
    const known = await verify(name, { reference: 'none' });
    const { details } = known.body.error;
    expect(details).toMatchObject({ record_id: expect.stringMatching(/^rec_/), reference: 'none' });
    expect(await recordsOf(name)).toEqual([
      kept('absent', { id: body.error.details.record_id }),
      kept('absent', { id: details.record_id, cached: true, reference: 'none' }),
    ]);
  });

  it('says that a match is unsure, also of one that was known', async () => {
    const name = namesakes();
    const first = (await verify(name)).body;
    const second = (await verify(name)).body;
    expect(second.job_id).not.toBe(first.job_id);
    expect(await recordsOf(name)).toEqual([
      kept('not_sure', { id: first.record_id }),
      kept('not_sure', { id: recordOfJob(second.job_id), cached: true }),
    ]);
    const { body } = await service.ask('GET', '/v1/reviews', { key });
    expect(body.reviews.map((review: { record_id: string }) => review.record_id)).toEqual([
      second.record_id,
      first.record_id,
    ]);
  });

  it('charges nothing when the register does not answer', async () => {
    const name = freshName();
    colorado.failures = [timedOut(), timedOut(), timedOut()];
    const { body } = await verify(name, { reference: 'silence' });
    const job = await ended(body.job_id ?? body.error.details.job_id);
    expect(job.body).toMatchObject({ status: 'failed', reference: 'silence' });
    const [one, ...more] = await recordsOf(name);
    expect(more).toEqual([]);
    expect(one).toEqual(kept('unreachable', { id: job.body.record_id, charged: 0, reference: 'silence' }));
    const about = { record_id: job.body.record_id, reference: 'silence' };
    expect(await entriesOf()).toMatchObject([{ type: 'refund', ...about }, { type: 'charge', ...about }, {}]);
  });

  it('is refunded by an administrator, once answered and while it is asked', async () => {
    const name = registered();
    const { body } = await verify(name);
    expect((await refund(body.job_id)).status).toBe(200);
    expect(await recordsOf(name)).toEqual([kept('found', { id: body.record_id, refunded: 1 })]);
    expect((await ended(body.job_id)).body).toMatchObject({ status: 'refunded', record_id: body.record_id });

    const asked = freshName();
    let letGo: (() => void) | undefined;
    colorado.held = new Promise((resolve) => (letGo = resolve));
    const pending = await service.ask('POST', '/v1/verify', {
      key,
      body: { entity_name: asked, jurisdiction: 'us-co' },
    });
    expect((await refund(pending.body.job_id)).status).toBe(200);
    letGo?.();
    expect(await recordsOf(asked)).toEqual([kept('failed', { id: recordOfJob(pending.body.job_id), charged: 0 })]);
  });

  it('is not written again for a repeated Idempotency-Key', async () => {
    const name = registered();
    const ask = (reference: string) =>
      service.ask('POST', '/v1/verify', {
        key,
        headers: { ...WAIT, 'idempotency-key': `key of ${name}` },
        body: { entity_name: name, jurisdiction: 'us-co', reference },
      });
    const [first, second] = [await ask('one'), await ask('one')];
    expect(second.body.record_id ?? recordOfJob(second.body.job_id)).toBe(first.body.record_id);
    expect((await ask('two')).body.error.code).toBe('IDEMPOTENCY_CONFLICT');
    expect(await recordsOf(name)).toHaveLength(1);
  });
});

describe('the records of a search', () => {
  it('are not sure of namesakes; they wait for nobody, and can be decided', async () => {
    const name = namesakes();
    const searches = [(await search(name)).body, (await search(name)).body];
    expect(searches.map(({ jobs }) => jobs.length > 0)).toEqual([true, false]);
    const ids = searches.map(({ records }) => records.find((each: any) => each.jurisdiction === 'us-co').record_id);
    const { body: open } = await service.ask('GET', '/v1/reviews?decided=false&limit=100', { key });
    expect(open.reviews.filter((each: any) => ids.includes(each.record_id))).toEqual([]);
    for (const id of ids) {
      const { body } = await service.ask('GET', `/v1/records/${id}`, { key });
      expect(body).toMatchObject({ via: 'search', outcome: 'not_sure', alternatives: [{ entity_name: name }] });
      const { jurisdiction_id } = body.alternatives[0];
      const decided = await service.ask('PUT', `/v1/records/${id}/decision`, { key, body: { jurisdiction_id } });
      expect([decided.status, decided.body.decision.jurisdiction_id]).toEqual([200, jurisdiction_id]);
    }
  });

  it('are one for each jurisdiction, asked and known', async () => {
    const name = registered();
    const asked = (await search(name, { reference: 'list 7' })).body;
    expect(asked).toMatchObject({ reference: 'list 7' });
    const jobs = asked.jobs.map(({ job_id, jurisdiction }: { job_id: Id<'job'>; jurisdiction: string }) => {
      return { jurisdiction, record_id: recordOfJob(job_id) };
    });
    expect(asked.records).toEqual(jobs);
    const known = (await search(name, { reference: 'list 8' })).body;
    expect(known.jobs).toEqual([]);
    const share = { via: 'search', charged: 2 };
    expect(await recordsOf(name)).toEqual([
      kept('found', { ...share, id: asked.records[0].record_id, reference: 'list 7' }),
      kept('absent', { ...share, id: asked.records[1].record_id, reference: 'list 7' }),
      kept('found', { ...share, id: known.records[0].record_id, cached: true, reference: 'list 8' }),
      kept('absent', { ...share, id: known.records[1].record_id, cached: true, reference: 'list 8' }),
    ]);
    for (const { search_id, records, reference } of [asked, known]) {
      const { body } = await service.ask('GET', `/v1/search/${search_id}`, { key });
      expect(body).toMatchObject({ records, reference });
    }
    const entries = await entriesOf();
    expect(
      entries
        .slice(0, 4)
        .map(({ record_id }) => record_id)
        .toSorted(),
    ).toEqual([...asked.records, ...known.records].map(({ record_id }) => record_id).toSorted());
  });

  it('are told of a search that no register answered', async () => {
    const name = freshName();
    colorado.failures = [unavailable(), unavailable(), unavailable()];
    connecticut.failures = [unavailable(), unavailable(), unavailable()];
    const { body } = await search(name);
    const id = body.search_id ?? body.error.details.search_id;
    const failed = await until(async () => {
      const answer = await service.ask('GET', `/v1/search/${id}`, { key });
      return answer.body.status === 'failed' ? answer.body : undefined;
    });
    const recorded = await recordsOf(name);
    expect(recorded).toEqual([0, 1].map(() => kept('unreachable', { via: 'search', charged: 0 })));
    expect(failed.records.map(({ record_id }: { record_id: string }) => record_id).toSorted()).toEqual(
      recorded.map(({ id: recordId }) => recordId).toSorted(),
    );
  });
});

describe('the records of a file', () => {
  it('are one for each row that was asked', async () => {
    const unsure = namesakes();
    const [absent, unread] = [`Halibut ${unsure.slice(6, 9)} Trading Ltd`, `Walrus ${unsure.slice(6, 9)} Shipping Ltd`];
    const twins = colorado.records;
    const found = registered();
    colorado.records = [...twins, ...colorado.records];
    connecticut.failures = [unavailable(), unavailable(), unavailable()];
    const id = await batchOf([
      `${found},us-co,C-1`,
      `${unsure},us-co,C-2`,
      `${absent},us-co,C-3`,
      `${unread},us-ct,C-4`,
      `${found},us-co,C-5`,
      `,us-co,C-6`,
    ]);
    await batchEnded(id);
    const rows = await linesOf(id);
    expect(rows.map(({ outcome, record_id }) => [outcome, record_id])).toEqual([
      ['found', recordOfRow({ batchId: id, line: 2 })],
      ['review', recordOfRow({ batchId: id, line: 3 })],
      ['no_match', recordOfRow({ batchId: id, line: 4 })],
      ['failed', recordOfRow({ batchId: id, line: 5 })],
      ['duplicate', recordOfRow({ batchId: id, line: 6 })],
      ['rejected', null],
    ]);
    const row = (n: number) => ({ via: 'batch', id: rows[n].record_id, reference: `C-${n + 1}` });
    expect(await recordsOf(found)).toEqual([kept('found', row(0)), kept('found', { ...row(4), charged: 0 })]);
    expect(await recordsOf(unsure)).toEqual([kept('not_sure', row(1))]);
    expect(await recordsOf(absent)).toEqual([kept('absent', row(2))]);
    expect(await recordsOf(unread)).toEqual([kept('unreachable', { ...row(3), charged: 0 })]);
    const [count] = await service.db.rows<{ n: number }>(
      'select count(*)::int as n from all_records where batch_id = $1',
      [toUuid(id)],
    );
    expect(count?.n).toBe(5);
    const entries = await entriesOf();
    expect(entries.filter(({ type }) => type === 'charge')).toHaveLength(3);
    for (const { line, record_id, reference } of entries.filter(({ type }) => type === 'charge')) {
      expect([record_id, reference]).toEqual([recordOfRow({ batchId: id, line }), `C-${line - 1}`]);
    }

    const refunded = await service.ask('POST', `/v1/admin/batches/${id}/rows/2/refund`, {
      headers: { 'x-admin-key': ADMIN_KEY },
      body: { reason: 'a test' },
    });
    expect(refunded.status).toBe(200);
    expect((await recordsOf(found))[0]).toEqual(kept('found', { ...row(0), refunded: 1 }));
    expect((await entriesOf())[0]).toMatchObject({ type: 'refund', record_id: row(0).id, reference: 'C-1' });
  });

  it('are none for a file that was cancelled before it was asked', async () => {
    const name = freshName();
    const id = await batchOf([`${name},us-co,C-1`], { start: false });
    expect((await service.ask('POST', `/v1/batches/${id}/cancel`, { key })).status).toBe(200);
    expect(await recordsOf(name)).toEqual([]);
    expect(await linesOf(id)).toMatchObject([{ outcome: 'not_asked', record_id: null }]);
  });
});

describe('the record of a check', () => {
  it('has the reference of its watch', async () => {
    const name = registered();
    const { body } = await verify(name);
    const watch = await service.ask('POST', '/v1/watches', {
      key,
      body: { entity_id: body.entity_id, every: '1d', reference: 'file 12' },
    });
    expect(watch.body).toMatchObject({ reference: 'file 12' });
    const check = await service.ask('POST', `/v1/watches/${watch.body.watch_id}/check`, { key });
    const checked = await ended(check.body.job_id);
    const about = { record_id: recordOfJob(check.body.job_id), reference: 'file 12' };
    expect(checked.body).toMatchObject(about);
    const [, made] = await recordsOf(name);
    expect(made).toEqual(kept('found', { via: 'watch', id: about.record_id, reference: 'file 12' }));
    expect((await entriesOf())[0]).toMatchObject({ type: 'charge', ...about });
  });
});

describe('a reference', () => {
  const KEPT = '  \u00e9\u202e=case/47 \u{1F980} ';

  it('is returned exactly as it was sent, and null counts as none', async () => {
    const name = registered();
    expect((await verify(name, { reference: KEPT })).body.reference).toBe(KEPT);
    expect((await verify(name, { reference: null })).body.reference).toBeUndefined();
    expect((await verify(name, { reference: '\u{1F980}'.repeat(200) })).status).toBe(200);
    expect((await search(name, { reference: KEPT })).body.reference).toBe(KEPT);
    const ledger = await fetch(`${service.url}/v1/billing?format=csv`, { headers: { 'x-api-key': key } });
    const text = await ledger.text();
    expect(text.split('\r\n', 1)[0]).toMatch(/,line,record_id,reference$/);
    expect(text).toContain(KEPT);
  });

  it.each([
    ['is blank', ' \t\u200b'],
    ['is empty', ''],
    ['is too long', 'x'.repeat(201)],
    ['has a NUL', 'a\0b'],
    ['has a control character', 'a\tb'],
    ['has half of a surrogate pair', 'a\ud83eb'],
    ['is no text', 12],
    ['is a list', ['a']],
  ])('is refused on every way in if it %s', async (_why, reference) => {
    const name = registered();
    const { body } = await verify(name);
    const watch = { entity_id: body.entity_id, every: '1d' };
    const made = await service.ask('POST', '/v1/watches', { key, body: watch });
    const asked = await Promise.all([
      verify(name, { reference }),
      search(name, { reference }),
      service.ask('POST', '/v1/watches', { key, body: { ...watch, reference } }),
      service.ask('PATCH', `/v1/watches/${made.body.watch_id}`, { key, body: { reference } }),
    ]);
    for (const answer of asked) {
      expect([answer.status, answer.body.error.details.errors[0].field]).toEqual([400, 'reference']);
    }
  });

  it('belongs to a tool call, whose answer has the record too', async () => {
    const name = registered();
    const given = { entity_name: name, jurisdiction: 'us-co', reference: 'chat 5' };
    const { body } = await callTool(service, 'verify_business', given, { key });
    const { record_id: id, reference } = body.result.structuredContent;
    expect(reference).toBe('chat 5');
    expect(await recordsOf(name)).toEqual([kept('found', { id, via: 'tool', reference })]);
  });

  it('can be changed and removed by the owner of a watch', async () => {
    const { body } = await verify(registered());
    const made = await service.ask('POST', '/v1/watches', { key, body: { entity_id: body.entity_id, every: '1d' } });
    const path = `/v1/watches/${made.body.watch_id}`;
    const change = async (changes: object) => (await service.ask('PATCH', path, { key, body: changes })).body.reference;
    expect(made.body.reference).toBeUndefined();
    expect(await change({ reference: KEPT })).toBe(KEPT);
    expect(await change({ every: '7d' })).toBe(KEPT);
    expect((await service.ask('GET', path, { key })).body.reference).toBe(KEPT);
    expect(await change({ reference: null })).toBeUndefined();
  });
});
