import type { Service } from '../../support/harness.js';

/** An entrance of the service, with a valid request to it. */
export interface Entrance {
  method: string;
  /** A template with `{parameters}`. */
  path: string;
  /** The names of the query parameters. */
  query: string[];
  body: unknown;
  mediaType: string;
}

const FORM = 'application/x-www-form-urlencoded';
const OTHERS: readonly Entrance[] = [
  json('POST', '/mcp', call('verify_business', { entity_name: 'Alder Bridge Ferries LLC', jurisdiction: 'us-co' })),
  json('POST', '/mcp', call('search_entities', { entity_name: 'Alder', jurisdictions: ['us-co', 'no-03'] })),
  json('POST', '/mcp', call('get_entity_history', { entity_id: 'ent_01jd3z0v9sfzt8k3d9a4q6r2mv', limit: 5 })),
  json('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'x' } }),
  json('POST', '/a2a', {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'verify "Alder" in us-co' }] } },
  }),
  json('POST', '/a2a', {
    jsonrpc: '2.0',
    id: 'x',
    method: 'SendMessage',
    params: { message: { parts: [{ data: { tool: 'verify_business', arguments: { entity_name: 'Alder' } } }] } },
  }),
  json('POST', '/oauth/register', {
    client_name: 'Agent',
    redirect_uris: ['http://127.0.0.1:9/callback'],
    token_endpoint_auth_method: 'none',
    contacts: ['you@example.com'],
  }),
  {
    ...json('POST', '/oauth/token', {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'http://127.0.0.1:9/callback',
      client_id: 'x',
      code_verifier: 'x'.repeat(43),
    }),
    mediaType: FORM,
  },
  { ...json('POST', '/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x' }), mediaType: FORM },
  { ...json('POST', '/oauth/revoke', { token: 'x', client_id: 'x' }), mediaType: FORM },
  {
    ...json('POST', '/oauth/interaction/{uid}', { action: 'send', email: 'you@example.com' }),
    mediaType: FORM,
  },
  get('/oauth/authorize', [
    'client_id',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
    'resource',
    'prompt',
  ]),
  get('/oauth/interaction/{uid}'),
  get('/'),
  get('/llms.txt'),
  get('/openapi.json'),
  get('/reference'),
  get('/.well-known/agent-card.json'),
  get('/.well-known/oauth-protected-resource/{resource}'),
  get('/health'),
  get('/metrics'),
  get('/{nowhere}'),
  json('POST', '/v1/{nowhere}', { a: 1 }),
];

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }> };
}

/**
 * Returns every operation of the OpenAPI document, and every other route that strangers can reach.
 */
export async function entrancesOf(service: Service): Promise<Entrance[]> {
  const { body: document } = await service.ask('GET', '/openapi.json');
  const rest = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]): Entrance => {
        const [[mediaType, content] = ['application/json', {}]] = Object.entries(operation.requestBody?.content ?? {});
        const [example] = Object.values(content.examples ?? {});
        const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
        return {
          method: method.toUpperCase(),
          path,
          query: query.map(({ name }) => name),
          body: content.example ?? example?.value,
          mediaType,
        };
      }),
  );
  // DELETE /v1/account would close the account that the other requests use.
  return [...rest.filter(({ method, path }) => method !== 'DELETE' || path !== '/v1/account'), ...OTHERS];
}

function json(method: string, path: string, body: unknown): Entrance {
  return { method, path, query: [], body, mediaType: 'application/json' };
}

function get(path: string, query: string[] = []): Entrance {
  return { method: 'GET', path, query, body: undefined, mediaType: 'application/json' };
}

function call(name: string, given: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
}
