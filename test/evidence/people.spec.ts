import { startSandboxService, type SandboxService } from '../support/harness.js';

let service: SandboxService;
beforeAll(async () => {
  service = await startSandboxService({ jurisdictions: ['sk'], timeoutMs: 10_000 });
});
afterAll(() => service.close());

const PERSON = 'Fictional Person';

it('of an answer with a person among the businesses, evidence has the digest and the size alone', async () => {
  const { key } = await service.signUp();
  const asked = await service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: `${PERSON} Podivná Živnosť`, jurisdiction: 'sk' },
  });
  expect([asked.status, asked.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
  const { job_id: job, closest } = asked.body.error.details;
  expect(closest).toEqual([]);
  const { body } = await service.ask('GET', `/v1/jobs/${job}/evidence`, { key });
  expect(body.exchanges.length).toBeGreaterThan(0);
  for (const { digest, bytes } of body.exchanges)
    expect([digest, bytes > 0]).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/), true]);
  const [{ kept }] = await service.db.rows<{ kept: string }>(`select count(*)::text as kept from evidence_bodies`);
  expect(kept).toBe('0');
});
