import { startSandboxService, type SandboxService } from '../support/harness.js';

const ADMIN = 'an-admin-key-of-the-tests';

/** Operations whose example needs a value that no document can know. */
const NOT_AS_THEY_STAND: Readonly<Record<string, string>> = {
  verifyAccess: 'the code of a mail',
  confirmEmail: 'the code of a mail',
  updateGrant: 'the id of a grant, which an application is given in a browser',
  createWatch: 'the id of an entity',
  adminRefundBatchRow: 'the line of a row that was charged for',
  recordRowMeant: 'the line of a row that is unsure',
  sendTestEvent: 'an address of yours, whose host can be resolved',
};

interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  requestBody?: { content: { 'application/json'?: { schema: object; example?: object } } };
}

let service: SandboxService;
let operations: { method: string; path: string; operation: Operation }[];
let ids: Readonly<Record<string, string>>;
let key: string;

beforeAll(async () => {
  service = await startSandboxService({ env: { ADMIN_API_KEY: ADMIN } });
  ({ key } = await service.signUp());
  const { body } = await service.ask('GET', '/openapi.json');
  operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  // Belongs to another account, because one of the requests closes its account.
  const other = await service.signUp();
  const account = await service.ask('GET', '/v1/account', other);
  const asked = { entity_name: 'Imaginary Lanterns LLC', jurisdiction: 'us-co' };
  const verified = await service.ask('POST', '/v1/verify', { ...other, headers: { prefer: 'wait=20' }, body: asked });
  const second = await service.ask('POST', '/v1/account/keys', { key, body: { label: 'second' } });
  const twins = { entity_name: 'Wyvern Makebelieve Supply', jurisdiction: 'us-co' };
  const unsure = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body: twins });
  // Not of the entity that one of the requests erases.
  const watched = await service.ask('POST', '/v1/watches', {
    key,
    body: { entity_id: unsure.body.entity_id, every: '30d' },
  });
  ids = {
    '/v1/account/keys/{keyId}': second.body.key_id,
    '/v1/admin/accounts/{id}': account.body.account_id,
    '/v1/admin/keys/{keyId}': account.body.api_keys[0].id,
    '/v1/admin/entities/{id}': verified.body.entity_id,
    '/v1/admin/jobs/{jobId}': verified.body.job_id,
    // The record of a job has its id.
    '/v1/admin/records/{id}': verified.body.job_id.replace('job_', 'rec_'),
    '/v1/admin/jurisdictions/{code}': 'us-ct',
    '/v1/jobs/{jobId}': unsure.body.job_id,
    '/v1/records/{id}': `rec_${unsure.body.job_id.slice('job_'.length)}`,
    '/v1/watches/{id}': watched.body.watch_id,
  };
});
afterAll(() => service.close());

it('every request of the reference succeeds in a sandbox as written, except the listed ones', async () => {
  const outcomes: Record<string, number | string> = {};
  for (const { method, path, operation } of operations) {
    const { operationId, requestBody, security } = operation;
    const content = requestBody?.content['application/json'];
    if (!content || operationId in NOT_AS_THEY_STAND) continue;
    const filled = path.replace(/^.*?\/(\{\w+\})/, (start, name: string) =>
      start.replace(name, ids[start] ?? 'unknown'),
    );
    const asAdmin = security.some((scheme) => 'AdminKey' in scheme);
    const proof = asAdmin ? { headers: { 'x-admin-key': ADMIN } } : security.length > 0 ? { key } : {};
    const { status, body } = await service.ask(method, filled, { ...proof, body: content.example ?? {} });
    outcomes[`${method} ${path}`] = status < 300 ? 'succeeds' : `${status} ${body?.error?.message}`;
  }
  expect(Object.keys(outcomes).length).toBeGreaterThan(8);
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'succeeds')).toEqual([]);
});

it('the list of exceptions names only documented operations', () => {
  const known = operations.map(({ operation }) => operation.operationId);
  expect(Object.keys(NOT_AS_THEY_STAND).filter((name) => !known.includes(name))).toEqual([]);
});

it('every request with a body has an example of it beside the schema', () => {
  const bodies = operations.flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {}));
  expect(bodies.length).toBeGreaterThan(20);
  expect(bodies.filter(({ example }) => example === undefined)).toEqual([]);
});
