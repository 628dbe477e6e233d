import { RateLimits } from '../../src/core/rate-limits/ports.js';
import { tokenIn, Visitor } from '../console/visitor.js';
import { newEmail, newIp, startService, type Service } from '../support/harness.js';

const ADMIN_KEY = 'the admin key of these tests, long enough';
const PASSWORD = 'correct horse battery staple';
const WRONG = 'incorrect horse battery';
const SIGN_IN = '/console/sign-in';
const TURN_OF_AN_HOUR = Date.parse('2030-01-01T12:00:00Z');

let service: Service;
/** The time by which limits count. */
let now = TURN_OF_AN_HOUR - 1_000;
beforeAll(async () => {
  service = await startService({
    env: { ADMIN_API_KEY: ADMIN_KEY },
    prepare: (app) =>
      Object.assign(app.get<RateLimits>(RateLimits, { strict: false }), { clock: { now: () => new Date(now) } }),
  });
});
afterAll(() => service.close());

async function ownerWithPassword(): Promise<string> {
  const { email, key } = await service.signUp();
  const body = { new_password: PASSWORD };
  expect((await service.ask('PUT', '/v1/account/password', { key, body })).status).toBe(204);
  return email;
}

const times = <T>(n: number, ask: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => ask(i)));

/** Gives a password from a network at the console; returns 303 if it signs in. */
async function signIn(email: string, password: string, ip: string): Promise<number> {
  const visitor = new Visitor(service);
  const form_token = tokenIn((await visitor.get(SIGN_IN)).html);
  const from = { 'x-forwarded-for': ip };
  return (await visitor.post(SIGN_IN, { form_token, action: 'password', email, password }, from)).status;
}

describe('guesses of an admin key', () => {
  it('are limited in any hour, around the full hour too, and never refuse the right key', async () => {
    const from = newIp();
    const ask = async (key: string) => {
      const headers = { 'x-forwarded-for': from, 'x-admin-key': key };
      return (await service.ask('GET', '/v1/admin/jobs', { headers })).status;
    };
    expect(await times(10, (i) => ask(`wrong ${i}`))).toEqual(Array.from({ length: 10 }, () => 403));
    now = TURN_OF_AN_HOUR + 1_000;
    expect([await ask('wrong'), await ask(ADMIN_KEY)]).toEqual([429, 200]);
    now += 3_600_000;
    expect(await ask('wrong')).toBe(403);
  });
});

describe('guesses of a password', () => {
  it('accepts the right password of an owner in a network that guessed those of other accounts', async () => {
    const [email, from] = [await ownerWithPassword(), newIp()];
    const guessed = await times(25, () => signIn(newEmail(), WRONG, from));
    expect(guessed.toSorted()).toEqual([
      ...Array.from({ length: 20 }, () => 401),
      ...Array.from({ length: 5 }, () => 429),
    ]);
    expect(await signIn(email, WRONG, from)).toBe(429);
    expect(await signIn(email, PASSWORD, from)).toBe(303);
    now += 3_601_000;
    expect(await signIn(email, WRONG, from)).toBe(401);
  });

  it('accepts the right password whatever other networks guessed', async () => {
    const [email, from] = [await ownerWithPassword(), newIp()];
    for (let network = 0; network < 6; network++) {
      const stranger = newIp();
      const guessed = await times(6, () => signIn(email, WRONG, stranger));
      expect(guessed.toSorted()).toEqual([401, 401, 401, 401, 401, 429]);
    }
    expect(await signIn(email, PASSWORD, from)).toBe(303);
  });

  it('refuses the right password only above a second, higher ceiling of guesses from its own network', async () => {
    const [email, from] = [await ownerWithPassword(), newIp()];
    await times(10, () => signIn(email, WRONG, from));
    expect(await signIn(email, PASSWORD, from)).toBe(303);
    await times(10, () => signIn(email, WRONG, from));
    expect(await signIn(email, PASSWORD, from)).toBe(429);
    expect(await signIn(email, PASSWORD, newIp())).toBe(303);
  });

  it('are limited by the same rule where the present password is needed for a new one', async () => {
    const { key } = await service.signUp();
    const put = async (body: object, ip: string) =>
      (await service.ask('PUT', '/v1/account/password', { key, headers: { 'x-forwarded-for': ip }, body })).status;
    const [from, elsewhere] = [newIp(), newIp()];
    expect(await put({ new_password: PASSWORD }, from)).toBe(204);
    const wrong = { new_password: PASSWORD, current_password: WRONG };
    const guessed = await times(8, () => put(wrong, from));
    expect(guessed.toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(await put({ ...wrong, current_password: PASSWORD }, elsewhere)).toBe(204);
    expect(await put({ ...wrong, current_password: PASSWORD }, from)).toBe(204);
  });
});

describe('guesses of a code', () => {
  const request = async (email: string, ip: string) => {
    const headers = { 'x-forwarded-for': ip };
    return service.ask('POST', '/v1/auth/request-access', { headers, body: { email, accept_terms: true } });
  };
  const give = async (email: string, code: string, ip: string) => {
    const headers = { 'x-forwarded-for': ip };
    return (await service.ask('POST', '/v1/auth/verify-access', { headers, body: { email, code } })).status;
  };
  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

  it('accepts the right code from the network that requested it, whatever other networks guessed', async () => {
    const [email, from] = [newEmail(), newIp()];
    await request(email, from);
    const code = service.codeFor(email);
    const networks = await times(12, async () => newIp());
    await times(60, (i) => give(email, wrongFor(code), networks[i % networks.length]!));
    expect(await give(email, code, newIp())).toBe(400);
    expect(await give(email, code, from)).toBe(200);
  });

  it('are at most two hundred a day for one address from networks that requested no code', async () => {
    const email = newEmail();
    for (let codes = 0; codes < 6; codes++) {
      await request(email, newIp());
      const wrong = wrongFor(service.codeFor(email));
      const strangers = await times(10, async () => newIp());
      for (let i = 0; i < 50; i++) await give(email, wrong, strangers[i % 10]!);
    }
    const [tried] = await service.db.rows<{ n: number }>(
      `select sum(t.tries)::int as n from one_time_code_tries t join one_time_codes c on c.id = t.code_id where c.email = $1`,
      [email],
    );
    expect(tried?.n).toBe(200);
  });

  it('have at most forty codes a day for one address, fifteen of them from one network', async () => {
    const [email, from] = [newEmail(), newIp()];
    const anHourEarlier = () =>
      service.db.change(`update one_time_codes set created_at = created_at - interval '61 minutes' where email = $1`, [
        email,
      ]);
    for (let hour = 0; hour < 3; hour++) {
      const answers = await times(5, () => request(email, from));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await anHourEarlier();
    }
    expect((await request(email, from)).body.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Too many codes were requested. Try again tomorrow.',
      details: { retry_after_seconds: 86_400 },
    });
    let sent = 15;
    for (let network = 0; network < 7; network++) {
      const ip = newIp();
      sent += (await times(5, () => request(email, ip))).filter(({ status }) => status === 200).length;
      await anHourEarlier();
    }
    expect(sent).toBe(40);
  });
});
