import { gunzipSync } from 'node:zlib';
import { REGISTERS } from '@standing/sandbox/registers';
import { toUuid } from '../../src/core/ids.js';
import { EVERY_JURISDICTION, startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';

let service: SandboxService;
beforeAll(async () => {
  service = await startSandboxService({ timeoutMs: 10_000, jurisdictions: EVERY_JURISDICTION });
});
afterAll(() => service.close());

const CODES = REGISTERS.map(({ code }) => code);
const SECRET = 'Projectnightfall';

const nameIn = (code: string) => service.sandbox.sampleNames(code)?.[1] ?? '';
const ask = (key: string, path: string, body: object) =>
  service.ask('POST', path, { key, headers: { prefer: 'wait=20' }, body });
const verify = (key: string, code: string, more: object = {}) =>
  ask(key, '/v1/verify', { entity_name: nameIn(code), jurisdiction: code, ...more });
const search = (key: string, code: string, name: string) =>
  ask(key, '/v1/search', { entity_name: name, jurisdictions: [code] });

/** Everything that the account can read about the entity's evidence, unpacked. */
async function readable(key: string, entityId: string, evidenceIds: readonly string[]): Promise<string> {
  const texts: string[] = [];
  const newest = await service.ask('GET', `/v1/entity/${entityId}/evidence`, { key });
  const { body: history } = await service.ask('GET', `/v1/entity/${entityId}/history`, { key });
  texts.push(JSON.stringify(newest.body));
  for (const { snapshot_id: id } of history.snapshots) {
    texts.push(JSON.stringify((await service.ask('GET', `/v1/snapshots/${id}/evidence`, { key })).body));
  }
  for (const id of [...evidenceIds, newest.body.evidence_id ?? '']) {
    const file = await fetch(`${service.url}/v1/evidence/${id}/warc`, { headers: { 'x-api-key': key } });
    const bytes = Buffer.from(await file.arrayBuffer());
    texts.push(file.status === 200 ? gunzipSync(bytes).toString() : bytes.toString());
  }
  texts.push(JSON.stringify((await service.ask('GET', '/v1/account/data-export', { key })).body));
  return texts.join('\n').toLowerCase();
}

const allEvidence = async () => (await service.db.rows<{ id: string }>(`select id from evidence`)).map(({ id }) => id);

describe.each(CODES)('evidence of %s that another account had retrieved', (code) => {
  it('never shows its words, and keeps showing what this account retrieved itself', async () => {
    const [asker, rival] = [await service.signUp(), await service.signUp()];
    const { body: own } = await verify(asker.key, code);
    const { body: before } = await service.ask('GET', `/v1/entity/${own.entity_id}/evidence`, { key: asker.key });
    expect(before.exchanges.length).toBeGreaterThan(0);
    const { body: found } = await search(rival.key, code, `${nameIn(code)} ${SECRET}`);
    expect(found.results.map(({ entity_id }: { entity_id: string }) => entity_id)).toContain(own.entity_id);
    const ids = (await allEvidence()).map((id) => `evd_${id}`);
    expect(await readable(asker.key, own.entity_id, ids)).not.toContain(SECRET.toLowerCase());
    const { body: after } = await service.ask('GET', `/v1/entity/${own.entity_id}/evidence`, { key: asker.key });
    expect(after.fields.entity_name.text).toBe(before.fields.entity_name.text);
    // The account that asked reads all of it.
    const theirs = await service.ask('GET', `/v1/jobs/${found.job_ids[0]}/evidence`, { key: rival.key });
    expect(theirs.status).toBe(200);
  });
});

it('shows an account that was answered from a stored answer only what was read by number', async () => {
  const [first, second] = [await service.signUp(), await service.signUp()];
  const { body } = await verify(first.key, 'us-ct', { tier: 'deep' });
  const { body: whole } = await service.ask('GET', `/v1/entity/${body.entity_id}/evidence`, { key: first.key });
  await verify(second.key, 'us-ct', { tier: 'deep' });
  const { body: part } = await service.ask('GET', `/v1/entity/${body.entity_id}/evidence`, { key: second.key });
  const urls = (evidence: { exchanges: { url: string }[] }) => evidence.exchanges.map(({ url }) => url);
  expect(part.exchanges.length).toBeGreaterThan(0);
  expect(urls(part)).toEqual(urls(whole).slice(-part.exchanges.length));
  expect(part.exchanges.length).toBeLessThan(whole.exchanges.length);
  for (const { exchange } of Object.values<{ exchange: number }>(part.fields)) {
    expect(exchange).toBeLessThan(part.exchanges.length);
  }
  // An account that paid for quick alone reads nothing of a deep retrieval.
  const third = await service.signUp();
  await verify(third.key, 'us-ct');
  const none = await service.ask('GET', `/v1/entity/${body.entity_id}/evidence`, { key: third.key });
  expect([none.status, none.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
});

it('shows an account its own spelling of a name that it shared a retrieval for', async () => {
  const [first, second] = [await service.signUp(), await service.signUp()];
  const name = service.sandbox.sampleNames('us-or')?.[2] ?? '';
  const spelled = name.toLowerCase();
  const answers = await Promise.all([
    ask(first.key, '/v1/verify', { entity_name: name, jurisdiction: 'us-or' }),
    ask(second.key, '/v1/verify', { entity_name: spelled, jurisdiction: 'us-or' }),
  ]);
  const [, { body }] = answers;
  const file = async (key: string) => {
    const { body: evidence } = await service.ask('GET', `/v1/entity/${body.entity_id}/evidence`, { key });
    const packed = await fetch(`${service.url}/v1/evidence/${evidence.evidence_id}/warc`, {
      headers: { 'x-api-key': key },
    });
    return gunzipSync(Buffer.from(await packed.arrayBuffer())).toString();
  };
  expect(await file(first.key)).toContain(`"entityName": "${name}"`);
  expect(await file(second.key)).toContain(`"entityName": "${spelled}"`);
});

it('does not show evidence of an earlier version to an account without a retrieval of its own', async () => {
  const [first, second] = [await service.signUp(), await service.signUp()];
  const { body } = await verify(first.key, 'us-pa', { tier: 'deep' });
  await verify(second.key, 'us-pa', { tier: 'deep' });
  const seen = async (key: string) =>
    (await service.ask('GET', `/v1/entity/${body.entity_id}/evidence`, { key })).status;
  expect([await seen(first.key), await seen(second.key)]).toEqual([200, 200]);
  await service.db.change('update evidence_exchanges set record_id = null');
  expect([await seen(first.key), await seen(second.key)]).toEqual([200, 404]);
});

it("does not show another account's search to a file of an earlier version that reused its absence", async () => {
  const [first, second] = [await service.signUp(), await service.signUp()];
  const absent = { entity_name: 'Nobody Ever Had This Projectnightfall LLC', jurisdiction: 'us-or' };
  const { body: own } = await ask(first.key, '/v1/verify', absent);
  const { body: batch } = await service.ask('POST', '/v1/batches?start=true', {
    key: second.key,
    headers: { 'content-type': 'text/csv' },
    body: `entity_name,jurisdiction\n${absent.entity_name},us-or\n`,
  });
  const path = `/v1/batches/${batch.batch_id}`;
  await until(async () => (await service.ask('GET', path, { key: second.key })).body.status === 'completed');
  const job = await service.ask('GET', `/v1/jobs/${own.error.details.job_id}/evidence`, { key: first.key });
  await service.db.change('update batch_rows set evidence_id = $1 where entity_name = $2', [
    toUuid(job.body.evidence_id),
    absent.entity_name,
  ]);
  const row = await service.ask('GET', `${path}/rows/2/evidence`, { key: second.key });
  const file = await fetch(`${service.url}/v1/evidence/${job.body.evidence_id}/warc`, {
    headers: { 'x-api-key': second.key },
  });
  expect([row.status, file.status]).toEqual([404, 404]);
});
