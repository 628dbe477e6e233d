import { gunzipSync } from 'node:zlib';
import { startSandboxService, type SandboxService } from '../support/harness.js';

let service: SandboxService;
beforeAll(async () => {
  service = await startSandboxService({ jurisdictions: ['sk'], timeoutMs: 10_000 });
});
afterAll(() => service.close());

const PERSON = 'Fictional Person Podivná Živnosť';

it('evidence of an answer with a person among the businesses is its digest and size alone', async () => {
  const { key } = await service.signUp();
  const asked = await service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: PERSON, jurisdiction: 'sk' },
  });
  expect([asked.status, asked.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
  const { job_id: job, closest } = asked.body.error.details;
  expect(closest).toEqual([]);
  const { body } = await service.ask('GET', `/v1/jobs/${job}/evidence`, { key });
  const [first] = body.exchanges;
  expect(first).toMatchObject({ digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), status: 200 });
  expect(first.bytes).toBeGreaterThan(100);
  const file = await fetch(`${service.url}/v1/evidence/${body.evidence_id}/warc`, { headers: { 'x-api-key': key } });
  const kept = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
  expect(kept).toContain(first.digest.slice('sha256:'.length));
  expect(kept).not.toContain(`"value":"${PERSON}"`);
});
