import { startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';

let service: SandboxService;
let key: string;
beforeAll(async () => {
  service = await startSandboxService({ timeoutMs: 10_000 });
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ key } = await service.signUp());
});

const verify = (entity_name: string, jurisdiction: string, more: object = {}) =>
  service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name, jurisdiction, ...more },
  });

describe.each([
  ['us-dc', 'Oddly Doubled Kites LLC', 'Oddly Doubled Sundials LLC'],
  ['ch-zh', 'Wundersame Alte Mühle AG', 'Wundersame Neue Mühle AG'],
])('two businesses of %s that share a number', (code, ended, living) => {
  it('are each answered for their own name, by name, in a file and by search, in any order', async () => {
    const file = `entity_name,jurisdiction\n${ended},${code}\n${living},${code}\n`;
    const { body: batch } = await service.ask('POST', '/v1/batches?start=true', {
      key,
      headers: { 'content-type': 'text/csv' },
      body: file,
    });
    const path = `/v1/batches/${batch.batch_id}`;
    await until(async () => (await service.ask('GET', path, { key })).body.status === 'completed');
    const results = await fetch(`${service.url}${path}/results?format=ndjson`, { headers: { 'x-api-key': key } });
    const rows = (await results.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ official_name, status }) => [official_name.toLowerCase(), status])).toEqual([
      [ended.toLowerCase(), 'dissolved'],
      [living.toLowerCase(), 'active'],
    ]);
    for (const [name, status] of [
      [ended, 'dissolved'],
      [living, 'active'],
      [ended, 'dissolved'],
    ] as const) {
      const { body } = await verify(name, code);
      expect([body.data.entity_name.toLowerCase(), body.data.status]).toEqual([name.toLowerCase(), status]);
    }
    for (const asked of ['first', 'again']) {
      const { body } = await service.ask('POST', '/v1/search', {
        key,
        headers: { prefer: 'wait=20' },
        body: { entity_name: ended, jurisdictions: [code] },
      });
      const names = body.results.map(({ entity_name }: { entity_name: string }) => entity_name.toLowerCase());
      expect([asked, names]).toEqual([asked, expect.arrayContaining([ended.toLowerCase()])]);
    }
  });

  it('are answered alike quick and deep', async () => {
    for (const tier of ['quick', 'deep', 'quick']) {
      const { status, body } = await verify(ended, code, { tier });
      expect([tier, status, body.data?.status]).toEqual([tier, 200, 'dissolved']);
    }
  });
});

it('refunds a deep question for a listed record that is withdrawn when read, and keeps quick as it was', async () => {
  const name = 'UNDERLIG FORSVUNNET FYR AS';
  const before = await service.balance(key);
  const deep = await verify(name, 'no-03', { tier: 'deep' });
  expect([deep.status, deep.body.error.details.reason]).toEqual([503, 'record_withheld']);
  expect(await service.balance(key)).toBe(before);
  const quick = await verify(name, 'no-03');
  expect([quick.status, quick.body.data?.status]).toEqual([200, 'active']);
});
