import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { readRecordNumber } from '../../src/core/registries/record-numbers.js';
import { nameQuery } from '../../src/core/verification/name-query.js';
import { startSandbox, type Sandbox } from '../../src/sandbox/server.js';

const CODES = ['ca-bc', 'ch-zh', 'cz-10', 'fi-18', 'fr-idf', 'gb-eaw', 'gb-nir', 'gb-sct', 'no-03'];

/** What docs/registers.md says is simulated, seen through the adapters and, where these hide it, in the answers themselves. */
describe('the sandbox is no kinder than its registers', () => {
  let sandbox: Sandbox;
  let registries: ConfiguredRegistries;
  const skipped: string[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox();
    registries = new ConfiguredRegistries({
      mode: 'sandbox',
      sandboxOrigin: sandbox.origin,
      sampleNames: (code) => sandbox.sampleNames(code),
      urls: {},
      credentials: {},
      timeoutMs: 5_000,
      log: { warn: () => undefined },
      onRowSkipped: ({ source, reason }) => skipped.push(`${source}: ${reason}`),
    });
  });
  afterAll(async () => {
    await registries.close();
    await sandbox.close();
  });

  const signal = () => AbortSignal.timeout(20_000);
  const search = (code: string, name: string) => registries.of(code).search(nameQuery(name, code), signal());
  const ask = (path: string, body?: object) =>
    fetch(`${sandbox.origin}${path}`, body && { method: 'POST', body: JSON.stringify(body) });

  it.each(CODES)('%s numbers its companies as the register does, and answers by number', async (code) => {
    for (const name of registries.sampleNames(code)!) {
      const { records } = await search(code, name);
      const [{ id } = { id: '' }] = records;
      expect(readRecordNumber(code, id)).toEqual({ number: id });
      await expect(registries.of(code).findByNumber(id, signal())).resolves.toMatchObject({
        id,
        name: records[0]!.name,
      });
    }
  });

  it('British Columbia finds what holds any word, refuses an eleventh page and has topics without a name', async () => {
    const found = (await (await ask('/ca-bc/api/v4/search/topic?q=LANTERNS%20ZZYZX&inactive=any')).json()) as {
      total: number;
    };
    expect(found.total).toBeGreaterThan(1);
    expect((await ask('/ca-bc/api/v4/search/topic?q=LANTERNS&page=11')).status).toBe(400);
    const { records, complete } = await search('ca-bc', 'Oddly Nameless Cabinets Lanterns');
    expect(records.some(({ name }) => /nameless/i.test(name))).toBe(false);
    expect(complete).toBe(false);
    expect(skipped).toContain('ca-bc: a topic without an entity_name');
    await expect(search('ca-bc', 'Oddly Suspended Bridges Ltd.')).resolves.toMatchObject({
      records: expect.arrayContaining([expect.objectContaining({ status: 'unknown', statusDetail: 'SUS' })]),
    });
  });

  it('Czechia lists subjects without an IČO, ends that lie ahead, and addresses that nobody took apart', async () => {
    const { complete } = await search('cz-10', 'Podivná Bezčíselná Jiná s.r.o.');
    expect(complete).toBe(true);
    const ahead = await search('cz-10', 'Podivný Budoucí Konec s.r.o.');
    expect(ahead.records).toMatchObject([{ status: 'active', statusDetail: 'Aktivní, zanikne 2095-12-10' }]);
    const answer = await ask('/cz-10/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty/ARES_1');
    await expect(answer.json()).resolves.toMatchObject({ subKod: 'VSTUP_NEVALIDNI_FORMAT_ICO' });
  });

  it('France masks what is not published, and has numbers with nothing behind them', async () => {
    const { records } = await search('fr-idf', 'Bizarrerie Masquée SARL');
    const found = await registries.of('fr-idf').fetch(records[0]!.id, signal());
    expect(JSON.stringify(found)).not.toContain('DIFFUSIBLE');
    expect(found!.details.principalAddress).toMatchObject({ line1: null, city: 'PARIS' });
    await expect(search('fr-idf', 'Bizarrerie Ancienne')).resolves.toMatchObject({
      records: [{ formationDate: null }],
    });
  });

  it('Norway lists a unit that is gone on reading, and keeps deleted ones without an address', async () => {
    const { records } = await search('no-03', 'Underlig Forsvunnet Fyr AS');
    expect(records).toHaveLength(1);
    await expect(registries.of('no-03').fetch(records[0]!.id, signal())).resolves.toBeUndefined();
    const deleted = await search('no-03', 'Underlig Slettet Fyr AS');
    expect(deleted.records.filter(({ name }) => name.includes('SLETTET'))).toEqual([]);
    const far = await ask('/no-03/enhetsregisteret/api/enheter?navn=FYR&size=200&page=50');
    expect(far.status).toBe(400);
  });

  it('Finland ends the names and addresses of what has ceased', async () => {
    const { records } = await search('fi-18', 'Lakannut Castle Keepers Oy');
    expect(records).toMatchObject([{ status: 'dissolved' }]);
    await expect(search('fi-18', 'Kummallinen Kadonnut Kaivos Oy')).resolves.toEqual({ records: [], complete: true });
  });

  it('Zefix has companies without a UID and an older entry beside a living one, and refuses short names', async () => {
    const { records } = await search('ch-zh', 'Wundersame Neue Mühle AG');
    expect(records).toMatchObject([{ name: 'Wundersame Neue Mühle AG', status: 'active' }]);
    const short = await ask('/ch-zh/ZefixPublicREST/api/v1/company/search', { name: 'ab' });
    await expect(short.json()).resolves.toMatchObject({ error: { type: 'INVALID_REQUEST_DATA' } });
    const words = await ask('/ch-zh/ZefixPublicREST/api/v1/company/search', { name: '*-*' });
    await expect(words.json()).resolves.toMatchObject({ error: { type: 'INVALID_QUERY_WORDS' } });
  });

  it('LINDAS runs out of time over a filter that is not in a limited query of its own', async () => {
    const query = (filter: string) =>
      `SELECT ?legalName WHERE { ?company schema:legalName ?legalName . FILTER(${filter}) } LIMIT 10`;
    const answer = await fetch(`${sandbox.origin}/ch-zh/query`, {
      method: 'POST',
      body: new URLSearchParams({ query: query('CONTAINS(?legalName, "a")') }),
    });
    expect(answer.status).toBe(503);
  });

  it('Companies House counts requests, sends officers by the hundred, and answers 404 for nothing', async () => {
    const answer = await ask('/gb-eaw/search/companies?q=storybook');
    expect(answer.headers.get('x-ratelimit-window')).toBe('5m');
    expect(Number(answer.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
    expect((await ask('/gb-eaw/advanced-search/companies?company_name_includes=zzyzx')).status).toBe(404);
    const { records } = await search('gb-eaw', 'Storybook Umbrellas Limited');
    expect(records[0]!.aliases).toEqual([]);
    await expect(registries.of('gb-eaw').findByNumber(records[0]!.id, signal())).resolves.toMatchObject({
      aliases: [{ kind: 'former', until: '2016-05-20' }],
    });
  });
});
