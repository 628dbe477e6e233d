import { SystemClock } from '../../src/adapters/in-process/clock.js';
import { PostgresAccounts } from '../../src/adapters/postgres/accounts/accounts.js';
import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { Notifications } from '../../src/adapters/postgres/cache/notifications.js';
import { SecretBox } from '../../src/adapters/postgres/client/secret-box.js';
import { PostgresWebhookSecrets } from '../../src/adapters/postgres/webhooks/webhook-secrets.js';
import { toUuid } from '../../src/core/ids.js';
import type { Clock } from '../../src/core/ports.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { newEmail, startService, type Service } from '../support/harness.js';
import { startProgram } from '../support/program.js';
import { BARE_DIGESTS, MemoryLog, REMEMBERS_NOBODY } from '../support/fakes.js';

const OLD_KEY = 'the first key of this installation';
const NEW_KEY = 'the key that comes after the first';

let database: TestDatabase;
let dataSource: ReturnType<typeof createDataSource>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 8 }).initialize();
  db = new Database(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Without notifications of changes, it caches nothing. */
const secretsWith = (keys: [string, ...string[]], clock: Clock = new SystemClock()) =>
  new PostgresWebhookSecrets(db, new SecretBox(...keys), clock, new Notifications(db, [], new MemoryLog()));
const newAccount = async () =>
  (await db.interactive((tx) => new PostgresAccounts(db, REMEMBERS_NOBODY, BARE_DIGESTS).openFor(tx, newEmail()))).id;

describe('a webhook secret', () => {
  it('is created once for many concurrent requests', async () => {
    const accountId = await newAccount();
    const secrets = secretsWith([OLD_KEY]);
    const seen = await Promise.all(Array.from({ length: 20 }, () => secrets.of(accountId)));
    expect(new Set(seen.map(({ current }) => current)).size).toBe(1);
    expect(seen[0]?.current).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(seen[0]?.previous).toBeUndefined();
  });

  it('keeps the previous one for a day after a rotation', async () => {
    const accountId = await newAccount();
    const secrets = secretsWith([OLD_KEY]);
    const { current: first } = await secrets.of(accountId);
    const rotated = await secrets.rotate(accountId);
    expect(rotated.current).not.toBe(first);
    expect(rotated.previous?.secret).toBe(first);
    const hours = ((rotated.previous?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);

    const dayLater = { now: () => new Date(Date.now() + 24 * 3_600_000) };
    const later = await secretsWith([OLD_KEY], dayLater).of(accountId);
    expect(later).toEqual({ current: rotated.current, previous: undefined });
  });

  it('is not readable in the database', async () => {
    const accountId = await newAccount();
    const { current } = await secretsWith([OLD_KEY]).of(accountId);
    const row = await db.row<{ text: string }>('select s::text as text from webhook_secrets s where account_id = $1', [
      toUuid(accountId),
    ]);
    expect(row?.text).not.toContain(current.slice(6));
    expect(row?.text).not.toContain(Buffer.from(current.slice(6), 'base64').toString('hex'));
  });

  it('fails to open for another account, or after its bytes were changed', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()];
    const secrets = secretsWith([OLD_KEY]);
    await secrets.of(mine);
    await secrets.of(theirs);
    const sql = `update webhook_secrets set sealed = (select sealed from webhook_secrets where account_id = $1) where account_id = $2`;
    await db.change(sql, [toUuid(mine), toUuid(theirs)]);
    await expect(secrets.of(theirs)).rejects.toThrow(/authenticate/);
    await db.change(
      `update webhook_secrets set sealed = overlay(sealed placing 'AAAA' from 30) where account_id = $1`,
      [toUuid(mine)],
    );
    await expect(secrets.of(mine)).rejects.toThrow(/authenticate/);
    await db.change('delete from webhook_secrets where account_id in ($1, $2)', [toUuid(mine), toUuid(theirs)]);
  });
});

describe('the cache of webhook secrets', () => {
  let here: Service;
  let elsewhere: Service;
  beforeAll(async () => {
    here = await startService();
    elsewhere = await startService({ databaseUrl: here.databaseUrl });
  });
  afterAll(async () => {
    await elsewhere.close();
    await here.close();
  });

  const secretAt = async (service: Service, key: string): Promise<string> =>
    (await service.ask('GET', '/v1/account/webhook-secret', { key })).body.secret;

  it('follows a rotation at once in this process, and in another on notification', async () => {
    const { key } = await here.signUp();
    const first = await secretAt(here, key);
    expect(await secretAt(elsewhere, key)).toBe(first);
    const { body } = await here.ask('POST', '/v1/account/webhook-secret/rotate', { key });
    expect(body.secret).not.toBe(first);
    expect(await secretAt(here, key)).toBe(body.secret);
    await elsewhere.heard();
    expect(await secretAt(elsewhere, key)).toBe(body.secret);
  });

  it('keeps a secret until Postgres notifies a change, whichever process made it', async () => {
    const { key } = await here.signUp();
    const first = await secretAt(here, key);
    expect(await secretAt(here, key)).toBe(first);
    const remove = 'delete from webhook_secrets';
    await here.db.change('alter table webhook_secrets disable trigger webhook_secret_changed');
    await here.db.change(remove);
    expect(await secretAt(here, key)).toBe(first);
    await here.db.change('alter table webhook_secrets enable trigger webhook_secret_changed');
    const made = await secretAt(elsewhere, key);
    expect(made).not.toBe(first);
    await here.db.change(remove);
    await here.heard();
    expect([first, made]).not.toContain(await secretAt(here, key));
  });
});

describe('the key that seals the secrets', () => {
  it('can be replaced: secrets are sealed again, and the previous key no longer opens them', async () => {
    const accountId = await newAccount();
    await secretsWith([OLD_KEY]).of(accountId);
    const before = await secretsWith([OLD_KEY]).rotate(accountId);

    await expect(secretsWith([NEW_KEY]).sealAgain()).rejects.toThrow('ENCRYPTION_KEY_PREVIOUS');
    const changing = secretsWith([NEW_KEY, OLD_KEY]);
    expect(await changing.of(accountId)).toEqual(before);
    expect(await changing.sealAgain()).toBeGreaterThan(0);
    expect(await changing.sealAgain()).toBe(0);
    expect(await secretsWith([NEW_KEY]).of(accountId)).toEqual(before);
    await expect(secretsWith([OLD_KEY]).of(accountId)).rejects.toThrow('ENCRYPTION_KEY');
  });

  it('is replaced by a start with both keys, and then one with the new key alone', async () => {
    const own = await createTestDatabase();
    const withService = async <T>(env: Record<string, string>, work: (service: Service) => Promise<T>): Promise<T> => {
      const service = await startService({ env, databaseUrl: own.url });
      try {
        return await work(service);
      } finally {
        await service.close();
      }
    };
    const secretOf = async (service: Service, key: string) =>
      (await service.ask('GET', '/v1/account/webhook-secret', { key })).body.secret;
    try {
      const { key, secret } = await withService({ ENCRYPTION_KEY: OLD_KEY }, async (service) => {
        const account = await service.signUp();
        return { ...account, secret: await secretOf(service, account.key) };
      });
      await expect(startProgram({ DATABASE_URL: own.url, ENCRYPTION_KEY: NEW_KEY })).rejects.toThrow(
        /Standing cannot start: a secret was sealed with key \w+, neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS: start with the ENCRYPTION_KEY/,
      );
      const changing = { ENCRYPTION_KEY: NEW_KEY, ENCRYPTION_KEY_PREVIOUS: OLD_KEY };
      expect(await withService(changing, (service) => secretOf(service, key))).toBe(secret);
      expect(await withService({ ENCRYPTION_KEY: NEW_KEY }, (service) => secretOf(service, key))).toBe(secret);
    } finally {
      await own.drop();
    }
  });
});
