import { record } from '../support/fakes.js';
import { newEmail, newIp, startService, type Service } from '../support/harness.js';
import { inlinedResponses } from '../support/inlined-responses.js';
import { accessToken, freePort } from '../support/oauth-user.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()) } });
});
afterAll(() => service.close());

/** Every operation that takes an access token, by the scope that it needs. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'account:read': [
    'GET /v1/account',
    'GET /v1/account/change-mails',
    'GET /v1/account/data-export',
    'GET /v1/account/grants',
    'GET /v1/account/keys',
    'GET /v1/account/sessions',
    'GET /v1/account/usage',
  ],
  'account:write': [
    'DELETE /v1/account',
    'DELETE /v1/account/grants/{grantId}',
    'DELETE /v1/account/keys/{keyId}',
    'DELETE /v1/account/sessions',
    'DELETE /v1/account/sessions/{sessionId}',
    'GET /v1/account/webhook-secret',
    'PATCH /v1/account',
    'PATCH /v1/account/grants/{grantId}',
    'PATCH /v1/account/keys/{keyId}',
    'POST /v1/account/confirm-email',
    'POST /v1/account/keys',
    'POST /v1/account/webhook-secret/rotate',
    'PUT /v1/account/change-mails',
    'PUT /v1/account/password',
    'PUT /v1/batches/{id}/rows/{line}/meant',
    'PUT /v1/jobs/{jobId}/meant',
    'PUT /v1/records/{id}/decision',
  ],
  billing: ['GET /v1/billing', 'POST /v1/billing/purchase'],
  // By contract only the routes of the account and of billing need a scope.
  none: [
    'DELETE /v1/watches/{id}',
    'GET /v1/batches',
    'GET /v1/batches/{id}',
    'GET /v1/batches/{id}/results',
    'GET /v1/batches/{id}/rows/{line}/evidence',
    'GET /v1/entity',
    'GET /v1/entity/{id}',
    'GET /v1/entity/{id}/evidence',
    'GET /v1/entity/{id}/history',
    'GET /v1/entity/{id}/related',
    'GET /v1/evidence/{id}/warc',
    'GET /v1/jobs',
    'GET /v1/jobs/{jobId}/evidence',
    'GET /v1/records',
    'GET /v1/records/{id}',
    'GET /v1/records/{id}/evidence',
    'GET /v1/reviews',
    'GET /v1/sandbox/clock',
    'GET /v1/search/{searchId}',
    'GET /v1/snapshots/{id}/evidence',
    'GET /v1/suggest',
    'GET /v1/verify/status/{jobId}',
    'GET /v1/watches',
    'GET /v1/watches/{id}',
    'GET /v1/webhooks/deliveries',
    'GET /v1/webhooks/deliveries/{id}',
    'GET /v1/webhooks/events',
    'PATCH /v1/watches/{id}',
    'POST /v1/batches',
    'POST /v1/batches/{id}/cancel',
    'POST /v1/batches/{id}/retry',
    'POST /v1/batches/{id}/start',
    'POST /v1/quote',
    'POST /v1/sandbox/clock/advance',
    'POST /v1/search',
    'POST /v1/verify',
    'POST /v1/watches',
    'POST /v1/watches/{id}/check',
    'POST /v1/webhooks/deliveries/{id}/redeliver',
    'POST /v1/webhooks/test',
  ],
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const ask = (line: string, headers: Record<string, string>, body?: object) => {
  const [method = '', path = ''] = line.split(' ');
  return service.ask(method, path.replaceAll(/\{\w+\}/g, '1'), { headers, ...(body && { body }) });
};

describe('an access token', () => {
  it('needs the scope that is listed for every operation of the document: a new one is listed here first', async () => {
    const { paths } = inlinedResponses((await service.ask('GET', '/openapi.json')).body);
    const found: Record<string, string[]> = {};
    for (const [path, methods] of Object.entries<Record<string, any>>(paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        if (!security?.some((one: object) => 'ApiKey' in one)) continue;
        const needed = security.flatMap(({ OAuth: scopes }: { OAuth?: string[] }) => scopes ?? [])[0] ?? 'none';
        (found[needed] ??= []).push(`${method.toUpperCase()} ${path}`);
      }
    }
    for (const [scope, operations] of Object.entries(found)) {
      expect({ scope, operations: operations.toSorted() }).toEqual({ scope, operations: NEEDED[scope] });
    }
  });

  it('is refused by each of them that needs a scope which it lacks', async () => {
    const from = newIp();
    const scoped = Object.entries(NEEDED).filter(([scope]) => scope !== 'none');
    const nothing = bearer(await accessToken(service, { email: newEmail(), scope: 'openid', from }));
    for (const [scope, operations] of scoped) {
      for (const operation of operations) {
        const { status, body } = await ask(operation, nothing);
        expect([operation, status, body.error.code, body.error.details]).toEqual([
          operation,
          403,
          'INSUFFICIENT_SCOPE',
          { required: scope },
        ]);
      }
    }
  });

  it('exports all but the payments without the scope billing', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    const exportWith = async (credentials: object) =>
      Object.keys((await service.ask('GET', '/v1/account/data-export', credentials)).body);
    const reader = bearer(await accessToken(service, { email, scope: 'account:read', from: newIp() }));
    const all = await exportWith({ key });
    const payments = ['transactions', 'payments', 'debts'];
    expect(all).toEqual(expect.arrayContaining(payments));
    expect(await exportWith({ headers: reader })).toEqual(all.filter((section) => !payments.includes(section)));
  });
});

describe('a decision', () => {
  it('shows who made it, and with which key, only to those who may see the account', async () => {
    const email = newEmail();
    const { key } = await service.signUp(email);
    service.registries.of('us-co').records = [
      record({ id: '20019000001', name: 'Twin Kettles LLC' }),
      record({ id: '20019000002', name: 'Twin Kettles LLC' }),
    ];
    const question = { entity_name: 'Twin Kettles LLC', jurisdiction: 'us-co' };
    const headers = { prefer: 'wait=10' };
    const { body: answer } = await service.ask('POST', '/v1/verify', { key, headers, body: question });
    const path = `/v1/jobs/${answer.job_id}/meant`;
    const decided = await service.ask('PUT', path, { key, body: { jurisdiction_id: '20019000001' } });
    expect(decided.body).toMatchObject({ decided_by: email, decided_with: { key_id: expect.any(String) } });
    for (const [scope, isShown] of [['openid', false] as const, ['account:read', true] as const]) {
      const token = bearer(await accessToken(service, { email, scope, from: newIp() }));
      const [{ meant: ofJob }] = (await service.ask('GET', '/v1/jobs', { headers: token })).body.jobs;
      const [{ meant }] = (await service.ask('GET', '/v1/reviews?decided=true', { headers: token })).body.reviews;
      for (const shown of [meant, ofJob]) {
        expect(shown.jurisdiction_id).toBe('20019000001');
        expect(['decided_by' in shown, 'decided_with' in shown]).toEqual([isShown, isShown]);
      }
    }
  });
});

describe('a key that an application made', () => {
  it('has the scopes of its token, and gives them to the keys that it makes', async () => {
    const writer = bearer(await accessToken(service, { email: newEmail(), scope: 'account:write', from: newIp() }));
    let headers: Record<string, string> = writer;
    for (let generation = 0; generation < 2; generation += 1) {
      const made = await ask('POST /v1/account/keys', headers, {});
      expect(made.status).toBe(201);
      headers = { 'x-api-key': made.body.api_key };
      for (const scope of ['account:read', 'billing']) {
        const { status, body } = await ask(`GET /v1/${scope === 'billing' ? scope : 'account'}`, headers);
        expect([status, body.error.code, body.error.details]).toEqual([403, 'INSUFFICIENT_SCOPE', { required: scope }]);
      }
    }
  });
});

describe('a key with a limit', () => {
  it('exports nothing of the account', async () => {
    const { key } = await service.signUp();
    for (const limits of [{ tiers: ['quick'] }, { confirm_above: { credits: 5 } }, { jurisdictions: ['us-co'] }]) {
      const { body } = await service.ask('POST', '/v1/account/keys', { key, body: limits });
      const answer = await service.ask('GET', '/v1/account/data-export', { key: body.api_key });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
  });
});
