import { SMTPServer } from 'smtp-server';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import { fromUuid } from '../../src/core/ids.js';
import { record, unavailable } from '../support/fakes.js';
import { rowsRead } from '../support/lying-statistics.js';
import { newEmail, startService, type Answer, type Asked, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

let service: Service;
let account: { email: string; key: string; keyId: string };
beforeAll(async () => {
  service = await startService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.signUp();
});

const ask = (method: string, path: string, asked: Asked = {}): Promise<Answer> =>
  service.ask(method, path, { key: account.key, ...asked });
/** Resolves once the use of the account's first key is recorded. */
const used = (key: string) =>
  until(async () => (await service.ask('GET', '/v1/account/keys', { key })).body.api_keys[0].last_used_at);
const WAIT = { prefer: 'wait=10' };
const verify = (name: string, asked: Asked = {}) =>
  ask('POST', '/v1/verify', { headers: WAIT, body: { entity_name: name, jurisdiction: 'us-co' }, ...asked });

describe('the account', () => {
  it('shows its data and every key', async () => {
    await used(account.key);
    const { status, body } = await ask('GET', '/v1/account');
    expect(status).toBe(200);
    expect(body).toEqual({
      account_id: expect.stringMatching(/^acc_[0-9a-z]{26}$/),
      email: account.email,
      email_verified: true,
      credit_balance: 50,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      api_keys: [
        {
          id: account.keyId,
          label: expect.any(String),
          prefix: account.key.slice(0, 8),
          rate_limit: 100000,
          is_active: true,
          created_at: expect.any(String),
          last_used_at: expect.stringMatching(/Z$/),
        },
      ],
    });
  });

  it('shows every active and the latest 200 revoked keys, and lists all of them page by page', async () => {
    await service.db.change(
      `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at, revoked_at)
       select gen_random_uuid(), a.id, 'revoked', 'stnd_abc', sha256(convert_to(a.email || i, 'UTF8')), 60, now() - interval '1 year',
              now() - make_interval(mins => i)
         from accounts a, generate_series(1, 300) i where a.email = $1`,
      [account.email],
    );
    const { body } = await ask('GET', '/v1/account');
    expect(body.api_keys).toHaveLength(201);
    expect(body.api_keys.filter(({ is_active }: { is_active: boolean }) => is_active)).toHaveLength(1);
    const listed: string[] = [];
    let cursor = '';
    do {
      const { body: page } = await ask('GET', `/v1/account/keys?limit=100${cursor}`);
      listed.push(...page.api_keys.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : '';
    } while (cursor !== '');
    expect(new Set(listed).size).toBe(301);
    await service.db.change(`update api_keys set revoked_at = now() - interval '91 days' where label = 'revoked'`);
    expect((await ask('GET', '/v1/account/keys?limit=100')).body.api_keys).toHaveLength(1);
    expect((await ask('GET', '/v1/account')).body.api_keys).toHaveLength(1);
  });

  it('sets a name, removes it with null, and keeps fields that are not sent', async () => {
    expect((await ask('PATCH', '/v1/account', { body: { name: '  Northwind Compliance ' } })).body).toMatchObject({
      name: 'Northwind Compliance',
      email: account.email,
      email_verified: true,
    });
    expect((await ask('PATCH', '/v1/account', { body: { email: account.email } })).body.name).toBe(
      'Northwind Compliance',
    );
    const lifted = await ask('PATCH', '/v1/account', { body: { name: null } });
    expect([lifted.status, lifted.body.name]).toEqual([200, undefined]);
    expect((await ask('GET', '/v1/account')).body).not.toHaveProperty('name');
  });

  it.each([
    [{}, 'The body must name at least one of name, email.'],
    [{ name: ' ' }, 'body.name must not be blank.'],
    [{ name: 'x'.repeat(201) }, 'body.name must have at most 200 characters.'],
    [{ email: 'nobody' }, 'body.email must be an e-mail address.'],
    [{ nmae: 'x' }, 'body.nmae is not a known field; did you mean name?'],
  ])('refuses %j with "%s"', async (body, message) => {
    const answer = await ask('PATCH', '/v1/account', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'VALIDATION_ERROR', message });
  });
});

describe('a changed address', () => {
  const moveTo = (email: string, headers?: Record<string, string>) =>
    ask('PATCH', '/v1/account', { body: { email }, headers });
  const confirm = (code: string, key = account.key) =>
    service.ask('POST', '/v1/account/confirm-email', { key, body: { code } });

  it('suggests repeating the change after a wrong code, which sends a new code', async () => {
    const { key } = await service.signUp();
    const email = newEmail();
    await service.ask('PATCH', '/v1/account', { key, body: { email } });
    const first = service.codeFor(email);
    const wrong = first === '000000' ? '000001' : '000000';
    const refused = await service.ask('POST', '/v1/account/confirm-email', { key, body: { code: wrong } });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_VERIFICATION_CODE']);
    expect(refused.body.error.suggestion).toContain('PATCH /v1/account with the same email');
    await service.ask('PATCH', '/v1/account', { key, body: { email } });
    const again = { key, body: { code: service.codeFor(email) } };
    expect((await service.ask('POST', '/v1/account/confirm-email', again)).status).toBe(200);
  });

  it('accepts the code only from the account that moved, and gives no one else access', async () => {
    const email = newEmail();
    await moveTo(email);
    const code = service.codeFor(email);
    const atAccess = await ask('POST', '/v1/auth/verify-access', { body: { email, code } });
    expect(atAccess.body.error?.code).toBe('INVALID_VERIFICATION_CODE');
    const stranger = await service.signUp();
    expect((await confirm(code, stranger.key)).body).toMatchObject({ email: stranger.email });
    expect((await ask('GET', '/v1/account')).body).toMatchObject({ email, email_verified: false });
    expect((await confirm(code)).body).toMatchObject({ email, email_verified: true });
    expect((await confirm('000000')).status).toBe(200);
  });

  it('does not invalidate a sign-in code that the holder of the address requested', async () => {
    const email = newEmail();
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    await service.ask('POST', '/v1/auth/request-access', { headers, body: { email, accept_terms: true } });
    const code = service.codeFor(email);
    await moveTo(email, headers);
    const { status, body } = await service.ask('POST', '/v1/auth/verify-access', { headers, body: { email, code } });
    expect(status).toBe(200);
    expect((await service.ask('GET', '/v1/account', { key: body.api_key })).body.email).toBe(email);
    expect((await ask('GET', '/v1/account')).body).toMatchObject({ email: account.email, email_verified: true });
  });

  it('applies at once, blocks paid routes until its code is confirmed, and grants no credits', async () => {
    const email = newEmail();
    const moved = await moveTo(` ${email.toUpperCase()} `);
    expect(moved.body).toMatchObject({ email, email_verified: false });
    expect(service.said.some((line) => line.startsWith(`e-mail to ${account.email}: The address`))).toBe(true);

    const paid = await verify('Anything LLC');
    expect(paid.status).toBe(403);
    expect(paid.body.error.code).toBe('EMAIL_NOT_VERIFIED');
    expect(paid.body.error.suggestion).toContain('POST /v1/account/confirm-email');
    expect((await ask('GET', '/v1/billing')).status).toBe(200);

    const confirmed = await confirm(service.codeFor(email));
    expect([confirmed.status, confirmed.body]).toMatchObject([200, { email, email_verified: true }]);
    const { body } = await ask('GET', '/v1/account');
    expect(body).toMatchObject({ email, email_verified: true, credit_balance: 50 });
    expect(body.api_keys).toHaveLength(1);
    expect((await verify('Anything LLC')).status).toBe(404);
  });

  it('is refused when another account has it, and moves nothing', async () => {
    const other = await service.signUp();
    const answer = await moveTo(other.email);
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('EMAIL_ALREADY_EXISTS');
    expect((await ask('GET', '/v1/account')).body).toMatchObject({ email: account.email, email_verified: true });
  });

  it('belongs to exactly one of two accounts that request it at once', async () => {
    const rival = await service.signUp();
    const email = newEmail();
    const answers = await Promise.all([
      moveTo(email),
      service.ask('PATCH', '/v1/account', { key: rival.key, body: { email } }),
    ]);
    expect(answers.map(({ status }) => status)).toContain(200);
    const own = await Promise.all([account.key, rival.key].map((key) => service.ask('GET', '/v1/account', { key })));
    expect(own.filter(({ body }) => body.email === email)).toHaveLength(1);
  });

  it('belongs to one of two accounts when the other signs up with it at the same moment', async () => {
    for (let i = 0; i < 5; i++) {
      const email = newEmail();
      const headers = { 'x-forwarded-for': `203.0.113.${100 + i}` };
      await service.ask('POST', '/v1/auth/request-access', { headers, body: { email, accept_terms: true } });
      const body = { email, code: service.codeFor(email) };
      const mover = await service.signUp();
      const [moved, signedUp] = await Promise.all([
        service.ask('PATCH', '/v1/account', { key: mover.key, headers, body: { email } }),
        service.ask('POST', '/v1/auth/verify-access', { body }),
      ]);
      // The sign-up proves the address first, or takes it from the mover, or finds its code
      // replaced by the mover's.
      expect([200, 409]).toContain(moved.status);
      expect([200, 400]).toContain(signedUp.status);
      const idOf = async (key: string) => (await service.ask('GET', '/v1/account', { key })).body.account_id;
      const shared = signedUp.status === 200 && (await idOf(signedUp.body.api_key)) === (await idOf(mover.key));
      expect(shared).toBe(false);
      const [owners] = await service.db.rows<{ count: number }>(
        'select count(*)::int as count from accounts where email = $1',
        [email],
      );
      expect(owners?.count).toBe(1);
    }
  });

  async function signUpAt(email: string) {
    const { key } = await service.signUp(email);
    return { key, profile: await profileOf(key) };
  }
  const profileOf = async (key: string) => (await service.ask('GET', '/v1/account', { key })).body;

  it('moves from a stranger who named it to the account that proves it; no key opens both', async () => {
    const email = newEmail();
    await moveTo(email);
    const owner = await signUpAt(email);
    expect(owner.profile).toMatchObject({ email, email_verified: true, credit_balance: 50 });
    expect(owner.profile.api_keys).toHaveLength(1);
    const stranger = await profileOf(account.key);
    expect(stranger).toMatchObject({ email: account.email, email_verified: true });
    expect(stranger.account_id).not.toBe(owner.profile.account_id);
    expect((await moveTo(email)).status).toBe(409);
  });

  it('leaves a stranger without an address when the previous one has a new owner by then', async () => {
    const email = newEmail();
    await moveTo(email);
    const { key } = await service.signUp();
    await service.ask('PATCH', '/v1/account', { key, body: { email: account.email } });
    await confirm(service.codeFor(account.email), key);
    const heir = { profile: await profileOf(key) };
    expect(heir.profile).toMatchObject({ email: account.email, email_verified: true });
    const owner = await signUpAt(email);
    const stranger = await profileOf(account.key);
    expect(stranger).toMatchObject({ email: expect.stringMatching(/@address\.invalid$/), email_verified: false });
    const ids = [heir.profile, owner.profile, stranger].map(({ account_id }) => account_id);
    expect(new Set(ids).size).toBe(3);
    const next = newEmail();
    await moveTo(next);
    await confirm(service.codeFor(next));
    expect(await profileOf(account.key)).toMatchObject({ email: next, email_verified: true });
  });

  it('gets a new code when it is requested again, and the first code fails', async () => {
    const email = newEmail();
    await moveTo(email);
    const first = service.codeFor(email);
    expect((await moveTo(email)).body).toMatchObject({ email, email_verified: false });
    const code = service.codeFor(email);
    expect(code).not.toBe(first);
    expect((await confirm(first)).body.error?.code).toBe('INVALID_VERIFICATION_CODE');
    await confirm(code);
    expect(await profileOf(account.key)).toMatchObject({ email, email_verified: true });
  });

  it('stays with the account that proved it before and returned to it', async () => {
    const { account_id: id } = await profileOf(account.key);
    await moveTo(newEmail());
    await moveTo(account.email);
    const { profile } = await signUpAt(account.email);
    expect(profile).toMatchObject({ account_id: id, email: account.email, email_verified: true });
  });

  it('is withdrawn by a proof of the present address before the new one is confirmed', async () => {
    const { account_id: id } = await profileOf(account.key);
    await moveTo(newEmail());
    const { profile } = await signUpAt(account.email);
    expect(profile).toMatchObject({ account_id: id, email: account.email, email_verified: true });
    expect(await profileOf(account.key)).toMatchObject({ account_id: id, email_verified: true });
  });

  it('is taken back without a code, and leaves paid routes open', async () => {
    await moveTo(newEmail());
    expect((await moveTo(account.email)).body).toMatchObject({ email: account.email, email_verified: true });
    expect((await verify('Anything LLC')).status).toBe(404);
  });

  it('stays verified when it is the same', async () => {
    expect((await moveTo(account.email)).body).toMatchObject({ email: account.email, email_verified: true });
  });

  it('is refused beyond the limit of codes', async () => {
    const answers: Answer[] = [];
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    for (let i = 0; i < 21; i++) answers.push(await moveTo(newEmail(), headers));
    expect(answers.slice(0, 20).every(({ status }) => status === 200)).toBe(true);
    expect(answers[20]?.status).toBe(429);
    const { body } = await ask('GET', '/v1/account');
    expect(body.email).toBe(answers[19]?.body.email);
  });

  it('sends the code to the new address, and mail without it to the old one', async () => {
    const mails: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          mails.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as { port: number };
    const mailing = await startService({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
    try {
      const codeIn = () => /^Subject: (\d{6}) /m.exec(mails.at(-1) ?? '')?.[1];
      const email = newEmail();
      await mailing.ask('POST', '/v1/auth/request-access', { body: { email, accept_terms: true } });
      const { body } = await mailing.ask('POST', '/v1/auth/verify-access', { body: { email, code: codeIn() } });
      const moved = newEmail();
      await mailing.ask('PATCH', '/v1/account', { key: body.api_key, body: { email: moved } });
      expect(mails.slice(1).map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1])).toEqual([moved, email]);
      expect(mails[1]).toMatch(/^Subject: \d{6} confirms your new address at Standing\r$/m);
      expect(mails[2]).not.toMatch(/\b\d{6}\b/);
    } finally {
      await mailing.close();
      await new Promise<void>((resolve) => server.close(resolve));
    }
  });
});

describe('/v1/account/keys', () => {
  it('allows at most fifty active keys, also for concurrent requests', async () => {
    const { key } = await service.signUp();
    const make = () => service.ask('POST', '/v1/account/keys', { key, body: {} });
    const answers = await Promise.all(Array.from({ length: 60 }, make));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(49);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.error]).toMatchObject([
      400,
      { code: 'VALIDATION_ERROR', details: { keys: 50 } },
    ]);
    const made = answers.find(({ status }) => status === 201);
    await service.ask('DELETE', `/v1/account/keys/${made?.body.key_id}`, { key });
    expect((await make()).status).toBe(201);
  });

  it('creates keys with or without a label, and shows each once', async () => {
    const labelled = await ask('POST', '/v1/account/keys', { body: { label: ' batch ' } });
    expect(labelled.status).toBe(201);
    expect(labelled.body).toEqual({
      api_key: expect.stringMatching(/^stnd_/),
      key_id: expect.stringMatching(/^key_/),
      label: 'batch',
    });
    const unlabelled = await ask('POST', '/v1/account/keys');
    expect(unlabelled.body.label).toMatch(/^key-\d{10}$/);
    const { body } = await ask('GET', '/v1/account', { key: labelled.body.api_key });
    expect(body.api_keys.map(({ id }: { id: string }) => id)).toEqual([
      account.keyId,
      labelled.body.key_id,
      unlabelled.body.key_id,
    ]);
    expect(JSON.stringify(body)).not.toContain(labelled.body.api_key);
  });

  it('revokes a key at once, and keeps it listed', async () => {
    const { body: made } = await ask('POST', '/v1/account/keys', { body: { label: 'short-lived' } });
    expect((await ask('GET', '/v1/account', { key: made.api_key })).status).toBe(200);
    expect((await ask('DELETE', `/v1/account/keys/${made.key_id}`)).status).toBe(204);
    const refused = await ask('GET', '/v1/account', { key: made.api_key });
    expect(refused.status).toBe(401);
    expect(refused.body.error.code).toBe('API_KEY_REVOKED');
    expect((await ask('DELETE', `/v1/account/keys/${made.key_id}`)).status).toBe(204);
    const { body } = await ask('GET', '/v1/account');
    expect(body.api_keys[1]).toMatchObject({ id: made.key_id, is_active: false });
  });

  it('returns 404 for a key of another account, like for a missing one', async () => {
    const other = await service.signUp();
    const theirs = await ask('DELETE', `/v1/account/keys/${other.keyId}`);
    const missing = await ask('DELETE', '/v1/account/keys/key_01kaaaaaaaaaaaaaaaaaaaaaaa');
    const malformed = await ask('DELETE', '/v1/account/keys/nonsense');
    expect(theirs.status).toBe(404);
    expect(theirs.body.error.code).toBe('NOT_FOUND');
    expect([missing.body, malformed.body]).toEqual([theirs.body, theirs.body]);
    expect((await ask('GET', '/v1/account', { key: other.key })).status).toBe(200);
  });
});

describe('the password', () => {
  const change = (body: unknown) => ask('PUT', '/v1/account/password', { body });
  const [FIRST, SECOND] = ['the first of two passwords', 'the second of two passwords'];

  it('is set freely once, and afterwards requires the current one', async () => {
    expect((await change({ new_password: FIRST })).status).toBe(204);
    expect((await change({ new_password: SECOND })).body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    const wrong = await change({ current_password: SECOND, new_password: SECOND });
    expect(wrong.status).toBe(401);
    expect(wrong.body.error.code).toBe('INVALID_CREDENTIALS');
    // No challenge, because signing in again would not help.
    expect(wrong.headers.get('www-authenticate')).toBeNull();
    expect((await change({ current_password: FIRST, new_password: SECOND })).status).toBe(204);
    expect((await change({ current_password: FIRST, new_password: FIRST })).status).toBe(401);
  });

  it('is set by exactly one of two concurrent first requests', async () => {
    const answers = await Promise.all([change({ new_password: FIRST }), change({ new_password: SECOND })]);
    const [winner, loser] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(winner).toBe(204);
    // Overtaken while hashing, or too late to be the first.
    expect([400, 401]).toContain(loser);
  });

  it('is stored only as argon2id', async () => {
    await change({ new_password: FIRST });
    const row = await service.db.row<{ password_hash: string; row: string }>(
      'select password_hash, a::text as row from accounts a where email = $1',
      [account.email],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row?.row).not.toContain(FIRST);
  });

  it.each([
    ['x'.repeat(11), 'body.new_password must have at least 12 characters.'],
    ['x'.repeat(129), 'body.new_password must have at most 128 characters.'],
  ])('is refused when it is %s', async (given, message) => {
    expect((await change({ new_password: given })).body.error).toMatchObject({ code: 'VALIDATION_ERROR', message });
  });
});

describe('DELETE /v1/account', () => {
  it('closes every key at once, erases name and address, and keeps the ledger', async () => {
    const { body: second } = await ask('POST', '/v1/account/keys', {});
    const { body: before } = await ask('PATCH', '/v1/account', { body: { name: 'Somebody' } });
    expect((await ask('DELETE', '/v1/account')).status).toBe(204);
    for (const key of [account.key, second.api_key]) {
      const { status, body, headers } = await ask('GET', '/v1/account', { key });
      expect(status).toBe(403);
      expect(body.error.code).toBe('ACCOUNT_DELETED');
      expect(headers.get('x-credits-remaining')).toBe('50');
    }
    const left = await service.db.row<{ all: string; entries: number }>(
      `select coalesce(string_agg(t, ''), '') as all, (select count(*)::int from ledger_entries e join accounts a on a.id = e.account_id
          where a.email is null and a.deleted_at is not null and e.type = 'grant') as entries
         from (select a::text as t from accounts a union all select c::text from one_time_codes c) everything`,
    );
    expect(left?.all).not.toContain(account.email);
    expect(left?.all).not.toContain('Somebody');
    expect(left?.entries).toBeGreaterThan(0);
    expect(before.email).toBe(account.email);
  });

  it('frees the address, but does not grant its free credits again', async () => {
    await ask('DELETE', '/v1/account');
    const again = await service.signUp(account.email);
    expect(await service.balance(again.key)).toBe(0);
    expect((await ask('GET', '/v1/account')).body.error.code).toBe('ACCOUNT_DELETED');
  });
});

describe('GET /v1/account/usage', () => {
  it('sums charges and refunds by operation, day and key', async () => {
    const registry = service.registries.of('us-co');
    registry.records = [record({ id: '20201111111', name: 'Usage Example LLC' })];
    await verify('Usage Example LLC');
    await verify('Usage Example LLC');
    const { body: second } = await ask('POST', '/v1/account/keys', { body: { label: 'second' } });
    registry.failures = [unavailable(), unavailable(), unavailable()];
    await verify('Never Answered LLC', { key: second.api_key });

    const { status, body } = await ask('GET', '/v1/account/usage');
    const today = new Date().toISOString().slice(0, 10);
    expect(status).toBe(200);
    expect(body.period.to).toBe(today);
    expect(body.by_day).toHaveLength(30);
    const sum = { requests: 3, credits_charged: 3, credits_refunded: 1 };
    expect(body.totals).toEqual(sum);
    expect(body.by_operation).toEqual([{ operation: 'verify_quick', ...sum }]);
    expect(body.by_day.at(-1)).toEqual({ date: today, ...sum });
    expect(body.by_day[0]).toEqual({ date: body.period.from, requests: 0, credits_charged: 0, credits_refunded: 0 });
    expect(body.by_key).toEqual([
      { key_id: account.keyId, label: expect.any(String), requests: 2, credits_charged: 2, credits_refunded: 0 },
      { key_id: second.key_id, label: 'second', requests: 1, credits_charged: 1, credits_refunded: 1 },
    ]);
    registry.records = [];
  });

  it('counts only the requested days', async () => {
    await verify('Anything At All LLC');
    const { body } = await ask('GET', '/v1/account/usage?from=2020-01-01&to=2020-01-02');
    expect(body).toMatchObject({
      period: { from: '2020-01-01', to: '2020-01-02' },
      totals: { requests: 0 },
      by_key: [],
    });
    expect(body.by_day).toHaveLength(2);
  });

  it.each([
    ['from=2026-02-30', 'query.from must be a date as YYYY-MM-DD.'],
    ['to=yesterday', 'query.to must be a date as YYYY-MM-DD.'],
    ['from=2026-02-02&to=2026-02-01', 'query.from must not be after query.to.'],
    ['from=0000-01-01&to=0000-01-02', 'query.from must not be before 2000-01-01.'],
    ['to=2000-01-01', 'query.from must not be before 2000-01-01.'],
    ['from=2020-01-01&to=2026-01-01', 'query.from and query.to must be at most 366 days apart.'],
    ['form=2026-01-01', 'query.form is not a known field; did you mean from?'],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await ask('GET', `/v1/account/usage?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', message });
  });
});

describe('the data export', () => {
  it('is one document with everything but the secrets', async () => {
    const webhook_url = 'http://127.0.0.1:9/hook';
    await verify('Exported Example LLC', {
      body: { entity_name: 'Exported Example LLC', jurisdiction: 'us-co', webhook_url },
    });
    const { body: secret } = await ask('GET', '/v1/account/webhook-secret');
    await ask('PUT', '/v1/account/password', { body: { new_password: 'not to be exported' } });
    const { status, headers, body } = await ask('GET', '/v1/account/data-export');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="standing-acc_/);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-credits-remaining')).toBe('49');
    expect(body.account).toMatchObject({ email: account.email, credit_balance: 49 });
    expect(body.api_keys).toHaveLength(1);
    expect(body.transactions.map(({ type, amount }: any) => [type, amount])).toEqual([
      ['grant', 50],
      ['charge', -1],
    ]);
    const [{ job_id, ...job }] = body.jobs;
    const answered = (await ask('GET', `/v1/verify/status/${job_id}`)).body;
    expect(job).toMatchObject({ status: 'completed', entity_name: 'Exported Example LLC', credits_charged: 1 });
    expect({ entity_id: job.entity_id, data: job.data }).toEqual({
      entity_id: answered.entity_id,
      data: answered.data,
    });
    expect(body.events).toEqual([
      expect.objectContaining({ event: 'verification.completed', job_id, body: expect.objectContaining({ job_id }) }),
    ]);
    expect(body.webhook_deliveries).toEqual([
      expect.objectContaining({
        delivery_id: expect.stringMatching(/^dlv_/),
        event: 'verification.completed',
        url: webhook_url,
      }),
    ]);
    expect(body).toMatchObject({ paid_entities: [], payments: [], debts: [] });
    const text = JSON.stringify(body);
    expect(text).not.toContain(account.key);
    expect(text).not.toContain(secret.secret);
    expect(text).not.toContain('argon2');
  });

  it('contains the watches as their owner sees them', async () => {
    const name = 'Watched Example LLC';
    service.registries.of('us-co').records.push(record({ id: 'watched', name }));
    const { entity_id } = (await verify(name)).body;
    const order = { entity_id, every: '7d', on: ['DISSOLVED'], max_credits_per_month: 5 };
    const { status, body: watch } = await ask('POST', '/v1/watches', { body: order });
    expect(status).toBe(201);
    const { body } = await ask('GET', '/v1/account/data-export');
    expect(body.watches).toEqual([{ ...watch, key_id: expect.stringMatching(/^key_/) }]);
  });

  it('is complete beyond one batch of rows', async () => {
    const owner = await service.db.row<{ id: string }>('select id from accounts where email = $1', [account.email]);
    await service.db.change(
      `insert into ledger_entries (account_id, type, amount, description) select $1, 'grant', 1, n::text from generate_series(1, 1234) n`,
      [owner?.id],
    );
    const { body } = await ask('GET', '/v1/account/data-export');
    expect(body.transactions).toHaveLength(1235);
    expect(body.transactions.at(-1)).toMatchObject({ description: '1234', balance_after: 1284 });
  });

  it('contains searches, their jobs and events without a webhook URL, all in snake case', async () => {
    const registry = service.registries.of('us-co');
    registry.records = [record({ id: '20190000077', name: 'Snake Case LLC' })];
    const wait = { prefer: 'wait=10' };
    const search = { entity_name: 'Snake Case LLC', jurisdictions: ['us-co'] };
    await ask('POST', '/v1/search', { headers: wait, body: search });
    await ask('POST', '/v1/search', { headers: wait, body: search });
    const { body: found } = await ask('POST', '/v1/verify', {
      headers: wait,
      body: { entity_name: 'Snake Case LLC', jurisdiction: 'us-co', tier: 'deep' },
    });
    await service.db.change(
      `insert into events (id, account_id, type, body) select gen_random_uuid(), id, 'entity.changed', '{}' from accounts where email = $1`,
      [account.email],
    );
    const { body } = await ask('GET', '/v1/account/data-export');
    expect(body.searches).toHaveLength(2);
    expect(body.searches[1].results).toEqual([
      expect.objectContaining({ entity_id: found.entity_id, entity_name: 'Snake Case LLC' }),
    ]);
    expect(body.jobs.find(({ data }: any) => data)).toMatchObject({ entity_id: found.entity_id, data: found.data });
    expect(body.events).toEqual([expect.objectContaining({ event: 'entity.changed' })]);
    const names = [...JSON.stringify(body).matchAll(/"(\w+)":/g)].map(([, name = '']) => name);
    expect(names.filter((name) => /[a-z][A-Z]/.test(name))).toEqual([]);
    registry.records = [];
  });

  it('contains the inputs beside names, and where each search looked and did not look', async () => {
    const registry = service.registries.of('us-co');
    registry.records = [record({ id: '20190000078', name: 'Evident Case LLC' })];
    const headers = { prefer: 'wait=10' };
    const asked = { entity_name: 'Evident Case LLC', officer: 'Fictional Alder' };
    const address = { street: '7 Imaginary Quay', postal_code: '10001' };
    const first = await ask('POST', '/v1/search', { headers, body: { ...asked, address } });
    const told = await ask('GET', `/v1/search/${first.body.search_id}`);
    const second = await ask('POST', '/v1/search', { headers, body: { ...asked, jurisdictions: ['us-co'] } });
    const { body } = await ask('GET', '/v1/account/data-export');
    registry.records = [];

    const everywhere = body.searches.find((each: any) => each.search_id === first.body.search_id);
    expect(everywhere.jurisdictions.length).toBeGreaterThan(2);
    const { searched, not_searched: notSearched } = told.body.coverage;
    expect(everywhere.not_searched).toEqual(notSearched);
    const shares = body.jobs.filter((each: any) => each.search_id === first.body.search_id);
    expect(shares).toHaveLength(everywhere.jurisdictions.length);
    for (const share of shares) {
      expect(share).toMatchObject({ address, officer: asked.officer });
      const { jurisdiction, as_of, coverage } = share;
      expect(searched).toContainEqual({ jurisdiction, as_of, coverage });
    }
    const found = shares.flatMap(({ results }: any) => results);
    expect(found).toEqual(told.body.results);

    const known = body.searches.find((each: any) => each.search_id === second.body.search_id);
    expect(known.results).toHaveLength(1);
    expect(known.searched).toEqual(second.body.coverage.searched);
    expect(known).not.toHaveProperty('not_searched');
  });

  it('contains nothing of another account', async () => {
    const other = await service.signUp();
    await verify('Private Question LLC', { key: other.key });
    const { body } = await ask('GET', '/v1/account/data-export');
    expect(JSON.stringify(body)).not.toContain('Private Question');
  });
});

describe('the webhook secret', () => {
  it('stays the same until it is rotated; the previous one then expires after a day', async () => {
    const first = await ask('GET', '/v1/account/webhook-secret');
    expect(first.body).toEqual({ secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
    expect((await ask('GET', '/v1/account/webhook-secret')).body).toEqual(first.body);
    const rotated = await ask('POST', '/v1/account/webhook-secret/rotate');
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(first.body.secret);
    const hours = (Date.parse(rotated.body.previous_secret_expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect((await ask('GET', '/v1/account/webhook-secret')).body).toEqual(rotated.body);
  });
});

describe('GET /v1/billing', () => {
  it('shows the balance, the packages and the transactions, newest first', async () => {
    await verify('Billed Example LLC');
    const { status, body } = await ask('GET', '/v1/billing?limit=10&offset=0');
    expect(status).toBe(200);
    expect(body.credit_balance).toBe(49);
    expect(body.packages).toEqual([
      { package_id: 'starter', name: 'Starter', credits: 100, price_usd: 8, price_per_credit_usd: 0.08 },
      { package_id: 'pro', name: 'Pro', credits: 500, price_usd: 35, price_per_credit_usd: 0.07 },
      { package_id: 'business', name: 'Business', credits: 2000, price_usd: 120, price_per_credit_usd: 0.06 },
      { package_id: 'enterprise', name: 'Enterprise', credits: 10000, price_usd: 500, price_per_credit_usd: 0.05 },
    ]);
    expect(body.transactions).toEqual([
      {
        transaction_id: expect.stringMatching(/^txn_/),
        type: 'charge',
        amount: -1,
        balance_after: 49,
        description: 'Verification (quick) in us-co',
        job_id: expect.stringMatching(/^job_/),
        record_id: expect.stringMatching(/^rec_/),
        entity_name: 'Billed Example LLC',
        jurisdiction: 'us-co',
        created_at: expect.any(String),
      },
      expect.objectContaining({ type: 'grant', amount: 50, balance_after: 50 }),
    ]);
    expect(body.pagination).toEqual({ limit: 10, offset: 0, total: 2 });
  });

  it('names what each entry paid for: a known answer, a search, a history', async () => {
    const name = 'Twice Billed LLC';
    service.registries.of('us-co').records.push(record({ id: 'twice-billed', name }));
    await verify(name);
    await verify(name);
    const { body: found } = await verify(name);
    await ask('GET', `/v1/entity/${found.entity_id}/history`);
    await ask('POST', '/v1/search', { body: { entity_name: name, jurisdictions: ['us-co'] } });
    const { body } = await ask('GET', '/v1/billing?limit=3');
    const about = { entity_name: name, jurisdiction: 'us-co' };
    expect(body.transactions).toMatchObject([
      { ...about, amount: -2, search_id: expect.stringMatching(/^srch_/) },
      { ...about, amount: -5, entity_id: found.entity_id },
      { ...about, amount: -1, entity_id: found.entity_id },
    ]);
    const { body: exported } = await ask('GET', '/v1/account/data-export');
    expect(exported.transactions.at(-2)).toMatchObject({ ...about, entity_id: found.entity_id, operation: 'history' });
    expect(exported.paid_entities).toEqual([
      { entity_id: found.entity_id, tier: 'quick', last_charged_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ]);
  });

  it('lists every transaction exactly once across its pages', async () => {
    const owner = await service.db.row<{ id: string }>('select id from accounts where email = $1', [account.email]);
    await service.db.change(
      `insert into ledger_entries (account_id, type, amount, description) select $1, 'grant', 1, n::text from generate_series(1, 24) n`,
      [owner?.id],
    );
    const seen: number[] = [];
    for (const offset of [0, 7, 14, 21]) {
      const { body } = await ask('GET', `/v1/billing?limit=7&offset=${offset}`);
      expect(body.pagination).toEqual({ limit: 7, offset, total: 25 });
      seen.push(...body.transactions.map((entry: any) => entry.balance_after));
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => 74 - i));
    const beyond = await ask('GET', '/v1/billing?offset=1000');
    expect(beyond.body).toMatchObject({ transactions: [], pagination: { limit: 20, offset: 1000, total: 25 } });
  });

  it('reads no more for the last of 100,000 transactions than for the first', async () => {
    const owner = await service.db.row<{ id: string }>('select id from accounts where email = $1', [account.email]);
    await service.db.change(
      `with counted as (update accounts set credit_balance = 100049, last_entry = 100000 where id = $1 returning id)
       insert into ledger_entries (account_id, number, type, amount, balance_after, description)
       select id, n, 'grant', 1, 49 + n, n::text from counted, generate_series(2, 100000) n`,
      [owner?.id],
    );
    await service.db.rows('analyze ledger_entries');

    const source = await createDataSource({ url: service.databaseUrl, poolSize: 1 }).initialize();
    const db = new Database(source);
    const statement = new PostgresLedger(db, new PrometheusMetrics());
    const id = fromUuid('acc', owner?.id ?? '');
    for (const offset of [0, 50_000, 99_980]) {
      const read = await rowsRead(db, 'ledger_entries', async () => {
        expect((await statement.page(id, { limit: 20, offset })).items).toHaveLength(20);
      });
      expect([offset, read <= 40]).toEqual([offset, true]);
    }
    await source.destroy();
    const { body } = await ask('GET', '/v1/billing?limit=1&offset=99999');
    expect(body.transactions).toEqual([expect.objectContaining({ type: 'grant', amount: 50, balance_after: 50 })]);
  });

  it.each([
    ['limit=0', 'query.limit must be at least 1.'],
    ['limit=101', 'query.limit must be at most 100.'],
    ['limit=ten', 'query.limit must be a whole number.'],
    ['offset=-1', 'query.offset must be at least 0.'],
    ['page=2', 'query.page is not a known field.'],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await ask('GET', `/v1/billing?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', message });
  });
});
