import { apiKeyDigest } from '../../src/core/accounts/keys/api-key.js';
import { toUuid, type Id } from '../../src/core/ids.js';
import { ANSWERS } from '../../src/modules/http/answers/answer-fields.js';
import { TOOLS } from '../../src/modules/tools/tools.js';
import { record } from '../support/fakes.js';
import { inlinedResponses } from '../support/inlined-responses.js';
import { newEmail, newIp, startService, type Answer, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { callTool } from '../support/call-tool.js';
import { accessToken, freePort } from '../support/oauth-user.js';

const NAME = 'Larkspur Canyon Bakers LLC';
const VERIFY = { entity_name: NAME, jurisdiction: 'us-co' };
const FILE = `entity_name,jurisdiction\n${NAME},us-co\n`;
const SEARCH = { entity_name: NAME, jurisdictions: ['us-co'] };

/** An API key, or the token of an application. */
type Credentials = { key: string } | { token: string };

/** Data that the account already has. */
interface Known {
  entity_id: string;
  watch_id: string;
  /** Belongs to the owner; not started yet. */
  batch_id: string;
}

interface Row {
  /** Credits for the request as made here. */
  price: number;
  /** True if the request names a tier, which is then quick. */
  hasTier: boolean;
  ask: (credentials: Credentials, known: Known) => Promise<Answer>;
  /**
   * Set if forbidden rows are rejected one by one. `undefined`: the request is refused as a whole.
   */
  refuses?: 'rows';
  /** Set if the charge comes after the answer. */
  chargesLater?: true;
}

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()) } });
  service.registries.of('us-co').records = [record({ id: '20220000001', name: NAME })];
});
afterAll(() => service.close());

const headersOf = (credentials: Credentials): Record<string, string> => ({
  prefer: 'wait=20',
  ...('key' in credentials ? { 'x-api-key': credentials.key } : { authorization: `Bearer ${credentials.token}` }),
});

function idFor(path: string, { entity_id, watch_id, batch_id }: Known): string {
  if (path.startsWith('/v1/entity')) return entity_id;
  return path.startsWith('/v1/batches') ? batch_id : watch_id;
}

const route =
  (method: string, path: string, body?: object): Row['ask'] =>
  (credentials, known) =>
    service.ask(method, path.replace('{id}', idFor(path, known)), {
      headers: headersOf(credentials),
      ...(body ? { body } : {}),
    });

/**
 * Makes the caller the one that the watch or batch counts to: a limited caller may only ask for
 * checks and rows that count to it alone.
 */
const ofItsOwn =
  (table: 'watches' | 'batches', ask: Row['ask']): Row['ask'] =>
  async (credentials, known) => {
    const id = toUuid((table === 'watches' ? known.watch_id : known.batch_id) as Id<'wch'>);
    const holder =
      'key' in credentials
        ? `select id as key_id, grant_id from api_keys where digest = decode($2, 'hex')`
        : `select null::uuid as key_id, g.id as grant_id from oauth_records g where g.model = 'Grant' and $2 <> ''
             and g.account_id = (select account_id from ${table} where id = $1)`;
    const digest = 'key' in credentials ? apiKeyDigest(credentials.key) : 'token';
    await service.db.change(
      `update ${table} t set key_id = h.key_id, grant_id = h.grant_id from (${holder}) h where t.id = $1`,
      [id, digest],
    );
    return ask(credentials, known);
  };

/** Ends the batch without an answer to any of its rows. */
function unanswered(ask: Row['ask']): Row['ask'] {
  return async (credentials, known) => {
    const id = [toUuid(known.batch_id as Id<'bat'>)];
    await service.db.change(`update batch_rows set outcome = 'failed' where batch_id = $1`, id);
    const end = `update batches set status = 'completed', ended_at = now(), failed = accepted, pause_reason = null`;
    await service.db.change(`${end} where id = $1`, id);
    await service.db.change('update batches set retry_of = null where retry_of = $1', id);
    return ask(credentials, known);
  };
}

/** Every priced route, named as in the document. */
const ROUTES: Record<string, Row> = {
  'POST /v1/verify': { price: 1, hasTier: true, ask: route('POST', '/v1/verify', VERIFY) },
  'POST /v1/search': { price: 2, hasTier: true, ask: route('POST', '/v1/search', SEARCH) },
  'GET /v1/entity/{id}/history': { price: 5, hasTier: false, ask: route('GET', '/v1/entity/{id}/history') },
  'POST /v1/watches/{id}/check': {
    price: 1,
    hasTier: true,
    ask: ofItsOwn('watches', route('POST', '/v1/watches/{id}/check')),
  },
  'POST /v1/batches': {
    price: 1,
    hasTier: true,
    ask: async (credentials) => {
      const headers = { ...headersOf(credentials), 'content-type': 'text/csv' };
      const answer = await fetch(`${service.url}/v1/batches?start=true`, { method: 'POST', headers, body: FILE });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    },
    refuses: 'rows',
    chargesLater: true,
  },
  'POST /v1/batches/{id}/start': {
    price: 1,
    hasTier: true,
    ask: ofItsOwn('batches', route('POST', '/v1/batches/{id}/start')),
    chargesLater: true,
  },
  'POST /v1/batches/{id}/retry': {
    price: 1,
    hasTier: true,
    ask: unanswered(ofItsOwn('batches', route('POST', '/v1/batches/{id}/retry?start=true'))),
    refuses: 'rows',
    chargesLater: true,
  },
};

const PRICED_TOOLS: Record<string, Omit<Row, 'ask'> & { given: (known: Known) => object }> = {
  verify_business: { price: 1, hasTier: true, given: () => ({ ...VERIFY, wait_seconds: 20 }) },
  search_entities: { price: 2, hasTier: true, given: () => ({ ...SEARCH, wait_seconds: 20 }) },
  get_entity_history: { price: 5, hasTier: false, given: ({ entity_id }) => ({ entity_id }) },
};

/**
 * Converts a tool's answer to that of the route: the status of its error, and the remaining budget.
 */
function asRouteAnswer({ status }: Answer, body: any, meta: Record<string, unknown>): Answer {
  const left = meta['standing/budget_remaining'];
  const headers = new Headers(typeof left === 'number' ? { 'x-budget-remaining': `${left}` } : {});
  const statusOf: Record<string, number> = { INSUFFICIENT_CREDITS: 402, FORBIDDEN: 403 };
  return { status: body.error ? (statusOf[body.error.code] ?? 500) : status, headers, body };
}

const overMcp =
  (tool: string): Row['ask'] =>
  async (credentials, known) => {
    const answer = await callTool(service, tool, PRICED_TOOLS[tool]!.given(known), credentials);
    const { content, structuredContent, _meta } = answer.body.result;
    return asRouteAnswer(answer, structuredContent ?? JSON.parse(content[0].text), _meta);
  };

const overA2a =
  (tool: string): Row['ask'] =>
  async (credentials, known) => {
    const parts = [{ data: { tool, arguments: PRICED_TOOLS[tool]!.given(known) } }];
    const answer = await service.ask('POST', '/a2a', {
      headers: { 'a2a-version': '1.0', ...headersOf(credentials) },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: { message: { messageId: 'm', role: 'ROLE_USER', parts } },
      },
    });
    const { message } = answer.body.result;
    return asRouteAnswer(answer, message.parts[0].data, message.metadata);
  };

const ROWS: [name: string, row: Row][] = [
  ...Object.entries(ROUTES),
  ...Object.entries(PRICED_TOOLS).flatMap(([tool, { price, hasTier }]): [string, Row][] => [
    [`${tool} over MCP`, { price, hasTier, ask: overMcp(tool) }],
    [`${tool} over A2A`, { price, hasTier, ask: overA2a(tool) }],
  ]),
];

describe('the budget matrix', () => {
  it('has a row for every route and tool that can be refused for credits', async () => {
    const { paths } = inlinedResponses((await service.ask('GET', '/openapi.json')).body);
    const priced = Object.entries<Record<string, any>>(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        JSON.stringify(responses?.['402'] ?? '').includes('INSUFFICIENT_CREDITS')
          ? [`${method.toUpperCase()} ${path}`]
          : [],
      ),
    );
    expect(Object.keys(ROUTES).toSorted()).toEqual(priced.toSorted());
    const answersOfPriced = new Set(
      Object.keys(ROUTES).flatMap((row) => {
        const [method = '', path = ''] = row.split(' ');
        const { responses } = paths[path][method.toLowerCase()];
        return ['200', '202'].flatMap((status) => responses[status]?.content['application/json'].schema.$ref ?? []);
      }),
    );
    const isOfPriced = (answer: (typeof TOOLS)[number]['answers'][number]) =>
      answersOfPriced.has(`#/components/schemas/${ANSWERS.get(answer)?.id}`);
    const tools = TOOLS.filter(({ price, answers }) => !price.startsWith('free') || answers.some(isOfPriced));
    expect(Object.keys(PRICED_TOOLS).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  });

  it.each(ROWS)(
    'refuses %s beyond a budget or a restriction, without a charge',
    async (_name, { price, hasTier, ask, refuses }) => {
      const { owner, known, newKey, application, grantIs } = await newAccount();
      const short = { credits: price - 1, every: 'month' };
      const [ofKey, elsewhere, otherTier] = [
        await newKey({ budget: short }),
        await newKey({ jurisdictions: ['us-ct'] }),
        await newKey({ tiers: ['deep'] }),
      ];
      await grantIs(short);
      const before = await entriesOf(owner);
      for (const [credentials, limitedBy] of [
        [{ key: ofKey }, 'key_budget'],
        [{ token: application.token }, 'grant_budget'],
        [{ key: application.key }, 'grant_budget'],
      ] as const) {
        const { status, headers, body } = await ask(credentials, known);
        expect({ status, error: body.error }).toMatchObject({
          status: 402,
          error: {
            code: 'INSUFFICIENT_CREDITS',
            details: { required: price, available: price - 1, limited_by: limitedBy },
          },
        });
        expect(headers.get('x-budget-remaining')).toBe(String(price - 1));
      }
      const forbidden: [key: string, details: object][] = [
        [elsewhere, { jurisdiction: 'us-co', allowed: ['us-ct'] }],
        ...(hasTier ? [[otherTier, { tier: 'quick', allowed: ['deep'] }] as [string, object]] : []),
      ];
      for (const [key, details] of forbidden) {
        const { status, body } = await ask({ key }, known);
        const [field] = Object.keys(details);
        const refused = { status: 403, body: { error: { details } } };
        const rejected = { status: 201, body: { accepted: 0, rejections: [{ line: 2, field }] } };
        expect({ status, body }).toMatchObject(refuses === 'rows' ? rejected : refused);
      }
      expect(await entriesOf(owner)).toEqual(before);
    },
  );

  it.each(ROWS)(
    'answers %s while the budget covers it, and uses the budget up',
    async (_name, { price, ask, chargesLater }) => {
      const enough = { credits: price, every: 'month' };
      for (const by of ['key', 'token', 'key of application'] as const) {
        const { known, newKey, application, grantIs } = await newAccount();
        if (by !== 'key') await grantIs(enough);
        const credentials = {
          key: async () => ({ key: await newKey({ budget: enough }) }),
          token: async () => ({ token: application.token }),
          'key of application': async () => ({ key: application.key }),
        }[by];
        const own = await credentials();
        const { status, headers } = await ask(own, known);
        expect([by, Math.floor(status / 100)]).toEqual([by, 2]);
        expect(chargesLater ? ['0', String(price)] : ['0']).toContain(headers.get('x-budget-remaining'));
        await until(async () => (await leftOf(own)) === '0');
      }
    },
  );
});

async function leftOf(credentials: Credentials): Promise<string | null> {
  const { headers } = await service.ask('GET', '/v1/account', { headers: headersOf(credentials) });
  return headers.get('x-budget-remaining');
}

/**
 * Creates an account that has verified the business and watches it, with an application and a key
 * created by the application.
 */
async function newAccount() {
  const { email, key: owner } = await service.signUp(newEmail());
  const token = await accessToken(service, { email, scope: 'account:read account:write billing', from: newIp() });
  const made = await service.ask('POST', '/v1/account/keys', {
    headers: headersOf({ token }),
    body: { label: 'of the application' },
  });
  const { body: verified } = await service.ask('POST', '/v1/verify', {
    headers: headersOf({ key: owner }),
    body: VERIFY,
  });
  const { entity_id } = verified;
  const { body: watch } = await service.ask('POST', '/v1/watches', { key: owner, body: { entity_id, every: '1d' } });
  const uploaded = await fetch(`${service.url}/v1/batches`, {
    method: 'POST',
    headers: { 'x-api-key': owner, 'content-type': 'text/csv' },
    body: FILE,
  });
  const { batch_id } = (await uploaded.json()) as { batch_id: string };
  return {
    owner,
    known: { entity_id, watch_id: watch.watch_id, batch_id } satisfies Known,
    application: { token, key: made.body.api_key as string },
    newKey: async (limits: object): Promise<string> => {
      const { body } = await service.ask('POST', '/v1/account/keys', {
        key: owner,
        body: { label: 'lent', ...limits },
      });
      return body.api_key;
    },
    grantIs: async (budget: object): Promise<void> => {
      const { body } = await service.ask('GET', '/v1/account/grants', { key: owner });
      const [{ grant_id }] = body.grants;
      await service.ask('PATCH', `/v1/account/grants/${grant_id}`, { key: owner, body: { budget } });
      await service.heard();
    },
  };
}

async function entriesOf(key: string): Promise<object[]> {
  const { status, body } = await service.ask('GET', '/v1/billing?limit=100', { key });
  expect(status).toBe(200);
  expect(body.transactions).not.toEqual([]);
  return body.transactions;
}
