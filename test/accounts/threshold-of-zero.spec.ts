import { TOOLS } from '../../src/modules/tools/tools.js';
import { callTool } from '../support/call-tool.js';
import { record } from '../support/fakes.js';
import { newEmail, newIp, startService, type Service } from '../support/harness.js';
import { inlinedResponses } from '../support/inlined-responses.js';
import { accessToken, freePort } from '../support/oauth-user.js';
import { until } from '../support/until.js';

const NAME = 'Alder Works LLC';
const VERIFY = { entity_name: NAME, jurisdiction: 'us-co' };
const FILE = `entity_name,jurisdiction\n${NAME},us-co\n`;

let service: Service;
let owner: string;
let email: string;
/** The owner's things, by the kind of path. */
let things: [path: RegExp, id: string][];
interface LimitedCaller {
  name: string;
  headers: Record<string, string>;
}
/** A key and a token that have to confirm everything. */
let careful: LimitedCaller[];
/** Keys and a token that may spend, within another limit. */
let narrowed: LimitedCaller[];

/** Routes of the API that charge the caller: they reach the price. */
const CHARGE = [
  'GET /v1/entity/:id/history',
  'POST /v1/batches',
  'POST /v1/search',
  'POST /v1/verify',
  'POST /v1/watches',
];
/** Routes that change what somebody created, or the account. */
const CHANGE = [
  'DELETE /v1/account',
  'DELETE /v1/account/grants/:grantId',
  'DELETE /v1/account/keys/:keyId',
  'DELETE /v1/account/sessions',
  'DELETE /v1/account/sessions/:sessionId',
  'DELETE /v1/watches/:id',
  'PATCH /v1/account',
  'PATCH /v1/account/grants/:grantId',
  'PATCH /v1/account/keys/:keyId',
  'PATCH /v1/watches/:id',
  'POST /v1/account/confirm-email',
  'POST /v1/account/keys',
  'POST /v1/account/webhook-secret/rotate',
  'POST /v1/batches/:id/cancel',
  'POST /v1/batches/:id/retry',
  'POST /v1/batches/:id/start',
  // Makes the watches of every account due.
  'POST /v1/sandbox/clock/advance',
  'POST /v1/watches/:id/check',
  'POST /v1/webhooks/deliveries/:id/redeliver',
  'PUT /v1/account/change-mails',
  'PUT /v1/account/password',
  'PUT /v1/batches/:id/rows/:line/meant',
  'PUT /v1/jobs/:jobId/meant',
  'PUT /v1/records/:id/decision',
];
/** Routes that spend nothing and change nothing of the owner's. */
const NEITHER = [
  'POST /v1/auth/request-access',
  'POST /v1/auth/verify-access',
  // Opens a page on which the owner pays.
  'POST /v1/billing/purchase',
  'POST /v1/quote',
  // Sends an event of its own, of at most half of those that the account may have open.
  'POST /v1/webhooks/test',
];

beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()) } });
  service.registries.of('us-co').records = [record({ id: '20019000001', name: NAME })];
  ({ email, key: owner } = await service.signUp(newEmail()));
  const token = await accessToken(service, { email, scope: 'account:read account:write billing', from: newIp() });
  const asked = { ...VERIFY, webhook_url: 'https://192.0.32.7/hooks' };
  const verified = await ask('POST', '/v1/verify', asked);
  const watch = await ask('POST', '/v1/watches', { entity_id: verified.entity_id, every: '30d' });
  const batch = await sendFile('', { 'x-api-key': owner });
  const [decided, ofFile] = await unsureMatches();
  const key = await ask('POST', '/v1/account/keys', { label: 'careful', confirm_above: { credits: 0 } });
  const {
    grants: [grant],
  } = await ask('GET', '/v1/account/grants');
  await ask('PATCH', `/v1/account/grants/${grant.grant_id}`, { confirm_above: { credits: 0 } });
  await service.heard();
  const delivery = await until(async () => (await ask('GET', '/v1/webhooks/deliveries')).deliveries[0]);
  things = [
    [/records/, `rec_${decided.slice('job_'.length)}`],
    [/deliveries/, delivery.delivery_id],
    [/jobs|status/, decided],
    [/watches/, watch.watch_id],
    [/batches.*rows/, ofFile],
    [/batches/, batch.body.batch_id],
    [/entity/, verified.entity_id],
    [/keys/, key.key_id],
    [/grants/, grant.grant_id],
  ];
  careful = [
    { name: 'key', headers: { 'x-api-key': key.api_key } },
    { name: 'token', headers: { authorization: `Bearer ${token}` } },
  ];
  narrowed = [];
  for (const limits of [
    { budget: { credits: 40, every: 'once' } },
    { jurisdictions: ['us-co'] },
    { tiers: ['quick', 'deep'] },
  ]) {
    const { api_key } = await ask('POST', '/v1/account/keys', { label: 'narrowed', ...limits });
    narrowed.push({ name: `key with ${Object.keys(limits).join()}`, headers: { 'x-api-key': api_key } });
  }
  const budgeted = await accessToken(service, { email, scope: 'account:read account:write billing', from: newIp() });
  const { grants } = await ask('GET', '/v1/account/grants');
  for (const { grant_id } of grants) {
    if (grant_id !== grant.grant_id)
      await ask('PATCH', `/v1/account/grants/${grant_id}`, { budget: { credits: 40, every: 'once' } });
  }
  narrowed.push({ name: 'token with budget', headers: { authorization: `Bearer ${budgeted}` } });
});
afterAll(() => service.close());

async function ask(method: string, path: string, body?: object): Promise<any> {
  const headers = { prefer: 'wait=20' };
  return (await service.ask(method, path, { key: owner, headers, ...(body && { body }) })).body;
}

/** A job of the owner, and a batch with a row, that wait for a decision. */
async function unsureMatches(): Promise<[jobId: string, batchId: string]> {
  const name = 'Birch Works LLC';
  service.registries
    .of('us-co')
    .records.push(
      record({ id: '20019000002', name, status: 'dissolved', goodStanding: false }),
      record({ id: '20019000003', name }),
    );
  const { job_id } = await ask('POST', '/v1/verify', { entity_name: name, jurisdiction: 'us-co' });
  const { body } = await sendFile('?start=true', { 'x-api-key': owner }, FILE.replace(NAME, name));
  await until(async () => (await ask('GET', `/v1/batches/${body.batch_id}`)).status === 'completed');
  return [job_id, body.batch_id];
}

async function sendFile(query: string, headers: Record<string, string>, file = FILE) {
  const answer = await fetch(`${service.url}/v1/batches${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body: file,
  });
  const body: any = await answer.json();
  return { status: answer.status, body };
}

/** All that a caller could spend, or change of what the owner has. */
async function state(): Promise<unknown> {
  const [row] = await service.db.rows<{ state: unknown }>(
    `select jsonb_build_object(
       'accounts', (select jsonb_agg(a order by a.id) from accounts a),
       'entries', (select count(*) from ledger_entries),
       'keys', (select jsonb_agg(to_jsonb(k) - 'last_used_at' order by k.id) from api_keys k),
       'budgets', (select jsonb_agg(b order by b.id) from budgets b),
       'thresholds', (select jsonb_agg(t::text order by t::text) from confirmation_thresholds t),
       'watches', (select jsonb_agg(w order by w.id) from watches w),
       'batches', (select jsonb_agg(jsonb_build_array(b.id, b.status, b.key_id)) from batches b where b.status <> 'uploading'),
       'jobs', (select count(*) from jobs),
       'mails', (select jsonb_agg(m) from change_mails m),
       'grants', (select count(*) from oauth_records where model = 'Grant' and expires_at > now()),
       'deliveries', (select count(*) from deliveries where job_id is not null),
       'decisions', (select count(*) from record_decisions)) as state`,
  );
  return row?.state;
}

/** Every operation of the document that takes a key, with the owner's things in its path. */
async function operations(): Promise<{ name: string; method: string; path: string; body: object | undefined }[]> {
  const { body: document } = await service.ask('GET', '/openapi.json');
  const { paths } = inlinedResponses(document);
  const schemaOf = (schema: any) =>
    schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
  return Object.entries<Record<string, any>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody, security }]) => {
      if (!security?.some((one: object) => 'ApiKey' in one)) return [];
      const schema = schemaOf(requestBody?.content?.['application/json']?.schema);
      const shown = Object.entries<any>(schema?.properties ?? {}).flatMap(([field, one]) => {
        const value = schemaOf(one).example ?? schemaOf(one).examples?.[0] ?? schemaOf(one).enum?.[0];
        return field.startsWith('max_credits') || value === undefined ? [] : [[field, value]];
      });
      const id = things.find(([kind]) => kind.test(path))?.[1] ?? 'none';
      const body = schema && (priced(path) ?? Object.fromEntries(shown));
      const asked = path.replace('{line}', '2').replaceAll(/\{\w+\}/g, id);
      return [{ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path: asked, body }];
    }),
  );
}

/** Bodies that are accepted from the owner, for what costs something. */
function priced(path: string): object | undefined {
  const entityId = things.find(([kind]) => kind.test('entity'))?.[1];
  const bodies: Record<string, object> = {
    '/v1/verify': VERIFY,
    '/v1/search': { entity_name: NAME, jurisdictions: ['us-co'] },
    '/v1/watches': { entity_id: entityId, every: '1d' },
    '/v1/watches/{id}': { every: '1d', tier: 'deep', max_credits_per_month: null },
    '/v1/records/{id}/decision': { entity_id: 'none' },
    '/v1/jobs/{jobId}/meant': { jurisdiction_id: null },
    '/v1/batches/{id}/rows/{line}/meant': { jurisdiction_id: null },
  };
  return bodies[path];
}

describe('a caller that confirms everything above nothing', () => {
  it('charges and changes nothing of the owner by any operation of the document', async () => {
    const before = await state();
    const asked = await operations();
    expect(asked.length).toBeGreaterThan(40);
    const done: string[] = [];
    const refused: string[] = [];
    for (const { name, headers } of careful) {
      for (const { name: operation, method, path, body } of asked) {
        const answer =
          operation === 'POST /v1/batches'
            ? await sendFile('?start=true', headers)
            : await service.ask(method, path, { headers: { prefer: 'wait=0', ...headers }, ...(body && { body }) });
        if (answer.body?.error?.details?.reason === 'confirmation_required') refused.push(`${name} ${operation}`);
        if (JSON.stringify(await state()) !== JSON.stringify(before)) done.push(`${name} ${operation}`);
      }
    }
    expect(done).toEqual([]);
    // These reach the price; what else the owner has is refused before it.
    expect(refused.toSorted()).toEqual(
      ['key', 'token'].flatMap((caller) =>
        [
          'GET /v1/entity/{id}/history',
          'POST /v1/batches',
          'POST /v1/search',
          'POST /v1/verify',
          'POST /v1/watches',
        ].map((operation) => `${caller} ${operation}`),
      ),
    );
  });

  it('is asked about every route of the API that charges or changes: a new one is listed here first', async () => {
    const { paths } = inlinedResponses((await service.ask('GET', '/openapi.json')).body);
    const charges = (route: string) =>
      paths[route.slice('GET '.length).replaceAll(/:(\w+)/g, '{$1}')]?.get?.responses['402'] !== undefined;
    const routes = service.routes.filter((route) => / \/v1\//.test(route) && !/ \/v1\/admin\//.test(route));
    expect(routes.filter((route) => !route.startsWith('GET ') || charges(route)).toSorted()).toEqual(
      [...CHARGE, ...CHANGE, ...NEITHER].toSorted(),
    );
  });

  it('charges and changes nothing by any tool, over MCP and A2A', async () => {
    const before = await state();
    const [, entityId] = things.find(([kind]) => kind.test('entity'))!;
    const given: Record<string, object> = {
      verify_business: VERIFY,
      search_entities: { entity_name: NAME, jurisdictions: ['us-co'] },
      get_entity: { entity_id: entityId },
      get_entity_history: { entity_id: entityId },
    };
    const refused: string[] = [];
    for (const { headers } of careful) {
      const credentials = headers['x-api-key']
        ? { key: headers['x-api-key'] }
        : { token: headers['authorization']!.slice('Bearer '.length) };
      for (const { name } of TOOLS) {
        const parts = [{ data: { tool: name, arguments: given[name] ?? {} } }];
        const answers = [
          await callTool(service, name, given[name] ?? {}, credentials),
          await service.ask('POST', '/a2a', {
            headers: { 'a2a-version': '1.0', ...headers },
            body: {
              jsonrpc: '2.0',
              id: 1,
              method: 'SendMessage',
              params: { message: { messageId: 'm', role: 'ROLE_USER', parts } },
            },
          }),
        ];
        if (answers.every(({ body }) => JSON.stringify(body).includes('confirmation_required'))) refused.push(name);
        expect({ name, state: await state() }).toEqual({ name, state: before });
      }
    }
    expect([...new Set(refused)].toSorted()).toEqual(['get_entity_history', 'search_entities', 'verify_business']);
  });
});

describe('a caller with a threshold, a budget, or narrowed jurisdictions or tiers', () => {
  it('changes nothing that it did not create: each such route refuses it, and the owner keeps the state', async () => {
    const before = await state();
    const named = new Map((await operations()).map((one) => [one.name.replaceAll(/\{(\w+)\}/g, ':$1'), one]));
    const refused: string[] = [];
    for (const { name, headers } of [...careful, ...narrowed]) {
      for (const route of CHANGE) {
        const { method, path, body } = named.get(route)!;
        const answer = await service.ask(method, path, { headers, ...(body && { body }) });
        if (answer.status === 403 && answer.body.error.code === 'FORBIDDEN') refused.push(`${name}: ${route}`);
        expect({ name, route, state: await state() }).toEqual({ name, route, state: before });
      }
    }
    expect(refused).toEqual(
      [...careful, ...narrowed].flatMap(({ name }) => CHANGE.map((route) => `${name}: ${route}`)),
    );
  });
});
