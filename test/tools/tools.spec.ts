import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { callTool } from '../support/call-tool.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function listed(): Promise<any[]> {
  const { body } = await service.ask('POST', '/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  return body.result.tools;
}

describe('the tool list', () => {
  it('has the nine tools of the contract', async () => {
    expect((await listed()).map(({ name }) => name).toSorted()).toEqual([
      'check_job_status',
      'get_account',
      'get_config',
      'get_entity',
      'get_entity_history',
      'list_jurisdictions',
      'purchase_credits',
      'search_entities',
      'verify_business',
    ]);
  });

  it('is the same in MCP and in both arrays', async () => {
    const tools = await listed();
    const openAi = await service.ask('GET', '/tools/openai.json');
    const anthropic = await service.ask('GET', '/tools/anthropic.json');
    expect(openAi.body).toEqual(
      tools.map(({ name, description, inputSchema: parameters }) => ({
        type: 'function',
        function: { name, description, parameters, strict: false },
      })),
    );
    expect(anthropic.body).toEqual(
      tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
    );
  });

  it('has at most 16 kB', async () => {
    expect(Buffer.byteLength(JSON.stringify(await listed()))).toBeLessThanOrEqual(16_000);
  });

  it('has names, descriptions and closed schemas that every platform accepts', async () => {
    const ajv = new Ajv2020({ strict: false });
    for (const { name, title, description, inputSchema, outputSchema } of await listed()) {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      expect(title.length).toBeGreaterThan(0);
      expect(description.length).toBeLessThanOrEqual(1024);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(inputSchema)).not.toMatch(/"x-|"example"|"format":"text"|GET \/v1/);
      expect(ajv.validateSchema(inputSchema)).toBe(true);
      expect(ajv.validateSchema(outputSchema)).toBe(true);
    }
  });

  it('accepts the fields of the REST body, and those that REST has in headers', async () => {
    const verify = (await listed()).find(({ name }) => name === 'verify_business');
    expect(Object.keys(verify.inputSchema.properties).toSorted()).toEqual([
      'address',
      'entity_name',
      'force_refresh',
      'idempotency_key',
      'jurisdiction',
      'jurisdiction_id',
      'max_credits',
      'officer',
      'reference',
      'tier',
      'wait_seconds',
      'webhook_url',
    ]);
    expect(verify.inputSchema.required).toEqual(['entity_name', 'jurisdiction']);
  });

  it('costs a model at most 16,000 characters', async () => {
    const { body } = await service.ask('POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect(JSON.stringify(body.result.tools).length).toBeLessThanOrEqual(16_000);
  });

  it('matches the skills of the agent card', async () => {
    const { body } = await service.ask('GET', '/.well-known/agent-card.json');
    const shown = body.skills.map(({ id, name, description }: any) => ({ name: id, title: name, description }));
    expect(shown).toEqual((await listed()).map(({ name, title, description }) => ({ name, title, description })));
    for (const { tags } of body.skills) expect(tags.length).toBeGreaterThan(0);
  });

  it('has the schemas of the routes that answer the same', async () => {
    const { body: document } = await service.ask('GET', '/openapi.json');
    const { outputSchema } = (await listed()).find(({ name }) => name === 'get_entity');
    const { properties, required } = document.components.schemas.Entity;
    // No tool lists watches, so get_entity also returns the `watch_id`.
    expect(Object.keys(outputSchema.properties)).toEqual([...Object.keys(properties), 'watch_id']);
    expect(outputSchema.required).toEqual(required);
    const { inputSchema } = (await listed()).find(({ name }) => name === 'purchase_credits');
    const { schema } = document.paths['/v1/billing/purchase'].post.requestBody.content['application/json'];
    // The tool's suggestion names a tool instead of a route.
    const told = JSON.stringify(schema.properties).replace('GET /v1/billing', 'get_config');
    expect(inputSchema.properties).toEqual(JSON.parse(told));
  });

  it('has output schemas that the answer of each tool satisfies', async () => {
    const { key } = await service.signUp();
    service.registries.of('us-co').records = [record({ id: '20230000001', name: 'Juniper Basin Freight LLC' })];
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    const seen = new Set<string>();
    const tools = await listed();
    async function call(name: string, given: object): Promise<any> {
      const { body } = await callTool(service, name, given, { key });
      const answer = body.result.structuredContent;
      const { outputSchema } = tools.find((tool) => tool.name === name);
      const valid = ajv.validate(outputSchema, answer);
      expect({ name, answer, errors: valid ? [] : ajv.errors }).toEqual({ name, answer, errors: [] });
      seen.add(name);
      return answer;
    }
    await call('get_config', {});
    await call('list_jurisdictions', {});
    const asked = { entity_name: 'Juniper Basin Freight', jurisdiction: 'us-co' };
    const pending = await call('verify_business', { ...asked, wait_seconds: 0 });
    await call('check_job_status', { job_id: pending.job_id });
    const uploaded = await fetch(`${service.url}/v1/batches`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-api-key': key },
      body: 'entity_name,jurisdiction\nJuniper Basin Freight,us-co\n',
    });
    await call('check_job_status', { job_id: ((await uploaded.json()) as { batch_id: string }).batch_id });
    const { entity_id } = await call('verify_business', asked);
    await call('search_entities', { entity_name: 'Juniper', jurisdictions: ['us-co'], wait_seconds: 0 });
    await call('search_entities', { entity_name: 'Juniper', jurisdictions: ['us-co'] });
    await call('get_entity', { entity_id });
    await service.ask('POST', '/v1/watches', { key, body: { entity_id, every: '7d' } });
    expect(await call('get_entity', { entity_id })).toHaveProperty('watch_id');
    await call('get_entity_history', { entity_id });
    await call('get_account', {});
    await call('purchase_credits', { package_id: 'starter' });
    expect([...seen].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  });

  it('refuses an invisible name, and bytes that are not UTF-8, without a charge', async () => {
    const { key } = await service.signUp();
    const given = { entity_name: '\u200b\u3164', jurisdiction: 'us-co' };
    const { body } = await callTool(service, 'verify_business', given, { key });
    expect(body.result.content[0].text).toContain('must not be blank');
    const call = { name: 'verify_business', arguments: { ...given, entity_name: 'Caf\u00e9' } };
    const latin1 = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }), 'latin1');
    for (const path of ['/mcp', '/a2a']) {
      const answer = await service.ask('POST', path, { key, body: latin1 });
      expect([answer.status, answer.body.error.message]).toEqual([400, 'The body is not UTF-8.']);
    }
    expect(await service.balance(key)).toBe(50);
  });
});

describe('the arguments that a host sends', () => {
  const NAME = 'Juniper Basin Freight LLC';
  /** Sends the same call over MCP and A2A, and returns both answers. */
  async function asked(tool: string, given: object | null, key: string): Promise<[any, any]> {
    const { body } = await callTool(service, tool, given as object, { key });
    const data = { tool, arguments: given };
    const { body: a2a } = await service.ask('POST', '/a2a', {
      key,
      headers: { 'a2a-version': '1.0' },
      body: { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: { parts: [{ data }] } } },
    });
    return [JSON.parse(body.result.content[0].text), a2a.result.message.parts[0].data];
  }
  const verifying = (given: object) => ({ entity_name: NAME, jurisdiction: 'us-co', ...given });
  const searching = (given: object) => ({ entity_name: NAME, ...given });
  beforeAll(() => {
    service.registries.of('us-co').records = [record({ id: '20230000001', name: NAME })];
  });

  it.each<[string, object]>([
    ['verify_business', verifying({ wait_seconds: '10', force_refresh: 'false', max_credits: '5' })],
    ['verify_business', verifying({ wait_seconds: 10.0, force_refresh: false, max_credits: null })],
    ['verify_business', verifying({ tier: null, address: null, officer: null, webhook_url: null, wait_seconds: null })],
    ['search_entities', searching({ jurisdictions: '["us-co"]', limit: '20', offset: '0' })],
    ['search_entities', searching({ jurisdictions: 'us-co', countries: null })],
    ['search_entities', searching({ jurisdictions: ['us-co'], limit: null, idempotency_key: null })],
  ])('reads arguments of %s as hosts write them: %j', async (tool, given) => {
    const { key } = await service.signUp();
    for (const answer of await asked(tool, given, key)) {
      expect(answer.data ?? answer.results[0]).toMatchObject({ entity_name: NAME });
    }
  });

  it('applies arguments sent as strings like typed ones', async () => {
    const { key } = await service.signUp();
    const deep = verifying({ tier: 'deep', force_refresh: 'true', wait_seconds: '10' });
    for (const answer of await asked('verify_business', { ...deep, max_credits: '24' }, key)) {
      expect(answer.error.details).toMatchObject({ required: 25, max_credits: 24 });
    }
    const [first] = await asked('search_entities', searching({ countries: 'us', max_credits: '1' }), key);
    expect(first.error.details.max_credits).toBe(1);
    // Arguments as text count as the same request under one key.
    const once = (given: object) => callTool(service, 'search_entities', searching({ ...given }), { key });
    await once({ jurisdictions: ['us-co'], idempotency_key: 'k', limit: 5 });
    const { body } = await once({ jurisdictions: 'us-co', idempotency_key: 'k', limit: '5' });
    expect(body.result._meta).toMatchObject({ 'standing/idempotency_replayed': true });
    expect(await service.balance(key)).toBe(48);
  });

  it.each<[string, object, string]>([
    [
      'verify_business',
      verifying({ wait_seconds: 'ten' }),
      'arguments.wait_seconds must be a whole number, such as 10.',
    ],
    ['verify_business', verifying({ max_credits: '1.5' }), 'arguments.max_credits must be a whole number, such as 25.'],
    ['verify_business', verifying({ max_credits: 1.5 }), 'arguments.max_credits must be a whole number, such as 25.'],
    ['verify_business', verifying({ max_credits: '1e1' }), 'arguments.max_credits must be a whole number, such as 25.'],
    ['verify_business', verifying({ max_credits: '' }), 'arguments.max_credits must be a whole number, such as 25.'],
    ['verify_business', verifying({ max_credits: ' 5' }), 'arguments.max_credits must be a whole number, such as 25.'],
    ['verify_business', verifying({ max_credits: '010' }), 'arguments.max_credits must be a whole number, such as 25.'],
    [
      'verify_business',
      verifying({ max_credits: '0x10' }),
      'arguments.max_credits must be a whole number, such as 25.',
    ],
    ['verify_business', verifying({ max_credits: true }), 'arguments.max_credits must be a whole number, such as 25.'],
    ['verify_business', verifying({ max_credits: '-1' }), 'arguments.max_credits must be at least 0.'],
    ['verify_business', verifying({ wait_seconds: '26' }), 'arguments.wait_seconds must be at most 25.'],
    ['verify_business', verifying({ force_refresh: 'yes' }), 'arguments.force_refresh must be true or false.'],
    ['verify_business', verifying({ force_refresh: 'True' }), 'arguments.force_refresh must be true or false.'],
    ['verify_business', verifying({ force_refresh: '1' }), 'arguments.force_refresh must be true or false.'],
    ['verify_business', verifying({ force_refresh: 1 }), 'arguments.force_refresh must be true or false.'],
    ['verify_business', verifying({ unheard_of: null }), 'arguments.unheard_of is not a known field.'],
    ['verify_business', { entity_name: NAME, jurisdiction: null }, 'arguments.jurisdiction is required.'],
    ['verify_business', { entity_name: NAME }, 'arguments.jurisdiction is required.'],
    ['search_entities', { jurisdictions: 'us-co' }, 'arguments.entity_name is required.'],
    ...['us-co,us-ct', 'us-co us-ct', '', '[us-co]', '{"0":"us-co"}', '"us-co"', 5].map(
      (jurisdictions): [string, object, string] => [
        'search_entities',
        searching({ jurisdictions }),
        'arguments.jurisdictions must be a list, such as ["us-co","us-ny"].',
      ],
    ),
    ['search_entities', searching({ jurisdictions: '[]' }), 'arguments.jurisdictions must not be empty.'],
    ['search_entities', searching({ jurisdictions: '[7]' }), 'arguments.jurisdictions.0 must be a string.'],
  ])('refuses malformed arguments of %s without a charge: %j', async (tool, given, message) => {
    const { key } = await service.signUp();
    for (const { error } of await asked(tool, given, key)) {
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message });
      expect(error.details.errors[0]).toMatchObject({ location: 'arguments', message });
    }
    expect(await service.balance(key)).toBe(50);
  });

  it('names the code of a country that is written otherwise', async () => {
    const { key } = await service.signUp();
    for (const { error } of await asked('search_entities', searching({ countries: 'usa' }), key)) {
      expect(error.message).toMatch(/^arguments\.countries must name .*; "usa" has none \(did you mean us\?\)\.$/);
    }
  });

  it('accepts null arguments where none are required', async () => {
    const { key, email } = await service.signUp();
    for (const answer of await asked('get_account', null, key)) expect(answer.email).toBe(email);
    for (const { error } of await asked('get_entity', null, key)) {
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'arguments.entity_id is required.' });
    }
  });

  it('keeps strict types in the schema that a model reads', async () => {
    const { inputSchema } = (await listed()).find(({ name }) => name === 'search_entities');
    const { jurisdictions, limit } = inputSchema.properties;
    expect([jurisdictions.type, limit.type, inputSchema.required]).toEqual(['array', 'integer', ['entity_name']]);
  });
});
