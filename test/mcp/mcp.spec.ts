import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { request } from 'undici';
import { newId } from '../../src/core/ids.js';
import { record, unavailable, type FakeRegistry } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { answerToBytes } from '../support/raw-http.js';
import { until } from '../support/until.js';

let service: Service;
let colorado: FakeRegistry;
let account: { key: string; email: string };

beforeAll(async () => {
  service = await startService({ env: { ALLOWED_ORIGINS: 'https://app.example.com' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.signUp();
  colorado = service.registries.of('us-co');
  Object.assign(colorado, { records: [], complete: true, delayMs: 0, failures: [], searches: 0 });
});

let names = 0;
function registered(): string {
  names += 1;
  const name = `Tamarack ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[names % 26]}wick Trading LLC`;
  colorado.records = [record({ id: `2021${String(names).padStart(7, '0')}`, name })];
  return name;
}

let addresses = 0;
const newcomer = () => ({ 'x-forwarded-for': `192.0.2.${(addresses += 1)}` });

/** Sends one request of the 2026-07-28 revision, without a client library. */
function ask(
  method: string,
  params: Record<string, unknown> = {},
  { key, headers = newcomer() }: { key?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  return service.ask('POST', '/mcp', {
    key,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
      ...headers,
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
  });
}

const call = (name: string, given: object, options?: Parameters<typeof ask>[2]) =>
  ask('tools/call', { name, arguments: given }, options);

const errorOf = ({ body }: Answer) => {
  expect(body.result).toMatchObject({ isError: true });
  expect(body.result).not.toHaveProperty('structuredContent');
  return JSON.parse(body.result.content[0].text).error;
};

interface AnyClient {
  name: string;
  connect(headers: Record<string, string>): Promise<any>;
}
const clients: AnyClient[] = [
  {
    name: 'the client of the earlier revisions',
    async connect(headers) {
      const client = new EarlierClient({ name: 'test', version: '1' });
      await client.connect(new EarlierTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }));
      return client;
    },
  },
  ...(['legacy', 'auto'] as const).map((mode) => ({
    name: `the current client, version negotiation ${mode}`,
    async connect(headers: Record<string, string>) {
      const client = new CurrentClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new CurrentTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }));
      return client;
    },
  })),
];

describe('a tool result', () => {
  const legacy = (name: string, given: object, version?: string) =>
    service.ask('POST', '/mcp', {
      headers: {
        ...newcomer(),
        accept: 'application/json, text/event-stream',
        ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
      },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    });

  it('is structured, with the same content as compact JSON text', async () => {
    const { content, structuredContent } = (await call('get_config', {})).body.result;
    expect(structuredContent.jurisdictions.length).toBeGreaterThan(10);
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  });

  it.each([undefined, '2025-06-18', '2025-03-26', '2024-11-05'])(
    'has the same content as text for a client of revision %s',
    async (version) => {
      const { content, structuredContent } = (await legacy('list_jurisdictions', {}, version)).body.result;
      expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    },
  );
});

it('refuses a NUL in an idempotency_key, which no database stores', async () => {
  const { key } = await service.signUp();
  const given = { entity_name: 'Any Name LLC', jurisdiction: 'us-co', idempotency_key: 'a\0b' };
  const { body } = await call('verify_business', given, { key });
  const { error } = JSON.parse(body.result.content[0].text);
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { errors: [{ field: 'idempotency_key' }] } });
});

describe('list_jurisdictions', () => {
  const listed = async (filter: object) => {
    const { structuredContent } = (await call('list_jurisdictions', filter)).body.result;
    const codes = structuredContent.jurisdictions.map(({ code }: { code: string }) => code);
    return { codes };
  };

  it('lists the jurisdictions that match its filters', async () => {
    expect((await listed({ country: 'gb' })).codes).toEqual(['gb-eaw', 'gb-sct', 'gb-nir']);
    expect((await listed({ name: 'COLORADO' })).codes).toEqual(['us-co']);
    expect((await listed({ name: 'us-c' })).codes).toEqual(['us-co', 'us-ct']);
    expect((await listed({ country: 'us', name: 'zürich' })).codes).toEqual([]);
    const deep = await listed({ tier: 'deep', country: 'us' });
    expect(deep.codes).toContain('us-co');
    expect(deep.codes).not.toContain('us-ny');
  });

  it('names the invalid filter', async () => {
    expect(errorOf(await call('list_jurisdictions', { tier: 'deepest' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('arguments.tier'),
    });
    const { status, body } = await service.ask('GET', '/v1/jurisdictions?country=USA');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('query.country')]);
  });
});

describe.each(clients)('$name', (kind) => {
  it('lists every tool and calls an open one without credentials', async () => {
    const client = await kind.connect(newcomer());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['get_config', 'list_jurisdictions', 'verify_business', 'get_account']),
    );
    const { structuredContent } = await client.callTool({ name: 'list_jurisdictions', arguments: {} });
    expect(structuredContent.jurisdictions).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'us-co', active: true })]),
    );
    await client.close();
  });

  it('verifies a business with a key, and sees what it cost', async () => {
    const name = registered();
    const client = await kind.connect({ 'x-api-key': account.key });
    await client.listTools();
    const result = await client.callTool({
      name: 'verify_business',
      arguments: { entity_name: name, jurisdiction: 'us-co' },
    });
    expect(result).toMatchObject({
      structuredContent: { status: 'completed', data: { entity_name: name, good_standing: true } },
      _meta: { 'standing/credits_charged': 1, 'standing/credits_remaining': 49 },
    });
    const { entity_id } = result.structuredContent;
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
    const entity = await client.callTool({ name: 'get_entity', arguments: { entity_id } });
    expect(entity.structuredContent).toMatchObject({ entity_id, entity_name: name, snapshots: 1 });
    await client.close();
  });

  it('searches, reads a history and opens a checkout, at the prices of REST', async () => {
    const name = registered();
    const client = await kind.connect({ 'x-api-key': account.key });
    await client.listTools();
    const spent = async (tool: string, given: object) => {
      const { structuredContent, _meta } = await client.callTool({ name: tool, arguments: given });
      return { found: structuredContent, charged: _meta['standing/credits_charged'] };
    };
    const search = await spent('search_entities', { entity_name: name, jurisdictions: ['us-co', 'us-ct'] });
    expect(search).toMatchObject({ charged: 4, found: { status: 'completed', results: [{ entity_name: name }] } });
    const { entity_id } = search.found.results[0];
    const history = await spent('get_entity_history', { entity_id, limit: 5 });
    expect(history).toMatchObject({ charged: 5, found: { entity_id, snapshots: [{ data: { entity_name: name } }] } });
    const checkout = await spent('purchase_credits', { package_id: 'starter' });
    expect(checkout).toMatchObject({ charged: 0, found: { package_id: 'starter' } });
    expect(await service.balance(account.key)).toBe(41);
    await client.close();
  });

  it('sees whether its own account watches a business', async () => {
    const name = registered();
    const client = await kind.connect({ 'x-api-key': account.key });
    const asked = { entity_name: name, jurisdiction: 'us-co' };
    const verified = await client.callTool({ name: 'verify_business', arguments: asked });
    const { entity_id } = verified.structuredContent;
    const watching = async (by: typeof client) => {
      const { structuredContent } = await by.callTool({ name: 'get_entity', arguments: { entity_id } });
      return structuredContent.watch_id;
    };
    expect(await watching(client)).toBeUndefined();
    const { body } = await service.ask('POST', '/v1/watches', { key: account.key, body: { entity_id, every: '7d' } });
    expect(await watching(client)).toBe(body.watch_id);
    const stranger = await kind.connect({ 'x-api-key': (await service.signUp()).key });
    expect(await watching(stranger)).toBeUndefined();
    await stranger.close();
    await client.close();
  });

  it('reads the progress of its own batch, and where its results are', async () => {
    const name = registered();
    const uploaded = await fetch(`${service.url}/v1/batches?start=true`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-api-key': account.key },
      body: `entity_name,jurisdiction\n${name},us-co\n${name},us-co\n`,
    });
    const { batch_id: id } = (await uploaded.json()) as { batch_id: string };
    const client = await kind.connect({ 'x-api-key': account.key });
    const check = (by: typeof client) => by.callTool({ name: 'check_job_status', arguments: { job_id: id } });
    const { structuredContent, content } = await until(async () => {
      const answer = await check(client);
      return answer.structuredContent.status === 'completed' ? answer : undefined;
    });
    expect(structuredContent).toEqual({
      batch_id: id,
      status: 'completed',
      counts: { pending: 0, found: 1, review: 0, no_match: 0, failed: 0, duplicate: 1 },
      credits_charged: 1,
      results: `/v1/batches/${id}/results`,
    });
    expect(JSON.parse(content[0].text)).toMatchObject({ batch_id: id, status: 'completed' });
    const stranger = await kind.connect({ 'x-api-key': (await service.signUp()).key });
    const missing = await stranger.callTool({ name: 'check_job_status', arguments: { job_id: newId('bat') } });
    expect([missing.isError, await check(stranger)]).toEqual([true, missing]);
    await stranger.close();
    await client.close();
  });

  it('reports progress while it waits', async () => {
    const name = registered();
    let answer = () => {};
    colorado.held = new Promise((resolve) => (answer = resolve));
    const client = await kind.connect({ 'x-api-key': account.key });
    const told: number[] = [];
    const asked = { name: 'verify_business', arguments: { entity_name: name, jurisdiction: 'us-co' } };
    const options = {
      onprogress: ({ progress }: { progress: number }) => {
        if (told.push(progress) === 2) answer();
      },
    };
    const result = await (client instanceof EarlierClient
      ? client.callTool(asked, undefined, options)
      : client.callTool(asked, options));
    colorado.held = undefined;
    expect(result.structuredContent).toMatchObject({ status: 'completed' });
    expect(told).toEqual(told.map((_, at) => at + 1));
    expect(told.length).toBeGreaterThanOrEqual(2);
    await client.close();
  });

  it('gets HTTP 401 for a protected tool without credentials', async () => {
    const client = await kind.connect(newcomer());
    await expect(client.callTool({ name: 'get_account', arguments: {} })).rejects.toThrow('UNAUTHORIZED');
    await client.close();
  });
});

describe('a tool call', () => {
  it('returns a service error as a result that the model can read', async () => {
    const wrong = await call('verify_business', { entity_name: 'X', jurisdiction: 'us-xx' }, { key: account.key });
    expect(errorOf(wrong)).toMatchObject({ code: 'JURISDICTION_NOT_SUPPORTED' });
    expect(wrong.body.result._meta).toMatchObject({ 'standing/credits_charged': 0, 'standing/credits_remaining': 50 });

    colorado.failures = [unavailable(), unavailable(), unavailable()];
    const missing = await call(
      'verify_business',
      { entity_name: 'Nowhere', jurisdiction: 'us-ct' },
      { key: account.key },
    );
    expect(errorOf(missing)).toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    expect(missing.body.result._meta).toMatchObject({ 'standing/credits_charged': 1 });
  });

  it('names the unknown argument, and charges nothing', async () => {
    const typo = { entity_name: 'X', jurisdiction: 'us-co', teir: 'deep' };
    expect(errorOf(await call('verify_business', typo, { key: account.key })).message).toBe(
      'arguments.teir is not a known field; did you mean tier?',
    );
    expect(await service.balance(account.key)).toBe(50);
  });

  it('names tools, not routes, in suggestions', async () => {
    const { key } = account;
    const twice = { entity_name: 'X', jurisdictions: ['us-co', 'us-co'] };
    expect(errorOf(await call('search_entities', twice, { key })).message).toMatch(
      /^arguments\.jurisdictions must name each jurisdiction once/,
    );
    const hooked = { entity_name: 'X', jurisdiction: 'us-co', webhook_url: 'https://127.0.0.1/' };
    expect(errorOf(await call('verify_business', hooked, { key }))).toMatchObject({
      message: expect.stringMatching(/^arguments\.webhook_url must/),
      details: { errors: [{ location: 'arguments', field: 'webhook_url' }] },
    });
    const unknown = { entity_name: 'X', jurisdiction: 'us-xx' };
    expect(errorOf(await call('verify_business', unknown, { key })).suggestion).toContain('list_jurisdictions');
    const dear = { entity_name: 'X', jurisdiction: 'us-co', tier: 'deep', force_refresh: true };
    colorado.records = [record({ id: '20230000002', name: 'X' })];
    await call('verify_business', dear, { key });
    await call('verify_business', dear, { key });
    expect(errorOf(await call('verify_business', dear, { key }))).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      suggestion: expect.stringContaining('purchase_credits'),
    });
  });

  it('asks for a new idempotency_key, not a new header, after a register failed', async () => {
    colorado.failures = [unavailable(), unavailable(), unavailable()];
    const asked = { entity_name: registered(), jurisdiction: 'us-co', idempotency_key: 'k1' };
    const { code, suggestion } = errorOf(await call('verify_business', asked, { key: account.key }));
    expect([code, suggestion]).toEqual([
      'DATA_SOURCE_UNAVAILABLE',
      expect.stringContaining('send a new one: the same one replays this answer'),
    ]);
    const other = errorOf(await call('verify_business', { ...asked, tier: 'deep' }, { key: account.key }));
    expect(other.message).toBe('This idempotency key was already used for another request.');
  });

  it('is counted by tool and outcome', async () => {
    await call('get_config', {});
    await call('get_entity', { entity_id: 'ent_none' }, { key: account.key });
    await call('no_such_tool', {}, { key: account.key });
    const { body: page } = await service.ask('GET', '/metrics');
    expect(page).toMatch(/^standing_tool_calls_total\{protocol="mcp",tool="get_config",outcome="answered"\} \d+$/m);
    expect(page).toMatch(/^standing_tool_calls_total\{protocol="mcp",tool="get_entity",outcome="not_found"\} \d+$/m);
    expect(page).not.toContain('no_such_tool');
  });

  it('is charged once when repeated with the same idempotency key, over REST as well', async () => {
    const asked = { entity_name: registered(), jurisdiction: 'us-co' };
    const first = await call('verify_business', { ...asked, idempotency_key: 'k1' }, { key: account.key });
    const again = await call('verify_business', { ...asked, idempotency_key: 'k1' }, { key: account.key });
    expect(again.body.result.structuredContent).toEqual(first.body.result.structuredContent);
    expect([first, again].map(({ headers }) => headers.get('x-credits-charged'))).toEqual(['1', '0']);
    expect(again.body.result._meta).toMatchObject({
      'standing/credits_charged': 0,
      'standing/idempotency_replayed': true,
    });
    const rest = await service.ask('POST', '/v1/verify', {
      key: account.key,
      headers: { 'idempotency-key': 'k1' },
      body: asked,
    });
    expect(rest.headers.get('idempotency-replayed')).toBe('true');
    expect(rest.body).toEqual(first.body.result.structuredContent);
    expect(await service.balance(account.key)).toBe(49);
  });

  it('is refused before any charge when it could cost more than max_credits', async () => {
    const asked = { entity_name: registered(), jurisdiction: 'us-co', tier: 'deep', max_credits: 14 };
    const error = errorOf(await call('verify_business', asked, { key: account.key }));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { required: 15, max_credits: 14 } });
    expect(error.message).toContain('15 credits');
    expect(await service.balance(account.key)).toBe(50);
    expect(colorado.searches).toBe(0);
  });

  it('stops waiting when the client disconnects, and completes the paid job', async () => {
    const name = registered();
    let letGo: (() => void) | undefined;
    colorado.held = new Promise((resolve) => (letGo = resolve));
    const leave = new AbortController();
    const left = fetch(`${service.url}/mcp`, {
      method: 'POST',
      signal: leave.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-api-key': account.key,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'verify_business', arguments: { entity_name: name, jurisdiction: 'us-co' } },
      }),
    });
    const reason = left.then(() => undefined, String);
    await until(() => colorado.searches === 1);
    leave.abort();
    expect(await reason).toContain('abort');
    const rest = service.ask('POST', '/v1/verify', {
      key: account.key,
      headers: { prefer: 'wait=10' },
      body: { entity_name: name, jurisdiction: 'us-co' },
    });
    await until(async () => (await service.balance(account.key)) === 48);
    letGo?.();
    expect((await rest).status).toBe(200);
    expect(colorado.searches).toBe(1);
  });

  it.each([
    ['null', { arguments: null }],
    ['left out', {}],
  ])('accepts arguments that are %s', async (_how, given) => {
    const config = { name: 'get_config', ...given };
    const open = await ask('tools/call', config);
    expect(open.body.result.structuredContent.credits.quick).toBe(1);
    const earlier = await service.ask('POST', '/mcp', {
      headers: newcomer(),
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: config },
    });
    expect(earlier.body.result.structuredContent).toEqual(open.body.result.structuredContent);
    const incomplete = await ask('tools/call', { name: 'get_entity', ...given }, { key: account.key });
    expect(errorOf(incomplete)).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it.each([[[]], ['{}'], [7]])('refuses arguments that are %j', async (given) => {
    const { body } = await ask('tools/call', { name: 'get_config', arguments: given });
    expect(body.error ?? errorOf({ body } as Answer)).toMatchObject({ message: expect.any(String) });
  });

  it('returns a protocol error for an unknown tool', async () => {
    const { body } = await call('drop_tables', {});
    expect(body.error).toMatchObject({ code: -32602 });
  });

  it('returns the credit and rate limit headers of the key', async () => {
    const { headers } = await call('get_account', {}, { key: account.key });
    expect(headers.get('x-credits-remaining')).toBe('50');
    expect(headers.get('x-credits-charged')).toBe('0');
    expect(headers.get('x-ratelimit-limit')).toBe('100000');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('the /mcp endpoint', () => {
  it('returns JSON to clients of both protocol eras', async () => {
    expect((await ask('tools/list')).headers.get('content-type')).toContain('application/json');
    const earlier = await service.ask('POST', '/mcp', {
      headers: { accept: 'application/json, text/event-stream', ...newcomer() },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(earlier.headers.get('content-type')).toContain('application/json');
    expect(earlier.body.result.tools.length).toBeGreaterThan(0);
  });

  const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
  // Uses undici, because fetch sends its own Accept header.
  async function listTools(revision: (typeof REVISIONS)[number], accept: string | undefined, path = '/mcp') {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const { statusCode, headers, body } = await request(service.url + path, {
      method: 'POST',
      headers: {
        ...newcomer(),
        'content-type': 'application/json',
        'mcp-protocol-version': revision,
        ...(revision === '2026-07-28' ? { 'mcp-method': 'tools/list' } : {}),
        ...(accept === undefined ? {} : { accept }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        ...(revision === '2026-07-28' ? { params: { _meta } } : {}),
      }),
    });
    return { status: statusCode, type: String(headers['content-type']), text: await body.text() };
  }

  describe.each(REVISIONS)('revision %s', (revision) => {
    it.each([
      undefined,
      '',
      '*/*',
      'application/*',
      'application/json',
      'Application/JSON;q=0.5',
      'application/json, text/plain, */*',
      'text/html, */*;q=0.1',
      'text/event-stream, application/json',
      'text/event-stream;q=0, application/json',
    ])('returns JSON for Accept: %s', async (accept) => {
      const { status, type, text } = await listTools(revision, accept);
      expect([status, type]).toEqual([200, expect.stringContaining('application/json')]);
      expect(JSON.parse(text).result.tools.length).toBeGreaterThan(0);
    });

    it.each([
      'text/html',
      'text/plain, image/*',
      'application/jsonp',
      'application/xml',
      'application/json;q=0',
      '*/*;q=0',
      'x-application/json',
    ])('refuses Accept: %s', async (accept) => {
      const { status, text } = await listTools(revision, accept);
      expect([status, JSON.parse(text).error]).toEqual([
        406,
        { code: -32000, message: 'Not acceptable: send Accept: application/json, text/event-stream.' },
      ]);
    });

    it('accepts one trailing slash', async () => {
      expect((await listTools(revision, '*/*', '/mcp/')).status).toBe(200);
      expect((await listTools(revision, '*/*', '/mcp/?from=host')).status).toBe(200);
      expect((await listTools(revision, '*/*', '/mcp//')).status).toBe(404);
      expect((await listTools(revision, '*/*', '/mcp/mcp')).status).toBe(404);
    });
  });

  it('streams to an earlier client that accepts only streams', async () => {
    const { status, type, text } = await listTools('2025-06-18', 'text/event-stream');
    expect([status, type]).toEqual([200, expect.stringContaining('text/event-stream')]);
    expect(text).toContain('"tools":[');
  });

  it.each(['*/*', 'application/json'])(
    'returns JSON without progress when Accept: %s allows no stream',
    async (accept) => {
      const params = { name: 'list_jurisdictions', arguments: {}, _meta: { progressToken: 1 } };
      const { status, headers, body } = await service.ask('POST', '/mcp', {
        headers: { ...newcomer(), accept },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      });
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
      expect(body.result.structuredContent.jurisdictions.length).toBeGreaterThan(10);
    },
  );

  it('returns a JSON-RPC error for a body that is not JSON', async () => {
    const { status, body } = await service.ask('POST', '/mcp', { headers: newcomer(), body: '{"jsonrpc": oops' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
  });

  it('refuses batches, so that no call can hide behind another', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account', arguments: {} } };
    const { status, body } = await service.ask('POST', '/mcp', {
      headers: { accept: 'application/json, text/event-stream', ...newcomer() },
      body: [{ jsonrpc: '2.0', id: 0, method: 'ping' }, message],
    });
    expect(status).toBe(400);
    expect(body.error.code).toBe(-32600);
  });

  it.each(['GET', 'DELETE', 'PUT'])('returns 405 for %s', async (method) => {
    const { status, headers } = await service.ask(method, '/mcp');
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
  });

  it('returns 401 with the sign-in metadata to a client without credentials', async () => {
    const { status, headers, body } = await call('verify_business', { entity_name: 'X', jurisdiction: 'us-co' });
    expect(status).toBe(401);
    expect(body.error.code).toBe('UNAUTHORIZED');
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer scope="openid", resource_metadata="http:.*\/\.well-known\/oauth-protected-resource\/mcp"$/,
    );
  });

  it('never treats a bad key as no key', async () => {
    const { status, body } = await call('get_config', {}, { key: 'stnd_nonsense' });
    expect(status).toBe(401);
    expect(body.error.code).toBe('INVALID_API_KEY');
  });

  it('refuses two credentials in one request', async () => {
    const headers = { ...newcomer(), authorization: 'Bearer something' };
    const { status, body } = await call('get_config', {}, { key: account.key, headers });
    expect(status).toBe(400);
    expect(body.error.code).toBe('VALIDATION_ERROR');
  });

  it('limits callers without credentials by their network address', async () => {
    const headers = newcomer();
    for (let i = 0; i < 20; i++) expect((await ask('tools/list', {}, { headers })).status).toBe(200);
    const { status, body, headers: answered } = await ask('tools/list', {}, { headers });
    expect(status).toBe(429);
    expect(body.error.details.retry_after_seconds).toBeGreaterThan(0);
    expect(Number(answered.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('tools/list', {}, { headers: newcomer() })).status).toBe(200);
    expect((await ask('tools/list', {}, { headers, key: account.key })).status).toBe(200);
  });

  it('refuses pages of other origins and foreign host names', async () => {
    const foreign = await ask('tools/list', {}, { headers: { ...newcomer(), origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    for (const name of ['evil.example', '127.0.0.1.evil.example', 'evil.example:3000', 'localhost@evil.example']) {
      const rebound = await ask('tools/list', {}, { headers: { ...newcomer(), 'x-forwarded-host': name } });
      expect(rebound.status).toBe(403);
      // fetch sets the Host header itself.
      const headers = { ...newcomer(), host: name, 'content-type': 'application/json' };
      const answer = await request(`${service.url}/mcp`, { method: 'POST', headers, body: '{}' });
      expect(answer.statusCode).toBe(403);
      expect(await answer.body.json()).toMatchObject({ error: { code: 'FORBIDDEN' } });
    }
  });

  it.each(['/mcp', '/a2a'])('refuses two Host headers, of which only the first is its own: %s', async (path) => {
    const { hostname, port } = new URL(service.url);
    const hosts = `Host: ${hostname}:${port}\r\nHost: evil.example\r\n`;
    const end = 'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
    expect(await answerToBytes(service.url, `POST ${path} HTTP/1.1\r\n${hosts}${end}`)).toMatchObject({
      error: { code: 'FORBIDDEN' },
    });
  });

  it('accepts pages from the allowed origins', async () => {
    const origin = 'https://app.example.com';
    const preflight = await service.ask('OPTIONS', '/mcp', {
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
    const { status, headers } = await ask('tools/list', {}, { headers: { ...newcomer(), origin } });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });
});
