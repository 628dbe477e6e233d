import type { Mirrors } from '../../src/adapters/registries/bulk/mirrors/mirrors.js';
import type { Service } from '../support/harness.js';
import { MIRRORED, startMirroredService } from './mirrored-service.js';

let service: Service;
let mirrors: Mirrors;
let close: () => Promise<void>;
let key: string;
beforeAll(async () => {
  ({ service, mirrors, close } = await startMirroredService());
});
afterAll(() => close());
beforeEach(async () => {
  ({ key } = await service.signUp());
});

const suggest = (query: Record<string, string>, as = key) =>
  service.ask('GET', `/v1/suggest?${new URLSearchParams(query).toString()}`, { key: as });
const namesFor = async (q: string, more: Record<string, string> = {}) =>
  (await suggest({ q, ...more })).body.suggestions.map((each: any) => each.entity_name.toLowerCase());

describe('GET /v1/suggest', () => {
  it.each(MIRRORED)('completes a name of %s as it is typed', async (jurisdiction) => {
    const [name = ''] = mirrors.sampleNames(jurisdiction) ?? [];
    for (let length = 4; length <= name.length; length += 3) {
      expect(await namesFor(name.slice(0, length), { jurisdiction, limit: '20' })).toContain(name.toLowerCase());
    }
  });

  it.each([
    ['a word from its middle', 'undial'],
    ['a typo', 'nonesuch sundails'],
    ['a letter too few', 'nonsuch sund'],
    ['the legal form, in other words', 'nonesuch sundials limited liability company'],
    ['a typo in the legal form', 'nonesuch sundials lcl'],
    ['a typo instead of a space', 'nonesuchxsundials llc'],
    ['a space in another place', 'nonesuchs undials'],
    ['a typo in the first letter', 'ponesuch sundials llc'],
    ['two letters swapped', 'nonseuch sundials llc'],
    ['no space before the legal form', 'nonesuch sundialsllc'],
    ['words in another order', 'sundials nonesuch'],
  ])('finds a company given %s', async (_what, typed) => {
    expect(await namesFor(typed, { jurisdiction: 'us-fl' })).toContain('nonesuch sundials llc');
  });

  it('finds a number with and without separators, and says what matched', async () => {
    expect((await suggest({ q: 'L0100', jurisdiction: 'us-fl' })).body.suggestions[0].matched).toBe('number');
    for (const q of ['L01000000001', 'l01-000-000-001']) {
      const { body } = await suggest({ q, jurisdiction: 'us-fl' });
      expect(body.suggestions[0]).toMatchObject({
        jurisdiction: 'us-fl',
        jurisdiction_id: 'L01000000001',
        matched: 'number',
        place: 'NOWHERE BEACH, FL',
        as_of: expect.stringMatching(/^\d{4}-/),
      });
    }
  });

  it('costs nothing, reports the rate limit, and lists the mirrors it searched', async () => {
    const { status, body, headers } = await suggest({ q: 'dragon' });
    expect(status).toBe(200);
    expect(body.covers.map(({ jurisdiction }: any) => jurisdiction).toSorted()).toEqual(MIRRORED);
    expect(body.suggestions.length).toBeGreaterThan(2);
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    expect(await service.balance(key)).toBe(50);
    expect(JSON.stringify(body)).not.toMatch(/Officer/i);
  });

  it('includes the entity ids of its own account only', async () => {
    const entity_name = mirrors.sampleNames('us-fl')?.[0] ?? '';
    const asked = { entity_name, jurisdiction: 'us-fl' };
    const { body } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body: asked });
    const own = (await suggest({ q: entity_name.slice(0, 8) })).body.suggestions;
    expect(own.map((each: any) => each.entity_id)).toContain(body.entity_id);
    const stranger = await service.signUp();
    const theirs = (await suggest({ q: entity_name.slice(0, 8) }, stranger.key)).body.suggestions;
    expect(theirs.map((each: any) => each.entity_id)).toEqual(theirs.map(() => undefined));
    expect(theirs.map((each: any) => each.entity_name)).toEqual(own.map((each: any) => each.entity_name));
  });

  it('searches only jurisdictions that the key may ask', async () => {
    const limited = await service.ask('POST', '/v1/account/keys', { key, body: { jurisdictions: ['us-fl'] } });
    const { body } = await suggest({ q: 'dragon' }, limited.body.api_key);
    expect(body.covers.map(({ jurisdiction }: any) => jurisdiction)).toEqual(['us-fl']);
    expect((await suggest({ q: 'dragon', jurisdiction: 'us-va' }, limited.body.api_key)).status).toBe(403);
  });

  it.each([
    [{ q: '' }, 'q'],
    [{ q: '  ' }, 'q'],
    [{ q: 'x', limit: '0' }, 'limit'],
    [{ q: 'x', limit: '21' }, 'limit'],
    [{}, 'q'],
    [{ q: 'x'.repeat(301) }, 'q'],
  ])('refuses %j, and names the field', async (query, field) => {
    const { status, body } = await suggest(query);
    expect([status, body.error.details.errors[0]]).toMatchObject([400, { location: 'query', field }]);
  });

  it.each(['%', '_', '\\', '???', '日本', "'; drop table access --"])('accepts %s', async (q) => {
    expect((await suggest({ q })).status).toBe(200);
  });

  it('refuses an unknown register', async () => {
    expect((await suggest({ q: 'x', jurisdiction: 'us-zz' })).body.error.code).toBe('JURISDICTION_NOT_SUPPORTED');
  });
});
