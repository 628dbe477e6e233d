import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { WARCParser } from 'warcio';
import { textAt } from '../../src/core/evidence/pointer.js';
import { until } from '../support/until.js';
import { startSandboxService, type Answer, type SandboxService } from '../support/harness.js';

let service: SandboxService;
let account: { key: string };
beforeAll(async () => {
  service = await startSandboxService({ timeoutMs: 10_000 });
  account = await service.signUp();
});
afterAll(() => service.close());

interface Exchange {
  digest: string;
  bytes: number;
  url: string;
}
interface Standing {
  exchange: number;
  pointer: string;
  text: string | null;
}
interface Evidence {
  evidence_id: string;
  entity_id: string;
  snapshot_id: string;
  exchanges: Exchange[];
  fields: Record<string, Standing & { inferred_from?: Standing[] }>;
}

const verify = (name: string, code: string, tier = 'quick', key = account.key): Promise<Answer> =>
  service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: name, jurisdiction: code, tier },
  });
const read = (path: string, key = account.key) => service.ask('GET', path, { key });
const nameIn = (code: string) => service.sandbox.sampleNames(code)?.[1] ?? '';

async function fileOf(id: string, key = account.key): Promise<Response> {
  return fetch(`${service.url}/v1/evidence/${id}/warc`, { headers: { 'x-api-key': key } });
}

/** Reads the file with a third-party program. */
async function recordsIn(file: Uint8Array) {
  const records: { type: string; uri: string; digest: string | null; status: number | undefined; payload: Buffer }[] =
    [];
  for await (const record of WARCParser.iterRecords([file])) {
    const payload = Buffer.from(await record.readFully(false));
    records.push({
      type: record.warcType ?? '',
      uri: record.warcTargetURI ?? '',
      digest: record.warcPayloadDigest ?? null,
      status: record.httpHeaders ? Number(record.httpHeaders.statusCode) : undefined,
      payload,
    });
  }
  return records;
}

describe('the evidence of an answer', () => {
  it('points each field to its text, in bytes that the file contains', async () => {
    const { body: answer } = await verify(nameIn('gb-eaw'), 'gb-eaw', 'deep');
    const { status, body, headers } = await read(`/v1/entity/${answer.entity_id}/evidence`);
    expect([status, headers.get('x-credits-charged')]).toEqual([200, '0']);
    const evidence = body as Evidence;
    expect(evidence).toMatchObject({
      entity_id: answer.entity_id,
      register: { name: expect.any(String), licence: expect.any(String) },
      parser_version: 4,
      sandbox: true,
    });
    expect(evidence.fields).toMatchObject({
      entity_name: { text: answer.data.entity_name },
      jurisdiction_id: { text: answer.data.jurisdiction_id },
      status: { text: 'active', exchange: expect.any(Number) },
      'officers[0].name': { text: answer.data.officers[0].name },
      'principal_address.postal_code': { text: answer.data.principal_address.postal_code },
    });
    const file = new Uint8Array(await (await fileOf(evidence.evidence_id)).arrayBuffer());
    const records = await recordsIn(file);
    const answered = records.filter(({ type }) => type === 'response');
    expect(records.map(({ type }) => type)).toEqual([
      'warcinfo',
      ...answered.flatMap(() => ['response', 'request']),
      'metadata',
    ]);
    expect(gunzipSync(file).toString('latin1')).toContain('\r\nHTTP/1.1 200 OK\r\n');
    expect(answered.map(({ digest }) => digest)).toEqual(evidence.exchanges.map(({ digest }) => digest));
    for (const { payload, digest } of answered) {
      expect(`sha256:${createHash('sha256').update(payload).digest('hex')}`).toBe(digest);
    }
    for (const { exchange, pointer, text } of Object.values(evidence.fields)) {
      expect(textAt(answered[exchange]!.payload, pointer)).toBe(text);
    }
    expect(JSON.parse(records.at(-1)!.payload.toString())).toMatchObject({ evidence_id: evidence.evidence_id });
  });

  it('is the same for the entity, the snapshot in the history, and the job', async () => {
    const newcomer = await service.signUp();
    const filed = await service.ask('POST', '/v1/verify', {
      key: newcomer.key,
      headers: { prefer: 'respond-async' },
      body: { entity_name: nameIn('no-03'), jurisdiction: 'no-03' },
    });
    const status = async () => (await read(`/v1/verify/status/${filed.body.job_id}`, newcomer.key)).body;
    await until(async () => (await status()).status === 'completed');
    const done = await status();
    const { body: ofEntity } = await read(`/v1/entity/${done.entity_id}/evidence`, newcomer.key);
    const { body: ofJob } = await read(`/v1/jobs/${filed.body.job_id}/evidence`, newcomer.key);
    const { body: ofSnapshot } = await read(`/v1/snapshots/${ofEntity.snapshot_id}/evidence`, newcomer.key);
    const { body: history } = await read(`/v1/entity/${done.entity_id}/history`, newcomer.key);
    expect(ofJob).toEqual(ofEntity);
    expect(ofSnapshot).toEqual(ofEntity);
    expect(history.snapshots[0].snapshot_id).toBe(ofEntity.snapshot_id);
  });

  it('contains for a quick answer nothing that was read for a deep one', async () => {
    const other = await service.signUp();
    const { body: quick } = await verify(nameIn('gb-sct'), 'gb-sct', 'quick', other.key);
    const { body: deep } = await verify(nameIn('gb-sct'), 'gb-sct', 'deep');
    expect(quick.entity_id).toBe(deep.entity_id);
    const { body: whole } = await read(`/v1/entity/${deep.entity_id}/evidence`);
    const { body: part } = await read(`/v1/entity/${deep.entity_id}/evidence`, other.key);
    expect(part.evidence_id).not.toBe(whole.evidence_id);
    expect(Object.keys(part.fields)).toContain('entity_name');
    expect(Object.keys(part.fields).filter((field) => field.startsWith('officers'))).toEqual([]);
    const officer = deep.data.officers[0].name;
    const text = async (id: string, key: string) => {
      const file = new Uint8Array(await (await fileOf(id, key)).arrayBuffer());
      return (await recordsIn(file)).map(({ payload }) => payload.toString()).join('\n');
    };
    expect(await text(whole.evidence_id, account.key)).toContain(officer);
    expect(await text(part.evidence_id, other.key)).not.toContain(officer);
    expect((await read(`/v1/evidence/${whole.evidence_id}/warc`, other.key)).status).toBe(404);
  });

  it('is the whole search for a no-match', async () => {
    const { body } = await verify('Nobody Bears This Name LLC', 'us-co');
    const jobs = await read('/v1/jobs?limit=1');
    const { body: evidence } = await read(`/v1/jobs/${jobs.body.jobs[0].job_id}/evidence`);
    expect(body.error.code).toBe('ENTITY_NOT_FOUND');
    expect(evidence.exchanges.length).toBeGreaterThan(1);
    expect(evidence).toMatchObject({ fields: {}, evidence_id: expect.stringMatching(/^evd_/) });
    expect(evidence).not.toHaveProperty('entity_id');
  });

  it('is stored once for everything that a search found', async () => {
    const search = await service.ask('POST', '/v1/search', {
      key: account.key,
      headers: { prefer: 'wait=20' },
      body: { entity_name: nameIn('us-ny'), jurisdictions: ['us-ny'] },
    });
    const ids = (search.body.results as { entity_id: string }[]).map(({ entity_id }) => entity_id);
    const found = await Promise.all(ids.map(async (id) => (await read(`/v1/entity/${id}/evidence`)).body as Evidence));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ evidence_id }) => evidence_id)).size).toBe(1);
    for (const [at, { fields, entity_id }] of found.entries()) {
      expect(entity_id).toBe(ids[at]);
      expect(fields['entity_name']?.text).toBeTruthy();
    }
  });
});

describe('the evidence of a batch row', () => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await service.signUp());
  });

  /** Runs a batch of these us-co rows until it ends, and returns its id. */
  async function answered(...names: string[]): Promise<string> {
    const file = await fetch(`${service.url}/v1/batches`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-api-key': key },
      body: ['entity_name,jurisdiction', ...names.map((name) => `"${name}",us-co`)].join('\n'),
    });
    const { batch_id: id } = (await file.json()) as { batch_id: string };
    await service.ask('POST', `/v1/batches/${id}/start`, { key });
    await until(async () => (await read(`/v1/batches/${id}`, key)).body.status === 'completed');
    return id;
  }
  const ofRow = (id: string, line: number, as = key) => read(`/v1/batches/${id}/rows/${line}/evidence`, as);

  it('is that of the record or, for a no-match, of the whole search, which repeated names share', async () => {
    const id = await answered(nameIn('us-co'), 'Nobody Bears That Name LLC', 'Nobody bears that name, L.L.C.');
    const found = await ofRow(id, 2);
    expect([found.status, found.headers.get('x-credits-charged')]).toEqual([200, '0']);
    expect(found.body).toMatchObject({ fields: { entity_name: { text: expect.any(String) } } });
    const { body: absent } = await ofRow(id, 3);
    expect(absent).toMatchObject({ evidence_id: expect.stringMatching(/^evd_/), fields: {} });
    expect(absent.exchanges.length).toBeGreaterThan(1);
    expect(absent).not.toHaveProperty('entity_id');
    const records = await recordsIn(new Uint8Array(await (await fileOf(absent.evidence_id, key)).arrayBuffer()));
    expect(records.filter(({ type }) => type === 'response')).toHaveLength(absent.exchanges.length);

    const again = await answered('Nobody Bears That Name LLC');
    for (const [batch, line] of [
      [id, 4],
      [again, 2],
    ] as const) {
      expect((await ofRow(batch, line)).body.evidence_id).toBe(absent.evidence_id);
    }
    const { body: exported } = await read('/v1/account/data-export', key);
    expect(exported.batch_rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ line: 3, evidence_id: absent.evidence_id })]),
    );
  });

  it('is available to its account alone, and for answered rows only', async () => {
    const id = await answered('Nobody Bears That Name LLC', 'Sandbox Unavailable LLC');
    const { body: evidence } = await ofRow(id, 2);
    const { key: other } = await service.signUp();
    const refused = [
      await ofRow(id, 2, other),
      await ofRow(id, 3),
      await ofRow(id, 99),
      await read('/v1/batches/x/rows/y/evidence', key),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(refused.map(() => [404, 'NOT_FOUND']));
    expect((await fileOf(evidence.evidence_id, other)).status).toBe(404);
  });
});

describe('access to evidence', () => {
  it('is limited to the charged account; others get the 404 of an unknown id', async () => {
    const { body: answer } = await verify(nameIn('fr-idf'), 'fr-idf');
    const { body: evidence } = await read(`/v1/entity/${answer.entity_id}/evidence`);
    const stranger = await service.signUp();
    const nothing = '00000000000000000000000000';
    const asked = async (paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => (await read(path, stranger.key)).body.error));
    const theirs = await asked([
      `/v1/entity/${answer.entity_id}/evidence`,
      `/v1/snapshots/${evidence.snapshot_id}/evidence`,
      `/v1/jobs/${answer.job_id}/evidence`,
      `/v1/evidence/${evidence.evidence_id}/warc`,
    ]);
    expect(theirs).toEqual(
      await asked([
        `/v1/entity/ent_${nothing}/evidence`,
        `/v1/snapshots/snp_${nothing}/evidence`,
        `/v1/jobs/job_${nothing}/evidence`,
        `/v1/evidence/evd_${nothing}/warc`,
      ]),
    );
    expect(theirs.map(({ code }: { code: string }) => code)).toEqual([
      'ENTITY_NOT_FOUND',
      'NOT_FOUND',
      'JOB_NOT_FOUND',
      'NOT_FOUND',
    ]);
    expect((await service.ask('GET', `/v1/evidence/${evidence.evidence_id}/warc`)).status).toBe(401);
  });

  it('returns 404 for a malformed id, as for an unknown one', async () => {
    for (const path of ['entity/x', 'snapshots/snp_', 'jobs/ent_1']) {
      expect((await read(`/v1/${path}/evidence`)).status).toBe(404);
    }
    expect((await read(`/v1/evidence/evd_1/warc`)).status).toBe(404);
  });
});

it('lists in the data export the evidence of paid answers, and no other', async () => {
  const mine = await service.signUp();
  const { body: answer } = await verify(nameIn('cz-10'), 'cz-10', 'quick', mine.key);
  await verify('Nobody Bears This Name LLC', 'us-or', 'quick', mine.key);
  const { body: evidence } = await read(`/v1/entity/${answer.entity_id}/evidence`, mine.key);
  const { body: exported } = await read('/v1/account/data-export', mine.key);
  expect(exported.evidence).toEqual([
    { evidence_id: evidence.evidence_id, entity_id: answer.entity_id, retrieved_at: expect.any(String) },
  ]);
  expect(exported.jobs).toEqual([
    expect.objectContaining({ evidence_id: evidence.evidence_id }),
    expect.objectContaining({ evidence_id: expect.stringMatching(/^evd_/) }),
  ]);
  for (const { evidence_id: id } of exported.jobs) expect((await fileOf(id, mine.key)).status).toBe(200);
});

it('measures evidence by register, and by its size on disk', async () => {
  await verify(nameIn('us-pa'), 'us-pa');
  const page = await (await fetch(`${service.url}/metrics`)).text();
  expect(page).toMatch(/^standing_evidence_bytes_total\{source="us-pa"\} [1-9]\d*$/m);
  expect(page).toMatch(/^standing_evidence_disk_bytes [1-9]\d*$/m);
});
