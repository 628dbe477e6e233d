import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { callTool } from '../support/call-tool.js';
import { textOf, Visitor } from '../console/visitor.js';
import { Browser } from '../support/oauth-user.js';
import { until } from '../support/until.js';
import { newEmail, startService, type Service } from '../support/harness.js';

const run = promisify(execFile);
const ADMIN = 'an-admin-key-for-the-tests';
const admin = { 'x-admin-key': ADMIN };

describe('a service with BILLING=off and SIGN_UP=off', () => {
  let service: Service;
  beforeAll(async () => {
    const env = { BILLING: 'off', SIGN_UP: 'off', FREE_CREDITS: '7', ADMIN_API_KEY: ADMIN };
    service = await startService({ env });
  });
  afterAll(() => service.close());

  const create = (body: object) => service.ask('POST', '/v1/admin/accounts', { headers: admin, body });

  it('creates an account and its first key without mail', async () => {
    const email = newEmail();
    const { status, body } = await create({ email, name: 'Ada Example', label: 'first' });
    expect([status, body]).toEqual([
      201,
      {
        account_id: expect.stringMatching(/^acc_/),
        email,
        credit_balance: 7,
        api_key: expect.stringMatching(/^stnd_/),
        key_id: expect.stringMatching(/^key_/),
        label: 'first',
      },
    ]);
    const account = await service.ask('GET', '/v1/account', { key: body.api_key });
    expect(account.body).toMatchObject({ email, name: 'Ada Example', credit_balance: 7, email_verified: true });
    const { body: audit } = await service.ask('GET', '/v1/admin/audit', { headers: admin });
    expect(audit.actions[0]).toMatchObject({ action: 'create account', subject: body.account_id });
  });

  it('grants as many credits as the operator sets', async () => {
    expect((await create({ email: newEmail(), credits: 1_000 })).body.credit_balance).toBe(1_000);
    expect((await create({ email: newEmail(), credits: 0 })).body.credit_balance).toBe(0);
  });

  it('refuses a second account for an address', async () => {
    const email = newEmail();
    await create({ email });
    const { status, body } = await create({ email: email.toUpperCase() });
    expect([status, body.error.code]).toEqual([409, 'EMAIL_ALREADY_EXISTS']);
  });

  it('creates accounts with the admin key only', async () => {
    const body = { email: newEmail() };
    expect((await service.ask('POST', '/v1/admin/accounts', { body })).status).toBe(401);
    const wrong = { headers: { 'x-admin-key': 'x'.repeat(24) }, body };
    expect((await service.ask('POST', '/v1/admin/accounts', wrong)).status).toBe(403);
  });

  it('answers the same for unknown and known addresses, and mails codes to proved ones only', async () => {
    const [stranger, known, named] = [newEmail(), newEmail(), newEmail()];
    const { body: made } = await create({ email: known });
    const moved = { email: named };
    expect((await service.ask('PATCH', '/v1/account', { key: made.api_key, body: moved })).status).toBe(200);
    const sentTo = (email: string) => service.said.filter((line) => line.startsWith(`e-mail to ${email}:`)).length;
    const before = sentTo(named);
    const ask = async (email: string) => {
      const body = { email, accept_terms: true };
      const { status, body: answer } = await service.ask('POST', '/v1/auth/request-access', { body });
      return { status, answer: { ...answer, email: 'ADDRESS' } };
    };
    const answers = [await ask(stranger), await ask(named), await ask(known)];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const guess = (email: string) => service.ask('POST', '/v1/auth/verify-access', { body: { email, code: '000000' } });
    const guessed = [await guess(stranger), await guess(known)].map(({ status, body }) => ({ status, body }));
    expect(guessed[0]).toEqual(guessed[1]);
    // Its present address still opens an account that only named another one.
    await until(() => service.said.some((line) => /\b\d{6}\b/.test(line) && line.startsWith(`e-mail to ${known}:`)));
    const entered = await service.ask('POST', '/v1/auth/verify-access', {
      body: { email: known, code: service.codeFor(known) },
    });
    expect(entered.body.api_key).toMatch(/^stnd_/);
    expect([sentTo(stranger), sentTo(named) - before]).toEqual([0, 0]);
    const found = await service.ask('GET', `/v1/admin/accounts?email=${stranger}`, { headers: admin });
    expect(found.body.accounts).toEqual([]);
  });

  it('hides failures of the mail server, which would tell which addresses have an account', async () => {
    const email = newEmail();
    await create({ email });
    const failing = await startService({
      env: { SIGN_UP: 'off', SMTP_URL: 'smtp://127.0.0.1:1' },
      databaseUrl: service.databaseUrl,
    });
    const body = { email, accept_terms: true };
    const { status } = await failing.ask('POST', '/v1/auth/request-access', { body });
    await until(async () =>
      failing.log.lines.some((line) => JSON.stringify(line).includes('a code could not be sent')),
    );
    await failing.close();
    expect(status).toBe(200);
  });

  it('promises no account and no free credits on any page or in any document', async () => {
    const paths = ['/', '/index.html', '/index.md', '/llms.txt', '/openapi.json', '/console/sign-in'];
    for (const path of paths) {
      const text = await (await fetch(service.url + path)).text();
      expect([path, text]).toEqual([path, expect.not.stringMatching(/new address gets|7 (free )?credits/)]);
      expect([path, text]).toEqual([path, expect.stringMatching(/operator/i)]);
    }
    const { body: client } = await service.ask('POST', '/oauth/register', {
      body: { redirect_uris: ['http://127.0.0.1:9/callback'], token_endpoint_auth_method: 'none' },
    });
    const browser = new Browser(service);
    const asked = { response_type: 'code', client_id: client.client_id, code_challenge_method: 'S256' };
    await browser.open(`/oauth/authorize?${new URLSearchParams({ ...asked, code_challenge: 'c'.repeat(43) })}`);
    expect(browser.html).toContain('The operator of this service creates accounts.');
    await browser.submit({ action: 'send', email: newEmail() });
    expect(browser.html).toContain('If it belongs to an account, six digits are on their way to');
  });

  it('shows no balance in the header of the console', async () => {
    const { body } = await create({ email: newEmail() });
    const visitor = await Visitor.signedIn(service, body.email);
    const { html } = await visitor.get('/console/keys');
    const [, head = ''] = /<header>([\s\S]*?)<\/header>/.exec(html) ?? [];
    expect(textOf(head)).toContain(body.email);
    expect(textOf(head)).not.toMatch(/credits/);
    // Each page says which version runs.
    const { body: config } = await service.ask('GET', '/v1/config');
    expect(textOf(html)).toContain(`Standing ${config.version}`);
  });

  it('sells nothing', async () => {
    const { body } = await create({ email: newEmail() });
    const key: string = body.api_key;
    expect((await service.ask('GET', '/v1/billing', { key })).body.packages).toEqual([]);
    const { body: config } = await service.ask('GET', '/v1/config');
    expect([config.packages, config.limits.free_credits]).toEqual([[], 7]);
    const purchase = await service.ask('POST', '/v1/billing/purchase', { key, body: { package_id: 'starter' } });
    expect([purchase.status, purchase.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(service.routes.filter((route) => route.includes('checkout'))).toEqual([]);
  });

  it('never suggests buying credits to a caller without any, on any interface', async () => {
    const { body: made } = await create({ email: newEmail(), credits: 0 });
    const key: string = made.api_key;
    const business = { entity_name: 'Nobody Knows LLC', jurisdiction: 'us-co' };
    const { status, body } = await service.ask('POST', '/v1/verify', { key, body: business });
    expect([status, body.error.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
    expect(body.error.suggestion).toBe('Ask the operator of this service for credits: none are sold here.');
    expect(body.error.details).toEqual({ required: 1, available: 0, limited_by: 'balance' });
    const { body: called } = await callTool(service, 'verify_business', business, { key });
    expect(called.result.content[0].text).toContain(body.error.suggestion);
    expect(JSON.stringify(called)).not.toMatch(/purchase|buy/i);

    const visitor = await Visitor.signedIn(service, made.email);
    const page = await visitor.press('/console/verify', '/console/verify', business);
    expect(page.status).toBe(402);
    expect(page.html).not.toMatch(/buy credits/i);

    const skills = '/.well-known/agent-skills';
    const { body: index } = await service.ask('GET', `${skills}/index.json`);
    expect(index.skills.map(({ name }: { name: string }) => name)).not.toContain('buy-credits');
    expect((await service.ask('GET', `${skills}/buy-credits/SKILL.md`)).status).toBe(404);
    const overview = await (await fetch(`${service.url}/llms.txt`)).text();
    expect(overview).not.toContain('buy-credits');
  });

  it('names its operator as the source of keys, on every interface', async () => {
    const { body: made } = await create({ email: newEmail() });
    const key: string = made.api_key;
    await service.ask('DELETE', `/v1/account/keys/${made.key_id}`, { key });
    const suggestion = async (path: string, headers = {}) =>
      (await service.ask('GET', path, { headers })).body.error.suggestion;
    const source = 'Ask the operator of this service for one.';
    expect(await suggestion('/v1/account')).toBe(`Send your key in the X-API-Key header. ${source}`);
    const another = 'Use another key of the account, or ask the operator of this service for a new one.';
    expect(await suggestion('/v1/account', { 'x-api-key': key })).toBe(another);
    const { body: called } = await callTool(service, 'get_account', {}, { key });
    expect(JSON.stringify(called)).not.toContain('request-access');
    const page = await (await fetch(`${service.url}/v1/account`, { headers: { accept: 'text/html' } })).text();
    expect([page.includes(source), page.includes('request-access')]).toEqual([true, false]);
    const { body: api } = await service.ask('GET', '/openapi.json');
    expect(api.components.securitySchemes.ApiKey.description).toBe(`Every scope. ${source}`);
    const { UNAUTHORIZED, INSUFFICIENT_CREDITS } = api.components.examples;
    expect(UNAUTHORIZED.value.error.suggestion).toContain(source);
    expect(INSUFFICIENT_CREDITS.value.error.suggestion).toContain('none are sold here');
    const env = { PATH: process.env['PATH'], ENV_FILE: '/dev/null', STANDING_URL: service.url, STANDING_KEY: key };
    const { stderr } = await run(process.execPath, ['scripts/standing.mjs', 'verify', 'A', 'us-co'], { env }).catch(
      (error: { stderr: string }) => error,
    );
    expect(stderr).toContain(another);
  });

  it('creates accounts by command, which the running service accepts at once', async () => {
    const email = newEmail();
    const env = { PATH: process.env['PATH'], ENV_FILE: '/dev/null', DATABASE_URL: service.databaseUrl };
    const args = ['dist/commands/account.js', 'create', '--email', email, '--credits', '30', '--json'];
    const made = JSON.parse((await run(process.execPath, args, { env })).stdout);
    expect(made).toMatchObject({ email, credit_balance: 30 });
    const { status, body } = await service.ask('GET', '/v1/account', { key: made.api_key });
    expect([status, body.credit_balance]).toEqual([200, 30]);
    await expect(run(process.execPath, args, { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('belongs to another account'),
    });
  });
});

describe('a production service without a mail server', () => {
  it('refuses access requests with 403', async () => {
    const env = {
      NODE_ENV: 'production',
      REGISTRY_MODE: 'sandbox',
      ENCRYPTION_KEY: 'x'.repeat(32),
      METRICS: 'off',
      BILLING: 'off',
      SIGN_UP: 'off',
    };
    const service = await startService({ env });
    const body = { email: newEmail(), accept_terms: true };
    const { status, body: answer } = await service.ask('POST', '/v1/auth/request-access', { body });
    expect((await service.ask('GET', '/metrics')).status).toBe(404);
    await service.close();
    expect([status, answer.error.code]).toEqual([403, 'FORBIDDEN']);
  });
});
