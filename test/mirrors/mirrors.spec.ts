import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REGISTERS } from '../../src/registers/registers.js';
import { importEdition } from '../../src/adapters/registries/bulk/importing/importer.js';
import { bulkExtracts } from '@standing/sandbox/bulk/files';
import { floridaRecord } from './florida-records.js';
import type { Answer, Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { startMirroredService, type MirroredService } from './mirrored-service.js';

const credits = ({ headers }: Answer) => [
  Number(headers.get('x-credits-charged')),
  Number(headers.get('x-credits-remaining')),
];
const verify = (service: Service, key: string, body: object): Promise<Answer> =>
  service.ask('POST', '/v1/verify', { key, body, headers: { prefer: 'wait=25' } });
async function jurisdiction(service: Service, code: string) {
  const { body } = await service.ask('GET', '/v1/jurisdictions');
  return body.jurisdictions.find((listed: { code: string }) => listed.code === code);
}

describe('a mirror in the sandbox', () => {
  let running: MirroredService;
  beforeAll(async () => {
    running = await startMirroredService();
  });
  afterAll(() => running.close());

  it.each(['us-fl', 'us-ia', 'us-va'])('verifies a business of %s quick, deep and from the cache', async (code) => {
    const { service } = running;
    const { key } = await service.signUp();
    const { sample_names: [name] = [], active, as_of: asOf, source_status: status } = await jurisdiction(service, code);
    expect([active, status, asOf]).toEqual([true, 'operational', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);

    const quick = await verify(service, key, { entity_name: name, jurisdiction: code });
    expect(quick.status).toBe(200);
    expect(quick.body.data).toMatchObject({
      entity_name: name,
      status: 'active',
      confidence: 100,
      tier: 'quick',
      match: { method: 'exact' },
      source: { sandbox: true },
    });
    expect(credits(quick)).toEqual([1, 49]);

    const deep = await verify(service, key, { entity_name: name, jurisdiction: code, tier: 'deep' });
    expect(deep.body.data).toMatchObject({
      tier: 'deep',
      formation_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      registered_agent: { name: expect.any(String), address: { city: expect.any(String) } },
      principal_address: { city: expect.any(String) },
    });
    expect(credits(deep)).toEqual([15, 34]);

    const cached = await verify(service, key, { entity_name: name, jurisdiction: code, tier: 'deep' });
    expect(cached.body.job_id).toBeUndefined();
    expect(credits(cached)).toEqual([15, 19]);
  });

  it.each(['us-fl', 'us-ia', 'us-va'])('confirms that a name is absent from %s, and charges for it', async (code) => {
    const { service } = running;
    const { key } = await service.signUp();
    const absent = { entity_name: 'Zyxwv Quorblat Unfounded Holdings', jurisdiction: code };
    const answer = await verify(service, key, absent);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
    expect(credits(answer)).toEqual([1, 49]);
  });

  it('returns each forced outcome in every register, with its exact bill', async () => {
    const { service } = running;
    const expected = {
      'Sandbox Timeout LLC': [504, 'DATA_SOURCE_TIMEOUT', 0, 50],
      'Sandbox Unavailable LLC': [503, 'DATA_SOURCE_UNAVAILABLE', 0, 50],
      'Sandbox Garbage LLC': [503, 'DATA_SOURCE_UNAVAILABLE', 0, 50],
      'Sandbox Flaky LLC': [200, undefined, 1, 49],
      'Sandbox Slow LLC': [200, undefined, 1, 49],
    };
    const ends = ['us-fl', 'us-ia', 'us-va'].flatMap((code) =>
      Object.entries(expected).map(([name, end]) => ({ code, name, end })),
    );
    const seen = await Promise.all(
      ends.map(async ({ code, name }) => {
        const { key } = await service.signUp();
        const answer = await verify(service, key, { entity_name: name, jurisdiction: code });
        return { code, name, end: [answer.status, answer.body.error?.code, ...credits(answer)] };
      }),
    );
    expect(seen).toEqual(ends);
    for (const code of ['us-fl', 'us-ia', 'us-va'])
      expect((await jurisdiction(service, code)).source_status).toBe('operational');
  });

  it('leaves out Alaska and Illinois, each with its reason', async () => {
    const { service } = running;
    for (const code of ['us-ak', 'us-il']) {
      expect(await jurisdiction(service, code)).toMatchObject({
        active: false,
        tiers: [],
        // The reason is permanent, so it must not sound temporary. It addresses callers, not the
        // operator.
        unavailable_reason: expect.stringMatching(/^The (?!.*temporar).* so it cannot be asked here\.$/i),
      });
    }
  });
});

describe('a mirror in live mode', () => {
  it('is unavailable until an edition is imported, and then answers without a restart', async () => {
    const { service, databaseUrl, close } = await startMirroredService('live');
    const { key } = await service.signUp();
    const question = { entity_name: 'Nonesuch Sundials LLC', jurisdiction: 'us-fl' };
    const refused = await verify(service, key, question);
    expect(refused.body.error).toMatchObject({
      code: 'JURISDICTION_NOT_SUPPORTED',
      message: expect.stringContaining('holds no edition of the register yet'),
    });

    const florida = bulkExtracts().find(({ code }) => code === 'us-fl');
    const order = { databaseUrl, format: REGISTERS.format('us-fl')!, realm: 'live' as const };
    await importEdition({ ...order, files: florida!.files, fingerprint: 'test' });
    const answer = await untilAnswered(service, key, question);
    expect(answer.body.data).toMatchObject({ entity_name: 'NONESUCH SUNDIALS LLC', status: 'active' });
    expect(answer.body.data.source.sandbox).toBeUndefined();
    await close();
  });

  it('weighs the words of a name by their frequency in the edition', async () => {
    const { service, databaseUrl, close } = await startMirroredService('live');
    const { key } = await service.signUp();
    const names = Array.from({ length: 2_000 }, (_, at) => `TARPON ${String.fromCharCode(65 + (at % 26))}${at} LLC`);
    const folder = mkdtempSync(join(tmpdir(), 'standing-words-'));
    const files = [join(folder, 'cordata.txt')];
    const lines = ['TARPON VEXTLEY LLC', ...names].map((name, at) => floridaRecord({ number: `L${at}`, name }));
    writeFileSync(files[0]!, `${lines.join('\n')}\n`);
    const order = { databaseUrl, format: REGISTERS.format('us-fl')!, realm: 'live' as const };
    await importEdition({ ...order, files, fingerprint: 'test' });
    rmSync(folder, { recursive: true });

    const question = { entity_name: 'Tarpon Vexley LLC', jurisdiction: 'us-fl' };
    const answer = await untilAnswered(service, key, question);
    expect(answer.body.data).toMatchObject({ entity_name: 'TARPON VEXTLEY LLC', match: { review: true } });
    expect(answer.body.data.confidence).toBeLessThan(85);
    await close();
  });
});

/** Retries until the service has loaded the edition. */
function untilAnswered(service: Service, key: string, question: object): Promise<Answer> {
  return until(async () => {
    const answer = await verify(service, key, question);
    return answer.status === 400 ? undefined : answer;
  });
}
