import { toUuid, type Id } from '../../src/core/ids.js';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

const ADMIN = 'an-administrators-key-for-the-tests';
const ALDER = record({ id: '20019000001', name: 'Alder Works LLC', status: 'active', goodStanding: true });
const GIVEN = { address: { street: '1 Oak Avenue', city: 'Boulder' }, officer: 'Officer of Alder' };

let service: Service;
let account: { key: string };
beforeEach(async () => {
  service = await startService({ env: { ADMIN_API_KEY: ADMIN } });
  account = await service.signUp();
  service.registries.of('us-co').records = [ALDER];
});
afterEach(() => service.close());

const verify = (entity_name: string, more: object = {}, key = account.key) =>
  service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name, jurisdiction: 'us-co', ...more },
  });
const list = async (key = account.key) => (await service.ask('GET', '/v1/records', { key })).body.records as any[];
const admin = (method: string, path: string, body?: object) =>
  service.ask(method, `/v1/admin${path}`, { headers: { 'x-admin-key': ADMIN }, body });

describe('the erasure of a person', () => {
  it('reaches the records of the business in all accounts, and keeps that they are there', async () => {
    const other = await service.signUp();
    await verify('Alder Works LLC', GIVEN);
    await verify('Alder Works LLC', GIVEN, other.key);
    await verify('Nobody of That Name LLC', GIVEN);
    const [, before] = await list();
    expect(before.question).toMatchObject(GIVEN);
    await admin('POST', `/entities/${before.entity_id}/erase-personal-data`, { reason: 'A person asked for it.' });
    const [absent, erased] = await list();
    const [ofOther] = await list(other.key);
    for (const one of [erased, ofOther]) {
      expect(one).toMatchObject({
        question: { entity_name: 'Alder Works LLC', address: '[erased]', officer: '[erased]' },
        official_name: 'Alder Works LLC',
        erased: ['question.address', 'question.officer', 'reasons'],
      });
      const details = one.reasons.filter(({ kind }: any) => kind === 'address' || kind === 'officer');
      expect(details.map(({ detail }: any) => detail)).toEqual(['[erased]', '[erased]']);
    }
    const { question: _q, reasons: _r, erased: _e, ...kept } = erased;
    expect(before).toMatchObject(kept);
    expect(absent.question).toMatchObject(GIVEN);
  });

  it('takes more records than one piece', async () => {
    await verify('Alder Works LLC', GIVEN);
    const [one] = await list();
    await service.db.change(
      `insert into records select (t).* from (
         select jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid())) as t from records r, generate_series(1, 450)) many`,
    );
    await admin('POST', `/entities/${one.entity_id}/erase-personal-data`, { reason: 'A person asked for it.' });
    const left = await service.db.row('select count(*)::int as records from records where erased is null');
    expect(left).toEqual({ records: 0 });
  });

  it('takes the names out of a single record, and is in the audit trail', async () => {
    await verify('Alder Works LLC', GIVEN);
    await verify('Alder Yard Partners LLC', GIVEN);
    for (const { record_id: id, outcome } of await list()) {
      const { status, body } = await admin('POST', `/records/${id}/erase-personal-data`, { reason: 'Asked for it.' });
      expect([status, body]).toEqual([200, { record_id: id, erased: true }]);
      const { body: erased } = await admin('GET', `/records/${id}`);
      expect(JSON.stringify(erased)).not.toMatch(/alder|oak avenue|boulder/i);
      expect(erased).toMatchObject({ outcome, question: { entity_name: '[erased]' } });
      expect(erased.erased).toEqual(expect.arrayContaining(['question.address', 'question.entity_name']));
      expect((await admin('POST', `/records/${id}/erase-personal-data`, { reason: 'Again.' })).status).toBe(200);
      expect((await admin('GET', `/records/${id}`)).body).toEqual(erased);
    }
    const { body: trail } = await admin('GET', '/audit');
    expect(trail.actions.map(({ action }: any) => action)).toContain('erase personal data of record');
    expect((await admin('POST', '/records/rec_nonsense/erase-personal-data', { reason: 'Why' })).status).toBe(404);
  });

  it('takes the reference and the notes of decisions, too', async () => {
    service.registries.of('us-co').records = [ALDER, record({ id: '20019000002', name: 'Alder Works LLC' })];
    await verify('Alder Works LLC', { reference: 'The case of a person' });
    const [{ record_id: id }] = await list();
    await service.ask('PUT', `/v1/records/${id}/decision`, {
      key: account.key,
      body: { entity_id: 'none', note: 'The person said no.' },
    });
    await admin('POST', `/records/${id}/erase-personal-data`, { reason: 'Asked for it.' });
    const [erased] = await list();
    expect(erased).toMatchObject({ reference: '[erased]', decision: { note: '[erased]' } });
    expect(erased.erased).toContain('reference');
    const change = service.db.change(`update record_decisions set note = 'Another'`);
    await expect(change).rejects.toThrow(/stays as it is/);
  });

  it('is the only change that the text of a record takes', async () => {
    await verify('Alder Works LLC');
    const [one] = await list();
    const change = service.db.change(`update records set entity_name = 'Another' where id = $1`, [
      toUuid(one.record_id as Id<'rec'>),
    ]);
    await expect(change).rejects.toThrow(/stays as it was written/);
  });
});
