import { parse } from 'csv-parse/sync';
import { toUuid, type Id } from '../../src/core/ids.js';
import { record } from '../support/fakes.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const ALDER = record({ id: '20019000001', name: 'Alder Works LLC', status: 'active', goodStanding: true });
const FORMULA = '=HYPERLINK("https://x.example")';

let service: Service;
let account: { key: string; email: string; keyId: string };
beforeAll(async () => {
  service = await startService();
  account = await service.signUp();
  service.registries.of('us-co').records = [ALDER];
  const key = account.key;
  const ask = (entity_name: string, more: object = {}) =>
    service.ask('POST', '/v1/verify', {
      key,
      headers: { prefer: 'wait=20' },
      body: { entity_name, jurisdiction: 'us-co', ...more },
    });
  await ask('Alder Works LLC', { address: '1 Oak Avenue, Boulder', officer: 'Officer of Alder' });
  await ask('Alder Works LLC');
  await ask('Nobody of That Name LLC');
  await service.ask('POST', '/v1/search', {
    key,
    body: { entity_name: 'Alder Works', jurisdictions: ['us-co', 'ca-bc'] },
  });
  const { body } = await service.ask('POST', '/v1/batches?start=true', {
    key,
    headers: { 'content-type': 'text/csv' },
    body: `entity_name,jurisdiction,custom_id\nAlder Works LLC,us-co,"${FORMULA.replaceAll('"', '""')}"\nAlder Works LLC,us-co,C-2\nBirch Lane LLC,us-co,C-3\n`,
  });
  await until(
    async () => (await service.ask('GET', `/v1/batches/${body.batch_id}`, { key })).body.status === 'completed',
  );
});
afterAll(() => service.close());

const read = (path: string, key = account.key) => service.ask('GET', `/v1/records${path}`, { key });
const list = async (query = '') => (await read(query)).body.records as any[];

describe('the records of an account', () => {
  it('has one record for every answer, newest first', async () => {
    const records = await list('?limit=100');
    const moments = records.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect(records.map(({ via }) => via).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'batch'),
      ...Array.from({ length: 3 }, () => 'rest'),
      ...Array.from({ length: 2 }, () => 'search'),
    ]);
    const charged = records.reduce((sum, { credits_charged }) => sum + credits_charged, 0);
    expect(charged).toBe(50 - (await service.balance(account.key)));
  });

  it('gives the question as it was sent, and the answer with its evidence', async () => {
    const found = (await list('?limit=100')).findLast(({ via }) => via === 'rest');
    expect((await read(`/${found.record_id}`)).body).toEqual(found);
    expect(found).toMatchObject({
      by: { key_id: account.keyId },
      job_id: expect.stringMatching(/^job_/),
      question: {
        entity_name: 'Alder Works LLC',
        jurisdiction: 'us-co',
        tier: 'quick',
        address: '1 Oak Avenue, Boulder',
        officer: 'Officer of Alder',
      },
      outcome: expect.stringMatching(/^(found|not_sure)$/),
      cached: false,
      entity_id: expect.stringMatching(/^ent_/),
      snapshot_id: expect.stringMatching(/^snp_/),
      official_name: 'Alder Works LLC',
      jurisdiction_id: ALDER.id,
      status: 'active',
      good_standing: true,
      confidence: expect.any(Number),
      credits_charged: 1,
      credits_refunded: 0,
    });
    expect(found.reasons.map(({ kind }: any) => kind)).toEqual(expect.arrayContaining(['address', 'officer']));
    expect(Object.keys(found)).not.toContain('erased');
  });

  it('names its evidence where that opens, none of what others asked, and its digests always', async () => {
    const other = await service.signUp();
    for (const entity_name of ['Alder Works LLC', 'Nobody of That Name LLC']) {
      await service.ask('POST', '/v1/verify', { key: other.key, body: { entity_name, jurisdiction: 'us-co' } });
    }
    const { records: theirs } = (await read('', other.key)).body;
    const ours = await list('?limit=100');
    for (const { cached, evidence_id, digests, question } of theirs) {
      const { entity_name } = question;
      const asked = ours.find((one) => one.via === 'rest' && one.question.entity_name === entity_name);
      expect([cached, evidence_id, digests]).toEqual([true, undefined, asked.digests]);
    }
    expect(ours.some(({ evidence_id }) => evidence_id !== undefined)).toBe(true);
    for (const [key, records] of [[other.key, theirs] as const, [account.key, ours] as const]) {
      for (const { record_id, evidence_id } of records) {
        const { status, body } = await read(`/${record_id}/evidence`, key);
        expect([status, body.evidence_id]).toEqual([evidence_id === undefined ? 404 : 200, evidence_id]);
      }
    }
  });

  it('gives the completeness of a search that found nothing', async () => {
    const [absent] = await list('?outcome=absent&limit=1');
    expect(absent).toMatchObject({ outcome: 'absent', search: { complete: true, coverage: 'all', closest: [] } });
    expect(absent.entity_id).toBeUndefined();
  });

  it('can be filtered by each of its filters', async () => {
    const all = await list('?limit=100');
    const ofCo = all.filter(({ question }) => question.jurisdiction === 'us-co');
    expect(await list('?jurisdiction=us-co&limit=100')).toEqual(ofCo);
    const [newest] = await list('?outcome=found');
    expect(await list(`?entity_id=${newest.entity_id}&limit=100`)).toEqual(
      all.filter(({ entity_id }) => entity_id === newest.entity_id),
    );
    expect(await list('?outcome=absent&limit=100')).toEqual(all.filter(({ outcome }) => outcome === 'absent'));
    expect(await list('?reference=C-3')).toEqual(all.filter(({ reference }) => reference === 'C-3'));
    expect(await list(`?reference=${encodeURIComponent(FORMULA)}`)).toHaveLength(1);
    expect(await list('?decided=true')).toEqual([]);
    expect(await list('?decided=false&limit=100')).toEqual(all);
    const [absent] = await list('?outcome=absent');
    await service.db.change('update records set decided_at = now() where id = $1', [
      toUuid(absent.record_id as Id<'rec'>),
    ]);
    expect(await list('?decided=true')).toEqual([absent]);
    expect(await list('?decided=true&outcome=found')).toEqual([]);
  });

  it('has days and moments as periods, both ends included', async () => {
    const all = await list('?limit=100');
    const day = all[0].at.slice(0, 10);
    const first = all.at(-1).at.slice(0, 10);
    expect(await list(`?from=${first}&to=${day}&limit=100`)).toEqual(all);
    const { at } = all[3];
    const within = await list(`?from=${at}&to=${at}`);
    expect(within.map(({ record_id }) => record_id)).toContain(all[3].record_id);
    expect(within.every((one) => one.at === at)).toBe(true);
    expect(await list('?to=2020-01-01')).toEqual([]);
  });

  it('is read page by page', async () => {
    const all = await list('?limit=100');
    const seen: any[] = [];
    for (let cursor = ''; ;) {
      const { body } = await read(`?limit=3${cursor}`);
      seen.push(...body.records);
      if (!body.next_cursor) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(all);
  });

  it('can be downloaded as CSV, whose cells are no formulas, and as NDJSON', async () => {
    const all = await list('?limit=100');
    const csv = await read('?format=csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const rows: Record<string, string>[] = parse(csv.body, { columns: true });
    expect(Object.keys(rows[0] ?? {}).join()).toBe(
      'record_id,at,via,reference,entity_name,jurisdiction,tier,outcome,entity_id,official_name,jurisdiction_id,status,good_standing,confidence,credits_charged,credits_refunded,evidence_id,decision,decided_by,decided_at,note',
    );
    expect(rows.map(({ record_id }) => record_id)).toEqual(all.map(({ record_id }) => record_id));
    expect(rows.map(({ reference }) => reference)).toContain(`'${FORMULA}`);
    const ndjson = await service.ask('GET', '/v1/records?outcome=absent', {
      key: account.key,
      headers: { accept: 'application/x-ndjson' },
    });
    const lines = ndjson.body
      .trimEnd()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    expect(lines).toEqual(all.filter(({ outcome }) => outcome === 'absent'));
    const byAccept = await service.ask('GET', '/v1/records', { key: account.key, headers: { accept: 'text/csv' } });
    expect(byAccept.body).toBe(csv.body);
  });

  it('is unknown to other accounts', async () => {
    const other = await service.signUp();
    const [one] = await list('?limit=1');
    const { body } = await read('', other.key);
    expect(body).toEqual({ records: [] });
    for (const path of [`/${one.record_id}`, `/${one.record_id}/evidence`, '/rec_nonsense', '/rec_nonsense/evidence']) {
      const { status, body: refusal } = await read(path, other.key);
      expect([status, refusal.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    const foreign = await read(`?cursor=${one.record_id}`, other.key);
    expect([foreign.status, foreign.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it.each([
    'from=2026-02-30',
    'to=yesterday',
    'from=2026-02-02&to=2026-02-01',
    'from=2026-02-02&to=2026-02-01&format=csv',
    'cursor=rec_01jzx3s2v7e4k9c0q8d5w6y7ab',
    'cursor=nonsense',
    'entity_id=nonsense',
    'outcome=perhaps',
    'decided=perhaps',
    'reference=',
    'reference=%00',
    'format=xml',
    'unknown=1',
    'limit=0',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await read(`?${query}`);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('refuses an unknown jurisdiction, also of a file', async () => {
    for (const query of ['jurisdiction=us-zz', 'jurisdiction=us-zz&format=ndjson']) {
      expect((await read(`?${query}`)).body.error.code).toBe('JURISDICTION_NOT_SUPPORTED');
    }
  });

  it('costs nothing', async () => {
    const before = await service.balance(account.key);
    const [one] = await list('?limit=1');
    await read(`/${one.record_id}`);
    expect(await service.balance(account.key)).toBe(before);
  });

  it('names the person at the console only to callers that may see the account', async () => {
    const member = newEmail();
    const [one] = await list('?limit=1');
    await service.db.rows('alter table records disable trigger user');
    await service.db.change('update records set member = $2 where id = $1', [toUuid(one.record_id), member]);
    await service.db.rows('alter table records enable trigger user');
    expect((await read(`/${one.record_id}`)).body.by.member).toBe(member);
  });

  it('is in the export of the account', async () => {
    const { body } = await service.ask('GET', '/v1/account/data-export', account);
    const all = await list('?limit=100');
    expect(body.records.map(({ record_id }: any) => record_id)).toEqual(all.map(({ record_id }) => record_id));
    expect(body.records.at(-1)).toMatchObject({
      via: 'rest',
      address: '1 Oak Avenue, Boulder',
      outcome: all.at(-1).outcome,
    });
  });
});
