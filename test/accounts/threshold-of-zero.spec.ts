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
/** Free and nobody's: moves the clock of the whole sandbox, and with it the owner's own watches. */
const OF_EVERYBODY = 'POST /v1/sandbox/clock/advance';

let service: Service;
let owner: string;
let email: string;
/** The owner's things, by the kind of path. */
let things: [path: RegExp, id: string][];
/** A key and a token that have to confirm everything. */
let careful: { name: string; headers: Record<string, string> }[];

beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()) } });
  service.registries.of('us-co').records = [record({ id: '20019000001', name: NAME })];
  ({ email, key: owner } = await service.signUp(newEmail()));
  const token = await accessToken(service, { email, scope: 'account:read account:write billing', from: newIp() });
  const asked = { ...VERIFY, webhook_url: 'https://192.0.32.7/hooks' };
  const verified = await ask('POST', '/v1/verify', asked);
  const watch = await ask('POST', '/v1/watches', { entity_id: verified.entity_id, every: '30d' });
  const batch = await sendFile('', { 'x-api-key': owner });
  const key = await ask('POST', '/v1/account/keys', { label: 'careful', confirm_above: { credits: 0 } });
  const {
    grants: [grant],
  } = await ask('GET', '/v1/account/grants');
  await ask('PATCH', `/v1/account/grants/${grant.grant_id}`, { confirm_above: { credits: 0 } });
  await service.heard();
  const pending = await ask('POST', '/v1/verify', { ...asked, entity_name: 'Birch Works LLC' });
  const delivery = await until(async () => (await ask('GET', '/v1/webhooks/deliveries')).deliveries[0]);
  const { jobs } = await ask('GET', '/v1/jobs');
  things = [
    [/deliveries/, delivery.delivery_id],
    [/jobs|status/, pending.job_id ?? jobs[0].job_id],
    [/watches/, watch.watch_id],
    [/batches/, batch.body.batch_id],
    [/entity/, verified.entity_id],
    [/keys/, key.key_id],
    [/grants/, grant.grant_id],
  ];
  careful = [
    { name: 'key', headers: { 'x-api-key': key.api_key } },
    { name: 'token', headers: { authorization: `Bearer ${token}` } },
  ];
});
afterAll(() => service.close());

async function ask(method: string, path: string, body?: object): Promise<any> {
  const headers = { prefer: 'wait=20' };
  return (await service.ask(method, path, { key: owner, headers, ...(body && { body }) })).body;
}

async function sendFile(query: string, headers: Record<string, string>) {
  const answer = await fetch(`${service.url}/v1/batches${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body: FILE,
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
       'keys', (select jsonb_agg(k order by k.id) from api_keys k),
       'budgets', (select jsonb_agg(b order by b.id) from budgets b),
       'thresholds', (select jsonb_agg(t::text order by t::text) from confirmation_thresholds t),
       'watches', (select jsonb_agg(w order by w.id) from watches w),
       'batches', (select jsonb_agg(jsonb_build_array(b.id, b.status, b.key_id)) from batches b where b.status <> 'uploading'),
       'jobs', (select count(*) from jobs),
       'mails', (select jsonb_agg(m) from change_mails m),
       'grants', (select count(*) from oauth_records where model = 'Grant' and expires_at > now()),
       'deliveries', (select count(*) from deliveries where job_id is not null),
       'decisions', (select count(*) from meant_records)) as state`,
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
  };
  return bodies[path];
}

describe('a caller that confirms everything above nothing', () => {
  it('charges and changes nothing of the owner by any operation of the document', async () => {
    const before = await state();
    const asked = (await operations()).filter(({ name }) => name !== OF_EVERYBODY);
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
