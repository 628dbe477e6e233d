import { toUuid, type Id } from '../../src/core/ids.js';
import { tokenIn, Visitor } from '../console/visitor.js';
import { record } from '../support/fakes.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const ADMIN = 'an-administrators-key-for-the-tests';
const ALDER = record({ id: '20019000001', name: 'Alder Works LLC', status: 'active', goodStanding: true });
const BIRCH = record({ id: '20019000002', name: 'Birch Lane LLC', status: 'dissolved', goodStanding: false });

let service: Service;
let account: { key: string; keyId: string };
beforeEach(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN } });
  account = await service.signUp();
  service.registries.of('us-co').records = [ALDER, BIRCH];
});
afterEach(() => service.close());

const verify = async (entity_name: string, more: object = {}) => {
  const { body } = await service.ask('POST', '/v1/verify', {
    key: account.key,
    headers: { prefer: 'wait=20' },
    body: { entity_name, jurisdiction: 'us-co', ...more },
  });
  return body;
};
const read = (path: string) => service.ask('GET', `/v1/records${path}`, { key: account.key });
const list = async (query = '?limit=100') => (await read(query)).body.records as any[];
const admin = (method: string, path: string, body?: object) =>
  service.ask(method, `/v1/admin${path}`, { headers: { 'x-admin-key': ADMIN }, body });

async function ownRows(): Promise<string[]> {
  const rows = await service.db.rows<{ entity_name: string }>('select entity_name from records order by id');
  return rows.map(({ entity_name }) => entity_name);
}

/** One record of a job, and one that its charge keeps. */
async function askTwice(more: object = {}): Promise<{ asked: any; known: any }> {
  await verify('Alder Works LLC');
  await verify('Alder Works LLC', more);
  const [known, asked] = await list();
  return { asked, known };
}

describe('the record of a plain known answer', () => {
  it('is kept by its charge alone, and reads like that of the question before', async () => {
    const { asked, known } = await askTwice();
    expect(await ownRows()).toEqual(['Alder Works LLC']);
    const { record_id: _r, at: _a, cached: _c, job_id: _j, ...answer } = asked;
    expect(known).toMatchObject(answer);
    expect(known).toMatchObject({ cached: true, via: 'rest', by: { key_id: account.keyId } });
    expect(known.job_id).toBeUndefined();
    expect((await read(`/${known.record_id}`)).body).toEqual(known);
  });

  it('is a row of its own where evidence was given', async () => {
    await askTwice({ officer: 'Officer of Alder' });
    expect(await ownRows()).toHaveLength(2);
  });

  it.each(['reference=C-1', 'jurisdiction=us-co', 'outcome=found', 'decided=false', 'from=2020-01-01'])(
    'is among those with %s, a page at a time',
    async (filter) => {
      for (let i = 0; i < 3; i++) await verify('Alder Works LLC', { reference: 'C-1' });
      await verify('Birch Lane LLC', { reference: 'C-1' });
      await verify('Alder Works LLC', { reference: 'C-1' });
      const all = await list();
      expect(all.map(({ cached }) => cached)).toEqual([true, false, true, true, false]);
      const seen: any[] = [];
      for (let cursor = ''; ;) {
        const { body } = await read(`?limit=1&${filter}${cursor}`);
        seen.push(...body.records);
        if (!body.next_cursor) break;
        cursor = `&cursor=${body.next_cursor}`;
      }
      expect(seen).toEqual(all);
    },
  );

  it('is found behind ten thousand entries that are no records', async () => {
    await askTwice();
    const all = await list();
    const id = toUuid((await service.ask('GET', '/v1/account', { key: account.key })).body.account_id);
    // Each row has its triggers, and a statement has a time limit.
    for (const rows of [...Array.from({ length: 10 }, () => 1_000), 1]) {
      await service.db.change(
        `insert into ledger_entries (account_id, type, amount, description)
           select $1, 'adjustment', 1, 'for the test' from generate_series(1, $2::integer)`,
        [id, rows],
      );
    }
    const first = await read('');
    expect(first.body.records).toEqual([]);
    const next = await read(`?cursor=${first.body.next_cursor}`);
    expect(next.body).toEqual({ records: all });
    const csv = await read('?format=csv');
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(3);
    const { body: exported } = await service.ask('GET', '/v1/account/data-export', { key: account.key });
    expect(exported.records.map(({ record_id }: any) => record_id)).toEqual(all.map(({ record_id }) => record_id));
  });

  it('belongs to a row of a file, which its duplicate does not share', async () => {
    await verify('Alder Works LLC');
    const { body } = await service.ask('POST', '/v1/batches?start=true', {
      key: account.key,
      headers: { 'content-type': 'text/csv' },
      body: `entity_name,jurisdiction,custom_id\nAlder Works LLC,us-co,C-1\nAlder Works LLC,us-co,C-2\n`,
    });
    await until(
      async () =>
        (await service.ask('GET', `/v1/batches/${body.batch_id}`, { key: account.key })).body.status === 'completed',
    );
    const records = await list();
    expect(records.map(({ line, reference, cached }) => [line, reference, cached])).toEqual(
      expect.arrayContaining([
        [2, 'C-1', true],
        [3, 'C-2', true],
      ]),
    );
    expect(await ownRows()).toHaveLength(2);
    const ofRow = records.find(({ line }) => line === 2);
    expect(await list('?reference=C-1')).toEqual([ofRow]);
    const { body: ledger } = await service.ask('GET', '/v1/billing', { key: account.key });
    expect(ledger.transactions[0].record_id).toBe(ofRow.record_id);

    const path = `/batches/${body.batch_id}/rows/2/refund`;
    expect((await admin('POST', path, { reason: 'Asked for it.' })).status).toBe(200);
    expect((await read(`/${ofRow.record_id}`)).body).toEqual({ ...ofRow, credits_refunded: 1 });
    const { body: after } = await service.ask('GET', '/v1/billing', { key: account.key });
    expect(after.transactions[0]).toMatchObject({ type: 'refund', record_id: ofRow.record_id });
  });

  it('is moved out of its charge to be erased, and the charge takes no other change', async () => {
    const { known } = await askTwice();
    const reason = { reason: 'Asked for it.' };
    expect((await admin('POST', `/records/${known.record_id}/erase-personal-data`, reason)).status).toBe(200);
    const [erased] = await list();
    expect(erased).toMatchObject({
      record_id: known.record_id,
      official_name: '[erased]',
      question: { entity_name: '[erased]' },
      erased: ['official_name', 'question.entity_name'],
    });
    expect(await list()).toHaveLength(2);
    const entry = [toUuid(known.record_id as Id<'rec'>)];
    expect(await service.db.row('select recorded from ledger_entries where id = $1', entry)).toEqual({
      recorded: null,
    });
    for (const change of ["recorded = '[]'", 'recorded = null, amount = -2', "description = 'Another'"]) {
      await expect(service.db.change(`update ledger_entries set ${change} where id = $1`, entry)).rejects.toThrow(
        /append-only/,
      );
    }
  });

  it('keeps its evidence when the question that retrieved it is refunded', async () => {
    const asked = [['Alder Works LLC'], ['Birch Lane LLC', { tier: 'deep' }], ['Nobody of That Name LLC']] as const;
    for (const [name, first] of asked) {
      await verify(name, first);
      await verify(name);
      const [known, before] = await list();
      expect(known.evidence_id).toBe(before.evidence_id);
      const refund = await admin('POST', `/jobs/${before.job_id}/refund`, { reason: 'Asked for it.' });
      expect(refund.status).toBe(200);
      expect((await list())[0]).toEqual(known);
      expect((await read(`/${known.record_id}/evidence`)).body.evidence_id).toBe(known.evidence_id);
    }
  });

  it('cannot be decided, as nothing about it is in doubt', async () => {
    const { asked, known } = await askTwice();
    const decide = (id: string) =>
      service.ask('PUT', `/v1/records/${id}/decision`, { key: account.key, body: { entity_id: asked.entity_id } });
    const [first, second] = [await decide(asked.record_id), await decide(known.record_id)];
    expect([second.status, second.body.error.code]).toEqual([first.status, first.body.error.code]);
    expect(second.status).toBeGreaterThanOrEqual(400);
  });
});

it('names the person who asked at the console, whichever form it was and whatever was known', async () => {
  const email = newEmail();
  account = await service.signUp(email);
  const visitor = await Visitor.signedIn(service, email);
  const pressed = async (path: string, fields: Record<string, string>) =>
    expect((await visitor.press(path, path, fields)).status).toBe(303);
  const upload = async () => {
    const form = new FormData();
    form.set('form_token', tokenIn((await visitor.get('/console/batches')).html));
    form.set('file', new Blob(['entity_name,jurisdiction\nAlder Works LLC,us-co\nBirch Lane LLC,us-co\n']), 'list.csv');
    const { location = '' } = await visitor.send('/console/batches', form);
    await visitor.press(location, `${location}/start`);
    await until(async () => !(await visitor.get(location)).html.includes('data-pending'));
  };
  for (const _ of ['unknown', 'known']) {
    await pressed('/console/verify', { entity_name: 'Alder Works LLC', jurisdiction: 'us-co' });
    await pressed('/console/search', { entity_name: 'Alder Works', 'jurisdiction:us-co': 'on' });
    await until(async () => (await list()).length % 4 >= 2);
    await upload();
  }
  const asked = (await list()).map(({ via, cached, by }) => `${via} ${cached ? 'known' : 'unknown'} ${by.member}`);
  const each = (via: string, ...known: string[]) => known.map((one) => `${via} ${one} ${email}`);
  expect(asked.toSorted()).toEqual(
    [
      ...each('batch', 'known', 'known', 'known', 'unknown'),
      ...each('console', 'known', 'unknown'),
      ...each('search', 'known', 'unknown'),
    ].toSorted(),
  );
});
