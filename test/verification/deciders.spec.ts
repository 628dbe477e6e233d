import { textOf, Visitor } from '../console/visitor.js';
import { record } from '../support/fakes.js';
import { newEmail, newIp, startService, type Service } from '../support/harness.js';
import { accessToken, freePort } from '../support/oauth-user.js';
import { until } from '../support/until.js';

const NAME = 'Twofold Harbour LLC';
const LIVE = '20200000003';
const DISSOLVED = '20200000002';

let service: Service;
let email: string;
let owner: Record<string, string>;
let keyId: string;
/** Unsure matches that the owner requested: a job, and a row of a batch. */
let ofOwner: string[];
beforeAll(async () => {
  service = await startService({ env: { PORT: String(await freePort()) } });
  service.registries.of('us-co').records = [
    record({ id: DISSOLVED, name: NAME, status: 'dissolved', goodStanding: false }),
    record({ id: LIVE, name: NAME }),
  ];
});
afterAll(() => service.close());
beforeEach(async () => {
  email = newEmail();
  const account = await service.signUp(email);
  keyId = account.keyId;
  owner = { 'x-api-key': account.key };
  ofOwner = [await unsureJob(owner), await unsureRow(owner)];
});

const ask = async (headers: Record<string, string>, method: string, path: string, body?: unknown) =>
  service.ask(method, path, { headers: { prefer: 'wait=10', ...headers }, ...(body !== undefined && { body }) });
const decide = (headers: Record<string, string>, path: string) => ask(headers, 'PUT', path, { jurisdiction_id: LIVE });
const NOT_CREATED = 'A key or an application with limits may act only on what it created.';

async function unsureJob(as: Record<string, string>): Promise<string> {
  const { body } = await ask(as, 'POST', '/v1/verify', { entity_name: NAME, jurisdiction: 'us-co', max_credits: 9 });
  return `/v1/jobs/${body.job_id}/meant`;
}

async function unsureRow(as: Record<string, string>): Promise<string> {
  const file = { 'content-type': 'text/csv', ...as };
  const { body } = await ask(
    file,
    'POST',
    '/v1/batches?start=true&max_credits=9',
    `entity_name,jurisdiction\n${NAME},us-co\n`,
  );
  const path = `/v1/batches/${body.batch_id}`;
  await until(async () => (await ask(as, 'GET', path)).body.status === 'completed');
  return `${path}/rows/2/meant`;
}

async function limitedKey(limits: object): Promise<Record<string, string>> {
  const { body } = await ask(owner, 'POST', '/v1/account/keys', { label: 'an agent', ...limits });
  return { 'x-api-key': body.api_key };
}

/** A token of an application, with limits that the owner sets. */
async function tokenWith(scope: string, limits: object = {}): Promise<Record<string, string>> {
  const token = await accessToken(service, { email, scope, from: newIp() });
  const { body } = await ask(owner, 'GET', '/v1/account/grants');
  if (Object.keys(limits).length > 0)
    await ask(owner, 'PATCH', `/v1/account/grants/${body.grants[0].grant_id}`, limits);
  return { authorization: `Bearer ${token}` };
}

async function decisions(): Promise<number> {
  const { body } = await ask(owner, 'GET', '/v1/reviews?decided=true');
  return body.reviews.length;
}

describe('deciding what is meant', () => {
  it('needs the scope account:write: a token that may only read the account decides nothing', async () => {
    const token = await tokenWith('account:read');
    for (const path of ofOwner) {
      const { status, body } = await decide(token, path);
      expect([status, body.error]).toMatchObject([
        403,
        { code: 'INSUFFICIENT_SCOPE', details: { required: 'account:write' } },
      ]);
    }
    expect(await decisions()).toBe(0);
  });

  it.each([
    ['a threshold', { confirm_above: { credits: 0 } }],
    ['a budget', { budget: { credits: 9, every: 'month' } }],
    ['jurisdictions', { jurisdictions: ['us-co'] }],
    ['tiers', { tiers: ['quick'] }],
  ])('permits a key with %s to decide what that key requested only', async (_, limits) => {
    const key = await limitedKey(limits);
    for (const path of ofOwner) {
      const { status, body } = await decide(key, path);
      expect([status, body.error]).toMatchObject([403, { code: 'FORBIDDEN', message: NOT_CREATED }]);
    }
    expect(await decisions()).toBe(0);
    for (const path of [await unsureJob(key), await unsureRow(key)]) {
      const { status, body } = await decide(key, path);
      expect([status, body]).toMatchObject([200, { decided_by: email, decided_with: { name: 'an agent' } }]);
    }
  });

  it.each([
    ['a threshold', { confirm_above: { credits: 0 } }],
    ['a budget', { budget: { credits: 9, every: 'month' } }],
  ])('permits an application with %s to decide what it requested only', async (_, limits) => {
    const token = await tokenWith('account:write', limits);
    for (const path of ofOwner) {
      expect((await decide(token, path)).body.error).toMatchObject({ code: 'FORBIDDEN', message: NOT_CREATED });
    }
    for (const path of [await unsureJob(token), await unsureRow(token)]) {
      const { status, body } = await decide(token, path);
      expect(status).toBe(200);
      // The application may not read the account, so it is not told who decided.
      expect(JSON.stringify(body)).not.toContain(email);
      const late = await ask(token, 'PUT', path, { jurisdiction_id: null, decisions_seen: 0 });
      expect([late.status, late.body.error.message]).toEqual([400, expect.stringMatching(/^Somebody decided for /)]);
    }
    const { body } = await ask(owner, 'GET', '/v1/reviews?decided=true');
    for (const { meant } of body.reviews) {
      expect(meant).toMatchObject({
        decided_by: email,
        decided_with: { grant_id: expect.any(String), name: expect.any(String) },
      });
    }
    expect(body.reviews).toHaveLength(2);
  });

  it('names the key beside the person in every answer', async () => {
    const [path] = ofOwner as [string];
    const { body } = await decide(owner, path);
    const decided_with = { key_id: keyId, name: expect.stringMatching(/^key-/) };
    expect(body).toMatchObject({ decided_by: email, decided_with });
    const [job] = (await ask(owner, 'GET', '/v1/jobs')).body.jobs.filter(({ meant }: { meant?: object }) => meant);
    expect(job.meant.decided_with).toEqual(decided_with);
    expect((await ask(owner, 'GET', '/v1/reviews?decided=true')).body.reviews[0].meant.decided_with).toEqual(
      decided_with,
    );
    const { body: exported } = await ask(owner, 'GET', '/v1/account/data-export');
    expect(exported.jobs.map(({ meant }: any) => meant?.decided_with)).toEqual([decided_with]);
  });

  it('shows at the console with what a decision was sent, and nothing for one that was made there', async () => {
    const visitor = await Visitor.signedIn(service, email);
    const [job, row] = ofOwner.map((path) => path.replace('/v1', '/console').replace('/meant', '')) as [string, string];
    await decide(await limitedKey({}), ofOwner[0]!);
    const fields = { chosen: `record:${LIVE}`, note: 'By the invoice.' };
    await visitor.press(row, `${row}/meant`, fields);
    expect(textOf((await visitor.get(job)).html)).toContain('Decided with the key “an agent”');
    expect(textOf((await visitor.get(row)).html)).not.toContain('Decided with');
    const { html: list } = await visitor.get('/console/review?decided=true');
    expect(textOf(list)).toContain('the key “an agent”');
    expect((await visitor.get('/console/review.csv?decided=true')).html).toContain(`${email},an agent,`);
    const { body } = await ask(owner, 'GET', '/v1/reviews?decided=true');
    const [ofRow] = body.reviews.filter(({ line }: { line?: number }) => line !== undefined);
    expect(ofRow.meant).not.toHaveProperty('decided_with');
  });
});
