import { callTool } from '../support/call-tool.js';
import { Visitor } from '../console/visitor.js';
import { record } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';

const EXPECTED = 'must have a letter, a digit or a picture';
const NAMELESS = ['-', '.', '& !', '()', '。', '&nbsp;', '«»'];

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService();
  ({ key } = await service.signUp());
});
afterAll(() => service.close());

const balance = async () => (await service.ask('GET', '/v1/account', { key })).body.credit_balance;
const a2a = (part: object) =>
  service.ask('POST', '/a2a', {
    key,
    headers: { 'a2a-version': '1.0' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [part] } },
    },
  });
const WAYS: Record<string, (entity_name: string) => Promise<Answer>> = {
  'POST /v1/verify': (entity_name) =>
    service.ask('POST', '/v1/verify', {
      key,
      headers: { prefer: 'wait=60' },
      body: { entity_name, jurisdiction: 'us-co' },
    }),
  'POST /v1/verify by number': (entity_name) =>
    service.ask('POST', '/v1/verify', {
      key,
      body: { entity_name, jurisdiction: 'us-co', jurisdiction_id: '20190000001' },
    }),
  'POST /v1/search': (entity_name) =>
    service.ask('POST', '/v1/search', { key, body: { entity_name, jurisdictions: ['us-co'] } }),
  'POST /v1/search everywhere': (entity_name) => service.ask('POST', '/v1/search', { key, body: { entity_name } }),
  verify_business: (entity_name) =>
    callTool(service, 'verify_business', { entity_name, jurisdiction: 'us-co' }, { key }),
  search_entities: (entity_name) => callTool(service, 'search_entities', { entity_name }, { key }),
  'A2A, data': (entity_name) =>
    a2a({ data: { tool: 'verify_business', arguments: { entity_name, jurisdiction: 'us-co' } } }),
  'A2A, text': (entity_name) => a2a({ text: `verify "${entity_name}" in us-co` }),
};

describe('a name of which nothing is left to compare', () => {
  it.each(Object.keys(WAYS))('is refused before any charge, with the field and what it must have: %s', async (way) => {
    const before = await balance();
    const asked = service.registries.of('us-co').searches;
    for (const name of NAMELESS) {
      const { body } = await WAYS[way]!(name);
      const answer = JSON.stringify(body);
      expect([name, answer]).toEqual([name, expect.stringContaining('entity_name')]);
      expect([name, answer]).toEqual([name, expect.stringContaining(EXPECTED)]);
      expect([name, answer]).toEqual([name, expect.stringContaining('VALIDATION_ERROR')]);
    }
    expect(service.registries.of('us-co').searches).toBe(asked);
    expect(await balance()).toBe(before);
  });

  it('is a 400 that names the field once', async () => {
    const { status, body } = await WAYS['POST /v1/verify']!('-');
    expect(status).toBe(400);
    expect(body.error.details.errors).toEqual([
      { location: 'body', field: 'entity_name', message: expect.stringContaining(EXPECTED) },
    ]);
    const blank = await WAYS['POST /v1/verify']!(' ');
    expect(blank.body.error.details.errors).toEqual([
      { location: 'body', field: 'entity_name', message: expect.stringContaining('must not be blank') },
    ]);
  });

  it('marks the field of a form in the console', async () => {
    const visitor = await Visitor.signedIn(service);
    for (const page of ['/console/verify', '/console/search']) {
      const { status, html } = await visitor.press(page, page, { entity_name: '-' });
      expect([page, status]).toEqual([page, 400]);
      expect(html).toContain('must have a letter, a digit or a picture');
    }
  });
});

describe('a name of an article or a legal form alone', () => {
  it.each(['The', 'LLC', 'The LLC', 'A', 'And', '🍕'])(
    'is searched for, and found where it exists: %s',
    async (name) => {
      const register = service.registries.of('us-co');
      register.records = [record({ id: '20190000007', name })];
      const { status, body } = await WAYS['POST /v1/verify']!(name);
      expect([status, body.data?.entity_name]).toEqual([200, name]);
    },
  );
});
