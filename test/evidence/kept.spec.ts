import { inflateRawSync } from 'node:zlib';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { PostgresEvidenceErasure } from '../../src/adapters/postgres/entities/evidence-erasure.js';
import { PostgresEvidenceStore } from '../../src/adapters/postgres/entities/evidence-store.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { toUuid } from '../../src/core/ids.js';
import { PurgeExpired } from '../../src/core/maintenance/purge-expired.js';
import { startSandboxService, type SandboxService } from '../support/harness.js';

const ADMIN = 'an-administrators-key-for-the-tests';
const DAY_MS = 86_400_000;

let service: SandboxService;
let account: { key: string };
beforeAll(async () => {
  service = await startSandboxService({ timeoutMs: 10_000, env: { ADMIN_API_KEY: ADMIN } });
  account = await service.signUp();
});
afterAll(() => service.close());

const nameIn = (code: string, at = 1) => service.sandbox.sampleNames(code)?.[at] ?? '';
async function verified(code: string, tier: 'quick' | 'deep', at = 1) {
  const { body } = await service.ask('POST', '/v1/verify', {
    key: account.key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: nameIn(code, at), jurisdiction: code, tier },
  });
  return body;
}
const erase = (id: string) =>
  service.ask('POST', `/v1/admin/entities/${id}/erase-personal-data`, {
    headers: { 'x-admin-key': ADMIN },
    body: { reason: 'A person asked for it.' },
  });
const evidenceOf = (id: string) => service.ask('GET', `/v1/entity/${id}/evidence`, account);
async function purge(evidenceKeptMs: number): Promise<void> {
  const periods = {
    jobsKeptMs: 90 * DAY_MS,
    recordsKeptMs: 365 * DAY_MS,
    snapshotsKeptMs: undefined,
    evidenceKeptMs,
    answersUsedMs: DAY_MS,
    rankingsUsedMs: DAY_MS,
  };
  await new PurgeExpired(new PostgresRetention(service.db), periods).run(new AbortController().signal);
}
const count = async (table: string) =>
  (await service.db.row<{ rows: number }>(`select count(*)::integer as rows from ${table}`))?.rows;

/** Stores old evidence that nothing refers to. */
async function keepOld(id: string): Promise<void> {
  const kept = {
    id,
    jurisdiction: 'us-co',
    sandbox: true,
    parser_version: 1,
    question: {},
    retrieved_at: new Date().toISOString(),
    exchanges: [
      {
        place: 0,
        tier: 'quick',
        method: 'GET',
        url: 'https://x.example',
        status: 200,
        headers: {},
        retrieved_at: '2026-01-31T12:00:00Z',
        digest: 'ab'.repeat(32),
        bytes: 1,
        body: 'AA==',
      },
    ],
  };
  await service.db.rows('select evidence_keep($1)', [JSON.stringify([kept])]);
}

async function storedBytes(): Promise<string> {
  const bodies = await service.db.rows<{ body: Buffer }>('select body from evidence_bodies where body is not null');
  const rows = await service.db.rows<object>(
    'select * from evidence e join evidence_exchanges x on x.evidence_id = e.id',
  );
  return [JSON.stringify(rows), ...bodies.map(({ body }) => inflateRawSync(body).toString('latin1'))].join('\n');
}

describe('stored evidence', () => {
  it('contains no headers of the service, cookies or credentials', async () => {
    await verified('us-co', 'quick');
    await verified('us-co', 'quick', 2);
    const stored = await storedBytes();
    expect(await count('evidence_bodies')).toBeGreaterThan(0);
    expect(stored).not.toMatch(
      /authorization|user-agent|set-cookie|x-app-token|x-api-key|business verification service/i,
    );
  });

  it('is deleted after its retention with its bodies, and not before', async () => {
    const { entity_id: id } = await verified('ca-bc', 'quick');
    await purge(DAY_MS);
    expect((await evidenceOf(id)).status).toBe(200);
    await purge(0);
    expect((await evidenceOf(id)).body.error.code).toBe('ENTITY_NOT_FOUND');
    expect([await count('evidence'), await count('evidence_exchanges'), await count('evidence_bodies')]).toEqual([
      0, 0, 0,
    ]);
    expect((await service.ask('GET', `/v1/entity/${id}`, account)).status).toBe(200);
  });

  it('is deleted before its retention when no answer refers to it', async () => {
    const { entity_id: id } = await verified('fi-18', 'quick');
    await keepOld('01800000-0000-7000-8000-000000000000');
    const before = await count('evidence');
    await purge(400 * DAY_MS);
    expect(await count('evidence')).toBe((before ?? 0) - 1);
    expect((await evidenceOf(id)).status).toBe(200);
  });

  it('stays while a known no-match, a job or a batch row refers to it, and no longer', async () => {
    const { entity_id: id } = await verified('fi-18', 'quick');
    await service.ask('POST', '/v1/verify', {
      ...account,
      headers: { prefer: 'wait=20' },
      body: { entity_name: 'Nobody Bears This Name LLC', jurisdiction: 'us-co' },
    });
    const old = '01800000-0000-7000-8000-000000000001';
    await keepOld(old);
    const isKept = async () => {
      await purge(400 * DAY_MS);
      return (await service.db.row('select from evidence where id = $1', [old])) !== undefined;
    };
    await service.db.rows('update answers set evidence_id = $1', [old]);
    expect(await isKept()).toBe(true);
    await service.db.rows('update jobs set evidence_id = $1', [old]);
    await service.db.rows('update answers set evidence_id = null');
    expect(await isKept()).toBe(true);
    await fetch(`${service.url}/v1/batches`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-api-key': account.key },
      body: 'entity_name,jurisdiction\nNobody Bears This Name LLC,us-co',
    });
    await service.db.rows('update batch_rows set evidence_id = $1', [old]);
    await service.db.rows('update jobs set evidence_id = null');
    expect(await isKept()).toBe(true);
    await service.db.rows('update batch_rows set evidence_id = null');
    expect(await isKept()).toBe(false);
    expect((await evidenceOf(id)).status).toBe(200);
  });
});

describe('the erasure of a person', () => {
  it('keeps the digests of responses that named the person, and the name nowhere', async () => {
    const { entity_id: id, data } = await verified('gb-nir', 'deep');
    const name = data.officers[0].name as string;
    const before = (await evidenceOf(id)).body;
    expect(await storedBytes()).toContain(name);
    const erased = await erase(id);
    expect(erased.status).toBeLessThan(300);
    expect(await storedBytes()).not.toContain(name);
    const { body: after } = await evidenceOf(id);
    expect(after.exchanges.map(({ digest }: { digest: string }) => digest)).toEqual(
      before.exchanges.map(({ digest }: { digest: string }) => digest),
    );
    expect(after.exchanges.every((exchange: { erased?: boolean }) => exchange.erased === true)).toBe(true);
    expect(after.fields.entity_name).toMatchObject({ text: null, pointer: before.fields.entity_name.pointer });
  });

  it('continues after a killed process, and erases only what names the record', async () => {
    account = await service.signUp();
    const { entity_id: id, data } = await verified('gb-nir', 'deep', 2);
    const number = data.jurisdiction_id as string;
    const store = new PostgresEvidenceStore(service.db, new PrometheusMetrics());
    const answers = Array.from({ length: 120 }, (_, at) => `{"${at}":"${at % 2 === 0 ? number : 'somebody else'}"}`);
    for (const body of answers) {
      const exchange = { method: 'GET', url: 'https://x.example', status: 200, headers: {}, tier: 'quick' } as const;
      const retrievedAt = new Date();
      await store.keep({
        jurisdiction: 'gb-nir',
        sandbox: true,
        parserVersion: 1,
        question: { kind: 'search', tier: 'quick', entityName: 'x' },
        retrievedAt,
        edition: undefined,
        exchanges: [{ ...exchange, body: Buffer.from(body), retrievedAt }],
      });
    }
    const naming = async () => {
      const stored = await storedBytes();
      return (
        answers.filter((text) => stored.includes(text)).length -
        answers.filter((text) => text.includes('somebody')).length
      );
    };
    const searched = () => service.db.rows<{ searched: Buffer }>('select searched from evidence_erasures');
    // The state left by a process that dies right after committing the erasure.
    await service.db.change('insert into evidence_erasures (entity_id) values ($1)', [toUuid(id)]);
    expect(await naming()).toBe(60);

    let looks = 0;
    const stopping = {
      get aborted() {
        return looks++ > 0;
      },
    } as AbortSignal;
    await new PostgresEvidenceErasure(service.db).finishAll(stopping);
    expect((await searched())[0]?.searched.length).toBe(32);
    const left = await naming();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(60);

    await Promise.all(
      [1, 2].map(() => new PostgresEvidenceErasure(service.db).finishAll(new AbortController().signal)),
    );
    expect([await naming(), await searched()]).toEqual([0, []]);
    const stored = await storedBytes();
    const others = answers.filter((text) => text.includes('somebody'));
    expect(others.filter((text) => !stored.includes(text))).toEqual([]);
    await erase(id);
  });

  it('persists when the register is asked again', async () => {
    account = await service.signUp();
    const { entity_id: id, data } = await verified('gb-sct', 'deep');
    await erase(id);
    const { status } = await service.ask('POST', '/v1/verify', {
      key: account.key,
      headers: { prefer: 'wait=20' },
      body: { entity_name: nameIn('gb-sct'), jurisdiction: 'gb-sct', tier: 'deep', force_refresh: true },
    });
    expect(status).toBe(200);
    expect(await storedBytes()).not.toContain(data.officers[0].name);
  });
});
