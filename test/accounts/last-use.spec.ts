import { startService, type Service } from '../support/harness.js';
import { KEY_HOLDER_CHANGED } from '../../src/adapters/postgres/cache/caches.js';
import { Visitor } from '../console/visitor.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
afterEach(() => {
  jest.restoreAllMocks();
});

/** An owner, and a second key that only the test uses. */
async function secondKey() {
  const owner = await service.signUp();
  const { body } = await service.ask('POST', '/v1/account/keys', { key: owner.key, body: { label: 'second' } });
  const listed = async () => {
    const { body: page } = await service.ask('GET', '/v1/account/keys', { key: owner.key });
    return page.api_keys.find(({ id }: { id: string }) => id === body.key_id);
  };
  return { ...owner, second: String(body.api_key), secondId: String(body.key_id), listed };
}

/** Sends a request with the key. Returns its status once the uses that it began are recorded. */
async function use(key: string): Promise<{ status: number; recordings: number }> {
  const changes = jest.spyOn(service.db, 'change');
  const { status } = await service.ask('GET', '/v1/account', { key });
  const recorded = changes.mock.calls.flatMap(([sql], call) =>
    sql.includes('set last_used_at') ? [changes.mock.results[call]?.value as Promise<number>] : [],
  );
  await Promise.allSettled(recorded);
  changes.mockRestore();
  return { status, recordings: recorded.length };
}

/** Makes the service read the account's keys again. */
async function forgetKeys(email: string): Promise<void> {
  await service.db.rows(
    `update api_keys k set label = k.label from accounts a where a.id = k.account_id and a.email = $1`,
    [email],
  );
  await service.heard();
}

async function ageUse(email: string, age: string): Promise<void> {
  await service.db.rows(
    `update api_keys k set last_used_at = now() - $2::interval from accounts a
      where a.id = k.account_id and a.email = $1 and k.label = 'second'`,
    [email, age],
  );
  await forgetKeys(email);
}

describe('the last use of a key', () => {
  it('is null for an unused key, and its time after a use, in the API and in the console', async () => {
    const { email, second, listed } = await secondKey();
    expect((await listed()).last_used_at).toBeNull();
    const visitor = new Visitor(service);
    await visitor.signIn(email);
    expect((await visitor.get('/console/keys')).html).toMatch(/data-column="Last used"><div>never</);
    const before = new Date(Date.now() - 1_000);
    expect(await use(second)).toEqual({ status: 200, recordings: 1 });
    const { last_used_at: at, id } = await listed();
    expect(new Date(at).getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect((await visitor.get(`/console/keys/${id}`)).html).toContain(`<dt>Last used</dt><dd><time datetime="${at}"`);
    expect((await visitor.get('/console/keys.csv')).html).toContain(at);
  });

  it('is recorded again only after a minute', async () => {
    const { email, second, listed } = await secondKey();
    await use(second);
    await ageUse(email, '50 seconds');
    const { last_used_at: recent } = await listed();
    expect(await use(second)).toEqual({ status: 200, recordings: 0 });
    expect((await listed()).last_used_at).toBe(recent);
    await ageUse(email, '70 seconds');
    expect(await use(second)).toEqual({ status: 200, recordings: 1 });
    expect((await listed()).last_used_at > recent).toBe(true);
  });

  it('waits for no lock on the key, and is recorded by the next use', async () => {
    const { email, second, secondId, listed } = await secondKey();
    await service.db.interactive(async (tx) => {
      await service.db.in(tx).rows(`select from api_keys where label = 'second' for update`);
      expect(await use(second)).toEqual({ status: 200, recordings: 1 });
    });
    expect(await listed()).toMatchObject({ id: secondId, last_used_at: null });
    await forgetKeys(email);
    await use(second);
    expect((await listed()).last_used_at).not.toBeNull();
  });

  it('does not fail the request when it cannot be recorded', async () => {
    const { second, listed } = await secondKey();
    await service.db.rows('alter table api_keys add constraint never_used check (last_used_at is null) not valid');
    try {
      expect(await use(second)).toEqual({ status: 200, recordings: 1 });
    } finally {
      await service.db.rows('alter table api_keys drop constraint never_used');
    }
    expect((await listed()).last_used_at).toBeNull();
  });

  it('is not changed by a refused request', async () => {
    const { key, second, secondId, listed } = await secondKey();
    await service.ask('DELETE', `/v1/account/keys/${secondId}`, { key });
    expect(await use(second)).toEqual({ status: 401, recordings: 0 });
    expect((await listed()).last_used_at).toBeNull();
  });

  it('leaves the caches of keys alone, which every other change of a key clears', async () => {
    const { second } = await secondKey();
    const { client, end } = await service.db.connect();
    try {
      const heard: unknown[] = [];
      client.on('notification', ({ channel }) => heard.push(channel));
      await client.query(`listen ${KEY_HOLDER_CHANGED}`);
      await use(second);
      await client.query('select');
      expect(heard).toEqual([]);
      await service.db.rows(`update api_keys set label = 'third' where label = 'second'`);
      await client.query('select');
      expect(heard).not.toEqual([]);
    } finally {
      end();
    }
  });
});
