import { thoseWhoWait } from '../support/accounts.js';
import { newEmail, startService, type Service } from '../support/harness.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const requestAccess = (body: unknown, ip = '192.0.2.1') =>
  service.ask('POST', '/v1/auth/request-access', { body, headers: { 'x-forwarded-for': ip } });
const verifyAccess = (body: unknown) => service.ask('POST', '/v1/auth/verify-access', { body });

describe('POST /v1/auth/request-access while its lock is held', () => {
  it('holds at most two connections for a moment, then returns 429', async () => {
    const { client, end } = await service.db.connect();
    await client.query(`select pg_advisory_lock(hashtextextended('198.51.100.77', 1))`);
    let most = 0;
    const asked = Promise.all(
      Array.from({ length: 6 }, () => requestAccess({ email: newEmail(), accept_terms: true }, '198.51.100.77')),
    );
    const watch = setInterval(() => {
      void thoseWhoWait(service.db).then((waiting) => (most = Math.max(most, waiting.length)));
    }, 20);
    const answers = await asked;
    clearInterval(watch);
    end();
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 429));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
  });
});

describe('sign-up', () => {
  it('sends a code, and exchanges it for a key with 50 credits', async () => {
    const email = newEmail();
    const requested = await requestAccess({ email: ` ${email.toUpperCase()} `, accept_terms: true });
    expect(requested.status).toBe(200);
    expect(requested.body).toMatchObject({ email, expires_in_seconds: 900 });

    const verified = await verifyAccess({ email, code: service.codeFor(email), label: ' onboarding ' });
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({ key_id: expect.stringMatching(/^key_[0-9a-z]{26}$/), label: 'onboarding' });
    expect(verified.body.api_key).toMatch(/^stnd_[0-9A-Za-z]{38}$/);
    expect(await service.balance(verified.body.api_key)).toBe(50);
  });

  it('names a key by the time when no label is given', async () => {
    const email = newEmail();
    await requestAccess({ email, accept_terms: true });
    const { body } = await verifyAccess({ email, code: service.codeFor(email) });
    expect(body.label).toMatch(/^key-\d{10}$/);
  });

  it('answers the same for a new and for a known address', async () => {
    const { email } = await service.signUp();
    const known = await requestAccess({ email, accept_terms: true }, '192.0.2.2');
    const stranger = newEmail();
    const fresh = await requestAccess({ email: stranger, accept_terms: true }, '192.0.2.2');
    expect({ ...known.body, email: '' }).toEqual({ ...fresh.body, email: '' });
    expect(known.status).toBe(fresh.status);
  });

  it('grants an address free credits once, however often it signs up', async () => {
    const { email, key } = await service.signUp();
    const again = await service.signUp(email);
    expect(await service.balance(key)).toBe(50);
    expect(await service.balance(again.key)).toBe(50);
  });

  it('grants a mailbox free credits once, whatever its tags', async () => {
    const [name, host] = newEmail().split('@');
    const first = await service.signUp(`${name}+1@${host}`);
    const second = await service.signUp(`${name}+2@${host}`);
    const bare = await service.signUp(`${name}@${host}`);
    const balances = await Promise.all([first, second, bare].map(({ key }) => service.balance(key)));
    expect(balances).toEqual([50, 0, 0]);
  });

  it('accepts a code once', async () => {
    const email = newEmail();
    await requestAccess({ email, accept_terms: true });
    const code = service.codeFor(email);
    expect((await verifyAccess({ email, code })).status).toBe(200);
    const second = await verifyAccess({ email, code });
    expect(second.status).toBe(400);
    expect(second.body.error.code).toBe('INVALID_VERIFICATION_CODE');
  });

  it('opens one account and grants once when the same code arrives twenty times at once', async () => {
    const email = newEmail();
    await requestAccess({ email, accept_terms: true });
    const code = service.codeFor(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verifyAccess({ email, code })));
    const issued = answers.filter(({ status }) => status === 200);
    expect(issued).toHaveLength(1);
    expect(await service.balance(issued[0]?.body.api_key)).toBe(50);
  });

  it('voids a code after five wrong attempts, even concurrent ones', async () => {
    const email = newEmail();
    await requestAccess({ email, accept_terms: true });
    const code = service.codeFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await Promise.all(Array.from({ length: 5 }, () => verifyAccess({ email, code: wrong })));
    expect(guesses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect((await verifyAccess({ email, code })).body.error.code).toBe('INVALID_VERIFICATION_CODE');
  });

  it('replaces an older code with a newer one', async () => {
    const email = newEmail();
    await requestAccess({ email, accept_terms: true });
    const older = service.codeFor(email);
    await requestAccess({ email, accept_terms: true });
    const newer = service.codeFor(email);
    expect([400, older === newer ? 200 : 400]).toContain((await verifyAccess({ email, code: older })).status);
    expect((await verifyAccess({ email, code: newer })).status).toBe(older === newer ? 400 : 200);
  });

  it('reports a correct code that has expired', async () => {
    const hurried = await startService({ env: { VERIFICATION_CODE_TTL: '1ms' } });
    try {
      const email = newEmail();
      await hurried.ask('POST', '/v1/auth/request-access', { body: { email, accept_terms: true } });
      const { status, body } = await hurried.ask('POST', '/v1/auth/verify-access', {
        body: { email, code: hurried.codeFor(email) },
      });
      expect(status).toBe(400);
      expect(body.error.code).toBe('VERIFICATION_CODE_EXPIRED');
    } finally {
      await hurried.close();
    }
  });

  it('keeps a code valid for its owner when a stranger requests another, or guesses elsewhere', async () => {
    const email = newEmail();
    const verify = (code: string, from: string) =>
      service.ask('POST', '/v1/auth/verify-access', { headers: { 'x-forwarded-for': from }, body: { email, code } });
    await requestAccess({ email, accept_terms: true }, '192.0.2.1');
    const code = service.codeFor(email);
    await requestAccess({ email, accept_terms: true }, '198.51.100.1');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 6; tries++) expect((await verify(wrong, '198.51.100.1')).status).toBe(400);
    expect((await verify(code, '198.51.100.2')).status).toBe(200);
  });

  it('voids a code after fifty attempts from any network, except where it was requested', async () => {
    const email = newEmail();
    await requestAccess({ email, accept_terms: true }, '192.0.2.1');
    const code = service.codeFor(email);
    await service.db.change('update one_time_codes set tries = 50 where email = $1', [email]);
    const headers = { 'x-forwarded-for': '203.0.113.50' };
    const { body } = await service.ask('POST', '/v1/auth/verify-access', { headers, body: { email, code } });
    expect(body.error.code).toBe('INVALID_VERIFICATION_CODE');
    const owner = { 'x-forwarded-for': '192.0.2.1' };
    const opened = await service.ask('POST', '/v1/auth/verify-access', { headers: owner, body: { email, code } });
    expect(opened.status).toBe(200);
  });

  it('accepts the right code despite wrong ones from another network in the same minute', async () => {
    const email = newEmail();
    const verify = (code: string, from: string) =>
      service.ask('POST', '/v1/auth/verify-access', { headers: { 'x-forwarded-for': from }, body: { email, code } });
    await requestAccess({ email, accept_terms: true }, '192.0.2.1');
    const code = service.codeFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await Promise.all(Array.from({ length: 40 }, () => verify(wrong, '198.51.100.9')));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await verify(code, '192.0.2.1')).status).toBe(200);
  });

  it('sends the owner a code although a stranger requested six', async () => {
    const email = newEmail();
    for (let i = 0; i < 6; i++) await requestAccess({ email, accept_terms: true }, '198.51.100.8');
    expect((await requestAccess({ email, accept_terms: true }, '198.51.100.8')).status).toBe(429);
    expect((await requestAccess({ email, accept_terms: true }, '192.0.2.3')).status).toBe(200);
  });

  it('caps codes per hour at 15 per address (5 per network) and 20 per network, also in parallel', async () => {
    const email = newEmail();
    const toOne = await Promise.all(
      Array.from({ length: 24 }, (_, i) => requestAccess({ email, accept_terms: true }, `192.0.2.${100 + (i % 4)}`)),
    );
    expect(toOne.filter(({ status }) => status === 200)).toHaveLength(15);
    const ofNetwork = (last: number) => toOne.filter(({ status }, i) => status === 200 && i % 4 === last).length;
    for (const last of [0, 1, 2, 3]) expect(ofNetwork(last)).toBeLessThanOrEqual(5);
    const fromOne = await Promise.all(
      Array.from({ length: 25 }, () => requestAccess({ email: newEmail(), accept_terms: true }, '198.51.100.7')),
    );
    expect(fromOne.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = fromOne.find(({ status }) => status === 429);
    expect(refused?.body.error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { retry_after_seconds: 3600 } });
  });

  it.each([undefined, false, 'true', null, 1])('refuses accept_terms %j with TERMS_NOT_ACCEPTED', async (given) => {
    const { status, body } = await requestAccess({ email: newEmail(), accept_terms: given });
    expect(status).toBe(422);
    expect(body.error.code).toBe('TERMS_NOT_ACCEPTED');
  });

  it('stores and logs no key or code in clear text', async () => {
    const { email, key } = await service.signUp();
    const code = service.codeFor(email);
    const [stored] = await service.db.rows<{ all: string }>(
      `select (select string_agg(k::text, ',') from api_keys k) || (select string_agg(c::text, ',') from one_time_codes c) as all`,
    );
    expect(stored?.all).not.toContain(key.slice(5, 37));
    expect(stored?.all).not.toContain(`,${code},`);
    const logged = JSON.stringify(service.log.lines);
    expect(logged).not.toContain(key);
    expect(logged).not.toContain(code);
  });
});

describe('bad input to the access routes', () => {
  it.each([
    [{ accept_terms: true }, 'body.email is required.'],
    [{ email: 'nobody', accept_terms: true }, 'body.email must be an e-mail address.'],
    [{ email: 7, accept_terms: true }, 'body.email must be a string.'],
    [
      { email: 'a@example.com', accept_terms: true, emial: 'x' },
      'body.emial is not a known field; did you mean email?',
    ],
    [[], 'The body must be a JSON object.'],
  ])('refuses %j with "%s"', async (given, message) => {
    const { status, body } = await requestAccess(given);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', message });
  });

  it.each(['12345', '1234567', 'abcdef', '１２３４５６'])('refuses the code %s as malformed', async (code) => {
    const { status, body } = await verifyAccess({ email: 'a@example.com', code });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'body.code must be a string of six digits.',
    });
  });

  it('treats an unknown address like a wrong code', async () => {
    const { status, body } = await verifyAccess({ email: newEmail(), code: '123456' });
    expect(status).toBe(400);
    expect(body.error.code).toBe('INVALID_VERIFICATION_CODE');
  });
});
