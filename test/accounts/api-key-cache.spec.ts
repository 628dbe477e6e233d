import { startService, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const ADMIN_KEY = 'an-admin-key-for-the-tests-of-key-holders';
const LOST = 'the listening connection to Postgres was lost';
const ADMIN = { 'x-admin-key': ADMIN_KEY };

/** Two processes of one installation. */
let here: Service;
let elsewhere: Service;
beforeAll(async () => {
  const env = { ADMIN_API_KEY: ADMIN_KEY };
  here = await startService({ env });
  elsewhere = await startService({ env, databaseUrl: here.databaseUrl });
});
afterAll(async () => {
  await elsewhere.close();
  await here.close();
});

const codeAt = async (service: Service, key: string): Promise<string> => {
  const { status, body } = await service.ask('GET', '/v1/account', { key });
  return status === 200 ? 'welcome' : body.error.code;
};

/** Returns a customer whose key both processes have recently checked. */
async function customer() {
  const account = await here.signUp();
  expect(await codeAt(here, account.key)).toBe('welcome');
  expect(await codeAt(elsewhere, account.key)).toBe('welcome');
  const { body } = await here.ask('GET', `/v1/admin/accounts?email=${account.email}`, { headers: ADMIN });
  return { ...account, accountId: String(body.accounts[0].account_id) };
}

/** Returns the other process's response once the notification has reached it. */
async function newsElsewhere(key: string): Promise<string> {
  await elsewhere.heard();
  return codeAt(elsewhere, key);
}

describe('the cache of API keys', () => {
  it('forgets a revoked key: at once in this process, in others on notification', async () => {
    const { key, keyId } = await customer();
    expect((await here.ask('DELETE', `/v1/account/keys/${keyId}`, { key })).status).toBe(204);
    expect(await codeAt(here, key)).toBe('API_KEY_REVOKED');
    expect(await newsElsewhere(key)).toBe('API_KEY_REVOKED');
  });

  it('forgets a key when its account is disabled, and again when it is enabled', async () => {
    const { key, accountId } = await customer();
    const body = { reason: 'a test of ours' };
    for (const [action, code] of [
      ['disable', 'ACCOUNT_DISABLED'],
      ['enable', 'welcome'],
    ] as const) {
      const { status } = await here.ask('POST', `/v1/admin/accounts/${accountId}/${action}`, { headers: ADMIN, body });
      expect(status).toBe(200);
      expect(await codeAt(here, key)).toBe(code);
      expect(await newsElsewhere(key)).toBe(code);
    }
  });

  it('forgets a key when its account is deleted', async () => {
    const { key } = await customer();
    expect((await here.ask('DELETE', '/v1/account', { key })).status).toBe(204);
    expect(await codeAt(here, key)).toBe('ACCOUNT_DELETED');
    expect(await newsElsewhere(key)).toBe('ACCOUNT_DELETED');
  });

  it('forgets a key when its account is changed by hand in the database', async () => {
    const { key, email } = await customer();
    await here.db.change('update accounts set disabled_at = now() where email = $1', [email]);
    expect(await newsElsewhere(key)).toBe('ACCOUNT_DISABLED');
  });

  it('is not used by a process that cannot receive notifications', async () => {
    const { key, keyId } = await customer();
    await here.db.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and (query like 'listen %' or query = 'select')`,
    );
    await until(() => [here, elsewhere].every(({ log }) => log.lines.some(({ message }) => message.includes(LOST))));
    expect((await here.ask('DELETE', `/v1/account/keys/${keyId}`, { key })).status).toBe(204);
    expect(await codeAt(elsewhere, key)).toBe('API_KEY_REVOKED');
  });
});
