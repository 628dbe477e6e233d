import { startSandboxService, type Answer, type SandboxService } from '../support/harness.js';

const CODES = ['us-co', 'us-ct', 'us-ny', 'us-or', 'no-03'];

let service: SandboxService;
beforeAll(async () => {
  service = await startSandboxService();
});
afterAll(() => service.close());

const search = (key: string, name: string, jurisdictions: string[], prefer = 'wait=25'): Promise<Answer> =>
  service.ask('POST', '/v1/search', {
    key,
    body: { entity_name: name, jurisdictions, limit: 100 },
    headers: { prefer },
  });
const credits = ({ headers }: Answer) => [
  Number(headers.get('x-credits-charged')),
  Number(headers.get('x-credits-remaining')),
];

describe('a search through the sandbox registers', () => {
  it.each(CODES)('finds a business of %s first by its full name, and also by its first words', async (code) => {
    const { key } = await service.signUp();
    const [name = ''] = service.sandbox.sampleNames(code) ?? [];
    const whole = await search(key, name, CODES);
    expect(whole.status).toBe(200);
    expect(whole.body.results[0]).toMatchObject({
      entity_name: name,
      jurisdiction: code,
      confidence: 100,
      tier: 'quick',
    });
    expect(credits(whole)).toEqual([10, 40]);

    const part = await search(key, name.split(' ').slice(0, 2).join(' '), [code]);
    expect(part.body.results.map(({ entity_name: found }: { entity_name: string }) => found)).toContain(name);
    const { entity_id: id } = whole.body.results[0];
    expect((await service.ask('GET', `/v1/entity/${id}`, { key })).body.entity_name).toBe(name);
  });

  it('returns an empty result for an unknown name, and charges for the search', async () => {
    const { key } = await service.signUp();
    const answer = await search(key, 'Zyxwv Quorblat Unfounded', CODES);
    expect(answer.status).toBe(200);
    expect(answer.body.results).toEqual([]);
    expect(credits(answer)).toEqual([10, 40]);
  });

  it('ends each name that forces an outcome as defined, with its exact bill', async () => {
    const expected = {
      'Sandbox Timeout LLC': [504, 'DATA_SOURCE_TIMEOUT', 0, 50],
      'Sandbox Unavailable LLC': [503, 'DATA_SOURCE_UNAVAILABLE', 0, 50],
      'Sandbox Garbage LLC': [503, 'DATA_SOURCE_UNAVAILABLE', 0, 50],
      'Sandbox Flaky LLC': [200, undefined, 4, 46],
      'Sandbox Slow LLC': [200, undefined, 4, 46],
    };
    const outcomes = await Promise.all(
      Object.keys(expected).map(async (name) => {
        const { key } = await service.signUp();
        const answer = await search(key, name, ['us-co', 'us-ny']);
        return [name, [answer.status, answer.body.error?.code, ...credits(answer)]];
      }),
    );
    expect(Object.fromEntries(outcomes)).toEqual(expected);
  });
});
