import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { PurgeExpired } from '../../src/core/maintenance/purge-expired.js';
import { startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';

const DAY_MS = 86_400_000;
const ADMIN = 'an-administrators-key-for-the-tests';

let service: SandboxService;
let account: { key: string };
beforeEach(async () => {
  service = await startSandboxService({ timeoutMs: 10_000, env: { ADMIN_API_KEY: ADMIN } });
  account = await service.signUp();
});
afterEach(() => service.close());

const nameIn = (code: string, at = 1) => service.sandbox.sampleNames(code)?.[at] ?? '';
const get = (path: string) => service.ask('GET', path, account);
const list = async () => (await get('/v1/records?limit=100')).body.records as any[];

async function purge(recordsKeptMs = 1_827 * DAY_MS): Promise<void> {
  const periods = {
    jobsKeptMs: 90 * DAY_MS,
    snapshotsKeptMs: undefined,
    evidenceKeptMs: 1_827 * DAY_MS,
    recordsKeptMs,
    answersUsedMs: DAY_MS,
    rankingsUsedMs: DAY_MS,
  };
  await new PurgeExpired(new PostgresRetention(service.db), periods).run(new AbortController().signal);
}

async function askEverything(): Promise<void> {
  const verify = (entity_name: string, more: object = {}) =>
    service.ask('POST', '/v1/verify', {
      ...account,
      headers: { prefer: 'wait=20' },
      body: { entity_name, jurisdiction: 'us-co', ...more },
    });
  await verify(nameIn('us-co'));
  await verify(nameIn('us-co'), { tier: 'deep' });
  await verify(nameIn('us-co'));
  await verify('Nobody of That Name LLC');
  await service.ask('POST', '/v1/search', {
    ...account,
    headers: { prefer: 'wait=20' },
    body: { entity_name: nameIn('ca-bc', 2), jurisdictions: ['ca-bc'] },
  });
  const { body } = await service.ask('POST', '/v1/batches?start=true', {
    ...account,
    headers: { 'content-type': 'text/csv' },
    body: `entity_name,jurisdiction\n"${nameIn('us-co', 0)}",us-co\nNobody of Another Name LLC,us-co\n"${nameIn('us-co', 0)}",us-co\n`,
  });
  await until(async () => (await get(`/v1/batches/${body.batch_id}`)).body.status === 'completed');
}

/** Moves everything that ages into the past, ids included. */
async function growOld(days: number): Promise<void> {
  const { db } = service;
  const older = (column: string) => `${column} = ${column} - interval '${days} days'`;
  const aged = `(select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || substr(id::text, 14))::uuid
    from (select lpad(to_hex(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint - ${days * DAY_MS}::bigint), 12, '0') as h) x)`;
  await db.change(`update batches set ${older('created_at')}, ${older('started_at')}, ${older('ended_at')}`);
  await db.change(`update evidence set ${older('created_at')}`);
  await db.interactive(async (tx) => {
    await tx.rows(`set local session_replication_role = replica`);
    await tx.change(`update records set id = ${aged}, ${older('at')}`);
    await tx.change(`update ledger_entries set ${older('created_at')}`);
    await tx.change(`update retrievals set ${older('finished_at')}, ${older('created_at')}`);
    await tx.change(`create temporary table moved on commit drop as select id as old, ${aged} as new from jobs`);
    await tx.change(`update jobs j set id = m.new from moved m where m.old = j.id`);
    await tx.change(`update events e set job_id = m.new from moved m where m.old = e.job_id`);
    await tx.change(`update events set ${older('created_at')}`);
    await tx.change(`update ledger_entries e set job_id = m.new from moved m where m.old = e.job_id`);
    await tx.change(`create temporary table read on commit drop as select id as old, ${aged} as new from evidence`);
    await tx.change(`update evidence e set id = r.new from read r where r.old = e.id`);
    for (const table of [
      'evidence_exchanges',
      'snapshot_evidence',
      'retrievals',
      'batch_rows',
      'jobs',
      'records',
      'answers',
    ]) {
      await tx.change(`update ${table} t set evidence_id = r.new from read r where r.old = t.evidence_id`);
    }
  });
}

describe('after 91 days', () => {
  it('every record is listed and its evidence opens, though jobs and files are purged', async () => {
    await askEverything();
    const before = await list();
    expect(before).toHaveLength(8);
    await growOld(91);
    await purge();
    const left = await service.db.row<{ jobs: number; rows: number }>(
      'select (select count(*)::int from jobs) as jobs, (select count(*)::int from batch_rows) as rows',
    );
    expect(left).toEqual({ jobs: 0, rows: 0 });
    const after = await list();
    expect(after.map(({ outcome }) => outcome)).toEqual(before.map(({ outcome }) => outcome));
    for (const one of after) {
      const { status, body } = await get(`/v1/records/${one.record_id}/evidence`);
      expect([one.via, one.outcome, status]).toEqual([one.via, one.outcome, 200]);
      expect([...new Set(body.exchanges.map(({ digest }: any) => digest))]).toEqual(one.digests);
      expect((await get(`/v1/evidence/${body.evidence_id}/warc`)).status).toBe(200);
    }
  });

  it('records go after their own time, and not before', async () => {
    await askEverything();
    const kept = await list();
    await growOld(91);
    await purge(92 * DAY_MS);
    expect(await list()).toHaveLength(kept.length);
    await purge(90 * DAY_MS);
    expect(await list()).toEqual([]);
  });
});

describe('a known answer that another account had retrieved', () => {
  it('has the digests of what the register sent', async () => {
    await askEverything();
    const ours = await list();
    const other = await service.signUp();
    for (const entity_name of [nameIn('us-co'), 'Nobody of That Name LLC']) {
      const body = { entity_name, jurisdiction: 'us-co' };
      const { body: answer } = await service.ask('POST', '/v1/verify', { key: other.key, body });
      const id = answer.record_id ?? answer.error.details.record_id;
      const { body: theirs } = await service.ask('GET', `/v1/records/${id}`, { key: other.key });
      const asked = ours.findLast(({ via, question }) => via === 'rest' && question.entity_name === entity_name);
      expect(theirs).toMatchObject({ cached: true, digests: asked.digests });
      expect(theirs.digests).toContainEqual(expect.stringMatching(/^sha256:/));
    }
  });
});

describe('a known answer whose charge keeps its record', () => {
  it('has no record after its time, and its charge stays in the ledger', async () => {
    await askEverything();
    const known = (await list()).filter(({ cached, via }) => cached && via === 'rest');
    expect(known.length).toBeGreaterThan(0);
    const transactions = async () => (await get('/v1/billing?limit=100')).body.transactions as any[];
    const before = await transactions();
    await purge(0);
    for (const { record_id } of known) expect((await get(`/v1/records/${record_id}`)).status).toBe(404);
    const after = await transactions();
    expect(after.map(({ transaction_id }) => transaction_id)).toEqual(
      before.map(({ transaction_id }) => transaction_id),
    );
    expect(after.some(({ record_id }) => known.some((one) => one.record_id === record_id))).toBe(false);
  });
});

describe('records of a deleted account', () => {
  it('stay readable for administrators', async () => {
    await askEverything();
    const records = await list();
    const { body: me } = await get('/v1/account');
    await service.ask('DELETE', '/v1/account', account);
    await purge();
    const admin = (path: string) =>
      service.ask('GET', `/v1/admin/records${path}`, { headers: { 'x-admin-key': ADMIN } });
    const { body } = await admin(`?account_id=${me.account_id}&limit=100`);
    expect(body.records.map(({ record_id }: any) => record_id)).toEqual(records.map(({ record_id }) => record_id));
    const [first] = body.records;
    expect((await admin(`/${first.record_id}`)).body).toEqual(first);
    expect(first.account_id).toBe(me.account_id);
    expect((await admin('/rec_nonsense')).status).toBe(404);
    expect((await admin('?account_id=nonsense')).body).toEqual({ records: [] });
  });
});
