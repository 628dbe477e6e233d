import { newEmail, newIp, startService, type Service } from '../support/harness.js';
import { Visitor } from '../console/visitor.js';

const PASSWORD = 'a long enough password';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const mailsTo = (email: string) => service.said.filter((line) => line.startsWith(`e-mail to ${email}:`));
const moveTo = (key: string, email: string) =>
  service.ask('PATCH', '/v1/account', { key, headers: { 'x-forwarded-for': newIp() }, body: { email } });

/** Sets the first password, and returns a function that replaces the last one. */
async function passwordOf(key: string): Promise<() => Promise<number>> {
  let last: string | undefined;
  let changes = 0;
  const change = async () => {
    const next = `${PASSWORD} ${(changes += 1)}`;
    const body = { new_password: next, ...(last !== undefined && { current_password: last }) };
    const { status } = await service.ask('PUT', '/v1/account/password', { key, body });
    if (status === 204) last = next;
    return status;
  };
  expect(await change()).toBe(204);
  return change;
}

describe('mails to the owner of an account', () => {
  it('go to the proved address only: a new one gets its code and nothing else until it is proved', async () => {
    const { email, key } = await service.signUp();
    const named = newEmail();
    expect((await moveTo(key, named)).status).toBe(200);
    await passwordOf(key);
    const later = newEmail();
    expect((await moveTo(key, later)).status).toBe(200);
    for (const unproved of [named, later]) {
      expect(mailsTo(unproved)).toEqual([expect.stringContaining('confirms your new address')]);
    }
    const subjects = mailsTo(email).slice(1);
    expect(subjects.filter((line) => line.includes('The address of your'))).toHaveLength(2);
    expect(subjects.filter((line) => line.includes('The password of your'))).toHaveLength(1);
  });

  it('go to the proved address only when it is the console where the address and the password change', async () => {
    const visitor = await Visitor.signedIn(service);
    const named = newEmail();
    await visitor.press('/console/account', '/console/account', { name: '', email: named });
    await visitor.press('/console/account', '/console/account/password', { new_password: PASSWORD });
    await visitor.press('/console/account', '/console/account', { name: '', email: newEmail() });
    expect(mailsTo(named)).toEqual([expect.stringContaining('confirms your new address')]);
  });

  it('are at most as many as the changes of the password: five an hour, then 429 with the time to wait', async () => {
    const { email, key } = await service.signUp();
    const victim = newEmail();
    await moveTo(key, victim);
    const before = mailsTo(email).length;
    const change = await passwordOf(key);
    const statuses = [];
    for (let i = 1; i < 20; i++) statuses.push(await change());
    expect(statuses).toEqual([...Array.from({ length: 4 }, () => 204), ...Array.from({ length: 15 }, () => 429)]);
    expect(mailsTo(email).length - before).toBe(5);
    expect(mailsTo(victim)).toHaveLength(1);
    const body = { new_password: PASSWORD, current_password: `${PASSWORD} 5` };
    const { body: refused, headers } = await service.ask('PUT', '/v1/account/password', { key, body });
    expect(refused.error.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(headers.get('retry-after')).toBe(String(refused.error.details.retry_after_seconds));
  });

  it('are counted for each account and each recipient: ten notices of one kind an hour, which use up no other', async () => {
    const { email, key } = await service.signUp();
    const before = mailsTo(email).length;
    for (let i = 0; i < 15; i++) expect((await moveTo(key, newEmail())).status).toBe(200);
    expect(mailsTo(email).length - before).toBe(10);
    await passwordOf(key);
    expect(mailsTo(email).slice(before + 10)).toEqual([expect.stringContaining('The password of your')]);
  });
});

describe('an address that an account only named', () => {
  it('blocks no other account: the first that proves it has it', async () => {
    const [first, second] = [await service.signUp(), await service.signUp()];
    const wanted = newEmail();
    for (const { key } of [first, second]) expect((await moveTo(key, wanted)).status).toBe(200);
    const addressOf = async (key: string) => (await service.ask('GET', '/v1/account', { key })).body;
    expect(await addressOf(first.key)).toMatchObject({ email: first.email, email_verified: true });
    const code = service.codeFor(wanted);
    const answer = await service.ask('POST', '/v1/account/confirm-email', { key: second.key, body: { code } });
    expect(answer.status).toBe(200);
    expect(await addressOf(second.key)).toMatchObject({ email: wanted, email_verified: true });
    expect((await moveTo(first.key, wanted)).body.error.code).toBe('EMAIL_ALREADY_EXISTS');
  });
});

describe('an address that an account tries', () => {
  it('counts against the account when it is taken too, so that a day has twenty', async () => {
    const { key } = await service.signUp();
    const { email: taken } = await service.signUp();
    for (let i = 0; i < 4; i++) expect((await moveTo(key, taken)).status).toBe(409);
    for (let i = 0; i < 16; i++) expect((await moveTo(key, newEmail())).status).toBe(200);
    for (const address of [taken, newEmail()]) {
      const { status, body } = await moveTo(key, address);
      expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    }
  });

  it('counts against the network when it is taken too, and is mailed nothing', async () => {
    const headers = { 'x-forwarded-for': newIp() };
    const { email: taken } = await service.signUp();
    const before = mailsTo(taken).length;
    const statuses = [];
    for (let i = 0; i < 6; i++) {
      const { key } = await service.signUp();
      statuses.push((await service.ask('PATCH', '/v1/account', { key, headers, body: { email: taken } })).status);
    }
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
    expect(mailsTo(taken)).toHaveLength(before);
  });
});
