import { AgentCard, Role } from '@a2a-js/sdk';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

let service: Service;
let key: string;
const NAME = 'Alder Bridge Ferries LLC';
beforeAll(async () => {
  service = await startService();
  ({ key } = await service.signUp());
  service.registries.of('us-co').records = [record({ id: '20230000001', name: NAME })];
});
afterAll(() => service.close());

const CARD = () =>
  AgentCard.fromJSON({
    name: 'Standing',
    description: 'Business verification',
    version: '1',
    supportedInterfaces: [{ url: `${service.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: {},
    defaultInputModes: ['application/json', 'text/plain'],
    defaultOutputModes: ['application/json'],
    skills: [],
  });

type Content = { $case: 'data'; value: unknown } | { $case: 'text'; value: string };

/** Sends with the reference client, as another agent would. */
async function send(content: Content, headers: Record<string, string>): Promise<any> {
  const fetchImpl: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } });
  const transports = [new JsonRpcTransportFactory({ fetchImpl })];
  const client = await new ClientFactory({ ...ClientFactoryOptions.default, transports }).createFromAgentCard(CARD());
  return client.sendMessage({
    tenant: '',
    message: {
      messageId: 'm1',
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [{ content, metadata: undefined, filename: '', mediaType: '' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: undefined,
  });
}

const rpc = (body: unknown, headers: Record<string, string> = {}) =>
  service.ask('POST', '/a2a', { headers: { 'a2a-version': '1.0', ...headers }, body });

const asking = (tool: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'SendMessage',
  params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { tool, arguments: given } }] } },
});

describe('the A2A endpoint', () => {
  it('calls the tool that a data part names', async () => {
    const given = { entity_name: NAME, jurisdiction: 'us-co' };
    const answer = await send(
      { $case: 'data', value: { tool: 'verify_business', arguments: given } },
      { 'x-api-key': key },
    );
    expect(answer.role).toBe(Role.ROLE_AGENT);
    expect(answer.parts[0].content.value).toMatchObject({ status: 'completed', data: { entity_name: NAME } });
    expect(answer.metadata).toMatchObject({ 'standing/credits_charged': 1, 'standing/credits_remaining': 49 });
  });

  it('returns the progress of a batch', async () => {
    const uploaded = await fetch(`${service.url}/v1/batches`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-api-key': key },
      body: `entity_name,jurisdiction\n${NAME},us-co\n`,
    });
    const { batch_id: id } = (await uploaded.json()) as { batch_id: string };
    const { body } = await rpc(asking('check_job_status', { job_id: id }), { 'x-api-key': key });
    expect(body.result.message.parts[0].data).toMatchObject({ batch_id: id, status: 'ready', counts: { pending: 1 } });
  });

  it('understands a question in a sentence', async () => {
    const answer = await send({ $case: 'text', value: `verify "${NAME}" in us-co` }, { 'x-api-key': key });
    expect(answer.parts[0].content.value).toMatchObject({ status: 'completed', data: { entity_name: NAME } });
  });

  it.each([
    ['in curly quotes, with a full stop', `Verify “${NAME}” in US-CO.`],
    ['without quotes, over several lines', `\n verify ${NAME}\n in us-co ? `],
  ])('understands a question %s', async (_how, text) => {
    const answer = await send({ $case: 'text', value: text }, { 'x-api-key': key });
    expect(answer.parts[0].content.value).toMatchObject({ status: 'completed', data: { entity_name: NAME } });
  });

  it('refuses many parts of blanks', async () => {
    const part = { text: `verify ${' '.repeat(490)}x` };
    const parts = Array.from({ length: 180 }, () => part);
    const { status, body } = await rpc({ ...asking('x'), params: { message: { parts } } });
    expect([status, body.error.code]).toEqual([200, -32602]);
  });

  it.each([[null], [[null]], [[{ data: null }, { text: null }, 7]], ['text']])(
    'refuses parts that are %j',
    async (parts) => {
      const { status, body } = await rpc({ ...asking('x'), params: { message: { parts } } });
      expect([status, body.error.code]).toEqual([200, -32602]);
    },
  );

  it.each(['/a2a', '/mcp'])(
    'returns a short error for an overlong id that every answer to %s would repeat',
    async (path) => {
      const { status, body } = await service.ask('POST', path, {
        headers: { accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 'x'.repeat(90_000), method: 'tools/list' },
      });
      expect(status).toBe(400);
      expect(body).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } });
      expect(body.error.message).toBe('The id of a request has at most 1000 characters.');
    },
  );

  it('runs the open tools without credentials', async () => {
    const { body } = await rpc(asking('list_jurisdictions'));
    expect(body.result.message.parts[0].data.jurisdictions.length).toBeGreaterThan(10);
  });

  it('returns a refused call as a message marked failed', async () => {
    const { body } = await rpc(asking('verify_business', { entity_name: 'X', jurisdiction: 'us-zz' }), {
      'x-api-key': key,
    });
    expect(body.result.message).toMatchObject({
      metadata: { 'standing/failed': true, 'standing/credits_charged': 0 },
      parts: [{ data: { error: { code: 'JURISDICTION_NOT_SUPPORTED' } } }, { text: expect.any(String) }],
    });
  });

  it('returns 401 with a challenge for the other tools without credentials', async () => {
    const { status, headers } = await rpc(asking('get_account'));
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('resource_metadata=');
  });

  it.each([
    ['no JSON', '{', 400, -32700],
    ['a batch', [asking('get_config')], 400, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'DropTables' }, 200, -32601],
    ['a task', { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } }, 200, -32001],
    ['an unknown tool', asking('drop_tables'), 200, -32602],
    [
      'a message that asks nothing',
      { ...asking('x'), params: { message: { parts: [{ text: 'hello' }] } } },
      200,
      -32602,
    ],
  ])('returns the JSON-RPC error for %s', async (_what, sent, status, code) => {
    const answer = await rpc(sent);
    expect(answer.status).toBe(status);
    expect(answer.body.error.code).toBe(code);
  });

  it('names the tool that does not exist', async () => {
    const { body } = await rpc(asking('drop_tables'));
    expect(body.error.message).toBe('There is no tool drop_tables.');
  });

  it('refuses an unsupported protocol version', async () => {
    const { body } = await rpc(asking('get_config'), { 'a2a-version': '2.0' });
    expect(body).toMatchObject({ id: 1, error: { code: -32009 } });
  });
});
