import { gunzipSync } from 'node:zlib';
import { startMirroredService, type MirroredService } from './mirrored-service.js';

let running: MirroredService;
beforeAll(async () => {
  running = await startMirroredService();
});
afterAll(() => running.close());

it('shows the rows of this record alone, without the words of the account that had searched', async () => {
  const { service } = running;
  const [first, second] = [await service.signUp(), await service.signUp()];
  const ask = (key: string, path: string, body: object) =>
    service.ask('POST', path, { key, headers: { prefer: 'wait=20' }, body });
  const searched = await ask(first.key, '/v1/search', {
    entity_name: 'Twice Told Tales Projectnightfall',
    jurisdictions: ['us-va'],
  });
  expect(searched.body.results.length).toBeGreaterThan(1);
  const [{ entity_id: id, jurisdiction_id: number }, { jurisdiction_id: other }] = searched.body.results;
  await ask(second.key, '/v1/verify', {
    entity_name: searched.body.results[0].entity_name,
    jurisdiction: 'us-va',
    jurisdiction_id: number,
  });
  const { body: evidence } = await service.ask('GET', `/v1/entity/${id}/evidence`, { key: second.key });
  expect(evidence.fields.jurisdiction_id.text).toBe(number);
  const file = await fetch(`${service.url}/v1/evidence/${evidence.evidence_id}/warc`, {
    headers: { 'x-api-key': second.key },
  });
  const text = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
  expect(text).toContain(number);
  expect(text).not.toContain('Projectnightfall');
  expect(text).not.toContain(other);
});
