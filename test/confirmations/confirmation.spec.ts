import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { toUuid, type Id } from '../../src/core/ids.js';
import { record } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { inLongRun } from '../support/long.js';

const NAME = 'Juniper Hollow Trading LLC';
const DEEP = { entity_name: NAME, jurisdiction: 'us-co', tier: 'deep', wait_seconds: 20 };
/** Credits of a new account. */
const FREE = 50;

let service: Service;
/** A second process of the same installation. */
let other: Service;
let owner: string;

beforeAll(async () => {
  service = await startService();
  other = await startService({ databaseUrl: service.databaseUrl });
  for (const { registries } of [service, other]) {
    registries.of('us-co').records = [record({ id: '20230000001', name: NAME })];
  }
});
afterAll(async () => {
  await other.close();
  await service.close();
});
beforeEach(async () => {
  owner = (await service.signUp()).key;
});

async function keyWith(limits: object): Promise<{ key: string; keyId: string }> {
  const { status, body } = await service.ask('POST', '/v1/account/keys', { key: owner, body: limits });
  expect(status).toBe(201);
  return { key: body.api_key, keyId: body.key_id };
}

const careful = (credits = 5) => keyWith({ confirm_above: { credits } });

async function charges(key = owner): Promise<number[]> {
  const { body } = await service.ask('GET', '/v1/billing', { key });
  return body.transactions.flatMap((entry: { type: string; amount: number }) =>
    entry.type === 'charge' ? [entry.amount] : [],
  );
}

interface Asked {
  key: string;
  at?: Service;
  /** The client supports elicitation. */
  asks?: boolean;
  state?: string;
  answer?: object;
}

/** Makes one call of revision 2026-07-28, as a client that does each step itself. */
async function call(
  name: string,
  given: object,
  { key, at = service, asks = true, state, answer }: Asked,
): Promise<Answer> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': asks ? { elicitation: { form: {} } } : {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  const again = {
    ...(state === undefined ? {} : { requestState: state }),
    ...(answer === undefined ? {} : { inputResponses: { confirm: answer } }),
  };
  return at.ask('POST', '/mcp', {
    key,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given, ...again, _meta } },
  });
}

const YES = { action: 'accept', content: { confirm: true } };

/** Returns the state with which a first call is answered. */
async function stateOf(key: string, name = 'verify_business', given: object = DEEP): Promise<string> {
  const { body } = await call(name, given, { key });
  expect(body.result.resultType).toBe('input_required');
  return body.result.requestState;
}

const errorOf = ({ body }: Answer) => {
  expect(body.result).toMatchObject({ isError: true });
  return JSON.parse(body.result.content[0].text).error;
};

describe('a key with confirm_above', () => {
  it('is created with a threshold that its owner changes and removes', async () => {
    const { key, keyId } = await careful(3);
    const of = async () =>
      (await service.ask('GET', '/v1/account/keys', { key: owner })).body.api_keys.find(
        ({ id }: { id: string }) => id === keyId,
      );
    expect(await of()).toMatchObject({ confirm_above: { credits: 3 } });
    const change = (confirm_above: unknown) =>
      service.ask('PATCH', `/v1/account/keys/${keyId}`, { key: owner, body: { confirm_above } });
    expect((await change({ credits: 0 })).body).toMatchObject({ confirm_above: { credits: 0 } });
    await other.heard();
    const quick = { entity_name: NAME, jurisdiction: 'us-co' };
    expect((await other.ask('POST', '/v1/verify', { key, body: quick })).status).toBe(403);
    expect((await change(null)).body).not.toHaveProperty('confirm_above');
    await other.heard();
    expect((await other.ask('POST', '/v1/verify', { key, body: quick })).status).toBeLessThan(300);
  });

  it.each([
    [{ credits: -1 }, 'confirm_above.credits'],
    [{ credits: 1_000_000_001 }, 'confirm_above.credits'],
    [{ credits: 1.5 }, 'confirm_above.credits'],
    [{}, 'confirm_above.credits'],
    [7, 'confirm_above'],
  ])('refuses %j, naming the field', async (confirm_above, field) => {
    const { status, body } = await service.ask('POST', '/v1/account/keys', { key: owner, body: { confirm_above } });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.details.errors[0]).toMatchObject({ location: 'body', field });
  });

  it('cannot remove its threshold, nor create a key without one', async () => {
    const { key, keyId } = await careful();
    const lift = { key, body: { confirm_above: null } };
    expect((await service.ask('PATCH', `/v1/account/keys/${keyId}`, lift)).status).toBe(403);
    expect((await service.ask('POST', '/v1/account/keys', { key, body: { label: 'free' } })).status).toBe(403);
  });
});

describe('a REST request that could cost more', () => {
  const REFUSED = { reason: 'confirmation_required' };

  it('is refused without max_credits, and accepted with it', async () => {
    const { key } = await careful();
    const { wait_seconds: _wait, ...body } = DEEP;
    const verify = (more: object) => service.ask('POST', '/v1/verify', { key, body: { ...body, ...more } });
    const refused = await verify({});
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(refused.body.error.details).toEqual({ ...REFUSED, required: 15 });
    expect(await charges()).toEqual([]);
    expect((await verify({ max_credits: 14 })).status).toBe(400);
    expect((await verify({ max_credits: 15 })).status).toBeLessThan(300);
    expect(await charges()).toEqual([-15]);
  });

  it('needs max_credits for a search of several registers', async () => {
    const { key } = await careful();
    const search = (more: object) =>
      service.ask('POST', '/v1/search', {
        key,
        body: { entity_name: NAME, jurisdictions: ['us-co', 'us-ct', 'ca-bc'], ...more },
      });
    expect((await search({})).body.error.details).toEqual({ ...REFUSED, required: 6 });
    expect((await search({ max_credits: 6 })).status).toBeLessThan(300);
  });

  it('needs max_credits for a page of history', async () => {
    const { key } = await careful(4);
    const known = await service.ask('POST', '/v1/verify', {
      key: owner,
      headers: { prefer: 'wait=20' },
      body: { entity_name: NAME, jurisdiction: 'us-co' },
    });
    const history = (query: string) =>
      service.ask('GET', `/v1/entity/${known.body.entity_id}/history${query}`, { key });
    expect((await history('')).body.error.details).toEqual({ ...REFUSED, required: 5 });
    const tooLittle = await history('?max_credits=4');
    expect([tooLittle.status, tooLittle.body.error.details.errors[0].field]).toEqual([400, 'max_credits']);
    expect((await history('?max_credits=5')).status).toBe(200);
    expect(await charges()).toEqual([-5, -1]);
  });

  it('needs max_credits for a batch that is started, at once or later', async () => {
    const { key } = await careful(1);
    const csv = `entity_name,jurisdiction\n${NAME},us-co\nJuniper Vale LLC,us-co\n`;
    const upload = async (query: string) => {
      const headers = { 'content-type': 'text/csv', 'x-api-key': key };
      const answer = await fetch(`${service.url}/v1/batches${query}`, { method: 'POST', headers, body: csv });
      return { status: answer.status, body: await answer.json() };
    };
    expect((await upload('?start=true')).body.error.details).toEqual({ ...REFUSED, required: 2 });
    expect((await upload('?start=true&max_credits=2')).status).toBe(201);
    const { body: waiting } = await upload('');
    const start = (query: string) => service.ask('POST', `/v1/batches/${waiting.batch_id}/start${query}`, { key });
    expect((await start('')).body.error.details).toEqual({ ...REFUSED, required: 2 });
    expect((await start('?max_credits=1')).status).toBe(400);
    expect((await start('?max_credits=2')).status).toBe(202);
  });

  it('says in its refusal that max_credits belongs in the query, where the route reads it there', async () => {
    const { key } = await careful(0);
    const csv = `entity_name,jurisdiction\n${NAME},us-co\n`;
    const upload = async (query: string) => {
      const headers = { 'content-type': 'text/csv', 'x-api-key': key };
      return (await fetch(`${service.url}/v1/batches${query}`, { method: 'POST', headers, body: csv })).json();
    };
    const known = await service.ask('POST', '/v1/verify', {
      key: owner,
      headers: { prefer: 'wait=20' },
      body: { entity_name: NAME, jurisdiction: 'us-co' },
    });
    const { batch_id: id } = await upload('');
    const refusals = [
      await upload('?start=true'),
      (await service.ask('POST', `/v1/batches/${id}/start`, { key })).body,
      (await service.ask('GET', `/v1/entity/${known.body.entity_id}/history`, { key })).body,
    ];
    expect(refusals.map(({ error }) => error.suggestion)).toEqual(
      [1, 1, 5].map((credits) => expect.stringContaining(`with ?max_credits=${credits} in its query.`)),
    );
    const body = { entity_name: NAME, jurisdiction: 'us-co' };
    const verify = await service.ask('POST', '/v1/verify', { key, body });
    expect(verify.body.error.suggestion).toContain('with max_credits of at least 1.');
  });

  it('costs nothing when it is repeated under its Idempotency-Key', async () => {
    const { key } = await careful();
    const { wait_seconds: _wait, ...body } = DEEP;
    const send = () =>
      service.ask('POST', '/v1/verify', {
        key,
        headers: { 'idempotency-key': 'once', prefer: 'wait=20' },
        body: { ...body, max_credits: 15 },
      });
    expect((await send()).status).toBe(200);
    expect((await send()).headers.get('idempotency-replayed')).toBe('true');
    expect(await charges()).toEqual([-15]);
  });
});

describe('the official client of the revision 2026-07-28', () => {
  const open: Client[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.close()));
  });

  async function connect(key: string, answer: (message: string) => object | Promise<never>): Promise<Client> {
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler('elicitation/create', async ({ params }) => (await answer(params.message)) as never);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
        requestInit: { headers: { 'x-api-key': key } },
      }),
    );
    open.push(client);
    return client;
  }
  const verify = (client: Client, options?: object) =>
    client.callTool({ name: 'verify_business', arguments: DEEP }, options) as Promise<any>;

  it('is asked with the call, the price and the balance, and is charged once it is confirmed', async () => {
    const { key } = await keyWith({ confirm_above: { credits: 5 }, budget: { credits: 40, every: 'month' } });
    const messages: string[] = [];
    const client = await connect(key, (message) => {
      messages.push(message);
      return YES;
    });
    const { structuredContent, _meta } = await verify(client);
    expect(structuredContent).toMatchObject({ status: 'completed', data: { entity_name: NAME } });
    expect(_meta).toMatchObject({ 'standing/credits_charged': 15, 'standing/credits_remaining': FREE - 15 });
    expect(messages).toEqual([
      [
        'Verify a business: this call can cost 15 credits.',
        JSON.stringify(DEEP),
        `The balance is ${FREE} credits; 40 credits of the budget are left.`,
      ].join('\n'),
    ]);
    expect(await charges()).toEqual([-15]);
  });

  it.each([
    ['declines', { action: 'decline' }, 'confirmation_declined'],
    ['leaves the box open', { action: 'accept', content: { confirm: false } }, 'confirmation_declined'],
    ['cancels', { action: 'cancel' }, 'confirmation_cancelled'],
  ])('is charged nothing when its user %s', async (_how, answer, reason) => {
    const { key } = await careful();
    const client = await connect(key, () => answer);
    const { isError, content } = await verify(client);
    expect(isError).toBe(true);
    expect(JSON.parse(content[0].text).error).toMatchObject({ code: 'FORBIDDEN', details: { reason } });
    expect(await charges()).toEqual([]);
  });

  it('is charged nothing when its user never answers', async () => {
    const { key } = await careful();
    let asked = () => {};
    const question = new Promise<void>((resolve) => (asked = resolve));
    const client = await connect(key, () => {
      asked();
      return new Promise<never>(() => {});
    });
    const leave = new AbortController();
    const verifying = verify(client, { signal: leave.signal });
    void verifying.catch(() => undefined);
    await question;
    leave.abort();
    expect(await charges()).toEqual([]);
  });

  it('is not asked when the price is within the threshold', async () => {
    const { key } = await careful(15);
    const client = await connect(key, () => {
      throw new Error('nobody is to be asked');
    });
    expect((await verify(client)).structuredContent).toMatchObject({ status: 'completed' });
  });
});

describe('a client that cannot ask', () => {
  it.each(['legacy', 'earlier'] as const)('is refused with a suggestion in an earlier revision (%s)', async (kind) => {
    const { key } = await careful();
    const url = new URL(`${service.url}/mcp`);
    const requestInit = { headers: { 'x-api-key': key } };
    const client =
      kind === 'legacy'
        ? new Client(
            { name: 'test', version: '1' },
            { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: {} } },
          )
        : new EarlierClient({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
    const transport =
      kind === 'legacy'
        ? new StreamableHTTPClientTransport(url, { requestInit })
        : new EarlierTransport(url, { requestInit });
    await client.connect(transport);
    const verify = (more: object) =>
      client.callTool({ name: 'verify_business', arguments: { ...DEEP, ...more } }) as Promise<any>;
    const { isError, content } = await verify({});
    expect(isError).toBe(true);
    const { error } = JSON.parse(content[0].text);
    expect(error).toMatchObject({
      code: 'FORBIDDEN',
      details: { reason: 'confirmation_required', required: 15 },
      suggestion: expect.stringContaining('max_credits of at least 15'),
    });
    expect((await verify({ max_credits: 15 })).structuredContent).toMatchObject({ status: 'completed' });
    await client.close();
    expect(await charges()).toEqual([-15]);
  });

  it('is refused in the revision 2026-07-28', async () => {
    const { key } = await careful();
    expect(errorOf(await call('verify_business', DEEP, { key, asks: false })).details.required).toBe(15);
  });
});

describe('a model with a client that can ask', () => {
  it('cannot confirm by itself with max_credits', async () => {
    const { key } = await careful();
    const { body } = await call('verify_business', { ...DEEP, max_credits: 15 }, { key });
    expect(body.result.resultType).toBe('input_required');
    expect(await charges()).toEqual([]);
  });

  it('is asked again when the answer is missing, with the state still valid', async () => {
    const { key } = await careful();
    const state = await stateOf(key);
    expect((await call('verify_business', DEEP, { key, state })).body.result.resultType).toBe('input_required');
    expect((await call('verify_business', DEEP, { key, state, answer: YES })).body.result).not.toHaveProperty(
      'isError',
    );
    expect(await charges()).toEqual([-15]);
  });
});

describe('a confirmation', () => {
  /** Misuses of a state that was issued for a deep verification with `key`. */
  const WRONG: [string, (to: { key: string; spare: string; state: string }) => Promise<Answer>, string][] = [
    [
      'another name',
      ({ key, state }) =>
        call('verify_business', { ...DEEP, entity_name: 'Juniper Vale LLC' }, { key, state, answer: YES }),
      'confirmation_of_another_call',
    ],
    [
      'a forced refresh',
      ({ key, state }) => call('verify_business', { ...DEEP, force_refresh: true }, { key, state, answer: YES }),
      'confirmation_of_another_call',
    ],
    [
      'another tool',
      ({ key, state }) =>
        call(
          'search_entities',
          { entity_name: NAME, jurisdictions: ['us-co', 'us-ct', 'ca-bc'] },
          { key, state, answer: YES },
        ),
      'confirmation_of_another_call',
    ],
    [
      'another key of the account',
      ({ spare, state }) => call('verify_business', DEEP, { key: spare, state, answer: YES }),
      'confirmation_of_another_call',
    ],
    [
      'a changed state',
      ({ key, state }) => {
        const changed = `${state.slice(0, 40)}${state[40] === 'A' ? 'B' : 'A'}${state.slice(41)}`;
        return call('verify_business', DEEP, { key, state: changed, answer: YES });
      },
      'confirmation_of_another_call',
    ],
    [
      'a made-up state',
      ({ key }) => call('verify_business', DEEP, { key, state: 'yes please', answer: YES }),
      'confirmation_of_another_call',
    ],
  ];

  it.each(WRONG)('is not valid for %s', async (_what, attempt, reason) => {
    const [{ key }, { key: spare }] = [await careful(), await careful()];
    const state = await stateOf(key);
    expect(errorOf(await attempt({ key, spare, state }))).toMatchObject({ code: 'FORBIDDEN', details: { reason } });
    expect(await charges()).toEqual([]);
  });

  it('is not valid for another account', async () => {
    const { key } = await careful();
    const state = await stateOf(key);
    owner = (await service.signUp()).key;
    const { key: theirs } = await careful();
    const refused = await call('verify_business', DEEP, { key: theirs, state, answer: YES });
    expect(errorOf(refused).details.reason).toBe('confirmation_of_another_call');
    expect(await charges()).toEqual([]);
  });

  it('is valid whatever the order of the arguments', async () => {
    const { key } = await careful();
    const state = await stateOf(key);
    const turned = Object.fromEntries(Object.entries(DEEP).toReversed());
    await call('verify_business', turned, { key, state, answer: YES });
    expect(await charges()).toEqual([-15]);
  });

  it('is valid in every process, but once in all of them', async () => {
    const { key } = await careful();
    const state = await stateOf(key);
    await call('verify_business', DEEP, { key, at: other, state, answer: YES });
    const again = await call('verify_business', DEEP, { key, state, answer: YES });
    expect(errorOf(again).details.reason).toBe('confirmation_used');
    expect(await charges()).toEqual([-15]);
  });

  it('is used up when it is declined', async () => {
    const { key } = await careful();
    const state = await stateOf(key);
    await call('verify_business', DEEP, { key, state, answer: { action: 'decline' } });
    const after = await call('verify_business', DEEP, { key, state, answer: YES });
    expect(errorOf(after).details.reason).toBe('confirmation_used');
    expect(await charges()).toEqual([]);
  });

  it('allows one of twenty concurrent calls', async () => {
    const { key } = await careful();
    const state = await stateOf(key);
    const raced = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call('verify_business', DEEP, { key, at: i % 2 ? other : service, state, answer: YES }),
      ),
    );
    expect(raced.filter(({ body }) => !body.result.isError)).toHaveLength(1);
    expect(await charges()).toEqual([-15]);
  });

  it('is charged once, however it is attempted', async () => {
    const attempts = inLongRun(10_000, 200);
    const [{ key, keyId }, { key: spare }] = [await careful(), await careful()];
    await service.db.rows(
      `insert into ledger_entries (account_id, type, amount, description)
       select account_id, 'adjustment', $2, 'for a test' from api_keys where id = $1`,
      [toUuid(keyId as Id<'key'>), 2 * attempts],
    );
    const before = await service.balance(owner);
    let confirmed = 0;
    for (let made = 0; made < attempts; made += 10) {
      const state = await stateOf(key);
      const [, attempt] = WRONG[(made / 10) % WRONG.length] ?? [];
      await attempt?.({ key, spare, state });
      const tries = Array.from({ length: 8 }, (_, i) =>
        call('verify_business', i % 4 === 3 ? { ...DEEP, entity_name: `Other ${made} LLC` } : DEEP, {
          key,
          at: i % 2 ? other : service,
          state,
          answer: YES,
        }),
      );
      const through = (await Promise.all(tries)).filter(({ body }) => !body.result.isError);
      expect(through.length).toBeLessThanOrEqual(1);
      confirmed += through.length;
    }
    expect(confirmed).toBe(attempts / 10);
    expect(await service.balance(owner)).toBe(before - 15 * confirmed);
  });
});
